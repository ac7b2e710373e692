// Writes of values: what fits, who may, and what becomes of writers that meet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineRule } from '../../../kernel/settings/settings.ts';
import {
  createTenant,
  query,
  type SettingServer,
  signInWith,
  startSettingServer,
} from '../../../testing/setting-server.ts';
import { eventually, untilModulesHeard } from '../../../testing/sign-in.ts';

let server: SettingServer;
let manager: string;
let northern: string;

const state = async () =>
  (await query<{ revision: number }>(server, 'SELECT revision FROM system_setting_state'))[0]!.revision;
const count = async (table: string) =>
  (await query<{ n: number }>(server, `SELECT count(*)::int AS n FROM ${table}`))[0]!.n;
const footprint = async () => [await state(), await count('system_setting_history'), await count('log_recorded_event')];
const codesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort();

beforeAll(async () => {
  server = await startSettingServer();
  await createTenant(server, 'north');
  manager = await signInWith(server, 'mira', ['SETTING_VIEW', 'SETTING_MANAGE']);
  northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  await server.define({ code: 'demo.number', type: 'NUMBER', defaultValue: 1 });
  await server.define({ code: 'demo.turn', type: 'NUMBER' });
  await server.define({ code: 'demo.text', type: 'STRING', minValue: 1, maxValue: 5, pattern: '[a-z]+' });
  await server.define({ code: 'demo.choice', type: 'STRING', allowedValueList: ['a', 'b'] });
  await server.define({ code: 'demo.flag', type: 'BOOLEAN' });
  await server.define({ code: 'demo.json', type: 'JSON' });
  await server.define({ code: 'demo.decimal', type: 'DECIMAL', minValue: 0, maxValue: 1 });
  await server.define({ code: 'demo.secret', type: 'SECRET' });
  await server.define({ code: 'demo.whole', type: 'BOOLEAN', tenantOverridable: false });
  await server.define({ code: 'demo.limit', type: 'NUMBER', tenantEditable: false });
  await server.define({ code: 'demo.careful', type: 'BOOLEAN', reauthenticationRequired: true });
  for (const code of ['bound.low', 'bound.high']) await server.define({ code, type: 'NUMBER', defaultValue: 5 });
  server.kernel.settings.addRule(
    defineRule('bound.low-not-above-high', ['bound.low', 'bound.high'], (values) =>
      Number(values['bound.low']) > Number(values['bound.high']) ? 'low is above high' : null,
    ),
  );
});
afterAll(() => server.stop());

