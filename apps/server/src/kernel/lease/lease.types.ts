// What a module declares to the leases, and what it is given.
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/database.types.ts';
import type { Job } from '../jobs/job.ts';
import type { Notify } from '../live/notify.ts';
import type { Logger } from '../process/logger.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Lease, LeasedTable, Outlook } from './lease.store.ts';
import type { Processes } from './process-registry.ts';

export type { Lease, Outlook } from './lease.store.ts';

export interface LeaseDefinition<Row> extends LeasedTable {
  /** Rows of one tenant at work in this process at once. There are more places than these, so that no tenant has all of them. */
  readonly slots: number;
  /**
   * Milliseconds for which free places are gathered, up to half of them, before the next claim where more rows wait
   * than there are places. Suits work that has rows in store.
   */
  readonly gatherMs?: number;
  /** Writes its own result `WHERE lease_token = ...`. Where it rejects, the row is given back and tried again soon. */
  readonly work: (row: Row, lease: Lease) => Promise<void>;
  /**
   * True for a row whose successful work announces every row that it makes due by `begin` and `wakeAt`; no rows are
   * looked for after it then. Absent: they are after each row.
   */
  readonly announcesAll?: (row: Row) => boolean;
}

export interface LeasedWork<Row> {
  readonly job: Job;
  /** Places of a process that one tenant has at most. */
  readonly ofTenant: number;
  /** Places of a process, for all tenants together. */
  readonly places: number;
  /**
   * Takes a place for a row of the tenant that is about to be inserted and is due at once: it is inserted with these values and one
   * attempt, and begins after the commit without being claimed. Null while no place is free for the tenant; but a row at work,
   * `fromToken`, may pass its own place on to one row of its tenant that it makes.
   */
  reserve(tenantIdentifier: string, fromToken: string | null): Lease | null;
  /** Begins a row for which a place was reserved, after its commit. */
  begin(row: Row, lease: Lease): void;
  /** Gives a reserved place back: its row was not committed. */
  release(lease: Lease): void;
  /** Gives a reserved place back, and its row if there is one: whether it was committed is not known. */
  abandon(lease: Lease): void;
  /**
   * Announces a row that is due then, epoch milliseconds; other processes hear of it where this one cannot take it.
   * Without a tenant, rows of all are looked for.
   */
  wakeAt(dueAt: number, tenantIdentifier?: string): void;
  /** Epoch milliseconds of the earliest row that nobody holds; null where there is none. */
  nextDue(): Promise<number | null>;
  /** Says what is left to do now, in all processes together. */
  outlook(): Promise<Outlook>;
  /** Counts the rows at work in this process. */
  running(): number;
  /** Resolves as soon as this process has nothing at work and looks for nothing. */
  rest(): Promise<void>;
}

export type AnyLeasedWork = Omit<LeasedWork<never>, 'reserve' | 'begin' | 'release' | 'abandon' | 'wakeAt'>;

export interface Leases {
  define<Row>(definition: LeaseDefinition<Row>): LeasedWork<Row>;
  /** Lists what was defined: whoever moves the clock lets them all come to rest. */
  all(): readonly AnyLeasedWork[];
}

export interface LeaseGround {
  readonly database: Database;
  readonly clock: Clock;
  readonly notify: Pick<Notify, 'alive' | 'listen' | 'send' | 'onReconnect'>;
  readonly processes: Pick<Processes, 'id' | 'onDeath'>;
  readonly metrics: Metrics;
  readonly log: Logger;
}
