// Proves that mails follow the directory: those whom a person caused stay his with another name, those of a tenant wait or go with it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, query } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { enqueue, startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';
import { createDirectoryFeature } from './feature.ts';

let server: TestServer;
let directory: ReturnType<typeof createDirectoryFeature>;
beforeAll(async () => {
  server = await startMailing(null);
  directory = createDirectoryFeature(server.kernel, () => {
    for (const name of ['mail_high', 'mail_normal', 'mail_low']) server.jobs.find((job) => job.name === name)?.wake();
  });
});
afterAll(() => server?.stop());

const tell = (kind: string, tenantIdentifier: string, names: readonly (string | null)[] = [null, null]) =>
  server.kernel.database.transaction((tx) =>
    directory.follow(tx, { kind, tenantIdentifier, username: names[0]!, previousUsername: names[1]! }),
  );
const run = () => server.jobs.find((job) => job.name === 'mail-directory')!.wake();
const rows = (text: string, ...values: unknown[]) => query<{ n: number }>(server, text, values);

it('mail-notification 28: mails that a person caused are his under another name, and nobody else’s', async () => {
  const { uuid } = await enqueue(server, { createdBy: 'İlk.Ad' });
  await tell('user-renamed', 'default', ['Yeni.Ad', 'ilk.ad']);
  run();
  const names = () =>
    query<{ by: string; folded: string }>(
      server,
      'SELECT created_by AS by, created_by_folded AS folded FROM mail WHERE uuid = $1',
      [uuid],
    );
  await expect.poll(names).toEqual([{ by: 'Yeni.Ad', folded: 'yeni.ad' }]);
  await expect.poll(() => rows('SELECT count(*)::int AS n FROM mail_renaming')).toEqual([{ n: 0 }]);
});

it('mail-notification 28: mails of a tenant that is switched off wait, and leave once it is on again', async () => {
  await createTenant(server, 'paused');
  await tell('tenant-deactivated', 'paused');
  const { uuid } = await enqueue(server, { tenantIdentifier: 'paused' });
  const other = await enqueue(server, {});
  await untilStatus(server, other.uuid, 'CAPTURED');
  await untilStatus(server, uuid, 'QUEUED');
  await tell('tenant-activated', 'paused');
  await untilStatus(server, uuid, 'CAPTURED');
});

it('mail-notification 28: of a tenant that was deleted no mail leaves, and nothing is left', async () => {
  await createTenant(server, 'ended');
  await tell('tenant-deactivated', 'ended');
  const { uuid } = await enqueue(server, { tenantIdentifier: 'ended' });
  await tell('tenant-deleted', 'ended');
  run();
  const left = `SELECT (SELECT count(*) FROM mail WHERE tenant_identifier = 'ended')::int + (SELECT count(*) FROM mail_recipient r
      WHERE NOT EXISTS (SELECT FROM mail m WHERE m.id = r.mail_id))::int + (SELECT count(*) FROM mail_content c
      WHERE NOT EXISTS (SELECT FROM mail m WHERE m.id = c.mail_id))::int
    + (SELECT count(*) FROM mail_tenant_mark WHERE tenant_identifier = 'ended')::int AS n`;
  await expect.poll(() => rows(left)).toEqual([{ n: 0 }]);
  expect(
    await query(server, 'SELECT FROM mail_attempt a JOIN mail m ON m.id = a.mail_id WHERE m.uuid = $1', [uuid]),
  ).toEqual([]);
});