describe('system-setting 6: a value', () => {
  it('a value that is sent back as it was answered is no change, and what is not its own is refused', async () => {
    await server.define({ code: 'demo.back', type: 'STRING', userOverridable: true });
    const [address, own] = ['/settings/value', '/settings/user/value'];
    for (const path of [address, own]) {
      const kept = await server.as<object>(server.admin, 'PUT', path, { code: 'demo.back', value: 'kept' });
      const before = await footprint();
      const again = await server.as(server.admin, 'PUT', path, kept.body);
      expect([again.status, again.body, await footprint()]).toEqual([200, kept.body, before]);
      expect((await server.as(server.admin, 'PUT', path, { ...kept.body, value: null })).status).toBe(200);
    }
    const foreign = await server.as(server.admin, 'PUT', address, { code: 'demo.back', value: 'x', username: 'mira' });
    expect(foreign.error?.errorArguments).toMatchObject([{ field: 'username', code: 'TYPE' }]);
    const ending = { code: 'demo.back', value: 'x', expiryDate: '2099-01-01T00:00:00Z' };
    expect((await server.as(server.admin, 'PUT', own, ending)).error?.errorArguments).toMatchObject([
      { field: 'expiryDate', code: 'TYPE' },
    ]);
  });
  it('a value of 2^53-1 is kept exactly, and numbers beyond are refused', async () => {
    const kept = await server.put('demo.number', 9_007_199_254_740_991);
    expect([kept.status, kept.body.value]).toEqual([200, 9_007_199_254_740_991]);
    for (const text of ['9007199254740992', '1e400', '1.5', '-9007199254740992']) {
      const raw = `{"code":"demo.number","version":1,"value":${text}}`;
      const answer = await fetch(`${server.url}/settings/value`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${server.admin}`, 'content-type': 'application/json' },
        body: raw,
      });
      const { errorDetail } = (await answer.json()) as {
        errorDetail: { errorCode: string; errorArguments: { code: string }[] };
      };
      expect([answer.status, errorDetail.errorCode, errorDetail.errorArguments[0]?.code]).toEqual([
        422,
        'SETTING_VALUE_INVALID',
        'OUT_OF_RANGE',
      ]);
    }
    const path = '/settings/number-setting/by-code/demo.number';
    expect((await server.as(manager, 'GET', path)).text).toContain('"body":9007199254740991,');
  });
  it.each([
    ['demo.text', 'a\u0000b', 'NUL_CHARACTER'],
    ['demo.text', '', 'MIN'],
    ['demo.text', 'abcdef', 'MAX'],
    ['demo.text', 'AB', 'PATTERN'],
    ['demo.text', 'a'.repeat(8_193), 'TOO_LONG'],
    ['demo.choice', 'c', 'NOT_ALLOWED'],
    ['demo.json', [1], 'NOT_OBJECT'],
    ['demo.json', { a: 'x\u0000' }, 'NUL_CHARACTER'],
    ['demo.json', { a: 'x'.repeat(65_536) }, 'TOO_LONG'],
    ['demo.decimal', 1.1, 'MAX'],
    ['demo.decimal', 0.1234567890123456, 'OUT_OF_RANGE'],
    ['demo.secret', '***', 'MASKED_VALUE'],
  ])('a value of %s that breaks a rule is 422 (%#)', async (code, value, problem) => {
    const answer = await server.put(code, value);
    expect([answer.status, answer.error?.errorCode]).toEqual([422, 'SETTING_VALUE_INVALID']);
    expect(answer.error?.errorArguments).toEqual([expect.objectContaining({ field: 'value', code: problem })]);
  });
  it.each([
    ['demo.flag', 'true', 'STRING'],
    ['demo.flag', 1, 'NUMBER'],
    ['demo.number', '1', 'STRING'],
    ['demo.text', 1, 'NUMBER'],
    ['demo.json', 'x', 'STRING'],
    ['demo.secret', 1, 'NUMBER'],
  ])('a value of %s of another JSON type is 409 (%#)', async (code, value, actual) => {
    const answer = await server.put(code, value);
    expect([answer.status, answer.error?.errorCode, answer.error?.errorArguments[0]?.actual]).toEqual([
      409,
      'SETTING_TYPE_MISMATCH',
      actual,
    ]);
  });
  it('must be given', async () => {
    const answer = await server.as(server.admin, 'PUT', '/settings/value', { code: 'demo.flag' });
    expect(answer.error?.errorArguments[0]).toMatchObject({ field: 'value', code: 'REQUIRED' });
  });
});

describe('system-setting 7: parallel writers', () => {
  it('exactly one of twenty writers with one version gets through, first or not', async () => {
    for (const version of [0, 1]) {
      const answers = await Promise.all(
        // No two are alike: one that equals what is stored would change nothing, and be no conflict.
        Array.from({ length: 20 }, (_, n) => server.put('demo.turn', 100 * version + n, { version })),
      );
      expect(codesOf(answers)).toEqual([200, ...Array(19).fill(409)]);
      const lost = answers.find(({ status }) => status === 409);
      expect([lost?.error?.errorCode, lost?.error?.errorArguments[0]?.version]).toEqual([
        'VERSION_CONFLICT',
        version + 1,
      ]);
    }
  });
  it('one of two writers that would break a rule together is refused', async () => {
    for (let round = 0; round < 100; round += 1) {
      const pair = [
        { code: 'bound.low', value: 5, version: 2 * round },
        { code: 'bound.high', value: 9, version: 2 * round },
      ].map((entry) => ({ ...entry, version: round === 0 ? 0 : entry.version }));
      await server.as(server.admin, 'PUT', '/settings/values', pair);
      const versions = await query<{ code: string; version: number }>(
        server,
        `SELECT code, version FROM system_setting_value WHERE code LIKE 'bound.%'`,
      );
      const versionOf = (code: string) => versions.find((row) => row.code === code)?.version ?? 0;
      const answers = await Promise.all([
        server.put('bound.low', 8, { version: versionOf('bound.low') }),
        server.put('bound.high', 6, { version: versionOf('bound.high') }),
      ]);
      expect(codesOf(answers)).toEqual([200, 422]);
      expect(answers.find(({ status }) => status === 422)?.error?.errorCode).toBe('SETTING_RULE_VIOLATED');
      for (const code of ['bound.low', 'bound.high'])
        await query(server, 'DELETE FROM system_setting_value WHERE code = $1', [code]);
      await query(server, 'UPDATE system_setting_state SET forgotten_revision = revision + 1, revision = revision + 1');
      await server.kernel.notify.send('keelson_setting', String(await state()));
      await server.apis.systemSetting.waitForRevision(await state(), 2_000);
    }
  }, 60_000);
});

describe('system-setting 8: a write that changes nothing', () => {
  it('leaves version, revision, history and events alone', async () => {
    const first = await server.put('demo.choice', 'a');
    const before = await footprint();
    const again = await server.put('demo.choice', 'a', { version: 1 });
    expect([again.status, again.body.version, again.body.revision]).toEqual([200, 1, first.body.revision]);
    expect(await footprint()).toEqual(before);
    const removed = await server.as(server.admin, 'DELETE', '/settings/value/by-code/demo.json');
    expect(removed.status).toBe(200);
    expect(await footprint()).toEqual(before);
  });
  it('writes no entry of several because one is bad', async () => {
    const before = await footprint();
    const body = [
      { code: 'demo.choice', value: 'b', version: 1 },
      { code: 'demo.decimal', value: 7 },
    ];
    const answer = await server.as(server.admin, 'PUT', '/settings/values', body);
    expect([answer.status, answer.error?.errorArguments[0]]).toEqual([
      422,
      expect.objectContaining({ index: 1, code: 'MAX', field: '[1].value' }),
    ]);
    const stale = await server.as(server.admin, 'PUT', '/settings/values', [
      { code: 'demo.decimal', value: 0.5 },
      { code: 'demo.choice', value: 'b', version: 7 },
    ]);
    expect([stale.status, stale.error?.errorArguments[0]?.index]).toEqual([409, 1]);
    expect(await footprint()).toEqual(before);
    const twice = await server.as(server.admin, 'PUT', '/settings/values', [body[0], body[0]]);
    expect([twice.status, twice.error?.errorArguments[0]?.code]).toEqual([400, 'DUPLICATE_ENTRY']);
    expect((await server.as(server.admin, 'PUT', '/settings/values', [])).status).toBe(400);
  });
  it('tells what a write would answer where it was only asked whether it could be', async () => {
    const before = await footprint();
    const ask = async (...body: object[]) =>
      (await server.as<{ index: number; errorCode: string }[]>(server.admin, 'POST', '/settings/values/validate', body))
        .body;
    expect(await ask({ code: 'demo.choice', value: 'b', version: 1 })).toEqual([]);
    expect(await ask({ code: 'demo.choice', value: 'b' })).toMatchObject([
      { index: 0, errorCode: 'VALIDATION_FAILED' },
    ]);
    expect(await ask({ code: 'bound.low', value: 50 })).toMatchObject([{ errorCode: 'SETTING_RULE_VIOLATED' }]);
    expect(await ask({ code: 'demo.flag', value: 1 }, { code: 'nothing', value: 1 })).toMatchObject([
      { index: 0, errorCode: 'SETTING_TYPE_MISMATCH' },
      { index: 1, errorCode: 'SETTING_NOT_FOUND' },
    ]);
    expect(await footprint()).toEqual(before);
  });
  it('changes two values that a rule binds in one revision', async () => {
    const entries = [
      { code: 'bound.low', value: 20 },
      { code: 'bound.high', value: 30 },
    ];
    const revision = await state();
    const answer = await server.as<{ revision: number }[]>(server.admin, 'PUT', '/settings/values', entries);
    expect(answer.body.map((value) => value.revision)).toEqual([revision + 1, revision + 1]);
    expect(answer.headers.get('x-svc-setting-revision')).toBe(String(revision + 1));
    const own = await server.put('bound.low', 40, { scope: 'TENANT' }, manager);
    expect(own.error?.errorArguments[0]).toMatchObject({
      rule: 'bound.low-not-above-high',
      tenantIdentifier: 'default',
    });
  });
});

describe('a write', () => {
  const refusal = async (answer: ReturnType<SettingServer['put']>) => {
    const { status, error } = await answer;
    return [status, error?.errorCode];
  };
  it('is never global by accident', async () => {
    expect(await refusal(server.put('demo.number', 3, { version: 1 }, manager))).toEqual([403, 'ACCESS_DENIED']);
    expect(await refusal(server.put('demo.number', 3, { tenantIdentifier: 'north' }, manager))).toEqual([
      403,
      'ACCESS_DENIED',
    ]);
    const own = await server.put('demo.number', 3, { scope: 'TENANT' }, manager);
    expect(own.body).toMatchObject({ scope: 'TENANT', tenantIdentifier: 'default', value: 3, updatedBy: 'mira' });
    expect((await server.put('demo.number', 4, { tenantIdentifier: 'north' })).body.tenantIdentifier).toBe('north');
  });
  it('goes to levels that the definition has, by callers that it names', async () => {
    expect(await refusal(server.put('demo.whole', true, { scope: 'TENANT' }))).toEqual([
      409,
      'SETTING_NOT_OVERRIDABLE',
    ]);
    expect(await refusal(server.put('demo.limit', 9, { scope: 'TENANT' }, manager))).toEqual([403, 'ACCESS_DENIED']);
    expect((await server.put('demo.limit', 9, { tenantIdentifier: 'default' })).status).toBe(200);
    expect(await refusal(server.put('demo.secret', 'x', { scope: 'TENANT' }, manager))).toEqual([403, 'ACCESS_DENIED']);
    expect(await refusal(server.put('nothing', 'x'))).toEqual([404, 'SETTING_NOT_FOUND']);
  });
  it('needs a reason where that is asked for, and keeps it', async () => {
    server.settings.set('setting.reason-required', true);
    const without = await server.put('demo.decimal', 0.25);
    expect(without.error?.errorArguments[0]).toMatchObject({ field: 'reason', code: 'REQUIRED' });
    expect((await server.put('demo.decimal', 0.25, { reason: 'a test' })).status).toBe(200);
    server.settings.set('setting.reason-required', false);
    const page = await server.as<{ data: object[] }>(server.admin, 'POST', '/settings/history/data/page', {
      code: 'demo.decimal',
    });
    expect(page.body.data[0]).toMatchObject({ action: 'SET', reason: 'a test', newValue: 0.25, updatedBy: 'admin' });
  });
});

describe('system-setting 27: a value set, removed and set again', () => {
  it('refuses a form from before the removal', async () => {
    expect((await server.put('demo.json', { a: 1 })).body.version).toBe(1);
    expect((await server.put('demo.json', null, { version: 1 })).body).toMatchObject({ value: null, version: 2 });
    expect((await server.put('demo.json', { a: 2 }, { version: 1 })).error?.errorCode).toBe('VERSION_CONFLICT');
    expect((await server.put('demo.json', { a: 2 })).body.version).toBe(3);
    expect((await server.put('demo.json', { a: 3 }, { version: 1 })).error?.errorCode).toBe('VERSION_CONFLICT');
  });
});

describe('a write of a value that is newer than what was read', () => {
  it('tells its place, the value by its uuid or, where there is none, by its code, and the version', async () => {
    await server.define({ code: 'demo.stale', type: 'NUMBER', defaultValue: 0 });
    await server.define({ code: 'demo.never', type: 'NUMBER', defaultValue: 0 });
    const { uuid } = (await server.put('demo.stale', 1)).body;
    const alone = await server.put('demo.stale', 2, { version: 7 });
    expect(alone.error?.errorArguments).toEqual([{ index: 0, identifier: uuid, version: 1 }]);
    const together = await server.as(server.admin, 'PUT', '/settings/values', [
      { code: 'demo.turn', value: 5, version: 2 },
      { code: 'demo.never', value: 5, version: 7 },
      { code: 'demo.stale', value: 5, version: 7 },
    ]);
    expect([together.error?.errorCode, together.error?.errorArguments]).toEqual([
      'VERSION_CONFLICT',
      [
        { index: 1, identifier: 'demo.never', version: 0 },
        { index: 2, identifier: uuid, version: 1 },
      ],
    ]);
  });
});

describe('system-setting 22: the history', () => {
  it('has a row and an event for each write, in its transaction', async () => {
    const before = await footprint();
    await server.put('demo.text', 'abc');
    const after = await footprint();
    expect(after.map((value, index) => value - before[index]!)).toEqual([1, 1, 1]);
    await query(
      server,
      `ALTER TABLE log_event ADD CONSTRAINT no_more CHECK (event_name <> 'setting.changed') NOT VALID`,
    );
    const failed = await server.put('demo.text', 'abd', { version: 1 });
    expect(failed.status).toBe(500);
    await query(server, 'ALTER TABLE log_event DROP CONSTRAINT no_more');
    expect(await footprint()).toEqual(after);
    expect((await server.as(server.admin, 'GET', '/settings/string-setting/by-code/demo.text')).body).toBe('abc');
  });
});

describe('system-setting 20: a rollback', () => {
  it('puts the old value back as a new version, and cannot where there is nothing to put back', async () => {
    const code = 'demo.text';
    await server.put(code, 'abe', { version: 1 });
    const page = await server.as<{ data: { uuid: string }[] }>(server.admin, 'POST', '/settings/history/data/page', {
      code,
    });
    const uuid = page.body.data[0]?.uuid;
    const back = await server.as(server.admin, 'POST', `/settings/history/rollback/by-uuid/${uuid}`, { version: 2 });
    expect([back.status, back.body]).toEqual([200, expect.objectContaining({ value: 'abc', version: 3 })]);
    const stale = await server.as(server.admin, 'POST', `/settings/history/rollback/by-uuid/${uuid}`, { version: 2 });
    expect(stale.error?.errorCode).toBe('VERSION_CONFLICT');
    const again = await server.as<{ data: { action: string; uuid: string }[] }>(
      server.admin,
      'POST',
      '/settings/history/data/page',
      { code },
    );
    expect(again.body.data.map(({ action }) => action)).toEqual(['ROLLBACK', 'SET', 'SET', 'DEFINE']);
    const defined = again.body.data.at(-1)?.uuid;
    const never = await server.as(server.admin, 'POST', `/settings/history/rollback/by-uuid/${defined}`, {});
    expect(never.error?.errorCode).toBe('SETTING_HISTORY_NOT_RESTORABLE');
    const unknown = await server.as(
      server.admin,
      'POST',
      '/settings/history/rollback/by-uuid/019a0000-0000-7000-8000-000000000000',
      {},
    );
    expect(unknown.error?.errorCode).toBe('SETTING_HISTORY_NOT_FOUND');
  });
});

describe('system-setting 26: a caller of one tenant', () => {
  it('reads, pages and rolls back nothing of another', async () => {
    const values = await server.as<{ data: { tenantIdentifier: string | null }[] }>(
      northern,
      'POST',
      '/settings/value/data/page',
      {},
    );
    const history = await server.as<{ data: { tenantIdentifier: string | null }[] }>(
      northern,
      'POST',
      '/settings/history/data/page',
      { pageable: { pageSize: 200 } },
    );
    for (const { data } of [values.body, history.body]) {
      expect(data.length).toBeGreaterThan(0);
      expect(data.filter(({ tenantIdentifier }) => tenantIdentifier !== null && tenantIdentifier !== 'north')).toEqual(
        [],
      );
    }
    expect(values.body.data).toContainEqual(expect.objectContaining({ tenantIdentifier: 'north', value: 4 }));
    for (const path of ['/settings/value/data/page', '/settings/history/data/page']) {
      expect((await server.as(northern, 'POST', path, { tenantIdentifier: 'default' })).status).toBe(403);
    }
    expect((await server.as(northern, 'GET', '/settings/effective/by-code/demo.number?tenant=default')).status).toBe(
      403,
    );
    const foreign = await server.as<{ data: { uuid: string }[] }>(server.admin, 'POST', '/settings/history/data/page', {
      tenantIdentifier: 'default',
    });
    const uuid = foreign.body.data[0]?.uuid;
    expect((await server.as(northern, 'POST', `/settings/history/rollback/by-uuid/${uuid}`, {})).status).toBe(404);
  });
});

describe('values of a user', () => {
  it('they hold for that user alone, and are of the user', async () => {
    await server.define({ code: 'demo.theme', type: 'STRING', defaultValue: 'light', userOverridable: true });
    const set = await server.as(manager, 'PUT', '/settings/user/value', { code: 'demo.theme', value: 'dark' });
    expect(set.body).toMatchObject({ scope: 'USER', username: 'mira', value: 'dark', version: 1 });
    expect((await server.as(manager, 'GET', '/settings/user/values')).body).toEqual({ 'demo.theme': 'dark' });
    expect((await server.as(northern, 'GET', '/settings/user/values')).body).toEqual({ 'demo.theme': 'light' });
    const why = await server.as(manager, 'GET', '/settings/effective/by-code/demo.theme?username=mira');
    expect(why.body).toMatchObject({ source: 'USER', value: 'dark' });
    const other = await server.as(manager, 'PUT', '/settings/user/value', { code: 'demo.number', value: 1 });
    expect(other.error?.errorCode).toBe('SETTING_NOT_OVERRIDABLE');
    const stale = await server.as(manager, 'PUT', '/settings/user/value', {
      code: 'demo.theme',
      value: 'x',
      version: 9,
    });
    expect(stale.error?.errorCode).toBe('VERSION_CONFLICT');
    expect((await server.as(manager, 'DELETE', '/settings/user/value/by-code/demo.theme?version=1')).status).toBe(200);
    expect((await server.as(manager, 'GET', '/settings/user/values')).body).toEqual({ 'demo.theme': 'light' });
  });
  it('they are a hundred at most', async () => {
    await query(
      server,
      `INSERT INTO system_setting_user_value
       SELECT 'north', 'nora', 'many.' || n, gen_random_uuid(), 1, 'true', false, now() FROM generate_series(1, 100) n`,
    );
    const one = await server.as(northern, 'PUT', '/settings/user/value', { code: 'demo.theme', value: 'dark' });
    expect([one.status, one.error?.errorCode]).toEqual([409, 'SETTING_LIMIT_REACHED']);
  });
  it('system-setting 23: they follow a new name, end with user and tenant, and are inherited by nobody', async () => {
    const set = async (tenant: string, name: string, value: string) =>
      query(
        server,
        `INSERT INTO system_setting_user_value VALUES ($1, $2, 'demo.theme', gen_random_uuid(), 1, to_jsonb($3::text), false, now())`,
        [tenant, name, value],
      );
    const of = async (name: string, tenant: string) => {
      const view = await server.kernel.settings.forUser(name, tenant);
      const { theme } = server.kernel.settings.bind({ theme: themeDefinition });
      return view.get(theme);
    };
    const { textSetting } = await import('../../../kernel/settings/settings.ts');
    const themeDefinition = textSetting('demo.theme', { name: 'Theme', default: 'light', userOverridable: true });
    await set('south', 'ada', 'dark');
    expect(await of('ADA', 'south')).toBe('dark');
    const api = server.apis.systemSetting;
    const tell = async (kind: string, username: string | null, previous: string | null) => {
      await query(
        server,
        `INSERT INTO auth_directory_event (kind, tenant_identifier, user_uuid, username, previous_username, date_created)
         VALUES ($1, 'south', CASE WHEN $2::text IS NULL THEN NULL ELSE gen_random_uuid() END, $2, $3, now())`,
        [kind, username, previous],
      );
      server.jobs.find(({ name }) => name === 'directory-events')?.wake();
      expect(await untilModulesHeard(server)).toEqual([]);
    };
    await tell('user-renamed', 'Grace', 'ada');
    expect([await of('ada', 'south'), await of('grace', 'south')]).toEqual(['light', 'dark']);
    await tell('user-deleted', 'grace', null);
    expect(await of('grace', 'south')).toBe('light');
    await set('south', 'ada', 'dark');
    await server.put('demo.number', 77, { tenantIdentifier: 'south' });
    await tell('tenant-deleted', null, null);
    await api.waitForRevision(await state(), 2_000);
    const left = () => of('ada', 'south');
    expect(await eventually(left, (value) => value === 'light')).toBe('light');
    const path = '/settings/effective/by-code/demo.number?tenant=south';
    expect((await server.as(server.admin, 'GET', path)).body).toMatchObject({ source: 'GLOBAL' });
  });
});

describe('a write of a careful setting', () => {
  it('needs a fresh sign-in where the definition says so', async () => {
    expect((await server.put('demo.careful', true)).status).toBe(200);
    // Used in between, the session lives; the check of its secret grows old.
    for (const minutes of [16, 16]) {
      server.clock.advance(minutes * 60_000);
      // A count of sessions waits until its own use is written, which an expiry by the leaping clock would overtake.
      expect((await server.as(server.admin, 'GET', '/count/by-current-user')).status).toBe(200);
    }
    expect((await server.put('demo.careful', false, { version: 1 })).error?.errorCode).toEqual(
      'REAUTHENTICATION_REQUIRED',
    );
  });
});
