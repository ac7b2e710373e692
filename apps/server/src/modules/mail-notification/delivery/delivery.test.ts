// Proves what becomes of a mail for each answer of a mail server, on a real connection to one that a test scripts.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, query } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import type { MailRequest } from '../api.ts';
import type { ScriptedServer } from '../smtp/scripted-smtp.fixture.ts';
import {
  enqueue as enqueueOf,
  enqueueTo,
  readAttempts,
  readRow,
  startMailing,
  untilAttempts,
  untilStatus,
} from './mail-server.fixture.ts';
import { addMailTenant, type MailTenant } from './mail-tenant.fixture.ts';

let server: TestServer;
let tenant: MailTenant;
let smtp: ScriptedServer;

beforeAll(async () => {
  server = await startMailing(null);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  tenant = await addMailTenant(server);
  smtp = tenant.smtp;
});
afterEach(() => tenant.remove());

const enqueue = (changes: Partial<MailRequest> = {}) =>
  enqueueOf(server, { tenantIdentifier: tenant.tenantIdentifier, ...changes });

describe('an accepted mail', () => {
  it('mail-notification 9: leaves by the mail server, once', async () => {
    const { uuid } = await enqueue();
    expect(await untilStatus(server, uuid, 'SENT')).toMatchObject({ attemptCount: 1, copies: ['SENT'] });
    expect(smtp.mails).toHaveLength(1);
    const [{ from, to, data }] = smtp.mails as [ScriptedServer['mails'][number]];
    expect([from, to]).toEqual(['suite@mail.example', ['ada@mail.example']]);
    expect(data).toContain('Subject: Hello Ada\r\n');
    expect(data).toContain(`Message-ID: <${uuid}@mail.example>\r\n`);
    expect(data).toContain('Auto-Submitted: auto-generated\r\n');
    expect(data).not.toContain('Bcc');
    const [attempt] = await readAttempts(server, uuid);
    expect(attempt).toMatchObject({ outcome: 'ACCEPTED', code: 250 });
    expect(attempt?.transcript).toContain('C: RCPT TO:<ada@mail.example> NOTIFY=FAILURE,DELAY');
    expect(attempt?.transcript).not.toContain('Text for');
  });

  it('leaves at its date and not before', async () => {
    const { uuid } = await enqueue();
    await untilStatus(server, uuid, 'SENT');
    await query(server, `UPDATE mail SET status = 'QUEUED', due_at = $1 WHERE uuid = $2`, [
      new Date(server.clock.now() + 60_000),
      uuid,
    ]);
    await query(server, `UPDATE mail_recipient SET status = 'QUEUED' FROM mail WHERE mail_id = mail.id AND uuid = $1`, [
      uuid,
    ]);
    server.clock.advance(59_000);
    expect((await readRow(server, uuid)).status).toBe('QUEUED');
    server.clock.advance(1_000);
    await untilStatus(server, uuid, 'SENT');
    const [first, second] = smtp.mails;
    expect(second?.data).toBe(first?.data);
  });
});

