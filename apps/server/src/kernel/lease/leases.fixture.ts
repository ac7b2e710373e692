// Starts processes of tests that lease the rows of one table, on a real database.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Clock, createManualClock, type ManualClock } from '../database/clock.ts';
import { sql } from '../database/database.ts';
import { createLogger } from '../process/logger.ts';
import { createMetrics, type MetricsRegistry } from '../process/metrics.ts';
import { createLeases, type Lease, type LeasedWork } from './leases.ts';
import { createProcessRegistry, type ProcessRegistry } from './process-registry.ts';

const TABLE = sql(
  'test_lease_table',
  `CREATE TABLE test_due (id uuid PRIMARY KEY, tenant_identifier text NOT NULL, due_at timestamptz NOT NULL,
     priority integer NOT NULL DEFAULT 0, attempts integer NOT NULL DEFAULT 0, leased_by uuid, lease_token uuid)`,
);
export const INSERT = sql(
  'test_lease_insert',
  'INSERT INTO test_due (id, tenant_identifier, due_at, priority) VALUES ($1, $2, $3, $4)',
);
const DONE = sql('test_lease_done', 'DELETE FROM test_due WHERE id = $1 AND lease_token = $2');
const ROWS = sql('test_lease_rows', 'SELECT id, tenant_identifier, leased_by, attempts FROM test_due ORDER BY id');
export const SILENCE = sql(
  'test_process_silence',
  "UPDATE kernel_process SET heartbeat_at = heartbeat_at - interval '1 minute' WHERE id = $1",
);

export interface Row {
  readonly id: string;
  readonly tenant_identifier: string;
}

const log = createLogger('silent');
export const WAIT = { timeout: 20_000, interval: 5 };
/** Is the database of the test that runs. */
export let test: TestDatabase;
/** Is the clock of all its processes. */
export let clock: ManualClock;
/** End the rows that hang. */
let endings: (() => void)[];
let workers: {
  work: LeasedWork<Row>;
  registry: ProcessRegistry;
  metrics: MetricsRegistry;
  hear: (payload: string) => void;
}[];

/** Gives each test of the file a database, a clock and processes of its own. */
export function leaseInEachTest(): void {
  beforeEach(async () => {
    test = await createTestDatabase([]);
    await test.database.execute(TABLE);
    clock = createManualClock();
    workers = [];
    endings = [];
  });
  afterEach(async () => {
    for (const end of endings) end();
    for (const { work, metrics } of workers) {
      await work.job.stop();
      metrics.stop();
    }
    await test.close();
  });
}

interface WorkerOptions {
  readonly announcesAll?: () => boolean;
  readonly time?: Clock;
  readonly columns?: string;
}

/** A process of its own on the database of the test; messages of others reach it at once. */
export async function createWorker(
  work: (row: Row, lease: Lease) => Promise<void>,
  slots = 4,
  { announcesAll, time = clock, columns = 'id, tenant_identifier, due_at' }: WorkerOptions = {},
) {
  const { database } = test;
  const registry = createProcessRegistry({ database, log });
  await registry.enter();
  const metrics = createMetrics();
  const hearers: ((payload: string) => void)[] = [];
  const notify = {
    alive: true,
    listen: (_: string, hear: (payload: string) => void) => void hearers.push(hear),
    send: (_: string, payload: string) => {
      for (const worker of workers) worker.hear(payload);
    },
    onReconnect: () => undefined,
  };
  const leases = createLeases({ database, clock: time, notify, processes: registry, metrics, log });
  const leased = leases.define<Row>({
    name: 'test_due',
    key: ['id'],
    columns,
    ready: 'attempts < 100',
    priority: 'j.priority',
    slots,
    work,
    ...(announcesAll === undefined ? {} : { announcesAll }),
  });
  const hear = (payload: string): void => {
    for (const listener of hearers) listener(payload);
  };
  const worker = { work: leased, registry, metrics, hear };
  workers.push(worker);
  return worker;
}

/** A started process whose rows hang, each until it is ended. */
export async function createHanging(slots: number, options: WorkerOptions = {}) {
  const begun: string[] = [];
  const leases: Lease[] = [];
  const ends = new Map<string, () => void>();
  let isOver = false;
  const { work, hear } = await createWorker(
    async (row, lease) => {
      begun.push(row.id);
      leases.push(lease);
      if (!isOver) await new Promise<void>((resolve) => ends.set(row.id, resolve));
      await finish(row, lease);
    },
    slots,
    options,
  );
  const endThem = (): void => {
    isOver = true;
    for (const end of ends.values()) end();
  };
  endings.push(endThem);
  work.job.start();
  return {
    work,
    hear,
    begun,
    leases,
    end: (id: string) => ends.get(id)!(),
    async endAll(): Promise<void> {
      endThem();
      await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
      await work.rest();
      expect(work.running()).toBe(0);
    },
  };
}

export const insert = async (tenant = 'a', dueAt = clock.now(), priority = 0) => {
  const id = randomUUID();
  await test.database.execute(INSERT, [id, tenant, new Date(dueAt), priority]);
  return id;
};
export const finish = (row: Row, lease: Lease) => test.database.execute(DONE, [row.id, lease.leaseToken]);
export const left = () =>
  test.database.rows<{ leased_by: string | null; attempts: number; tenant_identifier: string }>(ROWS);
