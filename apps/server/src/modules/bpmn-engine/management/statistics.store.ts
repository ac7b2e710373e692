// Counts what the engine has to do: jobs by their kind, external tasks by topic, incidents, messages, instances, tasks.
import { type Database, sql } from '../../../kernel/database/database.ts';
import type { StaleReads } from '../../../kernel/database/standby/standby-reads.ts';
import { JOB_READY } from '../runtime/waits/job.store.ts';
import type { JobKind } from '../runtime/waits/job.types.ts';

/** Bound of the topics that are listed, those with the most tasks. */
const TOPICS_MAX = 50;

export interface JobCount {
  readonly kind: JobKind;
  readonly waiting: number;
  readonly due: number;
  readonly running: number;
  readonly failed: number;
  readonly oldestDue: Date | null;
}

export interface TopicCount {
  readonly topic: string;
  readonly open: number;
  readonly locked: number;
  readonly failed: number;
  readonly oldest: Date;
}

export interface Totals {
  readonly messagesWaiting: number;
  readonly instancesRunning: number;
  readonly tasksOpen: number;
}

// Null stands for every tenant.
const OF_TENANT = '($1::text IS NULL OR tenant_identifier = $1)';
const JOBS = sql(
  'bpm_statistics_jobs',
  `SELECT kind, count(*)::int AS waiting, count(*) FILTER (WHERE ${JOB_READY} AND due_at <= $2)::int AS due,
     count(leased_by)::int AS running, count(*) FILTER (WHERE retries = 0)::int AS failed,
     min(due_at) FILTER (WHERE ${JOB_READY} AND due_at <= $2 AND leased_by IS NULL) AS "oldestDue"
   FROM bpm_job WHERE ${OF_TENANT} GROUP BY kind`,
);
const TOPICS = sql(
  'bpm_statistics_topics',
  `SELECT topic, count(*)::int AS open, count(*) FILTER (WHERE locked_until > $2)::int AS locked,
     count(*) FILTER (WHERE retries = 0)::int AS failed, min(created_at) AS oldest
   FROM bpm_external_task WHERE ${OF_TENANT} GROUP BY topic ORDER BY count(*) DESC, topic LIMIT ${TOPICS_MAX}`,
);
const INCIDENTS = sql(
  'bpm_statistics_incidents',
  `SELECT type, count(*)::int AS open FROM bpm_incident WHERE ${OF_TENANT} AND resolved_at IS NULL GROUP BY type ORDER BY type`,
);
const TOTALS = sql(
  'bpm_statistics_totals',
  `SELECT (SELECT count(*)::int FROM bpm_message WHERE ${OF_TENANT} AND expires_at > $2) AS "messagesWaiting",
     (SELECT count(*)::int FROM bpm_instance WHERE ${OF_TENANT}) AS "instancesRunning",
     (SELECT count(*)::int FROM bpm_task WHERE ${OF_TENANT}) AS "tasksOpen"`,
);

// Rows of transactions from the position on wait for the projector; the log is that of everybody who writes to the database.
const UPKEEP = sql(
  'bpm_statistics_upkeep',
  `SELECT (SELECT min(e.at) FROM bpm_history_event e WHERE e.xid >= p.projected_to) AS "unprojectedSince",
     pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS "logBytes" FROM bpm_projection p`,
);

export interface Upkeep {
  readonly unprojectedSince: Date | null;
  readonly logBytes: number;
}

/** Counts may be some seconds old; what the projector and the log are at is asked of the primary. */
export function createStatisticsStore(database: Pick<Database, 'rows'>, reads: StaleReads) {
  return {
    async upkeep(): Promise<Upkeep> {
      const [row] = await database.rows<Upkeep>(UPKEEP);
      return row ?? { unprojectedSince: null, logBytes: 0 };
    },
    jobs: (tenant: string | null, now: number) => reads.rows<JobCount>(JOBS, [tenant, new Date(now)]),
    topics: (tenant: string | null, now: number) => reads.rows<TopicCount>(TOPICS, [tenant, new Date(now)]),
    incidents: (tenant: string | null) => reads.rows<{ type: string; open: number }>(INCIDENTS, [tenant]),
    async totals(tenant: string | null, now: number): Promise<Totals> {
      const [row] = await reads.rows<Totals>(TOTALS, [tenant, new Date(now)]);
      return row ?? { messagesWaiting: 0, instancesRunning: 0, tasksOpen: 0 };
    },
  };
}

export type StatisticsStore = ReturnType<typeof createStatisticsStore>;