describe('what an attempt meant', () => {
  it.each([
    ['an address that is refused', 'RCPT', '550 5.1.1 nobody', 'FAILED', 'REFUSED', null],
    ['an address that the server cannot read', 'RCPT', '501 5.1.3 bad address', 'FAILED', 'REFUSED', null],
    ['a sender that is refused', 'MAIL', '550 5.1.0 no', 'FAILED', 'REFUSED', null],
    ['a message that is refused', 'MESSAGE', '550 5.6.0 no', 'FAILED', 'REFUSED', null],
    ['a message that is too large', 'MESSAGE', '552 5.3.4 too big', 'FAILED', 'REFUSED', 'MAIL_TOO_LARGE'],
    ['a mail that a content filter refuses', 'MESSAGE', '554 5.7.1 spam', 'FAILED', 'REFUSED', null],
  ])('mail-notification 9: %s ends the mail', async (_name, at, reply, status, outcome, reason) => {
    smtp.script = (command) => (command.startsWith(at) ? reply : undefined);
    const { uuid } = await enqueue();
    expect(await untilStatus(server, uuid, status)).toMatchObject({ attemptCount: 1, reason, copies: [status] });
    expect((await readAttempts(server, uuid)).map((one) => one.outcome)).toEqual([outcome]);
    smtp.script = () => undefined;
    const other = await enqueue();
    await untilStatus(server, other.uuid, 'SENT');
    expect(smtp.connections).toBeLessThanOrEqual(2);
  });

  it.each([
    ['an address', 'RCPT', '450 4.2.1 later'],
    ['the sender', 'MAIL', '451 4.3.0 later'],
    ['the command DATA', 'DATA', '451 4.3.0 later'],
    ['the message', 'MESSAGE', '451 4.7.1 greylisted'],
    ['the message, with the connection', 'MESSAGE', '421 4.3.2 closing'],
  ])('mail-notification 9: %s that is put off is tried again', async (_name, at, reply) => {
    smtp.script = (command) => (command.startsWith(at) ? reply : undefined);
    const { uuid } = await enqueue();
    const { dueAt } = await untilStatus(server, uuid, 'RETRY');
    const pause = dueAt.getTime() - server.clock.now();
    expect(pause).toBeGreaterThanOrEqual(8_000);
    expect(pause).toBeLessThanOrEqual(12_000);
    smtp.script = () => undefined;
    server.clock.advance(pause);
    expect(await untilStatus(server, uuid, 'SENT')).toMatchObject({ attemptCount: 2 });
    expect(smtp.mails).toHaveLength(1);
  });

  it.each([
    ['a greeting that refuses', 'GREETING', '554 5.3.2 no service'],
    ['a greeting that puts off', 'GREETING', '421 4.3.2 busy'],
    ['a refused EHLO', 'EHLO', '421 4.3.2 closing'],
    ['a server that closes at the sender', 'MAIL', '421 4.3.2 closing'],
    ['a lost connection at the sender', 'MAIL', 'DROP'],
    ['a lost connection at DATA', 'DATA', 'DROP'],
  ])('mail-notification 9: %s says nothing about the mail', async (_name, at, reply) => {
    smtp.script = (command) => (command.startsWith(at) ? reply : undefined);
    const { uuid } = await enqueue();
    expect((await untilAttempts(server, uuid, 1)).map(({ outcome }) => outcome)).toEqual(['CONNECTION']);
    expect(await readRow(server, uuid)).toMatchObject({ status: 'QUEUED', attemptCount: 0 });
    smtp.script = () => undefined;
    server.clock.advance(15_000);
    expect(await untilStatus(server, uuid, 'SENT')).toMatchObject({ attemptCount: 1 });
    expect(smtp.mails).toHaveLength(1);
  });

  it.each([
    ['that it wants a sign-in', 'MAIL', '530 5.7.0 sign in', 'AUTH'],
    ['that it wants a sign-in, at an address', 'RCPT', '530 5.7.0 sign in', 'AUTH'],
    ['that commands come in a wrong order', 'MAIL', '503 5.5.1 bad sequence', 'PROTOCOL'],
  ])('mail-notification 9: a server that says %s is left alone', async (_name, at, reply, outcome) => {
    smtp.script = (command) => (command.startsWith(at) ? reply : undefined);
    const { uuid } = await enqueue();
    expect((await untilAttempts(server, uuid, 1)).map((one) => one.outcome)).toEqual([outcome]);
    expect(await readRow(server, uuid)).toMatchObject({ status: 'QUEUED', attemptCount: 0 });
  });

  it('mail-notification 9: a lost connection after the message leaves the mail in doubt, and it is tried again', async () => {
    smtp.script = (command) => (command === 'MESSAGE' ? 'DROP' : undefined);
    const { uuid } = await enqueue();
    const row = await untilStatus(server, uuid, 'RETRY');
    expect(row).toMatchObject({ attemptCount: 1, uncertainCount: 1 });
    expect(row.dueAt.getTime() - server.clock.now()).toBe(60_000);
    expect(await readAttempts(server, uuid)).toMatchObject([{ outcome: 'UNCERTAIN', phase: 'REPLY', code: null }]);
    smtp.script = () => undefined;
    server.clock.advance(60_000);
    await untilStatus(server, uuid, 'SENT');
    expect(smtp.seen[1]?.data).toBe(smtp.seen[0]?.data);
  });

  it('mail-notification 9: a mail that must not be doubled stays in doubt', async () => {
    smtp.script = (command) => (command === 'MESSAGE' ? 'DROP' : undefined);
    server.settings.set('mail.uncertain-policy', 'HOLD', tenant.tenantIdentifier);
    const { uuid } = await enqueue();
    expect(await untilStatus(server, uuid, 'UNCERTAIN')).toMatchObject({ copies: ['UNCERTAIN'], uncertainCount: 1 });
    server.clock.advance(3_600_000);
    expect(await readAttempts(server, uuid)).toHaveLength(1);
  });

  it('mail-notification 9: an address that was accepted never gets a second copy', async () => {
    smtp.script = (command) => {
      if (command.includes('gone@')) return '550 5.1.1 nobody';
      if (command.includes('signed@')) return '530 5.7.0 sign in';
      return command.includes('later@') ? '450 4.2.1 later' : undefined;
    };
    const [first, gone, later, signed] = ['first', 'gone', 'later', 'signed'].map((name) => `${name}@mail.example`);
    const uuid = await enqueueTo(server, tenant.tenantIdentifier, first!, gone!, later!, signed!);
    const row = await untilStatus(server, uuid, 'RETRY');
    expect(row).toMatchObject({ attemptCount: 1, copies: ['SENT', 'FAILED', 'RETRY', 'RETRY'] });
    smtp.script = () => undefined;
    server.clock.advance(row.dueAt.getTime() - server.clock.now());
    expect((await untilStatus(server, uuid, 'PARTIAL')).copies).toEqual(['SENT', 'FAILED', 'SENT', 'SENT']);
    expect(smtp.mails.map(({ to }) => to)).toEqual([[first], [later, signed]]);
  });

  it.each([
    ['is accepted for others', undefined, 300_000],
    ['is left in doubt for others', 'DROP', 300_000],
    ['is put off for others for longer', '451 4.3.0 try again in 20 minutes', 1_200_000],
  ])(
    'mail-notification 11: the longest delay that a server names for an address is heard where the message %s',
    async (_name, message, expectedMs) => {
      smtp.script = (command) => {
        if (command.includes('soon@')) return '450 4.2.1 try again in 90 seconds';
        if (command.includes('later@')) return '450 4.2.1 try again in 300 seconds';
        if (command.includes('gone@')) return '550 5.1.1 nobody here for 9 hours';
        return command === 'MESSAGE' ? message : undefined;
      };
      const uuid = await enqueueTo(
        server,
        tenant.tenantIdentifier,
        ...['first', 'later', 'gone', 'soon'].map((name) => `${name}@mail.example`),
      );
      const { dueAt } = await untilStatus(server, uuid, 'RETRY');
      expect(dueAt.getTime() - server.clock.now()).toBe(expectedMs);
    },
  );

  it('mail-notification 9: a letter that the server cannot take ends the mail without a try', async () => {
    smtp.script = (command) => (command.startsWith('EHLO') ? '250-test\r\n250 8BITMIME' : undefined);
    const { uuid } = await enqueue({ to: { address: 'çiçek@mail.example', name: null } });
    expect(await untilStatus(server, uuid, 'FAILED')).toMatchObject({
      reason: 'ADDRESS_NOT_SUPPORTED',
      attemptCount: 1,
    });
    expect(smtp.commands.some((command) => command.startsWith('MAIL'))).toBe(false);
  });

  it('mail-notification 9: a relay that refuses one sender ends his mails after a minute, and one that refuses all does not', async () => {
    smtp.script = (command) => (command.includes('one@') ? '554 5.7.1 relay denied' : undefined);
    const { uuid } = await enqueue({ to: { address: 'one@mail.example', name: null } });
    const row = await untilStatus(server, uuid, 'RETRY');
    expect([row.attemptCount, row.dueAt.getTime() - server.clock.now()]).toEqual([0, 60_000]);
    await untilStatus(server, (await enqueue()).uuid, 'SENT');
    server.clock.advance(60_000);
    expect(await untilStatus(server, uuid, 'FAILED')).toMatchObject({ reason: 'RELAY' });
    smtp.script = (command) => (command.startsWith('RCPT') ? '554 5.7.1 relay denied' : undefined);
    const all = await Promise.all(Array.from({ length: 12 }, () => enqueue()));
    await eventually(
      async () => (await query(server, 'SELECT FROM mail_attempt WHERE outcome = $1', ['RELAY'])).length,
      (count) => count >= 10 + 2,
    );
    server.clock.advance(61_000);
    await eventually(
      async () => (await query(server, 'SELECT FROM mail_attempt WHERE outcome = $1', ['RELAY'])).length,
      (count) => count > 14,
    );
    for (const one of all) expect((await readRow(server, one.uuid)).status).not.toBe('FAILED');
  });
});
