// Tests settings as OpenFeature flags, judged by the published provider and by the protocol's own shapes.
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';
import { askFlags, type Flag } from './ofrep.fixture.ts';

let server: SettingServer;
let user: string;
let manager: string;

beforeAll(async () => {
  server = await startSettingServer();
  await createTenant(server, 'north');
  user = await signInWith(server, 'ursula');
  manager = await signInWith(server, 'mira', ['SETTING_VIEW', 'SETTING_MANAGE']);
  await server.define({ code: 'flag.boolean', type: 'BOOLEAN', defaultValue: true });
  await server.define({ code: 'flag.number', type: 'NUMBER', defaultValue: 1, unit: 'DAY' });
  await server.define({ code: 'flag.decimal', type: 'DECIMAL', defaultValue: 1.5 });
  await server.define({ code: 'flag.text', type: 'STRING', defaultValue: 'a', userOverridable: true });
  await server.define({ code: 'flag.json', type: 'JSON', defaultValue: { a: [1] } });
  await server.define({ code: 'flag.open', type: 'BOOLEAN', visibility: 'PUBLIC', defaultValue: true });
  await server.define({ code: 'flag.hidden', type: 'BOOLEAN', visibility: 'RESTRICTED', defaultValue: true });
  await server.define({ code: 'flag.secret', type: 'SECRET' });
  await server.define({ code: 'flag.empty', type: 'BOOLEAN' });
  await server.define({ code: 'flag.off', type: 'BOOLEAN', defaultValue: true, enabled: false });
});
afterAll(async () => {
  await OpenFeature.close();
  await server.stop();
});

const ask = (token: string | null, path: string, body: unknown, headers: Record<string, string> = {}) =>
  askFlags(server, token, path, body, headers);
const context = (more: object = {}) => ({ context: { targetingKey: 'somebody', ...more } });

describe('system-setting 16: the published provider', () => {
  it('reads each type, and the default of the code where a flag is disabled', async () => {
    const headers: [string, string][] = [['Authorization', `Bearer ${user}`]];
    await OpenFeature.setProviderAndWait(new OFREPProvider({ baseUrl: server.url, headers }));
    const client = OpenFeature.getClient();
    const targeting = { targetingKey: 'ursula' };
    expect(await client.getBooleanValue('flag.boolean', false, targeting)).toBe(true);
    expect(await client.getNumberValue('flag.number', 7, targeting)).toBe(1);
    expect(await client.getNumberValue('flag.decimal', 7, targeting)).toBe(1.5);
    expect(await client.getStringValue('flag.text', 'z', targeting)).toBe('a');
    expect(await client.getObjectValue('flag.json', {}, targeting)).toEqual({ a: [1] });
    expect(await client.getBooleanDetails('flag.off', false, targeting)).toMatchObject({ value: false });
    expect(await client.getBooleanDetails('flag.nothing', false, targeting)).toMatchObject({
      value: false,
      errorCode: 'FLAG_NOT_FOUND',
    });
  });
});

describe('system-setting 1: a flag', () => {
  const flag = async (token = user, more: object = {}) => (await ask(token, '/flag.text', context(more))).json as Flag;
  it('gives default, global, tenant and user in turn, with reason and variant', async () => {
    expect(await flag()).toMatchObject({ value: 'a', reason: 'STATIC', variant: 'default' });
    await server.put('flag.text', 'b');
    expect(await flag()).toMatchObject({ value: 'b', reason: 'STATIC', variant: 'global' });
    await server.put('flag.text', 'c', { scope: 'TENANT' }, manager);
    expect(await flag()).toMatchObject({ value: 'c', reason: 'TARGETING_MATCH', variant: 'tenant' });
    await server.as(user, 'PUT', '/settings/user/value', { code: 'flag.text', value: 'd' });
    expect(await flag()).toMatchObject({ value: 'c', variant: 'tenant' });
    expect(await flag(user, { targetingKey: 'Ursula' })).toMatchObject({
      value: 'd',
      reason: 'TARGETING_MATCH',
      variant: 'user',
    });
    expect(await flag(manager, { targetingKey: 'ursula' })).toMatchObject({ value: 'c', variant: 'tenant' });
  });
});

