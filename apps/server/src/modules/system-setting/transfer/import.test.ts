// Tests documents of settings that were written by hand, or against a suite that has moved on since.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineRule } from '../../../kernel/settings/settings.ts';
import {
  createTenant,
  query,
  type SettingServer,
  signInWith,
  startSettingServer,
} from '../../../testing/setting-server.ts';

interface Result {
  readonly createdCount: number;
  readonly updatedCount: number;
  readonly removedCount: number;
  readonly unchangedCount: number;
  readonly skippedCount: number;
  readonly changeList: readonly { readonly code: string; readonly action: string; readonly newValue: unknown }[];
  readonly problemList: readonly object[];
}

let server: SettingServer;
let keeper: string;

beforeAll(async () => {
  server = await startSettingServer();
  await createTenant(server, 'north');
  keeper = await signInWith(server, 'kai', ['SETTING_VIEW', 'SETTING_MANAGE', 'SETTING_MANAGE_GLOBAL']);
});
afterAll(() => server.stop());

const document = (valueList: readonly object[], definitionList: readonly object[] = []) => ({
  formatVersion: 1,
  definitionList,
  valueList,
});
const take = (body: object, how = '', token = server.admin) =>
  server.as<Result>(token, 'POST', `/settings/import${how}`, body);
const exportOf = async (codePrefix: string) =>
  (await server.as<object>(server.admin, 'POST', '/settings/export', { codePrefix })).body;
const effective = async (code: string, tenant = 'default') => {
  const path = `/settings/effective/by-code/${code}?tenant=${tenant}`;
  const { value, source } = (await server.as<{ value: unknown; source: string }>(server.admin, 'GET', path)).body;
  return [value, source];
};

describe('an import that replaces', () => {
  beforeAll(async () => {
    await server.define({ code: 'swap.one', type: 'NUMBER', defaultValue: 0, aliasList: ['swap.one-before'] });
    await server.define({ code: 'swap.two', type: 'NUMBER', defaultValue: 0 });
    await server.define({ code: 'swap.secret', type: 'SECRET' });
  });
  const removalsOf = (result: Result) =>
    result.changeList.filter(({ action, code }) => action === 'REMOVE' && code.startsWith('swap.'));

  it('keeps a value that it names by an alias', async () => {
    await server.put('swap.one', 1);
    const { body } = await take(document([{ code: 'swap.one-before', scope: 'GLOBAL', value: 2 }]), '?mode=REPLACE');
    expect(removalsOf(body)).toEqual([]);
    expect(await effective('swap.one')).toEqual([2, 'GLOBAL']);
  });
  it('keeps a value of the own tenant that it names without the tenant', async () => {
    await server.put('swap.one', 3, { scope: 'TENANT' });
    const { body } = await take(document([{ code: 'swap.one', scope: 'TENANT', value: 4 }]), '?mode=REPLACE');
    expect(removalsOf(body)).toEqual([]);
    expect(await effective('swap.one')).toEqual([4, 'TENANT']);
  });
  it('keeps a secret that it names masked, and removes what stands at the same level', async () => {
    await server.put('swap.secret', 'kept');
    await server.put('swap.two', 5);
    const masked = [{ code: 'swap.secret', scope: 'GLOBAL', value: '***' }];
    const { body } = await take(document(masked), '?mode=REPLACE');
    expect([body.skippedCount, removalsOf(body).map(({ code }) => code)]).toEqual([1, ['swap.one', 'swap.two']]);
    expect(await effective('swap.secret')).toEqual(['***', 'GLOBAL']);
    // This level is another one than those of the document.
    expect(await effective('swap.one')).toEqual([4, 'TENANT']);
  });
  it('removes no secret for whoever may not write it', async () => {
    const entries = [{ code: 'swap.one', scope: 'GLOBAL', value: 6 }];
    const refused = await take(document(entries), '?mode=REPLACE', keeper);
    expect([refused.status, refused.error?.errorArguments[0]]).toMatchObject([
      422,
      { problemList: [{ field: 'valueList', code: 'swap.secret', errorCode: 'ACCESS_DENIED' }] },
    ]);
    expect(await effective('swap.secret')).toEqual(['***', 'GLOBAL']);
    expect((await take(document(entries), '?mode=MERGE', keeper)).status).toBe(200);
  });
});

