// Lets reads that may be some seconds old go to a standby that the operator names, while it follows closely enough.
import type { Metrics } from '../../process/metrics.ts';
import type { Clock } from '../clock.ts';
import { type ConnectionSettings, createDatabase, type Database, sql } from '../database.ts';
import type { DatabaseLog } from '../database.types.ts';
import { isOutdatedPlan, isRepeatable, isUnavailable, sqlState } from '../database-errors.ts';

/** Answers what was committed some seconds ago, at most as many as the operator allows. Serves reads alone, which may run twice. */
export type StaleReads = Pick<Database, 'rows' | 'transaction'>;

export interface StandbyReads {
  readonly reads: StaleReads;
  /** Says why all reads go to the primary; null while the standby answers. */
  trouble(): string | null;
  stop(): Promise<void>;
}

export interface StandbyOptions {
  readonly primary: Database;
  readonly settings: ConnectionSettings;
  readonly connectionsMax: number;
  readonly statementTimeoutMs: number;
  /** Bound of the age of an answer. */
  readonly lagMaxMs: number;
  /** Tells the time of the primary. */
  readonly clock: Clock;
  /** This process, whose heartbeats are looked for. */
  readonly processId: string;
  readonly metrics: Metrics;
  readonly log: DatabaseLog;
}

const MEASURE_MS = 1_000;
/** A standby may not have the tables and columns yet that a migration has made. */
const BEHIND_STATES: ReadonlySet<string | undefined> = new Set(['42P01', '42703', '42883']);
/**
 * A heartbeat of this very process proves that it is a standby of this database, and how old its state is at most, by the clock of
 * the primary: no clock of the standby is asked, and the account needs no rights beyond its own tables.
 */
const LAST_BEAT = sql('kernel_standby_beat', 'SELECT heartbeat_at FROM kernel_process WHERE id = $1');

/** What the standby cannot do, the primary may; every other failure would be the same there. */
function isOfStandby(error: unknown): boolean {
  return isUnavailable(error) || isRepeatable(error) || isOutdatedPlan(error) || BEHIND_STATES.has(sqlState(error));
}

/** Measures each second how far the standby is behind; what was measured ages until then. */
function startLagMeter(standby: Pick<Database, 'rows'>, { clock, processId }: StandbyOptions) {
  let seen: { readonly lagMs: number; readonly at: number } | null = null;
  let measuring: Promise<void> = Promise.resolve();
  let stopped = false;

  async function measure(): Promise<void> {
    try {
      const [row] = await standby.rows<{ heartbeat_at: Date }>(LAST_BEAT, [processId]);
      seen = row === undefined ? null : { lagMs: clock.now() - row.heartbeat_at.getTime(), at: performance.now() };
    } catch {
      seen = null;
    }
    if (!stopped) measureLater();
  }
  let timer: NodeJS.Timeout;
  function measureLater(): void {
    timer = setTimeout(() => {
      measuring = measure();
    }, MEASURE_MS);
  }
  measureLater();

  return {
    /** Is NaN while nobody knows. */
    lagMs: (): number => (seen === null ? Number.NaN : seen.lagMs + performance.now() - seen.at),
    /** The next measurement decides. */
    forget(): void {
      seen = null;
    },
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await measuring;
    },
  };
}

export function createStandbyReads(options: StandbyOptions): StandbyReads {
  const { primary, settings, connectionsMax, statementTimeoutMs, lagMaxMs, metrics, log } = options;
  const standby = createDatabase({ settings, connectionsMax, ownsSessions: false, statementTimeoutMs, log });
  standby.watch((trouble) => {
    if (trouble === null) log.warn({}, 'the standby is back');
    else log.warn({ reason: trouble }, 'the standby is away; its reads go to the primary');
  });
  const meter = startLagMeter(standby, options);
  const isNear = (): boolean => meter.lagMs() <= lagMaxMs;
  const help = 'Reads that may be some seconds old, by who has answered them.';
  const answered = metrics.counter({ name: 'standby_reads_total', help, labelNames: ['from'] });
  metrics.gauge({
    name: 'standby_lag_seconds',
    help: 'How far the standby is behind at most; NaN while that is not known.',
    collect: (self) => self.set(meter.lagMs() / 1_000),
  });

  async function read<T>(work: (database: StaleReads) => Promise<T>): Promise<T> {
    if (isNear()) {
      try {
        const result = await work(standby);
        answered.inc({ from: 'standby' });
        return result;
      } catch (error) {
        if (!isOfStandby(error)) throw error;
        // The next ones do not try it before it has answered.
        if (isUnavailable(error)) meter.forget();
      }
    }
    const result = await work(primary);
    answered.inc({ from: 'primary' });
    return result;
  }

  return {
    reads: {
      rows: (statement, values) => read((database) => database.rows(statement, values)),
      transaction: (work) => read((database) => database.transaction(work)),
    },
    trouble() {
      if (isNear()) return null;
      const lag = meter.lagMs();
      return Number.isNaN(lag)
        ? 'the standby does not answer, or is none of this database; its reads go to the primary'
        : `the standby is ${Math.round(lag)} ms behind, and ${lagMaxMs} are allowed; its reads go to the primary`;
    },
    async stop() {
      await meter.stop();
      await standby.close();
    },
  };
}
