// Tests that a claim looks at little where much is due and the statistics know of nothing.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, sql } from '../database/database.ts';
import type { Statement } from '../database/database-client.ts';
import { createLeaseStore } from './lease.store.ts';

const DUE = 3_000;
/** A row of the window takes some ten pages, by its key; all that are due for each of them took 600,000. */
const PAGES_MAX = 20_000;
const READY = `j.urgency = 'NORMAL' AND j.status IN ('QUEUED', 'RETRY')
  AND NOT EXISTS (SELECT FROM test_kept_back t WHERE t.tenant_identifier = j.tenant_identifier)`;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase([]);
  await test.database.withConnection((connection) =>
    connection.script(`CREATE TABLE test_claimed (id bigint PRIMARY KEY, tenant_identifier text NOT NULL, urgency text NOT NULL,
         status text NOT NULL, due_at timestamptz NOT NULL, attempts integer NOT NULL DEFAULT 0, leased_by uuid, lease_token uuid)
         WITH (autovacuum_enabled = false);
       CREATE TABLE test_kept_back (tenant_identifier text PRIMARY KEY);
       CREATE INDEX test_claimed_due ON test_claimed (urgency, tenant_identifier, due_at) WHERE status IN ('QUEUED', 'RETRY');
       INSERT INTO test_claimed SELECT -n, 'default', 'NORMAL', 'SENT', now() FROM generate_series(1, ${DUE}) n;
       ANALYZE test_claimed;
       INSERT INTO test_claimed SELECT n, 'default', 'NORMAL', 'QUEUED', now() - interval '1 hour' FROM generate_series(1, ${DUE}) n`),
  );
});
afterAll(() => test.close());

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Actual Rows': number;
}

it('a claim finds the rows of its window by their keys', async () => {
  const plans: Plan[] = [];
  const explaining = {
    async rows({ text }: Statement, values: unknown[]) {
      const explain = sql('test_claim_explain', `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`);
      const [row] = await test.database.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, values);
      plans.push(row!['QUERY PLAN'][0].Plan);
      return [];
    },
  } as unknown as Database;
  const table = { name: 'test_claimed', key: ['id'], columns: 'id', ready: READY, priority: '-j.attempts' };
  await createLeaseStore(explaining, table).claim({
    now: Date.now(),
    count: 100,
    processId: randomUUID(),
    bounds: { tenants: [], more: [] },
  });
  expect(plans[0]!['Actual Rows']).toBe(100);
  expect(plans[0]!['Shared Hit Blocks']).toBeLessThan(PAGES_MAX);
});