describe('an import', () => {
  it('an import with the same level twice is refused, under whatever name', async () => {
    await server.define({ code: 'twice.one', type: 'NUMBER', aliasList: ['twice.before'] });
    const own = { code: 'twice.one', scope: 'TENANT', value: 1 };
    const again = [
      { ...own, value: 2 },
      { ...own, tenantIdentifier: 'default' },
      { ...own, code: 'twice.before' },
    ];
    for (const other of again) {
      const { status, error } = await take(document([own, other]));
      expect([status, error?.errorArguments[0]]).toMatchObject([
        422,
        { problemList: [{ field: 'valueList[1]', errorArguments: [{ code: 'DUPLICATE_ENTRY' }] }] },
      ]);
    }
    expect(await effective('twice.one')).toEqual([null, 'NONE']);
  });
  it('an import of an own export changes nothing, also where a value no longer fits or is out of place', async () => {
    const { uuid, version } = await server.define({ code: 'own.number', type: 'NUMBER', defaultValue: 1 });
    await server.define({ code: 'own.secret', type: 'SECRET' });
    await server.define({ code: 'own.text', type: 'STRING', enabled: false });
    await server.put('own.number', 5, { expiryDate: new Date(server.clock.now() + 60_000).toISOString() });
    await server.put('own.number', 6, { tenantIdentifier: 'north' });
    await server.put('own.secret', 'hunter2', { scope: 'TENANT' });
    const narrowed = { uuid, version, tenantOverridable: false };
    expect((await server.as(server.admin, 'PUT', '/settings', narrowed)).status).toBe(200);
    // Narrows as a newer version of the program would: the stored value stays and no longer fits.
    await query(server, `UPDATE system_setting_definition SET max_value = 4 WHERE code = 'own.number'`);
    const before = await exportOf('own.');
    for (const mode of ['MERGE', 'REPLACE']) {
      const { status, body } = await take(before, `?mode=${mode}&dryRun=true`);
      const own = body.changeList.filter(({ code }) => code.startsWith('own.'));
      expect([status, own, body.problemList, body.skippedCount]).toEqual([200, [], [], 1]);
    }
  });
  it('tells nobody by it what another tenant has', async () => {
    await server.define({ code: 'probe.number', type: 'NUMBER' });
    await server.put('probe.number', 6, { tenantIdentifier: 'north' });
    for (const value of [6, 7]) {
      const guess = document([{ code: 'probe.number', scope: 'TENANT', tenantIdentifier: 'north', value }]);
      const { body } = await take(guess, '?dryRun=true', keeper);
      expect(body).toMatchObject({ unchangedCount: 0, problemList: [{ errorCode: 'ACCESS_DENIED' }] });
    }
  });
});

describe('a tenant value of a definition that takes none any more', () => {
  it('can be removed, and not set', async () => {
    const { uuid, version } = await server.define({ code: 'late.number', type: 'NUMBER' });
    await server.put('late.number', 6, { scope: 'TENANT' });
    await server.as(server.admin, 'PUT', '/settings', { uuid, version, tenantOverridable: false });
    const set = await server.put('late.number', 7, { scope: 'TENANT', version: 1 });
    expect(set.error?.errorCode).toBe('SETTING_NOT_OVERRIDABLE');
    const path = '/settings/value/by-code/late.number?scope=TENANT&version=1';
    expect((await server.as(server.admin, 'DELETE', path)).status).toBe(200);
    const page = await server.as(server.admin, 'POST', '/settings/value/data/page', { code: 'late.number' });
    expect(page.body).toMatchObject({ totalElements: 0 });
  });
});

describe('system-setting 15: an expiry that breaks a rule', () => {
  beforeAll(async () => {
    for (const code of ['span.low', 'span.high']) await server.define({ code, type: 'NUMBER', defaultValue: 5 });
    await server.define({ code: 'span.other', type: 'NUMBER' });
    const inOrder = defineRule('span.low-not-above-high', ['span.low', 'span.high'], (values) =>
      Number(values['span.low']) > Number(values['span.high']) ? 'low is above high' : null,
    );
    server.kernel.settings.addRule(inOrder);
  });
  it('goes all the same, with all that ends at that time, and readiness names the rule', async () => {
    const expiryDate = new Date(server.clock.now() + 60_000).toISOString();
    const more = { tenantIdentifier: 'north', expiryDate };
    await server.put('span.high', 9, more);
    await server.put('span.other', 1, more);
    expect((await server.put('span.low', 8, { tenantIdentifier: 'north' })).status).toBe(200);
    server.clock.advance(61_000);
    await expect.poll(() => effective('span.high', 'north'), { timeout: 20_000 }).toEqual([5, 'DEFAULT']);
    expect(await effective('span.other', 'north')).toEqual([null, 'NONE']);
    const ready = await (await fetch(`${server.url}/health/ready`)).text();
    expect(ready).toContain('span.low-not-above-high');
  });
  it('keeps nobody else from writing', async () => {
    expect((await server.put('span.high', 7)).status).toBe(422);
    expect((await server.put('span.high', 8)).status).toBe(200);
    expect((await server.put('span.low', 4)).status).toBe(200);
    const worse = await server.put('span.low', 9, { tenantIdentifier: 'north', version: 1 });
    expect(worse.error?.errorCode).toBe('SETTING_RULE_VIOLATED');
  });
});
