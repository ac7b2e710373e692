// Tests that an address which a mail server does not know is left alone after a second try, and no other one is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';
import { enqueue, startMailing, untilStatus } from './mail-server.fixture.ts';

let smtp: ScriptedServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await startScriptedServer();
  server = await startMailing(smtp.port);
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

const REFUSALS: Readonly<Record<string, string>> = {
  gone: '550 5.1.1 No such user here',
  closed: '550 5.2.1 Mailbox disabled',
  full: '552 5.2.2 Mailbox full',
  wrong: '550 5.1.8 The domain of the sender does not exist',
  plain: '550 No',
};

it('mail-notification 19: an address that a mail server does not know is left alone after the second mail, and no other is', async () => {
  smtp.script = (command) => REFUSALS[/^RCPT TO:<(\w+)@/.exec(command)?.[1] ?? ''];
  for (let round = 0; round < 2; round += 1) {
    expect(await query(server, 'SELECT FROM mail_suppression')).toHaveLength(0);
    const to = Object.keys(REFUSALS).map((name) => ({ address: `${name}@mail.example`, name: null }));
    const mails = await Promise.all(to.map((one) => enqueue(server, { to: one })));
    for (const { uuid } of mails) await untilStatus(server, uuid, 'FAILED');
  }
  expect(await query(server, 'SELECT address, reason, created_by AS "by" FROM mail_suppression ORDER BY 1')).toEqual([
    { address: 'closed@mail.example', reason: 'HARD_BOUNCE', by: 'system' },
    { address: 'gone@mail.example', reason: 'HARD_BOUNCE', by: 'system' },
  ]);
});
