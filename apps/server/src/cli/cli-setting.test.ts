// Proves that settings are read and written from the command line: beside running processes, and where those do not start.

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { moduleMigrations } from '../app-modules.ts';
import { secretSetting } from '../kernel/settings/settings.ts';
import { recordWrittenKind } from '../testing/answered-codes.ts';
import { joinSettingServer, type SettingServer, startSettingServer } from '../testing/setting-server.ts';
import { ADMIN_PASSWORD, call, createActiveUser, eventually, login, query, USER_PASSWORD } from '../testing/sign-in.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createPrograms, run, runProcess, START_TIMEOUT_MS, urlOf } from './cli-command.fixture.ts';

/** Three programs start one after the other. */
const PROCESSES_MS = 60_000;

const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`;
const keys = { KEELSON_SECRET_KEYS: key('k1') };
const operator = `cli:${userInfo().username}`;

const programs = createPrograms();
let first: SettingServer;
let second: SettingServer;
let database: { readonly DATABASE_URL: string };

beforeAll(async () => {
  first = await startSettingServer({ env: keys });
  second = await joinSettingServer(first, keys);
  database = { DATABASE_URL: urlOf(first.database.settings) };
  await first.define({ code: 'demo.number', type: 'NUMBER', defaultValue: 5, minValue: -10, maxValue: 100 });
  await first.define({ code: 'demo.text', type: 'STRING', defaultValue: 'a' });
  await first.define({ code: 'demo.object', type: 'JSON' });
  await first.define({ code: 'demo.secret', type: 'SECRET' });
  await first.define({ code: 'demo.fixed', type: 'NUMBER', defaultValue: 1, tenantOverridable: false });
  await first.define({ code: 'demo.careful', type: 'BOOLEAN', defaultValue: false, reauthenticationRequired: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  programs.killAll();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  programs.remove();
});

const setting = (words: readonly string[], input?: string, env: Readonly<Record<string, string>> = {}) =>
  run(['setting', ...words], { ...database, ...keys, ...env }, input);
const file = (content: unknown): string => {
  const path = join(programs.directory, `${randomBytes(4).toString('hex')}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const history = async (code: string) =>
  (await first.as<{ data: object[] }>(first.admin, 'POST', '/settings/history/data/page', { code })).body.data;
const readBy = (server: SettingServer, path: string) => async () => (await server.as(server.admin, 'GET', path)).body;

describe('what is typed', () => {
  it.each([
    [['setting']],
    [['setting', 'change']],
    [['setting', 'toString']],
    [['setting', 'get']],
    [['setting', 'get', 'a', 'b']],
    [['setting', 'set', 'a', 'b', 'c']],
    [['setting', 'get', 'a', '--reason', 'x']],
    [['setting', 'pin-check', '--tenant', 'x']],
    [['setting', 'list', '--nothing']],
  ])('and not understood is answered with how to ask: %j', async (words) => {
    const { status, printed, explained } = await run(words, {});
    expect([status, printed]).toEqual([2, []]);
    expect(explained).toMatch(/^Usage: keelson status[\s\S]*keelson setting set <code>/);
  });
});

