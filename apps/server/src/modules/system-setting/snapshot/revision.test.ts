// A client that goes on with another process sends the revision along that its write was answered with, and finds it there.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinSettingServer, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import type { Answer } from '../../../testing/sign-in.ts';

let first: SettingServer;
let second: SettingServer;
beforeAll(async () => {
  const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
  first = await startSettingServer({ env });
  // Hears of nothing between its probes.
  second = await joinSettingServer(first, { ...env, KEELSON_DATABASE_NOTIFY: 'poll' });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** Reads what the header of the answer lets the other process answer. */
function afterwards(written: Answer<unknown>) {
  const revision = written.headers.get('x-svc-setting-revision') ?? '';
  expect(written.status, written.text).toBe(200);
  expect(revision).toMatch(/^\d+$/);
  return <T>(method: string, path: string, body?: unknown) =>
    second.as<T>(second.admin, method, path, body, { 'x-svc-setting-revision': revision });
}

const post = (path: string, body?: unknown) => first.as<{ uuid: string }>(first.admin, 'POST', path, body);
let made = 0;
/** Makes a definition that the second process has not heard of. */
async function define(model: object = {}) {
  made += 1;
  const code = `rev.n${made}`;
  const answer = await post('/settings', { code, name: 'x', type: 'NUMBER', defaultValue: 1, ...model });
  return { code, uuid: answer.body.uuid, answer };
}

const reads: readonly (readonly [string, (code: string) => readonly [method: string, path: string, body?: unknown]])[] =
  [
    ['getByCode', (code) => ['GET', `/settings/by-code/${code}`]],
    ['getNumberSettingByCode', (code) => ['GET', `/settings/number-setting/by-code/${code}`]],
    ['getPublicValues', () => ['GET', '/settings/public']],
    ['getEffective', (code) => ['GET', `/settings/effective/by-code/${code}`]],
    ['getUserValues', () => ['GET', '/settings/user/values']],
    ['getValuesByCodes', (code) => ['POST', '/settings/values/by-codes', { codeList: [code] }]],
    ['queryDataPage', (code) => ['POST', '/settings/data/page', { codeList: [code] }]],
    ['queryDataList', (code) => ['POST', '/settings/data/list', { codeList: [code] }]],
    ['exportAll', (code) => ['POST', '/settings/export', { codePrefix: code }]],
    ['setValue', (code) => ['PUT', '/settings/value', { code, value: 2 }]],
    ['setValues', (code) => ['PUT', '/settings/values', [{ code, value: 2 }]]],
    ['setUserValue', (code) => ['PUT', '/settings/user/value', { code, value: 2 }]],
  ];

it.each(reads)('%s finds a definition that another process has just made', async (_operation, request) => {
  const { code, answer } = await define({ visibility: 'PUBLIC', userOverridable: true });
  const { status, text } = await afterwards(answer)(...request(code));
  expect([status, text.includes(code) || text.includes('"body":1,')]).toEqual([200, true]);
});

it('validateValues, revertValue and revertUserValue know it too', async () => {
  const { code, answer } = await define({ userOverridable: true });
  const checked = await afterwards(answer)<unknown[]>('POST', '/settings/values/validate', [{ code, value: 2 }]);
  expect(checked.body).toEqual([]);
  for (const path of [`/settings/value/by-code/${code}`, `/settings/user/value/by-code/${code}`]) {
    expect((await afterwards(answer)('DELETE', path)).status).toBe(200);
  }
});

it('each write of a definition, and an import, says its revision', async () => {
  const { code, uuid } = await define();
  const shown = (written: Answer<unknown>) =>
    afterwards(written)<{ name: string; enabled: boolean; value: unknown }>('GET', `/settings/by-code/${code}`);
  const renamed = await first.as(first.admin, 'PUT', '/settings', { uuid, version: 1, name: 'y' });
  expect((await shown(renamed)).body.name).toBe('y');
  expect((await shown(await post(`/settings/deactivate/by-uuid/${uuid}`))).body.enabled).toBe(false);
  expect((await shown(await post(`/settings/activate/by-uuid/${uuid}`))).body.enabled).toBe(true);
  const valueList = [{ code, scope: 'GLOBAL', value: 7 }];
  const taken = await post('/settings/import', { formatVersion: 1, definitionList: [], valueList });
  expect((await shown(taken)).body.value).toBe(7);
  const gone = await first.as(first.admin, 'DELETE', `/settings/by-uuid/${uuid}?version=4`);
  expect((await shown(gone)).status).toBe(404);
});
