// Tests that marks and results find their mails by key, however many wait or are held and whatever the statistics know.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { Statement } from '../../../kernel/database/database-client.ts';
import { query } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { finishMails, type MailResult, type Mark, markInFlight } from './delivery.store.ts';
import { enqueue, startMailing } from './mail-server.fixture.ts';

const WAITING = 6_000;
const HELD = 8;
/** A mail with its ten indexes, its copy and its event takes some thirty; all that wait took five hundred. */
const PAGES_MAX = 350;

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Rows': number;
}

const lease = { leasedBy: randomUUID(), leaseToken: randomUUID() };
let server: TestServer;
let held: { readonly id: number; readonly contentDate: Date; readonly recipientId: number }[];

beforeAll(async () => {
  server = await startMailing(null, { settings: { 'mail.sending-enabled': false } });
  await enqueue(server);
  // Another process holds them: so many rows are in the index of those that are held, of which the statistics know nothing.
  const another = `'${randomUUID()}'`;
  const copies = (
    first: number,
    status: string,
    holder: string | null,
  ) => `INSERT INTO mail SELECT c.* FROM mail m, generate_series(${first}, ${first + WAITING - 1}) n,
    LATERAL jsonb_populate_record(m, jsonb_build_object('id', n, 'uuid', gen_random_uuid(), 'message_id', n, 'status', '${status}', 'request_hash', NULL, 'leased_by', ${holder}, 'lease_token', ${holder})) c
    WHERE m.id = (SELECT min(id) FROM mail)`;
  await server.database.database.withConnection((connection) =>
    connection.script(`ALTER TABLE mail SET (autovacuum_enabled = false); ${copies(1_000_000, 'SENT', null)}; ANALYZE mail; ${copies(2_000_000, 'QUEUED', another)};
      INSERT INTO mail_recipient (mail_id, type, address, status) SELECT n, 'TO', 'ada@mail.example', 'QUEUED'
        FROM generate_series(2000000, ${2_000_000 + HELD - 1}) n;
      UPDATE mail SET leased_by = '${lease.leasedBy}', lease_token = '${lease.leaseToken}' WHERE id BETWEEN 2000000 AND ${2_000_000 + HELD - 1}`),
  );
  held = await query(
    server,
    `SELECT m.id, m.content_date AS "contentDate", r.id AS "recipientId" FROM mail m JOIN mail_recipient r ON r.mail_id = m.id
     WHERE m.leased_by = $1 ORDER BY m.id`,
    [lease.leasedBy],
  );
});
afterAll(() => server.stop());

/** Runs what the function asks for with its plan; the function itself is answered nothing. */
async function explained(ask: (queryable: Queryable) => Promise<unknown>): Promise<Plan> {
  const plans: Plan[] = [];
  const explaining = {
    async rows({ name, text }: Statement, values: unknown[]) {
      const explain = sql(`test_explain_${name}`, `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`);
      const [row] = await server.database.database.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, values);
      plans.push(row!['QUERY PLAN'][0].Plan);
      return [];
    },
  } as unknown as Queryable;
  await ask(explaining);
  return plans[0]!;
}

const pagesOf = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];

it('marks and results of mails read no more where thousands wait', async () => {
  expect(held).toHaveLength(HELD);
  const at = new Date(server.clock.now());
  const marks = held.map(
    ({ id, contentDate }): Mark => ({ id, contentDate, lease, providerCode: 'test', sender: null, dkim: null }),
  );
  const marked = await explained((queryable) => markInFlight(queryable, marks, at));
  const results = held.map(
    ({ id, recipientId }): MailResult => ({
      id,
      lease,
      status: 'SENT',
      hasOthers: false,
      reason: null,
      dueAt: at,
      counts: true,
      uncertain: false,
      size: 1_000,
      sentDate: at,
      endedDate: at,
      relaySince: null,
      removesContent: false,
      at,
      recipients: [{ id: recipientId, status: 'SENT', code: 250, enhancedCode: null, message: null, isHard: false }],
      attempt: null,
    }),
  );
  const finished = await explained((queryable) => finishMails(queryable, results));
  expect([marked['Actual Rows'], finished['Actual Rows']]).toEqual([HELD, HELD]);
  expect(pagesOf(marked)).toBeLessThan(PAGES_MAX);
  expect(pagesOf(finished)).toBeLessThan(PAGES_MAX);
});
