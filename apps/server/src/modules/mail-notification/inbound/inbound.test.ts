// Tests what reports of mail servers do: to copies, to addresses, and nothing where they are not about the mail that they name.
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';
import { createTenant } from '../../../testing/sign-in.ts';
import { slowMail, tooRich } from './reading/hostile-mails.fixture.ts';
import { complaint, deliveryReport } from './reports.fixture.ts';
import { createReturnPaths } from './return-path.ts';

let server: SettingServer;
beforeAll(async () => {
  server = await startSettingServer();
});
afterAll(() => server?.stop());

interface Sent {
  readonly id: number;
  readonly messageId: string;
  /** Is signed. */
  readonly path: string;
}

/** Puts a mail into the log that was sent to these addresses. */
async function sent(addresses: readonly string[], status = 'SENT', tenant = 'default'): Promise<Sent> {
  const messageId = `<${randomUUID()}@mail.example>`;
  const now = new Date(server.clock.now());
  const [mail] = await query<{ id: number }>(
    server,
    `INSERT INTO mail (uuid, tenant_identifier, locale, status, priority, sensitive, sender, subject, message_id, send_date, due_at,
       expire_date, content_date, ended_date, created_by, updated_by, date_created, date_updated)
     VALUES (gen_random_uuid(), $1, 'en', $2, 'NORMAL', false, 'suite@mail.example', '', $3, $4, $4, $4, $4, $4, 'admin', 'admin', $4, $4)
     RETURNING id`,
    [tenant, status, messageId, now],
  );
  const { id } = mail!;
  for (const address of addresses) {
    await query(server, `INSERT INTO mail_recipient (mail_id, type, address, status) VALUES ($1, 'TO', $2, $3)`, [
      id,
      address,
      status,
    ]);
  }
  return { id, messageId, path: createReturnPaths(server.kernel.keys).write(id, 'bounce.example') };
}

const stateOf = async ({ id }: Sent) => {
  const [row] = await query<{ status: string; copies: string[] }>(
    server,
    `SELECT status, ARRAY(SELECT r.status FROM mail_recipient r WHERE r.mail_id = m.id ORDER BY r.id) AS copies FROM mail m WHERE id = $1`,
    [id],
  );
  return [row!.status, ...row!.copies];
};
const suppressed = (address: string) =>
  query<{ reason: string; days: number | null }>(
    server,
    `SELECT reason, round(extract(epoch FROM expire_date - date_updated) / 86400)::int AS days FROM mail_suppression
     WHERE address = $1 ORDER BY reason`,
    [address],
  );
async function take(text: string, token = server.admin, mediaType = 'message/rfc822') {
  const response = await fetch(`${server.url}/notification/mail/inbound`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': mediaType },
    body: text,
  });
  const { body, errorDetail } = (await response.json()) as {
    body: { outcome: string } | null;
    errorDetail: { errorCode: string } | null;
  };
  return errorDetail?.errorCode ?? body?.outcome;
}
const bounce = ({ path }: Sent, address: string, more: { action?: string; status?: string } = {}) =>
  take(deliveryReport({ to: path, copies: [{ address, ...more }] }));

it('mail-notification 19: after two hard bounces within a day an address is left alone for 30 days, after one it is not', async () => {
  const address = 'gone@mail.example';
  const first = await sent([address]);
  expect([await bounce(first, address), await stateOf(first)]).toEqual(['TAKEN', ['BOUNCED', 'BOUNCED']]);
  expect([await bounce(first, address), await suppressed(address)]).toEqual(['UNCHANGED', []]);
  server.clock.advance(MINUTE_MS);
  await bounce(await sent([address]), address.toUpperCase(), { status: '5.2.1' });
  expect(await suppressed(address)).toEqual([{ reason: 'HARD_BOUNCE', days: 30 }]);
});

it('mail-notification 19: two hard bounces more than a day apart do not count together, two at the same moment do', async () => {
  const [slow, crowd] = ['slow@mail.example', 'crowd@mail.example'];
  await bounce(await sent([slow]), slow);
  await query(server, 'UPDATE mail_recipient SET hard_bounce_date = hard_bounce_date - $1::interval', ['24 hours']);
  await bounce(await sent([slow]), slow);
  expect(await suppressed(slow)).toEqual([]);
  const mails = await Promise.all([1, 2].map(() => sent([crowd])));
  await Promise.all(mails.map((mail) => bounce(mail, crowd)));
  expect(await suppressed(crowd)).toMatchObject([{ reason: 'HARD_BOUNCE' }]);
});

it('mail-notification 19: another failure is told and speaks against nobody, a delay changes nothing, an arrival is told', async () => {
  const address = 'full@mail.example';
  for (let round = 0; round < 3; round += 1) {
    const mail = await sent([address]);
    expect(await bounce(mail, address, { action: 'delayed', status: '4.2.2' })).toBe('UNCHANGED');
    expect(await stateOf(mail)).toEqual(['SENT', 'SENT']);
    expect(await bounce(mail, address, { action: 'delivered', status: '2.0.0' })).toBe('TAKEN');
    expect(await stateOf(mail)).toEqual(['DELIVERED', 'DELIVERED']);
    expect(await bounce(mail, address, { status: '5.2.2' })).toBe('TAKEN');
    expect(await stateOf(mail)).toEqual(['BOUNCED', 'BOUNCED']);
  }
  expect(await suppressed(address)).toEqual([]);
});