describe('system-setting 30: a caller', () => {
  it('is told of what it may not see as of what does not exist', async () => {
    for (const key of ['flag.hidden', 'flag.secret', 'flag.nothing']) {
      const { status, json } = await ask(user, `/${key}`, context());
      expect([status, json]).toEqual([
        404,
        { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: `There is no flag ${key}.` },
      ]);
    }
    expect((await ask(manager, '/flag.hidden', context())).json).toMatchObject({ value: true });
    expect((await ask(null, '/flag.open', { context: {} })).json).toMatchObject({ value: true });
    for (const key of ['flag.boolean', 'flag.nothing']) {
      expect(await ask(null, `/${key}`, context())).toMatchObject({
        status: 401,
        json: { errorDetails: 'Please sign in.' },
      });
    }
    expect((await ask('rubbish', '/flag.open', context())).status).toBe(401);
  });
  it('a caller of one tenant is refused another, but for what is public', async () => {
    expect((await ask(user, '/flag.open', context({ tenantIdentifier: 'north' }))).json).toMatchObject({ value: true });
    expect((await ask(user, '/flag.boolean', context({ tenantIdentifier: 'north' }))).status).toBe(403);
    expect((await ask(user, '', context({ tenantIdentifier: 'north' }))).status).toBe(403);
    expect((await ask(server.admin, '', context({ tenantIdentifier: 'north' }))).status).toBe(200);
  });
  it('gets no value where there is none, and says why', async () => {
    const empty = (await ask(user, '/flag.empty', context())).json as Flag;
    const off = (await ask(user, '/flag.off', context())).json as Flag;
    expect([empty.reason, 'value' in empty, 'variant' in empty]).toEqual(['UNKNOWN', false, false]);
    expect([off.reason, 'value' in off, 'variant' in off]).toEqual(['DISABLED', false, false]);
  });
});

describe('all flags', () => {
  it('they are those that the caller sees, without a null, and not sent again while nothing changed', async () => {
    const first = await ask(user, '', context({ 'keelson.prefix': 'flag.' }));
    const { flags } = first.json as { flags: Flag[] };
    const keys = ['boolean', 'decimal', 'empty', 'json', 'number', 'off', 'open', 'text'].map((name) => `flag.${name}`);
    expect(flags.map(({ key }) => key).sort()).toEqual(keys);
    expect(JSON.stringify(first.json)).not.toContain('null');
    const again = await ask(user, '', context({ 'keelson.prefix': 'flag.' }), { 'if-none-match': `W/${first.etag}` });
    expect([again.status, again.json]).toEqual([304, null]);
    const other = await ask(user, '', context({ 'keelson.prefix': 'flag.', attribute: 1 }), {
      'if-none-match': first.etag,
    });
    expect(other.status).toBe(200);
    const anonymous = await ask(null, '', { context: {} });
    expect((anonymous.json as { flags: Flag[] }).flags.map(({ key }) => key)).toEqual(['flag.open']);
    await server.put('flag.number', 9, { tenantIdentifier: 'north' });
    expect((await ask(user, '', context({ 'keelson.prefix': 'flag.' }), { 'if-none-match': first.etag })).status).toBe(
      304,
    );
    await server.put('flag.number', 9);
    expect((await ask(user, '', context({ 'keelson.prefix': 'flag.' }), { 'if-none-match': first.etag })).status).toBe(
      200,
    );
  });
  it('they are refused to whoever has signed out', async () => {
    const token = await signInWith(server, 'leaver');
    await server.as(token, 'POST', '/auth/logout');
    for (const path of ['', '/flag.text']) expect((await ask(token, path, context())).status).toBe(401);
  });
  it('they are refused in the shapes of the protocol where the request is none', async () => {
    expect((await ask(user, '/flag.text', '{')).json).toMatchObject({ key: 'flag.text', errorCode: 'PARSE_ERROR' });
    const bulk = await ask(user, '', '{');
    expect([bulk.status, bulk.json.errorCode, 'key' in bulk.json]).toEqual([400, 'PARSE_ERROR', false]);
    for (const body of [
      {},
      { context: 1 },
      { context: { targetingKey: 1 } },
      { context: { tenantIdentifier: 'a b' } },
      { context: { 'keelson.prefix': 1 } },
    ]) {
      expect((await ask(user, '/flag.text', body)).json).toMatchObject({
        key: 'flag.text',
        errorCode: 'INVALID_CONTEXT',
      });
    }
    const long = await ask(user, `/${'x'.repeat(4_000)}`, context());
    expect([long.status, long.json]).toEqual([
      400,
      { key: `${'x'.repeat(64)}...`, errorCode: 'INVALID_CONTEXT', errorDetails: expect.any(String) },
    ]);
    expect((await ask(user, '/%E0%A4%A', context())).json).toMatchObject({
      key: '%E0%A4%A',
      errorCode: 'INVALID_CONTEXT',
    });
    const wrong = await fetch(`${server.url}/ofrep/v1/evaluate/flags`);
    expect([wrong.status, Object.keys((await wrong.json()) as object)]).toEqual([405, ['errorDetails']]);
    server.settings.set('setting.ofrep.enabled', false);
    // SESSION_EXPIRED, ACCESS_DENIED and AUTHENTICATION_REQUIRED have their statuses without codes.
    expect((await ask(user, '', context())).status).toBe(404);
    server.settings.set('setting.ofrep.enabled', true);
  });
});