describe('system-setting: values from the command line', () => {
  it('are obeyed by every process, with history, event and reason', async () => {
    const set = await setting(['set', 'demo.number', '7', '--reason', 'night shift']);
    expect(set).toMatchObject({ status: 0, explained: '' });
    expect(set.printed[0]).toMatch(/^demo\.number is 7 for everybody \(version 1, revision \d+\)$/);
    for (const server of [first, second]) {
      const read = readBy(server, '/settings/number-setting/by-code/demo.number');
      expect(await eventually(read, (value) => value === 7)).toBe(7);
    }
    expect((await history('demo.number'))[0]).toMatchObject({
      action: 'SET',
      scope: 'GLOBAL',
      oldValue: null,
      newValue: 7,
      reason: 'night shift',
      updatedBy: operator,
      ipAddress: null,
      correlationId: null,
    });
    const events = await query<{ actor: string; detail: object }>(
      first,
      "SELECT actor, detail FROM log_recorded_event WHERE kind = 'setting.changed' AND subject = 'demo.number'",
    );
    expect(events).toEqual([
      { actor: operator, detail: expect.objectContaining({ newValue: 7, reason: 'night shift' }) },
    ]);
  });

  it('win in the tenant that they are of and end with unset; done twice nothing is written', async () => {
    const tenant = ['--tenant', 'north'];
    expect((await setting(['set', 'demo.number', ...tenant, '--', '-3'])).status).toBe(0);
    expect((await setting(['get', 'demo.number', ...tenant])).printed).toEqual(['-3']);
    expect((await setting(['get', 'demo.number'])).printed).toEqual(['7']);
    const again = await setting(['set', 'demo.number', ...tenant, '--json', '--', '-3']);
    expect(JSON.parse(again.printed[0] ?? '')).toMatchObject({ scope: 'TENANT', version: 1, changed: false });
    expect((await setting(['unset', 'demo.number', ...tenant])).printed[0]).toContain('has no value of its own');
    const nothing = await setting(['unset', 'demo.number', ...tenant]);
    expect([nothing.status, nothing.printed[0]]).toEqual([0, expect.stringContaining('(as before)')]);
    expect((await history('demo.number')).slice(0, 2)).toMatchObject([
      { action: 'REVERT', tenantIdentifier: 'north', oldValue: -3, newValue: null },
      { action: 'SET', tenantIdentifier: 'north' },
    ]);
  });

  it('are listed, shown by themselves, and as JSON with where they come from', async () => {
    await setting(['set', 'demo.text', 'two words']);
    await setting(['set', 'demo.object'], '{"a":[1,2]}');
    const list = await setting(['list', 'demo.']);
    expect(list.printed).toEqual([
      'demo.careful\tfalse\tDEFAULT',
      'demo.fixed\t1\tDEFAULT',
      'demo.number\t7\tGLOBAL',
      'demo.object\t{"a":[1,2]}\tGLOBAL',
      'demo.secret\tnull\tNONE',
      'demo.text\t"two words"\tGLOBAL',
    ]);
    expect((await setting(['list'])).printed).toContain('session.idle-timeout\t30\tDEFAULT');
    expect((await setting(['get', 'demo.text'])).printed).toEqual(['two words']);
    expect((await setting(['get', 'demo.object'])).printed).toEqual(['{"a":[1,2]}']);
    const json = JSON.parse((await setting(['get', 'demo.number', '--json'])).printed[0] ?? '');
    expect(json).toMatchObject({
      code: 'demo.number',
      type: 'NUMBER',
      value: 7,
      source: 'GLOBAL',
      chain: [
        { level: 'GLOBAL', updatedBy: operator },
        { level: 'DEFAULT', value: 5 },
      ],
    });
    const none = await setting(['get', 'demo.secret']);
    expect([none.status, none.explained]).toEqual([1, 'demo.secret has no value.']);
  });

  it.each([
    [['set', 'demo.number', '101'], /SETTING_VALUE_INVALID[\s\S]*value: Must be at most 100\./],
    [['set', 'demo.number', '"7"'], /SETTING_TYPE_MISMATCH/],
    [['set', 'demo.number', 'seven'], /^The value of demo\.number must be JSON of the type NUMBER\.$/],
    [['set', 'demo.number', 'null'], /"keelson setting unset demo\.number" removes/],
    [['set', 'demo.number', '9007199254740993'], /SETTING_VALUE_INVALID[\s\S]*stored exactly/],
    [['set', 'demo.nothing', '1'], /SETTING_NOT_FOUND/],
    [['get', 'demo.nothing'], /SETTING_NOT_FOUND/],
    [['set', 'demo.fixed', '2', '--tenant', 'north'], /SETTING_NOT_OVERRIDABLE/],
    [['set', 'demo.number', '1', '--tenant', 'no tenant'], /VALIDATION_FAILED[\s\S]*tenantIdentifier: /],
    [['set', 'demo.number', '1', '--reason', 'x'.repeat(501)], /VALIDATION_FAILED[\s\S]*reason: /],
    [['set', 'session.idle-timeout', '1000'], /SETTING_RULE_VIOLATED[\s\S]*session\./],
  ])('are held against the same checks as over HTTP: %j', async (words, sentence) => {
    const before = await query(first, 'SELECT revision FROM system_setting_state');
    const refused = await setting(words);
    expect([refused.status, refused.printed]).toEqual([1, []]);
    expect(refused.explained).toMatch(sentence);
    expect(await query(first, 'SELECT revision FROM system_setting_state')).toEqual(before);
  });

  it('need a reason where the operator wants one, and no fresh sign-in, since nobody is signed in', async () => {
    expect((await setting(['set', 'demo.careful', 'true'])).status).toBe(0);
    expect((await setting(['set', 'setting.reason-required', 'true'])).status).toBe(0);
    const refused = await setting(['set', 'demo.careful', 'false']);
    expect([refused.status, refused.explained]).toEqual([1, expect.stringMatching(/reason: Must be given/)]);
    expect((await setting(['unset', 'setting.reason-required', '--reason', 'done'])).status).toBe(0);
  });
});

