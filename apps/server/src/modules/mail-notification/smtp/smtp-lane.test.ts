// Proves what a lane says of connections that hang, of sign-ins and of encryption, against real mail servers.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../../kernel/outbound/address-guard.ts';
import { ALLOW_NOTHING } from '../../../kernel/outbound/allow-list.ts';
import type { MailServerAddress } from '../../../kernel/text/mail-server-address.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { createReach } from './reach-server.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-smtp.fixture.ts';
import { SmtpLane, STANDARD_TIMEOUTS } from './smtp-lane.ts';

const SHORT = { ...STANDARD_TIMEOUTS, greetingMs: 200, commandMs: 200, replyMs: 400 };
const MESSAGE = Buffer.from(`Subject: a\r\n\r\n${'.b\r\n'.repeat(50_000)}`);
const SHORT_MESSAGE = Buffer.from('Subject: a\r\n\r\nb\r\n');
const envelope = { from: 'suite@mail.example', to: ['ada@mail.example'], id: 'one' };
const at = (port: number, changes: Partial<MailServerAddress> = {}): MailServerAddress => ({
  host: '127.0.0.1',
  port,
  security: 'NONE',
  login: null,
  ...changes,
});

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function scripted(script: ScriptedServer['script']): Promise<ScriptedServer> {
  const server = await startScriptedServer(script);
  stops.push(server.stop);
  return server;
}

function laneTo(server: MailServerAddress, timeouts = STANDARD_TIMEOUTS): SmtpLane {
  const reach = createReach({ ...server, trusted: true }, createAddressGuard(), () => ALLOW_NOTHING);
  const lane = new SmtpLane(server, reach, timeouts);
  stops.push(() => lane.close());
  return lane;
}

