// Tests runs that API keys ask for: whom nobody can be told for, and what becomes of them when a key loses a right.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsReport, whileLocked } from '../run/run.fixture.ts';
import { query, type RunServer, signInWith, startRunServer } from './execution.fixture.ts';

let server: RunServer;
let report: string;
beforeAll(async () => {
  server = await startRunServer();
  report = (await server.report('of-keys', mailsReport)).uuid;
});
afterAll(() => server?.stop());

const AUTHORITIES = ['REPORT_EXECUTE', 'REPORT_VIEW', 'NOTIFICATION_MAIL_VIEW'];

interface Key {
  readonly uuid: string;
  readonly key: string;
}

async function keyOf(name: string, owner = server.admin): Promise<Key> {
  const answer = await server.as<Key>(owner, 'POST', '/api-keys', { name, authorityList: AUTHORITIES });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Asks for three runs, of which the last one waits, and answers how that ends when something has become of the key. */
async function waitedWhile({ key }: Key, change: () => Promise<unknown>): Promise<unknown> {
  const runs: string[] = [];
  await whileLocked(server, 'mail', async () => {
    for (let count = 0; count < 3; count += 1)
      runs.push((await server.execute(report, { outputFormat: 'CSV' }, key)).uuid);
    await change();
  });
  const { status, errorDetail } = await server.ended(runs[2]!);
  return [status, errorDetail?.errorCode];
}
const LOST = ['FAILED', 'REPORT_ACCESS_LOST'];

it('report 40: a run of an API key that has changed nothing succeeds, and is one of the key', async () => {
  const key = await keyOf('steady');
  expect(await waitedWhile(key, async () => undefined)).toEqual(['SUCCEEDED', undefined]);
  const stored = await query(
    server,
    'SELECT DISTINCT source, requested_by AS "by", api_key_uuid AS key FROM report_execution WHERE api_key_uuid IS NOT NULL',
  );
  expect(stored).toEqual([{ source: 'API', by: 'service:steady', key: key.uuid }]);
});

it('report 40: one whose key was disabled, deleted, or has lost the data or the report before its turn fails, and says so', async () => {
  const set = (key: Key, change: string, ...values: readonly unknown[]) =>
    query(server, `UPDATE auth_api_key SET ${change} WHERE uuid = $1`, [key.uuid, ...values]);
  const disabled = await keyOf('disabled');
  expect(await waitedWhile(disabled, () => set(disabled, 'enabled = false'))).toEqual(LOST);
  const deleted = await keyOf('deleted');
  const remove = async () =>
    expect((await server.as(server.admin, 'DELETE', `/api-keys/by-uuid/${deleted.uuid}`)).status).toBe(200);
  expect(await waitedWhile(deleted, remove)).toEqual(LOST);
  for (const lost of ['NOTIFICATION_MAIL_VIEW', 'REPORT_EXECUTE']) {
    const key = await keyOf(`without-${lost.toLowerCase()}`);
    const left = AUTHORITIES.filter((authority) => authority !== lost);
    expect([lost, await waitedWhile(key, () => set(key, 'authority_list = $2', left))]).toEqual([lost, LOST]);
  }
});

it('report 40: so does one whose key is worth less, as its owner has lost a right', async () => {
  const owner = await signInWith(server, 'keyowner', [...AUTHORITIES, 'AUTH_API_KEY_MANAGE']);
  const key = await keyOf('owned', owner);
  const lose = () =>
    query(
      server,
      "DELETE FROM auth_role_authority WHERE authority = 'NOTIFICATION_MAIL_VIEW' AND role_id = (SELECT id FROM auth_role WHERE code = 'ROLE_KEYOWNER')",
    );
  expect(await waitedWhile(key, lose)).toEqual(LOST);
});

it('report 40: the list of a report that does not admit a key any more holds up its runs', async () => {
  const { uuid } = await server.report('narrowed-for-keys', mailsReport);
  const key = await keyOf('narrowed');
  const runs: string[] = [];
  await whileLocked(server, 'mail', async () => {
    for (let count = 0; count < 3; count += 1)
      runs.push((await server.execute(uuid, { outputFormat: 'CSV' }, key.key)).uuid);
    const list = [{ authority: 'REPORT_ADMIN', permission: 'EXECUTE' }];
    const body = { uuid, version: 0, authorityList: list };
    expect((await server.as(server.admin, 'PUT', '/executable-reports', body)).status).toBe(200);
  });
  expect((await server.ended(runs[2]!)).errorDetail?.errorCode).toBe('REPORT_ACCESS_LOST');
});

it('report 40: an API key, which is nobody who could be told, asks for no mail and no notification', async () => {
  const { key } = await keyOf('telling');
  for (const notify of ['MAIL', 'POLLING']) {
    for (const operation of ['execute', 'run']) {
      const path = `/executable-reports/${operation}/by-uuid/${report}`;
      expect(await server.refusal(key, 'POST', path, { notify })).toEqual([
        400,
        'VALIDATION_FAILED',
        'notify NOT_ALLOWED',
      ]);
    }
  }
  expect((await server.execute(report, { notify: 'NONE' }, key)).source).toBe('API');
});
