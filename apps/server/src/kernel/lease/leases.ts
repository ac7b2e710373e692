// Works off rows that are due now or later, in any process and exactly by one: one timer for the earliest row, and no polling.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/database.types.ts';
import type { Notify } from '../live/notify.ts';
import type { Job } from '../module.ts';
import type { Logger } from '../process/logger.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Processes } from '../process/process-registry.ts';
import { createLeaseStore, type LeasedTable, type LeaseStore } from './lease.store.ts';

/** Proves that a row is this process's: its result is written only while the row still has the token. */
export interface Lease {
  readonly leasedBy: string;
  readonly leaseToken: string;
}

export interface LeaseDefinition<Row> extends LeasedTable {
  /** Rows at work in this process at once. */
  readonly slots: number;
  /** Writes its own result `WHERE lease_token = ...`. Where it rejects, the row is given back and tried again soon. */
  readonly work: (row: Row, lease: Lease) => Promise<void>;
}

export interface LeasedWork<Row> {
  readonly job: Job;
  /**
   * Takes a place for a row that is about to be inserted and is due at once: it is inserted with these values and one attempt, and
   * begins after the commit without being claimed. Null while no place is free.
   */
  reserve(): Lease | null;
  /** Begins a row for which a place was reserved, after its commit. */
  begin(row: Row, lease: Lease): void;
  /** Gives a place back: the row was not committed. */
  release(lease: Lease): void;
  /** This process has made a row that is due then, epoch milliseconds. */
  wakeAt(dueAt: number): void;
  /** Epoch milliseconds of the earliest row that nobody holds; null where there is none. */
  nextDue(): Promise<number | null>;
  /** Counts the rows at work in this process. */
  running(): number;
}

export interface Leases {
  define<Row>(definition: LeaseDefinition<Row>): LeasedWork<Row>;
  /** Lists what was defined: whoever moves the clock lets them all come to rest. */
  all(): readonly Pick<LeasedWork<unknown>, 'job' | 'nextDue' | 'running'>[];
}

export interface LeaseGround {
  readonly database: Database;
  readonly clock: Clock;
  readonly notify: Pick<Notify, 'listen' | 'send' | 'onReconnect'>;
  readonly processes: Pick<Processes, 'id' | 'onDeath'>;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** A row that was given back is tried again after this, and up to as much later: not all at once. */
const GIVE_BACK_MS = 1_000;
/** setTimeout takes no more than 2^31-1 ms; the row is looked for again then. */
const TIMER_MAX_MS = 2_147_483_647;
/** A row that is due while the database is away is looked for again after this. */
const AWAY_MS = 1_000;

export function createLeases(ground: LeaseGround): Leases {
  const { metrics, notify, processes, clock } = ground;
  const works: LeasedWork<unknown>[] = [];
  const lateness = metrics.histogram({
    name: 'lease_lateness_seconds',
    help: 'Time from when a row was due to when its work began.',
    labelNames: ['name'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
  });
  metrics.gauge({
    name: 'lease_running',
    help: 'Rows at work in this process.',
    labelNames: ['name'],
    collect: (self) => {
      for (const work of works) self.set({ name: work.job.name }, work.running());
    },
  });
  return {
    define<Row>(definition: LeaseDefinition<Row>): LeasedWork<Row> {
      const observe = (late: number): void => lateness.observe({ name: definition.name }, Math.max(0, late) / 1_000);
      const work = createLeasedWork(ground, definition, observe);
      notify.listen(channelOf(definition.name), work.job.wake);
      notify.onReconnect(work.job.wake);
      processes.onDeath(work.job.wake);
      clock.onMoved?.(work.job.wake);
      works.push(work as unknown as LeasedWork<unknown>);
      return work;
    },
    all: () => works,
  };
}

function channelOf(name: string): string {
  return `keelson_lease_${name}`;
}

function createLeasedWork<Row>(
  { database, clock, notify, processes, log }: LeaseGround,
  definition: LeaseDefinition<Row>,
  observeLateness: (lateMs: number) => void,
): LeasedWork<Row> {
  const { name, slots, work } = definition;
  const store: LeaseStore = createLeaseStore(database, definition);
  let stopped = true;
  let running = 0;
  let claiming: Promise<void> | null = null;
  let woken = false;
  let timer: NodeJS.Timeout | null = null;
  let timerAt = Number.POSITIVE_INFINITY;
  let rest: (() => void) | null = null;

  async function run(row: Row, lease: Lease, dueAt: number): Promise<void> {
    observeLateness(clock.now() - dueAt);
    try {
      await work(row, lease);
    } catch (error) {
      log.warn({ err: error, lease: name }, 'a row was given back and is tried again');
      const later = clock.now() + GIVE_BACK_MS * (1 + Math.random());
      await store.giveBack(lease.leaseToken, later).catch(() => undefined);
      schedule(later);
    }
    leave();
  }

  function leave(): void {
    running -= 1;
    if (running === 0) rest?.();
    // There may be more than there were places for.
    if (running < slots) look();
  }

  /** Takes what is due, as long as there are places. */
  async function claimAll(): Promise<void> {
    while (!stopped && running < slots) {
      woken = false;
      const rows = await store.claim(clock.now(), slots - running, processes.id);
      running += rows.length;
      for (const row of rows) {
        const { lease_token: leaseToken, due_at: dueAt } = row;
        void run(row as unknown as Row, { leasedBy: processes.id, leaseToken }, dueAt.getTime());
      }
      if (rows.length > 0) continue;
      const next = await store.nextDue();
      if (next !== null) schedule(next);
      if (!woken) return;
    }
  }

  function look(): void {
    woken = true;
    if (stopped || claiming !== null || running >= slots) return;
    clearTimer();
    claiming = claimAll()
      .catch(() => schedule(clock.now() + AWAY_MS))
      .finally(() => {
        claiming = null;
        if (woken && !stopped && running < slots) look();
      });
  }

  function clearTimer(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    timerAt = Number.POSITIVE_INFINITY;
  }

  function schedule(dueAt: number): void {
    if (stopped || dueAt >= timerAt) return;
    clearTimer();
    timerAt = dueAt;
    timer = setTimeout(look, Math.min(TIMER_MAX_MS, Math.max(1, dueAt - clock.now())));
  }

  return {
    job: {
      name,
      intervalMs: () => TIMER_MAX_MS,
      start() {
        stopped = false;
        look();
      },
      wake: look,
      async stop() {
        stopped = true;
        clearTimer();
        await claiming;
        if (running > 0) {
          await new Promise<void>((resolve) => {
            rest = resolve;
          });
        }
      },
    },
    reserve() {
      if (stopped || running >= slots) return null;
      running += 1;
      return { leasedBy: processes.id, leaseToken: randomUUID() };
    },
    begin: (row, lease) => void run(row, lease, clock.now()),
    release: leave,
    wakeAt(dueAt) {
      if (dueAt > clock.now()) schedule(dueAt);
      else if (stopped || running >= slots) notify.send(channelOf(name), '');
      else look();
    },
    nextDue: store.nextDue,
    running: () => running,
  };
}