async function realServer(
  options: ConstructorParameters<typeof SMTPServer>[0],
): Promise<{ port: number; logins: string[] }> {
  const logins: string[] = [];
  const server = new SMTPServer({
    onAuth({ username, password }, _session, done) {
      logins.push(String(username));
      if (password === 'right') done(null, { user: username });
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done());
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  stops.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, logins };
}

describe('a lane', () => {
  it('hands a message over byte for byte, also lines that begin with a dot', async () => {
    const server = await scripted(() => undefined);
    const seen = await laneTo(at(server.port)).send(envelope, MESSAGE);
    expect(judgeAttempt(seen, envelope.to).outcome).toBe('ACCEPTED');
    expect(server.mails[0]?.data).toBe(MESSAGE.toString());
  });

  it('uses one connection for many mails', async () => {
    const server = await scripted(() => undefined);
    const lane = laneTo(at(server.port));
    for (let index = 0; index < 20; index += 1) await lane.send(envelope, SHORT_MESSAGE);
    expect([server.mails.length, server.connections]).toEqual([20, 1]);
  });

  it.each([
    ['at the greeting', 'GREETING', 'CONNECTION'],
    ['at the sender', 'MAIL', 'CONNECTION'],
    ['before it asks for the message', 'DATA', 'CONNECTION'],
    ['after the whole message', 'MESSAGE', 'UNCERTAIN'],
  ])(
    'mail-notification 9: a server that hangs %s leaves it open as far as %s, which is %s',
    async (_name, command, outcome) => {
      const server = await scripted((said) => (said.startsWith(command) ? 'HANG' : undefined));
      const seen = await laneTo(at(server.port), SHORT).send(envelope, MESSAGE);
      expect(judgeAttempt(seen, envelope.to).outcome).toBe(outcome);
      expect(seen.handedOver).toBe(outcome === 'UNCERTAIN');
    },
  );

  it('mail-notification 9: an aborted send says whether the message was handed over', async () => {
    const server = await scripted((said) => (said === 'MESSAGE' ? 'HANG' : undefined));
    const lane = laneTo(at(server.port));
    const sending = lane.send(envelope, MESSAGE);
    while (server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    lane.abort();
    expect(judgeAttempt(await sending, envelope.to).outcome).toBe('UNCERTAIN');
  });

  it('mail-notification 9: a server that nobody answers for is a failed connection', async () => {
    const server = await startScriptedServer();
    await server.stop();
    const seen = await laneTo(at(server.port)).send(envelope, MESSAGE);
    expect(judgeAttempt(seen, envelope.to)).toMatchObject({ outcome: 'CONNECTION', counts: false });
  });

  it('a server that resets a connection on which nothing was said yet ends that connection alone', async () => {
    const accepted: Socket[] = [];
    const server = createServer((socket) => void accepted.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const guarded = { host: '127.0.0.1', port, trusted: true };
    const reached = await createReach(
      guarded,
      createAddressGuard(),
      () => ALLOW_NOTHING,
    )(STANDARD_TIMEOUTS.connectMs, new AbortController().signal);
    if ('error' in reached) throw new Error(reached.error);
    // What has no listener would end the process.
    expect(reached.socket.listenerCount('error')).toBe(1);
    const closed = new Promise((resolve) => reached.socket.resume().once('close', resolve));
    accepted[0]!.resetAndDestroy();
    await closed;
  });

  it('signs in, and says of a wrong password that it is one, without writing it down', async () => {
    const { port, logins } = await realServer({ authOptional: false, hideSTARTTLS: true, allowInsecureAuth: true });
    const right = await laneTo(at(port, { login: { username: 'mailer', password: 'right' } })).send(
      envelope,
      SHORT_MESSAGE,
    );
    expect(judgeAttempt(right, envelope.to).outcome).toBe('ACCEPTED');
    const wrong = await laneTo(at(port, { login: { username: 'mailer', password: 'wrong-word' } })).send(
      envelope,
      SHORT_MESSAGE,
    );
    expect(judgeAttempt(wrong, envelope.to)).toMatchObject({ outcome: 'AUTH', counts: false });
    expect(logins).toEqual(['mailer', 'mailer']);
    const words = [right, wrong].map((seen) => JSON.stringify(seen)).join();
    for (const word of ['right', 'wrong-word', Buffer.from('\0mailer\0right').toString('base64')]) {
      expect(words).not.toContain(word);
    }
  });

  it('says nothing of a mail to a server without encryption, nor to one whose certificate nobody vouches for', async () => {
    const plain = await scripted(() => undefined);
    const seen = await laneTo(at(plain.port, { security: 'STARTTLS' })).send(envelope, MESSAGE);
    expect(judgeAttempt(seen, envelope.to).outcome).toBe('CONNECTION');
    expect(plain.commands.some((command) => /^(MAIL|AUTH)/.test(command))).toBe(false);
    const { port, logins } = await realServer({ authOptional: true });
    const login = { username: 'mailer', password: 'right' };
    const selfMade = await laneTo(at(port, { security: 'STARTTLS', login })).send(envelope, MESSAGE);
    expect(judgeAttempt(selfMade, envelope.to).outcome).toBe('CONNECTION');
    expect(logins).toEqual([]);
  });
});

const both = { ...envelope, to: ['ada@mail.example', 'bob@mail.example'] };
const ADA = 'RCPT TO:<ada@';
const BOB = 'RCPT TO:<bob@';
/** Hands a mail for Ada and Bob to a server that answers these commands so. */
async function judged(answers: Readonly<Record<string, string>>, login: MailServerAddress['login'] = null) {
  const server = await scripted((said) => Object.entries(answers).find(([command]) => said.startsWith(command))?.[1]);
  const lane = laneTo(at(server.port, { login }));
  const seen = await lane.send(both, SHORT_MESSAGE);
  const { outcome, counts, fates, reason } = judgeAttempt(seen, both.to);
  return { server, lane, seen, outcome, counts, reason, fates: both.to.map((address) => fates.get(address)) };
}
describe.each(['PIPELINING', '8BITMIME'])('an attempt at a server that offers %s', (extension) => {
  const EHLO = `250-test\r\n250 ${extension}`;

  it.each([
    ['550 5.1.0 nobody', 'REFUSED', true, 'FAILED', null],
    ['504 5.5.4 no such option', 'REFUSED', true, 'FAILED', null],
    ['552 5.3.4 too large', 'REFUSED', true, 'FAILED', 'MAIL_TOO_LARGE'],
    ['451 4.3.0 later', 'DEFERRED', true, 'RETRY', null],
    ['554 5.7.1 relay denied', 'RELAY', false, 'RETRY', null],
    ['550 5.7.26 not authenticated', 'RELAY', false, 'RETRY', null],
    ['530 5.7.0 sign in', 'AUTH', false, 'QUEUED', null],
    ['534 5.7.9 stronger mechanism', 'AUTH', false, 'QUEUED', null],
    ['503 5.5.1 bad sequence', 'PROTOCOL', false, 'QUEUED', null],
    ['421 4.3.2 closing', 'CONNECTION', false, 'QUEUED', null],
  ])(
    'mail-notification 9: a sender who is answered %s decides the mail, whatever is said of commands that were sent ahead',
    async (reply, outcome, counts, fate, reason) => {
      const { seen, fates, ...verdict } = await judged({ EHLO, MAIL: reply });
      expect(verdict).toMatchObject({ outcome, counts, reason });
      expect(fates).toEqual([fate, fate]);
      expect(seen).toMatchObject({ phase: 'MAIL', reply: { code: Number(reply.slice(0, 3)) }, accepted: [] });
      expect([...seen.refused]).toEqual([]);
    },
  );

  it.each([['503 5.5.1 no valid recipients'], ['554 5.5.1 no valid recipients'], ['354 go on']])(
    'mail-notification 9: addresses that were all refused keep their answers although DATA is answered %s',
    async (DATA) => {
      const { seen, outcome, fates } = await judged({
        EHLO,
        [ADA]: '550 5.1.1 nobody',
        [BOB]: '450 4.2.1 later',
        DATA,
      });
      expect([outcome, ...fates]).toEqual(['DEFERRED', 'FAILED', 'RETRY']);
      expect(seen.phase).toBe('RCPT');
      expect([...seen.refused.values()].map(({ code }) => code)).toEqual([550, 450]);
    },
  );

  it.each([
    ['530 5.7.0 sign in', 'RETRY'],
    ['534 5.7.9 stronger mechanism', 'RETRY'],
    ['535 5.7.8 not the password', 'RETRY'],
    ['503 5.5.1 bad sequence', 'RETRY'],
    ['504 5.5.4 no such option', 'FAILED'],
    ['501 5.1.3 bad address', 'FAILED'],
    ['554 5.7.1 relay denied', 'FAILED'],
    ['450 4.2.1 later', 'RETRY'],
  ])(
    'mail-notification 9: one address that is answered %s waits or ends alone, and who has the mail never gets a second copy',
    async (reply, fate) => {
      const sent = await judged({ EHLO, [BOB]: reply });
      expect([sent.outcome, sent.counts, ...sent.fates]).toEqual(['ACCEPTED', true, 'SENT', fate]);
      const lost = await judged({ EHLO, [BOB]: reply, MESSAGE: 'DROP' });
      expect([lost.outcome, lost.counts, ...lost.fates]).toEqual(['UNCERTAIN', true, 'UNCERTAIN', fate]);
      const refused = await judged({ EHLO, [BOB]: reply, MESSAGE: '550 5.6.0 no' });
      expect([refused.counts, ...refused.fates]).toEqual([true, 'FAILED', fate]);
      const putOff = await judged({ EHLO, [BOB]: reply, DATA: '451 4.3.0 later' });
      expect([putOff.outcome, putOff.counts, ...putOff.fates]).toEqual(['DEFERRED', true, 'RETRY', fate]);
    },
  );

  it.each([
    ['530 5.7.0 sign in', 'AUTH', 'QUEUED'],
    ['534 5.7.9 stronger mechanism', 'AUTH', 'QUEUED'],
    ['535 5.7.8 not the password', 'AUTH', 'QUEUED'],
    ['503 5.5.1 bad sequence', 'PROTOCOL', 'QUEUED'],
    ['421 4.7.0 too many errors', 'CONNECTION', 'QUEUED'],
    ['550 5.7.1 relay denied', 'RELAY', 'RETRY'],
    ['554 relay denied', 'RELAY', 'RETRY'],
  ])('mail-notification 9: every address answered %s is %s', async (reply, outcome, fate) => {
    const verdict = await judged({ EHLO, RCPT: reply });
    expect([verdict.outcome, verdict.counts, ...verdict.fates]).toEqual([outcome, false, fate, fate]);
  });

  it.each([
    ['DATA', '550 5.6.0 no', 'REFUSED', 'FAILED'],
    ['DATA', '554 5.7.1 no', 'REFUSED', 'FAILED'],
    ['DATA', '502 5.5.1 no such command', 'REFUSED', 'FAILED'],
    ['DATA', '451 4.3.0 later', 'DEFERRED', 'RETRY'],
    ['DATA', '503 5.5.1 bad sequence', 'PROTOCOL', 'QUEUED'],
    ['DATA', '530 5.7.0 sign in', 'AUTH', 'QUEUED'],
    ['DATA', '421 4.3.2 closing', 'CONNECTION', 'QUEUED'],
    ['MESSAGE', '535 5.7.8 sign in', 'AUTH', 'QUEUED'],
    ['MESSAGE', '421 4.3.2 closing', 'DEFERRED', 'RETRY'],
  ])('mail-notification 9: %s that is answered %s is %s', async (command, reply, outcome, fate) => {
    const verdict = await judged({ EHLO, [command]: reply });
    expect([verdict.outcome, ...verdict.fates]).toEqual([outcome, fate, fate]);
    expect(verdict.counts).toBe(outcome === 'REFUSED' || outcome === 'DEFERRED');
  });
});

describe('a server that is greeted', () => {
  const login = { username: 'mailer', password: 'right' };
  const EHLO = '250-test\r\n250 AUTH PLAIN';

  it.each([
    ['500 5.5.1 what', 'PROTOCOL'],
    ['501 5.5.4 cannot read it', 'PROTOCOL'],
    ['502 5.5.1 no such command', 'PROTOCOL'],
    ['503 5.5.1 signed in already', 'PROTOCOL'],
    ['504 5.5.4 no such mechanism', 'PROTOCOL'],
    ['530 5.7.0 encrypt first', 'AUTH'],
    ['534 5.7.9 too weak', 'AUTH'],
    ['535 5.7.8 not the password', 'AUTH'],
    ['538 5.7.11 encrypt first', 'AUTH'],
    ['454 4.7.0 later', 'CONNECTION'],
    ['421 4.3.2 closing', 'CONNECTION'],
  ])('mail-notification 9: and answers %s to the sign-in is %s', async (reply, outcome) => {
    const verdict = await judged({ EHLO, AUTH: reply }, login);
    expect([verdict.outcome, verdict.counts, ...verdict.fates]).toEqual([outcome, false, 'QUEUED', 'QUEUED']);
    expect(verdict.seen).toMatchObject({ phase: 'AUTH', reply: { code: Number(reply.slice(0, 3)) } });
  });

  it.each([
    ['421 4.3.2 closing'],
    ['451 4.3.0 later'],
    ['501 5.5.4 bad name'],
    ['550 5.7.1 not you'],
    ['554 5.3.2 no service'],
  ])('mail-notification 9: and answers %s to EHLO does not serve', async (reply) => {
    const { outcome, counts, server, seen } = await judged({ EHLO: reply });
    expect([outcome, counts]).toEqual(['CONNECTION', false]);
    expect(seen).toMatchObject({ phase: 'CONNECT', reply: { code: Number(reply.slice(0, 3)) } });
    expect(server.commands.some((command) => command.startsWith('MAIL'))).toBe(false);
  });

  it.each([['500 5.5.1 what is SMTPUTF8'], ['502 5.5.1 no such command']])(
    'mail-notification 9: and answers %s to EHLO is an old one, which takes mails after HELO',
    async (reply) => {
      const { outcome, server, lane } = await judged({ EHLO: reply });
      expect(outcome).toBe('ACCEPTED');
      expect(server.commands).toContain('MAIL FROM:<suite@mail.example>');
      const letters = { ...envelope, to: ['çiçek@mail.example'] };
      expect((await lane.send(letters, SHORT_MESSAGE)).unfit).toBe('ADDRESS_NOT_SUPPORTED');
      const nobody = await judged({ EHLO: reply, HELO: '550 5.7.1 not you' });
      expect([nobody.outcome, nobody.counts]).toEqual(['CONNECTION', false]);
    },
  );

  it.each([
    ['MAIL', '530 5.7.0 sign in'],
    ['MAIL', '503 5.5.1 bad sequence'],
    ['RCPT', '535 5.7.8 sign in'],
    ['DATA', '503 5.5.1 bad sequence'],
  ])('mail-notification 9: and answers %s with %s is connected to anew for the next mail', async (command, reply) => {
    const { server, lane } = await judged({ [command]: reply });
    server.script = () => undefined;
    await lane.send(envelope, SHORT_MESSAGE);
    expect([server.connections, server.mails.length]).toEqual([2, 1]);
  });
});

describe('a message with letters beyond ASCII in its headers', () => {
  const letters = Buffer.from('From: çiçek@mail.example\r\nSubject: a\r\n\r\nb\r\n');

  it('mail-notification 9: is told to be one, whatever its envelope is', async () => {
    const server = await scripted(() => undefined);
    const lane = laneTo(at(server.port));
    expect(judgeAttempt(await lane.send(envelope, letters), envelope.to).outcome).toBe('ACCEPTED');
    await lane.send(envelope, Buffer.from('Subject: a\r\n\r\nçiçek\r\n'));
    await lane.send({ ...envelope, from: 'çiçek@mail.example' }, letters);
    const senders = server.commands.filter((command) => command.startsWith('MAIL'));
    expect(senders.map((command) => command.split(' ').filter((word) => word === 'SMTPUTF8').length)).toEqual([
      1, 0, 1,
    ]);
    expect(server.mails[0]?.data).toBe(letters.toString());
  });

  it('mail-notification 9: is refused where the server does not offer SMTPUTF8', async () => {
    const server = await scripted((said) => (said.startsWith('EHLO') ? '250-SMTPUTF8\r\n250 8BITMIME' : undefined));
    const seen = await laneTo(at(server.port)).send(envelope, letters);
    expect(judgeAttempt(seen, envelope.to)).toMatchObject({ outcome: 'REFUSED', reason: 'ADDRESS_NOT_SUPPORTED' });
    expect(server.commands.some((command) => command.startsWith('MAIL'))).toBe(false);
  });
});
