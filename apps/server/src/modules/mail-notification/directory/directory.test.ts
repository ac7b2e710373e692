// Proves that mails follow the directory: those whom a person caused stay his with another name, those of a tenant wait or go with it.
import type { SvcNotificationMailModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  eventually,
  query,
  signIn,
  signInAdmin,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { enqueue, runToEnd, startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startMailing(null);
  token = await signInAdmin(server);
});
afterAll(() => server?.stop());

const send = async <T = { uuid: string; version: number }>(method: string, path: string, body?: object, as = token) => {
  const answer = await call<T>(server, method, path, { token: as, ...(body === undefined ? {} : { body }) });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
};
/** The change is told, and what it is for many mails is done. */
async function followed(): Promise<void> {
  await runToEnd(server, 'directory-events');
  await runToEnd(server, 'directory-followers');
}
const createTenant = (identifier: string) => send('POST', '/tenants', { identifier, name: identifier });
const marks = async (tenant: string) =>
  (await query(server, 'SELECT FROM mail_tenant_mark WHERE tenant_identifier = $1', [tenant])).length;

it('mail-notification 28: mails that a person caused are his once he is renamed, and nobody else’s', async () => {
  const { uuid } = await createActiveUser(server, token, { username: 'İlk.Ad' });
  const [own] = [await enqueue(server, { createdBy: 'İlk.Ad' }), await enqueue(server, { createdBy: 'ılk.Ad2' })];
  const { version } = await send('GET', `/users/by-uuid/${uuid}`);
  await send('PUT', '/users', { uuid, version, username: 'Yeni.Ad' });
  await followed();
  const person = await signIn(server, 'Yeni.Ad', USER_PASSWORD);
  const page = await send<{ data: SvcNotificationMailModel[] }>('POST', '/notification/mail/data/page', {}, person);
  expect(page.data).toMatchObject([{ uuid: own.uuid, createdBy: 'Yeni.Ad' }]);
  expect(await query(server, 'SELECT FROM kernel_directory_change')).toEqual([]);
});

it('mail-notification 28: mails of a tenant that is switched off wait, and leave once it is on again', async () => {
  const tenant = await createTenant('paused');
  await send('POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
  await followed();
  const { uuid } = await enqueue(server, { tenantIdentifier: 'paused' });
  const other = await enqueue(server);
  await untilStatus(server, other.uuid, 'CAPTURED');
  await untilStatus(server, uuid, 'QUEUED');
  await send('POST', `/tenants/activate/by-uuid/${tenant.uuid}`);
  await followed();
  await untilStatus(server, uuid, 'CAPTURED');
  expect(await marks('paused')).toBe(0);
});

it('mail-notification 28: of a tenant that was deleted no mail leaves, and nothing is left once the last one is out of hand', async () => {
  const tenant = await createTenant('ended');
  const ids = () => query<{ id: number }>(server, `SELECT id FROM mail WHERE tenant_identifier = 'ended' ORDER BY id`);
  const captured = await enqueue(server, { tenantIdentifier: 'ended' });
  await untilStatus(server, captured.uuid, 'CAPTURED');
  await send('POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
  await followed();
  const waiting = [0, 1, 2];
  for (const _ of waiting) await enqueue(server, { tenantIdentifier: 'ended' });
  const [, , dead, held] = await ids();
  const hold = (id: number, by: string) =>
    query(server, `UPDATE mail SET status = 'SENDING', leased_by = $2, lease_token = $2 WHERE id = $1`, [id, by]);
  await hold(dead!.id, '019b76da-a800-7000-8000-00000000dead');
  await hold(held!.id, server.kernel.processes.id);
  const all = (await ids()).map(({ id }) => id);
  await query(
    server,
    `WITH attached AS (INSERT INTO mail_attachment (mail_id, content, content_date) SELECT id, '\\x01', content_date FROM mail)
     INSERT INTO mail_file (uuid, tenant_identifier, owner, name, content_type, size, content, date_created, expire_date)
     SELECT gen_random_uuid(), t, 'o', 'a.txt', 'text/plain', 1, '\\x01', $1, 'infinity' FROM unnest(ARRAY['ended', 'default']) t`,
    [new Date(server.clock.now())],
  );
  const other = await enqueue(server);
  const left = async () => {
    const tables = ['mail_recipient', 'mail_content', 'mail_attachment', 'mail_attempt', 'mail_event'];
    const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE mail_id = ANY($1))`);
    const text = `SELECT ARRAY[(SELECT count(*)::int FROM mail WHERE id = ANY($1)), ${counts.join(', ')}] AS counts`;
    const [row] = await query<{ counts: number[] }>(server, text, [all]);
    return row!.counts;
  };
  expect((await left()).slice(0, 5)).toEqual([4, 4, 4, 4, 1]);
  await send('DELETE', `/tenants/by-uuid/${tenant.uuid}`);
  await followed();
  expect(await ids()).toEqual([held]);
  expect([(await left()).slice(0, 5), await marks('ended')]).toEqual([[1, 1, 1, 1, 0], 1]);
  await query(server, `UPDATE mail SET status = 'SENT', leased_by = NULL, lease_token = NULL WHERE id = $1`, [
    held!.id,
  ]);
  await runToEnd(server, 'directory-followers');
  expect([await left(), await marks('ended')]).toEqual([[0, 0, 0, 0, 0, 0], 0]);
  const files = () => query(server, 'SELECT DISTINCT tenant_identifier AS tenant FROM mail_file');
  expect(await files()).toEqual([{ tenant: 'default' }]);
  await eventually(
    () => query(server, 'SELECT FROM mail_event e JOIN mail m ON m.id = e.mail_id WHERE m.uuid = $1', [other.uuid]),
    (rows) => rows.length === 3,
  );
});
