// Proves that a mail leaves with the address to which its report comes back, and that the report is believed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, signInAdmin } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { deliveryReport } from '../inbound/reports.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';
import { enqueue, readRow, startMailing, untilStatus } from './mail-server.fixture.ts';

const DOMAIN = 'bounces.mail.example';

let smtp: ScriptedServer;
let server: TestServer;
let token: string;
beforeAll(async () => {
  smtp = await startScriptedServer();
  server = await startMailing(null);
  token = await signInAdmin(server);
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

async function report(to: string) {
  const response = await fetch(`${server.url}/notification/mail/inbound`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    body: deliveryReport({ to, copies: [{ address: 'ada@mail.example' }] }),
  });
  return ((await response.json()) as { body: { outcome: string } }).body.outcome;
}

it('mail-notification 19: a mail leaves with the signed return path of its server, and a report to it is believed', async () => {
  const body = { code: 'own', name: 'Own', host: '127.0.0.1', port: smtp.port, security: 'NONE' };
  const refused = await call(server, 'POST', '/notification/provider', {
    token,
    body: { ...body, returnPathDomain: 'no domain' },
  });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('returnPathDomain')]);
  const added = await call(server, 'POST', '/notification/provider', {
    token,
    body: { ...body, returnPathDomain: DOMAIN.toUpperCase() },
  });
  expect(added.status, added.text).toBe(200);
  const { uuid } = await enqueue(server);
  await untilStatus(server, uuid, 'SENT');
  const [{ from, data } = { from: '', data: '' }] = smtp.mails;
  expect(from).toMatch(/^b\.[0-9a-v]+\.[a-z2-7]{16}@bounces\.mail\.example$/);
  expect(data).toMatch(/^From: Suite <suite@mail\.example>\r$/m);
  expect(await report(from.replace(/.(?=@)/, (last) => (last === 'a' ? 'b' : 'a')))).not.toBe('TAKEN');
  expect((await readRow(server, uuid)).copies).toEqual(['SENT']);
  expect([await report(from.toUpperCase()), (await readRow(server, uuid)).copies]).toEqual(['TAKEN', ['BOUNCED']]);
});
