// Proves what a lane says of connections that hang, of sign-ins and of encryption, against real mail servers.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
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
  for (const stop of stops.splice(0)) await stop();
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
    for (let index = 0; index < 20; index += 1) await lane.send(envelope, MESSAGE);
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

  it('signs in, and says of a wrong password that it is one, without writing it down', async () => {
    const { port, logins } = await realServer({ authOptional: false, hideSTARTTLS: true, allowInsecureAuth: true });
    const right = await laneTo(at(port, { login: { username: 'mailer', password: 'right' } })).send(envelope, MESSAGE);
    expect(judgeAttempt(right, envelope.to).outcome).toBe('ACCEPTED');
    const wrong = await laneTo(at(port, { login: { username: 'mailer', password: 'wrong-word' } })).send(
      envelope,
      MESSAGE,
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
