// Proves that mails arrive through Debian's Postfix as they were written; runs only where there is one.
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMailServers } from '../../../testing/outside-programs.ts';
import { eventually } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import {
  enqueue,
  enqueueTo,
  readAttempts,
  startMailing,
  untilAttempts,
  untilStatus,
} from '../delivery/mail-server.fixture.ts';
import { type Relay, startRelay } from './postfix.fixture.ts';

describe.skipIf(!hasMailServers())('Postfix before a mailbox of aiosmtpd', () => {
  let relay: Relay;
  let server: TestServer;
  beforeAll(async () => {
    relay = await startRelay();
    server = await startMailing(relay.port);
  }, 30_000);
  afterAll(async () => {
    await server?.stop();
    await relay?.stop();
  });
  const arrived = async (uuid: string) =>
    eventually(
      async () => (await relay.mails()).filter((mail) => mail.includes(`<${uuid}@`)),
      (mails) => mails.length > 0,
    );

  it('takes mails with letters of any script, each once and as it was written', async () => {
    const names = ['Ada', 'Çiğdem İıŞş', '李雷', '🌷 .\n.dot\n..two', 'x'.repeat(5_000)];
    const mails = await Promise.all(names.map((name) => enqueue(server, { parameters: { name } })));
    for (const [index, { uuid }] of mails.entries()) {
      await untilStatus(server, uuid, 'SENT');
      const found = await arrived(uuid);
      expect(found).toHaveLength(1);
      const parsed = await PostalMime.parse(Buffer.from(found[0]!, 'latin1'));
      const name = names[index]!;
      expect(parsed.text?.replaceAll('\r\n', '\n').trim()).toBe(`Text for ${name}.`.trim());
      expect(parsed.subject).toBe(`Hello ${name.replaceAll(/\s+/g, ' ')}`);
    }
    const [attempt] = await readAttempts(server, mails[0]!.uuid);
    expect(attempt?.transcript).toContain('NOTIFY=FAILURE,DELAY');
  }, 60_000);

  it('says of an address that it is nobody, or later, and the mail ends or is tried again then', async () => {
    const nobody = await enqueue(server, { to: { address: 'nobody@mail.example', name: null } });
    await untilStatus(server, nobody.uuid, 'FAILED');
    expect(await readAttempts(server, nobody.uuid)).toMatchObject([{ outcome: 'REFUSED', phase: 'RCPT', code: 550 }]);
    const later = await enqueue(server, { to: { address: 'later@mail.example', name: null } });
    const { dueAt } = await untilStatus(server, later.uuid, 'RETRY');
    expect(dueAt.getTime() - server.clock.now()).toBe(300_000);
  }, 60_000);

  it.each([
    ['unwanted', 'FAILED', 'REFUSED', 550],
    ['denied', 'RETRY', 'RELAY', 554],
  ])(
    'mail-notification 9: refuses the sender %s, and what it says of him decides the mail',
    async (name, status, outcome, code) => {
      server.settings.set('mail.default-sender', `${name}@mail.example`);
      const { uuid } = await enqueue(server);
      server.settings.set('mail.default-sender', 'Suite <suite@mail.example>');
      await untilStatus(server, uuid, status);
      const [attempt] = await readAttempts(server, uuid);
      expect(attempt).toMatchObject({ outcome, phase: 'MAIL', code });
      expect(attempt?.transcript).toContain('S: 503 5.5.1');
    },
    60_000,
  );

  it('mail-notification 9: takes one address and refuses another, and who has the mail gets no second copy', async () => {
    const uuid = await enqueueTo(server, 'default', 'nobody@mail.example', 'ada@mail.example', 'later@mail.example');
    const { copies, dueAt } = await untilStatus(server, uuid, 'RETRY');
    expect([copies, dueAt.getTime() - server.clock.now()]).toEqual([['FAILED', 'SENT', 'RETRY'], 300_000]);
    server.clock.advance(300_000);
    await untilAttempts(server, uuid, 2);
    expect((await untilStatus(server, uuid, 'RETRY')).copies).toEqual(copies);
    expect(await arrived(uuid)).toHaveLength(1);
  }, 60_000);

  it('is away for a while, and gets every mail afterwards, once', async () => {
    await relay.pause();
    const first = await enqueue(server);
    await untilAttempts(server, first.uuid, 1);
    const mails = [first, ...(await Promise.all(Array.from({ length: 20 }, () => enqueue(server))))];
    await relay.resume();
    for (let rounds = 0; rounds < 3; rounds += 1) server.clock.advance(16_000);
    for (const { uuid } of mails) {
      await untilStatus(server, uuid, 'SENT');
      expect(await arrived(uuid)).toHaveLength(1);
    }
  }, 60_000);
});
