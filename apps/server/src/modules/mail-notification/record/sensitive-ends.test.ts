// Proves that what a sensitive mail said is gone with each of its ends, and its files with it.
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, query, signInAdmin } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { enqueue, runToEnd, startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

let smtp: ScriptedServer;
let server: TestServer;
let token: string;
beforeAll(async () => {
  smtp = await startScriptedServer((command) => (command.includes('nobody@') ? '550 5.1.1 nobody' : undefined));
  server = await startMailing(smtp.port);
  token = await signInAdmin(server);
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

const post = (path: string) => call<{ uuid: string }>(server, 'POST', `/notification${path}`, { token });

/** It waits until sending is on again. */
async function waiting(address: string, templateCode = 'test.secret'): Promise<string> {
  server.settings.set('mail.sending-enabled', false);
  const expireDate = new Date(server.clock.now() + HOUR_MS);
  const { uuid } = await enqueue(server, { templateCode, to: { address, name: null }, expireDate });
  await query(
    server,
    `INSERT INTO mail_attachment (mail_id, content, content_date) SELECT id, '\\x01', content_date FROM mail WHERE uuid = $1`,
    [uuid],
  );
  return uuid;
}

function leave(): void {
  server.settings.set('mail.sending-enabled', true);
  server.clock.advance(1);
}

const left = async (uuid: string) => {
  const [row] = await query<{ contents: number; files: number; removed: boolean }>(
    server,
    `SELECT content_removed AS removed, (SELECT count(*)::int FROM mail_content c WHERE c.mail_id = m.id) AS contents,
       (SELECT count(*)::int FROM mail_attachment a WHERE a.mail_id = m.id) AS files
     FROM mail m WHERE uuid = $1`,
    [uuid],
  );
  return row;
};

async function deactivate(): Promise<void> {
  const { body } = await call<{ uuid: string }>(server, 'GET', '/notification/template/by-code/test.secret', { token });
  const { status } = await post(`/template/deactivate/by-uuid/${body.uuid}?cancelPending=true`);
  expect(status).toBe(200);
  expect((await post(`/template/activate/by-uuid/${body.uuid}`)).status).toBe(200);
}

it.each([
  ['was sent', 'SENT', 'ada@mail.example', leave],
  ['was refused', 'FAILED', 'nobody@mail.example', leave],
  ['was cancelled', 'CANCELLED', 'ada@mail.example', (uuid: string) => post(`/mail/cancel/by-uuid/${uuid}`)],
  ['was cancelled with its template', 'CANCELLED', 'ada@mail.example', deactivate],
  [
    'is past its date',
    'EXPIRED',
    'ada@mail.example',
    () => {
      server.clock.advance(HOUR_MS);
      return runToEnd(server, 'mail-expiry');
    },
  ],
] as const)(
  'mail-notification 11: a sensitive mail that %s has lost what it said, and its files',
  async (_how, status, address, end) => {
    const [uuid, other] = [await waiting(address), await waiting(address, 'test.open')];
    expect(await left(uuid)).toEqual({ removed: false, contents: 1, files: 1 });
    await end(uuid);
    await untilStatus(server, uuid, status);
    expect(await left(uuid)).toEqual({ removed: true, contents: 0, files: 0 });
    expect(await left(other)).toEqual({ removed: false, contents: 1, files: 1 });
  },
);
