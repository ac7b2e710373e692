// Proves how mails end that do not leave, how long what they say is kept.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, query } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import {
  enqueue,
  readAttempts,
  readRow,
  startMailing,
  untilAttempts,
  untilStatus,
} from '../delivery/mail-server.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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

const run = (name: string) => server.jobs.find((job) => job.name === name)!.wake();
const contents = async () => (await query(server, 'SELECT FROM mail_content')).length;

describe('a mail that does not leave', () => {
  it('mail-notification 11: is tried by the plan, each pause longer, until the default date, and is DEAD then', async () => {
    smtp.script = (command) => (command.startsWith('RCPT') ? '450 4.2.1 later' : undefined);
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
    await untilStatus(server, uuid, 'RETRY');
    server.clock.advance(96 * HOUR_MS);
    run('mail-expiry');
    expect(await untilStatus(server, uuid, 'DEAD')).toMatchObject({ copies: ['DEAD'] });
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
    run('mail-expiry');
    await untilStatus(server, uuid, 'EXPIRED');
    expect(await contents()).toBe(0);
  });

  it('mail-notification 21: still has its content at the date for which it was planned, and loses it a week later', async () => {
    server.settings.set('mail.sending-enabled', false);
    const { uuid } = await enqueue(server, { expireDate: new Date(server.clock.now() + 30 * DAY_MS) });
    for (let day = 1; day < 30; day += 1) {
      server.clock.advance(DAY_MS);
      run('mail-retention');
      run('mail-partitions');
    }
    server.settings.set('mail.sending-enabled', true);
    server.clock.advance(1);
    await untilStatus(server, uuid, 'SENT');
    server.clock.advance(10 * DAY_MS);
    run('mail-retention');
    expect(await eventually(contents, (count) => count === 0)).toBe(0);
    expect((await readRow(server, uuid)).status).toBe('SENT');
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
