// Each read refuses alike, whatever its type: who is nobody, whose session ended, what is foreign, unknown or of another type.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';

const reads = [
  ['BOOLEAN', '/settings/boolean-setting/by-code', '/settings/boolean-setting-with-tenant/by-code', true],
  ['NUMBER', '/settings/number-setting/by-code', '/settings/number-setting-with-tenant/by-code', 1],
  ['DECIMAL', '/settings/decimal-setting/by-code', '/settings/decimal-setting-with-tenant/by-code', 1.5],
  ['STRING', '/settings/string-setting/by-code', '/settings/string-setting-with-tenant/by-code', 'x'],
  ['JSON', '/settings/json-setting/by-code', '/settings/json-setting-with-tenant/by-code', { a: 1 }],
] as const;

let server: SettingServer;
let user: string;
let ended: string;

beforeAll(async () => {
  server = await startSettingServer();
  await createTenant(server, 'north');
  user = await signInWith(server, 'ursula');
  ended = await signInWith(server, 'emil');
  await server.as(ended, 'GET', '/close-all/user');
  for (const [type, , , value] of reads) {
    await server.define({ code: `demo.${type}`, type, defaultValue: value });
    await server.define({ code: `hidden.${type}`, type, defaultValue: value, visibility: 'RESTRICTED' });
  }
  await server.define({ code: 'demo.secret', type: 'SECRET' });
});
afterAll(() => server.stop());

describe.each(reads)('a read of a %s', (type, plain, ofTenant, value) => {
  const refusal = async (token: string | null, path: string) => {
    const { status, error } = await server.as(token, 'GET', path);
    return [status, error?.errorCode];
  };
  it.each([plain, ofTenant])('the read at %s answers and refuses', async (path) => {
    expect((await server.as(user, 'GET', `${path}/demo.${type}`)).body).toEqual(value);
    expect(await refusal(null, `${path}/demo.${type}`)).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    expect(await refusal(ended, `${path}/demo.${type}`)).toEqual([401, 'SESSION_EXPIRED']);
    expect(await refusal(user, `${path}/hidden.${type}`)).toEqual([403, 'ACCESS_DENIED']);
    expect(await refusal(user, `${path}/nothing`)).toEqual([404, 'SETTING_NOT_FOUND']);
    const other = type === 'NUMBER' ? 'BOOLEAN' : 'NUMBER';
    expect(await refusal(user, `${path}/demo.${other}`)).toEqual([409, 'SETTING_TYPE_MISMATCH']);
    expect(await refusal(user, `${path}/no code`)).toEqual([400, 'VALIDATION_FAILED']);
  });
  it('a read of a foreign tenant refuses', async () => {
    expect(await refusal(user, `${ofTenant}/demo.${type}?tenant=north`)).toEqual([403, 'ACCESS_DENIED']);
  });
});

it('/settings/public refuses a session that ended and an unknown token', async () => {
  expect((await server.as(ended, 'GET', '/settings/public')).error?.errorCode).toBe('SESSION_EXPIRED');
  expect((await server.as('rubbish', 'GET', '/settings/public')).error?.errorCode).toBe('AUTHENTICATION_REQUIRED');
});
