// Tests what a mail is of which a report changes a copy while another one is being sent.
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import { deliveryReport } from '../inbound/reports.fixture.ts';
import { createReturnPaths } from '../inbound/return-path.ts';
import type { Verdict } from '../smtp/attempt.types.ts';
import { finishMails, type LeasedMail, markInFlight } from './delivery.store.ts';
import { resultOf } from './mail-result.ts';

let server: SettingServer;
beforeAll(async () => {
  server = await startSettingServer();
});
afterAll(() => server?.stop());

/** Puts a mail into flight of which the copy to Ada has such a status, and the one to Bob waits. */
async function inFlight(statusOfAda = 'SENT') {
  const lease = { leasedBy: server.kernel.processes.id, leaseToken: randomUUID() };
  const now = new Date(server.clock.now());
  const [row] = await query<LeasedMail>(
    server,
    `INSERT INTO mail (uuid, tenant_identifier, locale, status, priority, sensitive, sender, subject, message_id, send_date, due_at,
       expire_date, content_date, created_by, updated_by, date_created, date_updated, leased_by, lease_token)
     VALUES (gen_random_uuid(), 'default', 'en', 'RETRY', 'NORMAL', false, 'suite@mail.example', '', $1, $2, $2, $3, $3, 'admin', 'admin',
       $2, $2, $4, $5)
     RETURNING *`,
    [`<${randomUUID()}@mail.example>`, now, new Date(now.getTime() + HOUR_MS), lease.leasedBy, lease.leaseToken],
  );
  const held = row!;
  await query(
    server,
    `INSERT INTO mail_recipient (mail_id, type, address, status)
     VALUES ($1, 'TO', 'ada@mail.example', $2), ($1, 'TO', 'bob@mail.example', 'RETRY')`,
    [held.id, statusOfAda],
  );
  const mark = {
    id: held.id,
    contentDate: held.content_date,
    lease,
    providerCode: 'default',
    sender: null,
    dkim: null,
  };
  const [marked] = await markInFlight(server.kernel.database, [mark], now);
  return { held, lease, marked: marked! };
}

function sent({ held, lease, marked }: Awaited<ReturnType<typeof inFlight>>, fates: Verdict['fates']) {
  const verdict = { outcome: 'ACCEPTED', counts: true, fates, reason: null } as const;
  const at = new Date(server.clock.now());
  const reached = {
    startDate: at,
    durationMs: 1,
    providerCode: 'default',
    host: null,
    tls: false,
    outcome: 'ACCEPTED',
  };
  const nothing = { phase: null, code: null, enhancedCode: null, text: null, transcript: null };
  const seen = { seen: null, attempt: { ...reached, ...nothing }, size: 1 };
  const ground = { now: at.getTime(), random: 0, isRelayDown: false, dueAgain: 0 };
  return resultOf(held, lease, marked, verdict, seen, ground);
}
const SENT_TO_BOB: Verdict['fates'] = new Map([['bob@mail.example', 'SENT']]);
const SENT_TO_ADA: Verdict['fates'] = new Map([
  ['ada@mail.example', 'SENT'],
  ['bob@mail.example', 'RETRY'],
]);

/** Somebody waits for a row that is held. */
const untilWaiting = () =>
  expect.poll(() => query(server, `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`, [])).toHaveLength(1);

const stateOf = async (id: number) => {
  const [row] = await query<{ status: string; copies: string[] }>(
    server,
    `SELECT status, ARRAY(SELECT r.status FROM mail_recipient r WHERE r.mail_id = m.id ORDER BY r.id) AS copies FROM mail m WHERE id = $1`,
    [id],
  );
  return [row!.status, ...row!.copies];
};
async function bounceOf(id: number, address: string): Promise<number> {
  const to = createReturnPaths(server.kernel.keys).write(id, 'bounce.example');
  const response = await fetch(`${server.url}/notification/mail/inbound`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.admin}`, 'content-type': 'message/rfc822' },
    body: deliveryReport({ to, copies: [{ address }] }),
  });
  return response.status;
}

it('mail-notification 19: a copy that bounces while another one leaves counts for what the mail is then', async () => {
  const mail = await inFlight();
  expect(await bounceOf(mail.held.id, 'ada@mail.example')).toBe(200);
  expect(await stateOf(mail.held.id)).toEqual(['SENDING', 'BOUNCED', 'RETRY']);
  await finishMails(server.kernel.database, [sent(mail, SENT_TO_BOB)]);
  expect(await stateOf(mail.held.id)).toEqual(['PARTIAL', 'BOUNCED', 'SENT']);
});

it('mail-notification 19: a report that is being taken while a result is written counts, too', async () => {
  const mail = await inFlight();
  let finished: Promise<unknown> = Promise.resolve();
  await server.kernel.database.transaction(async (tx) => {
    await tx.execute(sql('t_hold', 'UPDATE mail SET version = version + 1 WHERE id = $1'), [mail.held.id]);
    finished = finishMails(server.kernel.database, [sent(mail, SENT_TO_BOB)]);
    await untilWaiting();
    await tx.execute(
      sql('t_bounce', `UPDATE mail_recipient SET status = 'BOUNCED' WHERE mail_id = $1 AND status = 'SENT'`),
      [mail.held.id],
    );
  });
  await finished;
  expect(await stateOf(mail.held.id)).toEqual(['PARTIAL', 'BOUNCED', 'SENT']);
});

it('a mail that is cancelled while a result of it is written keeps the copy that has left', async () => {
  const mail = await inFlight('RETRY');
  let cancelled: Promise<Response> | null = null;
  await server.kernel.database.transaction(async (tx) => {
    await finishMails(tx, [sent(mail, SENT_TO_ADA)]);
    cancelled = fetch(`${server.url}/notification/mail/cancel/by-uuid/${mail.held.uuid}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.admin}` },
    });
    await untilWaiting();
  });
  expect((await cancelled!).status).toBe(200);
  expect(await stateOf(mail.held.id)).toEqual(['PARTIAL', 'SENT', 'CANCELLED']);
});
