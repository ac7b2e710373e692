// Proves that a mail which no mail server of its tenant takes is refused when it is sent, once a server has said how large mails may be.
import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { call, eventually, query, signInAdmin } from '../../../testing/sign-in.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';
import { enqueue, startMailing, untilStatus } from './mail-server.fixture.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(port: number, options: Parameters<typeof startMailing>[1]): Promise<TestServer> {
  const server = await startMailing(port, options);
  stops.push(server.stop);
  return server;
}

/** Sends a mail whose text has so many characters; answers its uuid, or the code of the refusal. */
async function send(server: TestServer, token: string, length: number): Promise<string> {
  const body = { to: ['ada@mail.example'], content: { subject: 'Size', content: 'x'.repeat(length) } };
  const answer = await call(server, 'POST', '/notification/mail/notify-with-content', { token, body });
  if (answer.status === 200) return answer.headers.get('x-svc-notification-uuid')!;
  expect(answer.status, answer.text).toBe(413);
  return String(answer.error?.errorCode);
}

it('mail-notification 17: is refused where no server of the tenant takes it, as soon as one has said so to any process', async () => {
  const database = await createTestDatabase(moduleMigrations);
  stops.push(database.close);
  const smtp = await startScriptedServer((command) =>
    command.startsWith('EHLO') ? '250-test\r\n250 SIZE 3000' : undefined,
  );
  stops.push(smtp.stop);
  const shared = {
    sharedDatabase: database,
    clock: createManualClock(),
    env: { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` },
  };
  const one = await start(smtp.port, shared);
  const other = await start(smtp.port, shared);
  const token = await signInAdmin(one);
  const unknown = await send(one, token, 4_000);
  expect(await untilStatus(one, unknown, 'FAILED')).toMatchObject({ reason: 'MAIL_TOO_LARGE' });
  for (const server of [one, other]) {
    await eventually(
      () => send(server, token, 4_000),
      (answer) => answer === 'MAIL_TOO_LARGE',
    );
    expect(await send(server, token, 4_000)).toBe('MAIL_TOO_LARGE');
  }
  await untilStatus(one, await send(other, token, 100), 'SENT');
  // A server that is met again may take more.
  smtp.script = (command) => (command === 'MESSAGE' ? 'DROP' : command.startsWith('EHLO') ? '250 test' : undefined);
  for (const server of [one, other]) await enqueue(server);
  await eventually(
    () => query<{ n: number }>(one, `SELECT count(*)::int AS n FROM mail WHERE status = 'RETRY'`),
    ([row]) => row?.n === 2,
  );
  smtp.script = () => undefined;
  one.clock.advance(61_000);
  for (const server of [one, other]) {
    const taken = await eventually(
      () => send(server, token, 4_000),
      (answer) => answer !== 'MAIL_TOO_LARGE',
    );
    await untilStatus(one, taken, 'SENT');
  }
});
