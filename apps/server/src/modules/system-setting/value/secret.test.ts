// Tests secrets: where their text never stands, and how keys change.
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretSetting } from '../../../kernel/settings/settings.ts';
import { joinSettingServer, query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import { openStream, streamUriOf } from '../ofrep/ofrep.fixture.ts';
import { SETTING_CHANNEL } from '../snapshot/setting-snapshot.ts';

const TEXT = 'hunter2-correct-horse';
const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`;
const [oldKey, newKey] = [key('k1'), key('k2')];
const definition = secretSetting('demo.secret', { name: 'Secret' });

let server: SettingServer;

beforeAll(async () => {
  server = await startSettingServer({ env: { KEELSON_SECRET_KEYS: oldKey } });
  await server.define({ code: 'demo.secret', type: 'SECRET' });
});
afterAll(() => server.stop());

const secretOf = ({ kernel }: SettingServer, tenant: string | null = null) =>
  kernel.settings.secret(kernel.settings.bind({ secret: definition }).secret, tenant);

describe('a secret for work that people describe', () => {
  it('is one that people have defined, of the tenant before that of all, until a module declares its code', async () => {
    const { settings } = server.kernel;
    const read = (code: string, tenant = 'north') => settings.customSecret(code, tenant)?.reveal();
    await server.define({ code: 'demo.own', type: 'SECRET' });
    await server.define({ code: 'demo.text', type: 'STRING' });
    await server.change('demo.own', 'of-all');
    await server.change('demo.own', 'of-north', 'north');
    await server.change('demo.text', 'no secret');
    expect([read('demo.own'), read('demo.own', 'south')]).toEqual(['of-north', 'of-all']);
    expect([read('demo.text'), read('demo.nothing')]).toEqual([undefined, undefined]);
    settings.bind({ own: secretSetting('demo.own', { name: 'Own' }) });
    expect(read('demo.own')).toBeUndefined();
    await server.change('demo.own', null);
    await server.change('demo.own', null, 'north');
  });

  it('is never one that the program has registered, by whatever version of it', async () => {
    await server.define({ code: 'demo.registered', type: 'SECRET' });
    await server.change('demo.registered', 'of-all');
    await query(server, "UPDATE system_setting_definition SET system = true WHERE code = 'demo.registered'");
    const other = await joinSettingServer(server, { KEELSON_SECRET_KEYS: oldKey });
    expect(other.kernel.settings.customSecret('demo.registered', 'north')).toBeUndefined();
    await other.stop();
    await server.change('demo.registered', null);
  });
});

describe('system-setting 9: the text of a secret', () => {
  it('stands in no answer, list, export, history, event, stream, message between processes, log line or table', async () => {
    const said: string[] = [];
    const notified: string[] = [];
    server.kernel.notify.listen(SETTING_CHANNEL, (payload) => notified.push(payload));
    await server.define({ code: 'demo.shown', type: 'NUMBER', defaultValue: 0 });
    const reader = await openStream(server, await streamUriOf(server, server.admin));
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await server.as(server.admin, method, path, body);
      said.push(answer.text);
      return answer;
    };
    const set = await ask('PUT', '/settings/value', { code: 'demo.secret', value: TEXT });
    expect(set.body).toMatchObject({ value: '***', version: 1 });
    // What changes after it is told by the same stream and channel: by then both have said what they say of a secret.
    const after = await server.change('demo.shown', 1);
    await reader.until(({ events }) => events.some(({ data }) => data.etag === `"r${after}"`));
    expect(notified.length).toBeGreaterThan(1);
    said.push(reader.text(), ...notified);
    reader.close();
    const same = await ask('PUT', '/settings/value', { code: 'demo.secret', value: TEXT, version: 1 });
    expect(same.body).toMatchObject({ version: 1 });
    await ask('PUT', '/settings/value', { code: 'demo.secret', value: `${TEXT}\u0000`, version: 1 });
    await ask('PUT', '/settings/value', { code: 'demo.secret', value: TEXT, version: 7 });
    await ask('GET', '/settings/by-code/demo.secret');
    await ask('GET', '/settings/effective/by-code/demo.secret');
    await ask('POST', '/settings/value/data/page', {});
    await ask('POST', '/settings/history/data/page', {});
    await ask('POST', '/settings/data/page', { codePrefix: 'demo' });
    await ask('POST', '/settings/export', {});
    // Reads what a dump of the database has: every row of every table.
    const tables = await query<{ name: string }>(
      server,
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(tables.length).toBeGreaterThan(40);
    for (const { name } of tables) said.push(JSON.stringify(await query(server, `SELECT to_jsonb(t) FROM ${name} t`)));
    await ask('POST', '/ofrep/v1/evaluate/flags', { context: {} });
    await ask('POST', '/ofrep/v1/evaluate/flags/demo.secret', { context: {} });
    said.push(await (await fetch(`${server.url}/metrics`)).text());
    said.push(...server.logLines);
    const secret = secretOf(server)!;
    expect(secret.reveal()).toBe(TEXT);
    said.push(`${secret}`, JSON.stringify({ secret }), inspect(secret), String(secret), `${{ secret }.secret}`);
    expect(said.filter((text) => text.includes('hunter2'))).toEqual([]);
    expect(said.length).toBeGreaterThan(15);
  });
  it('the text of a tenant wins over the global one, and ends with its removal', async () => {
    await server.put('demo.secret', 'north-text', { tenantIdentifier: 'north' });
    expect([secretOf(server, 'north')?.reveal(), secretOf(server, 'south')?.reveal()]).toEqual(['north-text', TEXT]);
    await server.put('demo.secret', null, { tenantIdentifier: 'north', version: 1 });
    expect(secretOf(server, 'north')?.reveal()).toBe(TEXT);
  });
});

describe('system-setting 10: keys', () => {
  it('they are changed by a new first one, sealing anew, and taking the old one away', async () => {
    const both = await joinSettingServer(server, { KEELSON_SECRET_KEYS: `${newKey},${oldKey}` });
    const early = joinSettingServer(server, { KEELSON_SECRET_KEYS: newKey });
    await expect(early).rejects.toThrow(/KEELSON_SECRET_KEYS has no key "k1"/);
    // Kernel columns of other modules may be among them.
    const count = await both.as<number>(both.admin, 'POST', '/settings/secrets/reencrypt');
    expect([count.status, count.body]).toEqual([200, 1]);
    expect((await both.as(both.admin, 'POST', '/settings/secrets/reencrypt')).body).toBe(0);
    await both.stop();
    const after = await joinSettingServer(server, { KEELSON_SECRET_KEYS: newKey });
    expect(secretOf(after)?.reveal()).toBe(TEXT);
    await after.stop();
  });
});