it('mail-notification 19: a complaint ends mails to the address for good, and the copies of others stay as they are', async () => {
  const mail = await sent(['loud@mail.example', 'calm@mail.example']);
  expect(await take(complaint({ from: mail.path, recipient: 'loud@mail.example' }))).toBe('TAKEN');
  expect(await stateOf(mail)).toEqual(['PARTIAL', 'COMPLAINED', 'SENT']);
  expect(await suppressed('loud@mail.example')).toEqual([{ reason: 'COMPLAINT', days: null }]);
  const [event] = await query<{ username: string }>(
    server,
    `SELECT username FROM log_event e WHERE event_name = 'mail.suppression-added' AND strpos(e::text, 'loud@mail.example') > 0`,
  );
  expect(event).toEqual({ username: 'admin' });
});

it('mail-notification 19: by its Message-ID alone a report suppresses only where the mail had one recipient', async () => {
  const both = await sent(['one@mail.example', 'two@mail.example']);
  const told = { messageId: both.messageId, recipient: 'one@mail.example' };
  expect(await take(complaint(told))).toBe('TAKEN');
  expect(await stateOf(both)).toEqual(['PARTIAL', 'COMPLAINED', 'SENT']);
  expect(await suppressed('one@mail.example')).toEqual([]);
  const single = await sent(['only@mail.example']);
  expect(await take(complaint({ messageId: single.messageId }))).toBe('TAKEN');
  expect(await suppressed('only@mail.example')).toHaveLength(1);
  for (let round = 0; round < 2; round += 1) {
    const { messageId } = await sent(['pair@mail.example', 'other@mail.example']);
    await take(deliveryReport({ messageId, copies: [{ address: 'pair@mail.example' }] }));
  }
  expect(await suppressed('pair@mail.example')).toEqual([]);
});

it('mail-notification 19: a forged return path makes a report worth nothing, whatever else it knows', async () => {
  const address = 'victim@mail.example';
  const [mail, own] = [await sent([address]), await sent(['attacker@mail.example'])];
  const copies = [{ address }];
  const forged = mail.path.replace(/\.[a-z2-7]{16}@/, '.aaaaaaaaaaaaaaaa@');
  const { messageId } = mail;
  expect(await take(deliveryReport({ to: forged, messageId, copies }))).toBe('NOT_ATTRIBUTED');
  expect(await take(deliveryReport({ to: own.path, messageId, copies }))).toBe('NOT_ATTRIBUTED');
  expect(await take(deliveryReport({ to: mail.path, returnPath: own.path, copies }))).toBe('NOT_ATTRIBUTED');
  expect(await take(deliveryReport({ messageId: '<nobody@mail.example>', copies }))).toBe('NOT_ATTRIBUTED');
  expect(await take(deliveryReport({ copies }))).toBe('NOT_ATTRIBUTED');
  expect([await stateOf(mail), await stateOf(own), await suppressed(address)]).toEqual([
    ['SENT', 'SENT'],
    ['SENT', 'SENT'],
    [],
  ]);
});

it('mail-notification 18, 19: a report about a mail of another tenant, or by somebody without the authority, does nothing', async () => {
  await createTenant(server, 'aside');
  const [operator, stranger] = [
    await signInWith(server, 'postmaster', ['NOTIFICATION_MAIL_MANAGE']),
    await signInWith(server, 'passer-by'),
  ];
  const address = 'abroad@mail.example';
  const mail = await sent([address], 'SENT', 'aside');
  const text = deliveryReport({ to: mail.path, copies: [{ address }] });
  expect(await take(text, operator)).toBe('NOT_ATTRIBUTED');
  expect(await take(text, stranger)).toBe('ACCESS_DENIED');
  expect(await stateOf(mail)).toEqual(['SENT', 'SENT']);
});

it('mail-notification 19: a copy that still waits keeps its state, and a mail that is no report is dropped and counted', async () => {
  const address = 'patient@mail.example';
  const mail = await sent([address], 'RETRY');
  expect([await bounce(mail, address), await stateOf(mail)]).toEqual(['UNCHANGED', ['RETRY', 'RETRY']]);
  expect(await take('Subject: Away\r\n\r\nI am away.')).toBe('NO_REPORT');
  const counted = await (await fetch(`${server.url}/metrics`)).text();
  expect(counted).toMatch(/mail_inbound_total\{outcome="NO_REPORT"\} \d/);
  expect(await take('x', server.admin, 'text/plain')).toBe('UNSUPPORTED_MEDIA_TYPE');
});

it('mail-notification 19: what is more than a report is not read, and is reported in the log and the metrics', async () => {
  const [, excess, write] = tooRich.find(([, one]) => one === 'REPORT_GROUPS')!;
  expect(await take(write())).toBe('NO_REPORT');
  const told = server.logLines.map((line) => JSON.parse(line)).filter((line) => line.excess !== undefined);
  expect(told).toMatchObject([{ tenant: 'default', excess, bytes: expect.any(Number) }]);
  const counted = await (await fetch(`${server.url}/metrics`)).text();
  expect(counted).toContain('mail_inbound_total{outcome="TOO_RICH"} 1');
});

it('mail-notification 19: others are answered while a mail that takes long is read', async () => {
  const lane = server.kernel.lanes.all().find(({ name }) => name === 'mail-inbound')!;
  let isRead = false;
  const reading = take(slowMail()).finally(() => {
    isRead = true;
  });
  await expect.poll(() => lane.running).toBe(1);
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  expect(isRead).toBe(false);
  expect(await reading).toBe('NO_REPORT');
});
