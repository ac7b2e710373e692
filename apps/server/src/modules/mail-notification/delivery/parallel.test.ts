// Proves that mails leave once, in the order of their urgency, and by nobody who has lost them.
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { eventually, query } from '../../../testing/sign-in.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';
import { enqueue, readRow, startMailing, untilAttempts, untilStatus } from './mail-server.fixture.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(
  options: Parameters<typeof startMailing>[1] = {},
): Promise<{ smtp: ScriptedServer; server: TestServer }> {
  const smtp = await startScriptedServer();
  stops.push(smtp.stop);
  const server = await startMailing(smtp.port, options);
  stops.push(server.stop);
  return { smtp, server };
}

const statuses = (server: TestServer) =>
  query<{ status: string; number: number }>(server, 'SELECT status, count(*)::int AS number FROM mail GROUP BY status');

async function untilAllSent(server: TestServer): Promise<void> {
  for (let rounds = 0; rounds < 10; rounds += 1) {
    const found = await eventually(
      () => statuses(server),
      (all) => all.every(({ status }) => status === 'SENT'),
    );
    if (found.every(({ status }) => status === 'SENT')) return;
  }
  throw new Error(JSON.stringify(await statuses(server)));
}

describe('many mails', () => {
  it('mail-notification 8: leave once each, whichever of two processes takes them', async () => {
    const database = await createTestDatabase(moduleMigrations);
    stops.push(database.close);
    const smtp = await startScriptedServer();
    stops.push(smtp.stop);
    const clock = createManualClock();
    const env = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
    const one = await startMailing(smtp.port, { sharedDatabase: database, clock, env });
    stops.push(one.stop);
    const other = await startMailing(smtp.port, { sharedDatabase: database, clock, env });
    stops.push(other.stop);
    await Promise.all(Array.from({ length: 400 }, (_, index) => enqueue(index % 2 === 0 ? one : other)));
    await untilAllSent(one);
    const ids = smtp.mails.map(({ data }) => /^Message-ID: (.*)\r$/m.exec(data)?.[1]);
    expect([ids.length, new Set(ids).size]).toEqual([400, 400]);
  });

  it('urgent ones do not wait for the others, and what has no hurry leaves them room', async () => {
    const { smtp, server } = await start({ settings: { 'mail.sending-enabled': false } });
    for (let index = 0; index < 60; index += 1) await enqueue(server, { priority: index % 2 === 0 ? 'NORMAL' : 'LOW' });
    await enqueue(server, { priority: 'HIGH', parameters: { name: 'urgent' } });
    const order: string[] = [];
    let low = 0;
    smtp.script = (command) => {
      if (command === 'MESSAGE') order.push('');
      return undefined;
    };
    server.settings.set('mail.sending-enabled', true);
    server.clock.advance(1);
    await untilAllSent(server);
    const place = smtp.mails.findIndex(({ data }) => data.includes('Hello urgent'));
    expect(place).toBeLessThan(10);
    low = await query(server, `SELECT FROM mail WHERE priority = 'LOW' AND status = 'SENT'`).then(
      (rows) => rows.length,
    );
    expect([order.length, low]).toEqual([61, 30]);
  });
});

describe('a process that ends', () => {
  it('mail-notification 7: gives back what it has not begun, and doubts what it has handed over', async () => {
    const { smtp, server } = await start();
    smtp.script = (command) => (command === 'MESSAGE' ? 'HANG' : undefined);
    const mails = await Promise.all(Array.from({ length: 30 }, () => enqueue(server)));
    await eventually(
      async () => smtp.seen.length,
      (count) => count >= 5,
    );
    const database = server.database.database;
    expect(database).toBeDefined();
    const rows = () =>
      query<{ status: string; held: boolean; uncertain: number }>(
        server,
        'SELECT status, leased_by IS NOT NULL AS held, uncertain_count AS uncertain FROM mail ORDER BY id',
      );
    for (const job of server.jobs) if (job.name === 'mail_normal') await job.stop();
    const found = await rows();
    expect(found.filter(({ held }) => held)).toEqual([]);
    expect(found.filter(({ uncertain }) => uncertain > 0)).toHaveLength(5);
    expect(found.filter(({ status }) => status === 'QUEUED')).toHaveLength(mails.length - 5);
  }, 30_000);

  it('mail-notification 7: and dies leaves a mail in doubt, which another process tries again', async () => {
    const { smtp, server } = await start({ settings: { 'mail.sending-enabled': false } });
    const { uuid } = await enqueue(server);
    await query(
      server,
      `UPDATE mail SET status = 'SENDING', leased_by = gen_random_uuid(), lease_token = gen_random_uuid(), in_flight_at = $1, provider_code = 'default'`,
      [new Date(server.clock.now())],
    );
    for (const job of server.jobs) if (job.name.startsWith('mail_')) job.wake();
    expect(await untilAttempts(server, uuid, 1)).toMatchObject([{ outcome: 'UNCERTAIN', phase: null }]);
    expect(await readRow(server, uuid)).toMatchObject({ status: 'RETRY', uncertainCount: 1 });
    server.settings.set('mail.sending-enabled', true);
    server.clock.advance(60_000);
    await untilStatus(server, uuid, 'SENT');
    expect(smtp.mails).toHaveLength(1);
  });

  it('mail-notification 8: and goes on after it was taken for dead begins no mail that it held', async () => {
    const { smtp, server } = await start({ settings: { 'mail.sending-enabled': false } });
    const { uuid } = await enqueue(server);
    await eventually(
      () => query<{ held: string | null }>(server, 'SELECT leased_by AS held FROM mail'),
      ([row]) => row?.held !== null,
    );
    // Another process has claimed it meanwhile.
    await query(
      server,
      `WITH other AS (
         INSERT INTO kernel_process (id, started_at, heartbeat_at, host, pid)
         VALUES (gen_random_uuid(), now(), now() + interval '1 hour', 'other', 1) RETURNING id
       ) UPDATE mail SET leased_by = other.id, lease_token = gen_random_uuid() FROM other`,
    );
    server.settings.set('mail.sending-enabled', true);
    server.clock.advance(1);
    const next = await enqueue(server);
    await untilStatus(server, next.uuid, 'SENT');
    expect(await readRow(server, uuid)).toMatchObject({ status: 'QUEUED' });
    expect(smtp.mails).toHaveLength(1);
  });
});
