// Proves how mails end that do not leave, how long what they say is kept.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, eventually, query, signInAdmin } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import {
  enqueue,
  readAttempts,
  readRow,
  runToEnd,
  startMailing,
  untilAttempts,
  untilStatus,
} from '../delivery/mail-server.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

let smtp: ScriptedServer;
let server: TestServer;

beforeEach(async () => {
  smtp = await startScriptedServer();
  server = await startMailing(smtp.port);
});
afterEach(async () => {
  await server.stop();
  await smtp.stop();
});

const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
/** The jobs of the day run to their ends. */
async function nextDay(): Promise<void> {
  server.clock.advance(DAY_MS);
  for (const job of ['mail-partitions', 'mail-expiry', 'mail-retention']) await runToEnd(server, job);
}
const contents = async () => (await query(server, 'SELECT FROM mail_content')).length;

/** Whoever delivers may hold the mail at that moment: it ends with the next run then. */
async function expireUntil(uuid: string, end: string): Promise<void> {
  const run = async () => {
    await runToEnd(server, 'mail-expiry');
    return readRow(server, uuid);
  };
  await eventually(run, ({ status }) => status === end);
}

describe('a mail that does not leave', () => {
  it('mail-notification 11: is tried by the plan, each pause longer, until the default date, and is DEAD then', async () => {
    smtp.script = (command) => (command.startsWith('RCPT') ? '450 4.2.1 later' : undefined);
    const acceptedAt = server.clock.now();
    const { uuid } = await enqueue(server);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await untilAttempts(server, uuid, attempt);
      const { dueAt } = await untilStatus(server, uuid, 'RETRY');
      pauses.push((dueAt.getTime() - server.clock.now()) / 1_000);
      server.clock.set(dueAt.getTime());
    }
    const plan = [10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400, 14_400];
    for (const [index, planned] of plan.entries()) {
      expect(pauses[index]! / planned).toBeGreaterThanOrEqual(0.79);
      expect(pauses[index]! / planned).toBeLessThanOrEqual(1.21);
    }
    await untilAttempts(server, uuid, 11);
    server.clock.set(acceptedAt + 96 * HOUR_MS - 1);
    await untilAttempts(server, uuid, 12);
    await runToEnd(server, 'mail-expiry');
    expect(await untilStatus(server, uuid, 'RETRY')).toMatchObject({ dueAt: new Date(acceptedAt + 96 * HOUR_MS) });
    expect(await metrics()).toContain('keelson_mails_undelivered_total{status="DEAD"} 0');
    server.clock.advance(1);
    await expireUntil(uuid, 'DEAD');
    expect(await readRow(server, uuid)).toMatchObject({ status: 'DEAD', copies: ['DEAD'], attemptCount: 12 });
    expect(await metrics()).toContain('keelson_mails_undelivered_total{status="DEAD"} 1');
    expect(await contents()).toBe(1);
  });

  it('mail-notification 11: is EXPIRED at a date of its own, although it was tried', async () => {
    smtp.script = (command) => (command.startsWith('RCPT') ? '450 4.2.1 try again in 300 seconds' : undefined);
    const { uuid } = await enqueue(server, {
      expireDate: new Date(server.clock.now() + HOUR_MS),
      templateCode: 'test.secret',
    });
    const { dueAt } = await untilStatus(server, uuid, 'RETRY');
    expect(dueAt.getTime() - server.clock.now()).toBe(300_000);
    server.clock.advance(HOUR_MS);
    await expireUntil(uuid, 'EXPIRED');
    expect(await readRow(server, uuid)).toMatchObject({ status: 'EXPIRED' });
    expect(await contents()).toBe(0);
  });

  it('mail-notification 21: still has its content at the date for which it was planned, loses it a week later, and is then sent no more', async () => {
    smtp.script = (command) => (command.includes('nobody@') ? '550 5.1.1 nobody' : undefined);
    server.settings.set('mail.sending-enabled', false);
    const expireDate = new Date(server.clock.now() + 30 * DAY_MS);
    const [{ uuid }, refused] = [
      await enqueue(server, { expireDate }),
      await enqueue(server, { expireDate, to: { address: 'nobody@mail.example', name: null } }),
    ];
    for (let day = 1; day < 30; day += 1) await nextDay();
    server.settings.set('mail.sending-enabled', true);
    server.clock.advance(1);
    await untilStatus(server, uuid, 'SENT');
    await untilStatus(server, refused.uuid, 'FAILED');
    // It expires a day later, and what it says is kept for seven days after that one.
    for (let day = 0; day < 8; day += 1) await nextDay();
    expect(await contents()).toBe(2);
    await nextDay();
    expect([await contents(), (await readRow(server, uuid)).status]).toEqual([0, 'SENT']);
    const token = await signInAdmin(server);
    const { status, error } = await call(server, 'POST', `/notification/mail/retry/by-uuid/${refused.uuid}`, { token });
    expect([status, error?.errorCode]).toEqual([410, 'CONTENT_EXPIRED']);
    expect(await readRow(server, refused.uuid)).toMatchObject({ status: 'FAILED', copies: ['FAILED'] });
  });

  it('mail-notification 21: takes what it says along when it leaves the log first', async () => {
    server.settings.set('mail.retention.log', 1);
    server.settings.set('mail.retention.content', 365);
    const [{ uuid }, other] = [await enqueue(server), await enqueue(server)];
    await untilStatus(server, uuid, 'SENT');
    await untilStatus(server, other.uuid, 'SENT');
    await query(
      server,
      `WITH kept AS (UPDATE mail SET ended_date = ended_date + interval '1 day' WHERE uuid = $1)
       INSERT INTO mail_attachment (mail_id, content, content_date) SELECT id, '\\x01', content_date FROM mail`,
      [other.uuid],
    );
    server.clock.advance(DAY_MS);
    await runToEnd(server, 'mail-retention');
    const left = (table: string) => query(server, `SELECT m.uuid FROM ${table} c LEFT JOIN mail m ON m.id = c.mail_id`);
    expect(await query(server, 'SELECT uuid FROM mail')).toEqual([{ uuid: other.uuid }]);
    for (const table of ['mail_content', 'mail_attachment']) expect(await left(table)).toEqual([{ uuid: other.uuid }]);
  });

  it('waits while sending is off, and leaves once it is on', async () => {
    server.settings.set('mail.sending-enabled', false);
    const { uuid } = await enqueue(server);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await readAttempts(server, uuid)).toEqual([]);
    server.settings.set('mail.sending-enabled', true);
    server.clock.advance(1);
    await untilStatus(server, uuid, 'SENT');
  });
});

describe('a mail without a sender that a server takes', () => {
  it('mail-notification 13: waits, and leaves in the name of the sender that an operator sets', async () => {
    server.settings.set('mail.default-sender', '');
    const { uuid } = await enqueue(server);
    const { dueAt } = await eventually(
      () => readRow(server, uuid),
      (row) => row.dueAt.getTime() > server.clock.now(),
    );
    expect([smtp.commands.length, dueAt.getTime() - server.clock.now()]).toEqual([0, 60_000]);
    const ready = (await (await fetch(`${server.url}/health/ready`)).json()) as { warnings: Record<string, string> };
    expect(ready.warnings.mail).toContain('mail.default-sender');
    server.settings.set('mail.default-sender', 'Suite <suite@mail.example>');
    server.clock.advance(60_000);
    await untilStatus(server, uuid, 'SENT');
    expect(smtp.mails[0]?.data).toContain('From: Suite <suite@mail.example>\r\n');
  });
});