describe('system-setting 9: a secret on the command line', () => {
  const TEXT = 'hunter2-from-a-pipe';
  it('comes from standard input alone and is printed nowhere', async () => {
    const argument = await setting(['set', 'demo.secret', TEXT]);
    expect([argument.status, argument.printed]).toEqual([2, []]);
    const done = await setting(['set', 'demo.secret'], TEXT);
    expect([done.status, done.printed[0]]).toEqual([
      0,
      expect.stringMatching(/^demo\.secret is "\*\*\*" for everybody/),
    ]);
    const masked = await setting(['set', 'demo.secret'], '***');
    expect([masked.status, masked.explained]).toEqual([1, expect.stringContaining('SETTING_VALUE_INVALID')]);
    const said = [argument, done, masked];
    for (const words of [['get', 'demo.secret'], ['get', 'demo.secret', '--json'], ['list'], ['list', '--json']]) {
      said.push(await setting(words));
    }
    said.push(await setting(['set', 'demo.secret', '--json'], TEXT));
    expect(said.at(-5)?.printed).toEqual(['***']);
    expect(JSON.stringify(said)).not.toContain('hunter2');
    const rows = await query(first, 'SELECT to_jsonb(h) AS row FROM system_setting_history h');
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  it('is piped into the process of the command, without its line end', { timeout: PROCESSES_MS }, async () => {
    const env = { ...database, ...keys };
    const done = await runProcess(['setting', 'set', 'demo.secret', '--json'], env, 'hunter2-piped\n');
    expect([done.code, done.err]).toEqual([0, '']);
    expect(JSON.parse(done.out)).toMatchObject({
      code: 'demo.secret',
      value: '***',
      updatedBy: operator,
      changed: true,
    });
    const { settings } = first.kernel;
    const { secret } = settings.bind({ secret: secretSetting('demo.secret', { name: 'Secret' }) });
    const text = async () => settings.secret(secret, null)?.reveal();
    expect(await eventually(text, (found) => found === 'hunter2-piped')).toBe('hunter2-piped');
    const large = await runProcess(['setting', 'set', 'demo.text'], env, 'x'.repeat(1_048_577));
    expect([large.code, large.out, large.err]).toEqual([1, '', 'Standard input has more than 1048576 bytes.\n']);
    expect((await runProcess(['setting'], env, '')).code).toBe(2);
  });

  it('sealed under other bytes of a known key id is refused: no process could open it', async () => {
    const other = { KEELSON_SECRET_KEYS: key('k1') };
    const refused = await setting(['set', 'demo.secret'], 'another', other);
    expect([refused.status, refused.explained]).toEqual([1, expect.stringContaining('The key "k1"')]);
    expect(refused.explained).not.toContain('another');
  });
});

describe('system-setting: where a process does not start', () => {
  it('the command line works despite a secret that does not open, says so, and takes the value back', async () => {
    const other = { KEELSON_SECRET_KEYS: key('k9') };
    await expect(joinSettingServer(first, other)).rejects.toThrow(
      /KEELSON_SECRET_KEYS has no key "k1".*give-up-key k1/,
    );
    const read = await setting(['get', 'demo.number'], '', other);
    expect([read.status, read.printed]).toEqual([0, ['7']]);
    expect(read.explained).toMatch(/^Warning: The secret demo\.secret was sealed with the key "k1"/);
    expect((await setting(['get', 'demo.secret'], '', other)).explained).toContain(
      'stored GLOBAL value cannot be used',
    );
    const link = await run(['admin-link'], { ...database, ...other });
    expect([link.status, link.printed]).toEqual([0, [expect.stringContaining('/auth/pages/activate#token=')]]);
    expect((await setting(['give-up-key', 'k1'], '', other)).status).toBe(0);
    expect((await setting(['give-up-key', 'k1'], '', other)).status).toBe(1);
    const given =
      "SELECT kind, actor, subject, tenant_identifier AS tenant FROM log_recorded_event WHERE kind LIKE 'setting.key-%'";
    const kind = 'setting.key-given-up';
    expect(await query(first, given)).toEqual([{ kind, actor: operator, subject: 'k1', tenant: 'default' }]);
    recordWrittenKind(kind);
    await expect(joinSettingServer(first, other)).rejects.toThrow(/demo\.secret .* "k1"/);
    expect((await setting(['unset', 'demo.secret'], '', other)).status).toBe(0);
    const started = await joinSettingServer(first, other);
    await started.stop();
    expect((await setting(['give-up-key', 'k9'], '', other)).status).toBe(0);
  });

  it('the command line works despite a wrong pin, says so, and refuses what the right pins hold', async () => {
    const KEELSON_SETTINGS_FILE = file({ 'demo.nothing': 1, 'demo.number': 9 });
    await expect(joinSettingServer(first, { ...keys, KEELSON_SETTINGS_FILE })).rejects.toThrow('demo.nothing');
    const text = await setting(['set', 'demo.text', 'b'], '', { KEELSON_SETTINGS_FILE });
    expect([text.status, text.explained]).toEqual([0, expect.stringMatching(/^Warning: .*demo\.nothing/)]);
    expect((await setting(['get', 'demo.number'], '', { KEELSON_SETTINGS_FILE })).printed).toEqual(['9']);
    const pinned = await setting(['set', 'demo.number', '8'], '', { KEELSON_SETTINGS_FILE });
    expect([pinned.status, pinned.explained]).toEqual([1, expect.stringContaining('SETTING_PINNED')]);
  });
});

describe('system-setting 15: pin-check', () => {
  it('tells every entry that would stop a start, and no value', async () => {
    const secretFile = file('hunter2');
    const wrong = file({
      'demo.nothing': 1,
      'demo.number': 'hunter2',
      'demo.secret': 'hunter2',
      'demo.text': 'fine',
      tenants: { north: { 'demo.number': 1_000 }, south: 5 },
    });
    const told = await setting(['pin-check', wrong]);
    expect([told.status, told.printed]).toEqual([1, []]);
    expect(told.explained.split('\n')).toEqual([
      expect.stringContaining('demo.nothing, which is no setting'),
      expect.stringContaining('demo.number a value that does not fit: TYPE'),
      expect.stringContaining('demo.secret as text'),
      expect.stringContaining('demo.number a value that does not fit: MAX'),
      expect.stringContaining('no object for the tenant south'),
    ]);
    expect(told.explained).not.toContain('hunter2');
    const right = { KEELSON_SETTINGS_FILE: file({ 'demo.number': 9, 'demo.secret': { file: secretFile } }) };
    expect(await setting(['pin-check'], '', right)).toMatchObject({ status: 0, printed: ['2 pinned values hold.'] });
  });

  it('warns of a rule that the pins would break, as readiness does then', async () => {
    const check = await setting(['pin-check', file({ 'session.idle-timeout': 1_440 }), '--json']);
    expect(check.status).toBe(0);
    expect(JSON.parse(check.printed[0] ?? '')).toMatchObject({
      count: 1,
      problems: [],
      warnings: [expect.stringMatching(/^The rule session\./)],
    });
  });

  it('knows what this program declares before its first start; nothing else does', async () => {
    const fresh = await createTestDatabase(moduleMigrations);
    try {
      const env = { DATABASE_URL: urlOf(fresh.settings) };
      const pins = file({ 'session.idle-timeout': 10, 'session.idle-time': 10 });
      const check = await setting(['pin-check', pins], '', env);
      expect([check.status, check.explained]).toEqual([
        1,
        'The settings file names session.idle-time, which is no setting; did you mean session.idle-timeout?',
      ]);
      expect((await setting(['get', 'session.idle-timeout'], '', env)).explained).toContain('SETTING_NOT_FOUND');
    } finally {
      await fresh.close();
    }
  });

  it.each([
    ['{', /is no JSON/],
    ['[]', /holds no object/],
  ])('tells of a file that is none: %j', async (content, sentence) => {
    expect(await setting(['pin-check', file(content)])).toMatchObject({
      status: 1,
      explained: expect.stringMatching(sentence),
    });
    expect((await setting(['pin-check', join(programs.directory, 'none')])).explained).toContain('ENOENT');
    expect((await setting(['pin-check'])).explained).toContain('KEELSON_SETTINGS_FILE is not set');
  });
});

describe('system-setting: a value that locks everybody out', () => {
  it('is taken back while the processes run, and all of them obey', async () => {
    const admin = first.admin;
    await createActiveUser(first, admin, { username: 'seat' });
    const put = await first.put('session.limit-action', 'DENY');
    expect(put.status).toBe(200);
    // The tenant has one seat, and somebody else has it.
    expect((await first.put('session.max-per-tenant', 1)).status).toBe(200);
    const locked = async (server: SettingServer) => (await login(server, 'admin', ADMIN_PASSWORD)).status;
    await call(first, 'POST', '/auth/logout', { token: admin });
    await login(second, 'seat', USER_PASSWORD);
    for (const server of [first, second]) expect(await locked(server)).not.toBe(200);
    expect((await setting(['unset', 'session.max-per-tenant', '--reason', 'nobody gets in'])).status).toBe(0);
    for (const server of [first, second]) {
      expect(
        await eventually(
          () => locked(server),
          (status) => status === 200,
        ),
      ).toBe(200);
    }
  });
});

it('sets a value beside the program that runs the embedded database, and while it is stopped', {
  timeout: START_TIMEOUT_MS,
}, async () => {
  const data = { KEELSON_DATA: join(programs.directory, 'data') };
  const nothing = await run(['setting', 'list'], data);
  expect([nothing.status, nothing.explained]).toEqual([1, expect.stringContaining('Start the program first')]);
  const program = await programs.start(data.KEELSON_DATA);
  const read = async () => {
    const { token } = (await login(program, 'admin', ADMIN_PASSWORD)).body;
    return (await call(program, 'GET', '/settings/number-setting/by-code/session.idle-timeout', { token })).body;
  };
  expect(await read()).toBe(30);
  expect(await run(['setting', 'set', 'session.idle-timeout', '11'], data)).toMatchObject({ status: 0, explained: '' });
  expect(await eventually(read, (value) => value === 11)).toBe(11);
  await program.stop();
  expect((await run(['setting', 'get', 'session.idle-timeout'], data)).printed).toEqual(['11']);
  expect((await run(['setting', 'unset', 'session.idle-timeout'], data)).status).toBe(0);
});
