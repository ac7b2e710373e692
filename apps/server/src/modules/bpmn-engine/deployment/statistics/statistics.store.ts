// Counts what waits and fails at the elements of a version, and measures the activities of instances that have ended.
import { type Database, sql } from '../../../../kernel/database/database.ts';

/** An element as `[id, name, type]`, in the order of the model. */
export type ElementRow = readonly [id: string, name: string | null, type: string];

export interface ElementCount {
  readonly element_id: string;
  readonly running: number;
  readonly incidents: number;
}

export interface MeasuredElement {
  /** Index of the element in the model. */
  readonly node: number;
  readonly completed: number;
  readonly mean: number;
  readonly p95: number;
}

interface Sample {
  readonly instances: number;
  readonly first: Date | null;
}

const ELEMENTS = sql('bpm_definition_elements', 'SELECT elements FROM bpm_definition WHERE id = $1');
// What stands for a token has the instance and the number of what waits, in whatever rows it has. A job that failed, or an external
// task, has a row beside its incident, which may name another element.
const WAITING = `
  SELECT element_id, instance_id, number FROM bpm_task WHERE tenant_identifier = $1 AND definition_id = $2
  UNION SELECT element_id, instance_id, number FROM bpm_external_task WHERE tenant_identifier = $1 AND definition_id = $2
  UNION SELECT element_id, instance_id, number FROM bpm_subscription
    WHERE tenant_identifier = $1 AND definition_id = $2 AND NOT starts
  UNION SELECT element_id, instance_id, number FROM bpm_job
    WHERE tenant_identifier = $1 AND definition_id = $2 AND instance_id = id AND element_id IS NOT NULL
  UNION SELECT element_id, instance_id, number FROM bpm_incident WHERE tenant_identifier = $1 AND definition_id = $2
    AND resolved_at IS NULL AND instance_id IS NOT NULL AND type NOT IN ('FAILED_JOB', 'FAILED_EXTERNAL_TASK')
  UNION SELECT c.caller_element_id, c.caller_id, c.caller_wait FROM bpm_call c JOIN bpm_instance r ON r.id = c.called_id
    JOIN bpm_instance i ON i.id = c.caller_id
    WHERE i.tenant_identifier = $1 AND i.definition_id = $2 AND c.caller_element_id IS NOT NULL`;
const COUNTS = sql(
  'bpm_definition_element_counts',
  `SELECT element_id, sum(running)::int AS running, sum(incidents)::int AS incidents FROM (
     SELECT element_id, count(*) AS running, 0 AS incidents FROM (${WAITING}) w GROUP BY element_id
     UNION ALL SELECT element_id, 0, count(*) FROM bpm_incident WHERE tenant_identifier = $1 AND definition_id = $2
       AND resolved_at IS NULL AND element_id IS NOT NULL GROUP BY element_id
   ) counted GROUP BY element_id`,
);
const INCIDENTS_OF = sql(
  'bpm_instance_element_incidents',
  `SELECT element_id, 0 AS running, count(*)::int AS incidents FROM bpm_incident
   WHERE tenant_identifier = $1 AND instance_id = $2 AND resolved_at IS NULL AND element_id IS NOT NULL GROUP BY element_id`,
);
const SAMPLED = `SELECT id, started_at, migrated FROM bpm_hi_instance
  WHERE tenant_identifier = $1 AND definition_id = $2 AND ended_at IS NOT NULL AND started_at >= $3 ORDER BY started_at DESC LIMIT $4`;
const SAMPLE = sql(
  'bpm_definition_sample',
  `SELECT count(*)::int AS instances, min(started_at) AS first FROM (${SAMPLED}) s`,
);
// Of an instance that was migrated only what began by this version counts. An activity stands in the row of its beginning; its end is in the same row, or in the first later one that names it.
const MEASURE = sql(
  'bpm_definition_measure',
  `WITH said AS (
     SELECT e.instance_id, e.revision, a.number, a.node, a.state, coalesce(to_timestamp(a.began / 1000.0), e.at) AS began_at,
       coalesce(to_timestamp(a.ended / 1000.0), e.at) AS ended_at
     FROM (${SAMPLED}) s JOIN bpm_history_event e ON e.instance_id = s.id CROSS JOIN LATERAL bpm_history_activities(e.record) a
     WHERE NOT s.migrated OR bpm_definition_at(e.instance_id, e.revision) = $2
   ), activity AS (
     SELECT max(node) AS node, min(began_at) FILTER (WHERE node IS NOT NULL) AS began_at,
       min(ended_at) FILTER (WHERE state IS NOT NULL) AS ended_at,
       (array_agg(state ORDER BY revision) FILTER (WHERE state IS NOT NULL))[1] AS state
     FROM said GROUP BY instance_id, number
   ), lasted AS (
     SELECT node, extract(epoch FROM ended_at - began_at) * 1000 AS millis FROM activity WHERE state = 'COMPLETED' AND node IS NOT NULL
   )
   SELECT node, count(*)::int AS completed, round(avg(millis))::bigint AS mean,
     round(percentile_cont(0.95) WITHIN GROUP (ORDER BY millis))::bigint AS p95
   FROM lasted GROUP BY node`,
);

export interface SampleQuery {
  readonly tenantIdentifier: string;
  readonly definitionId: string;
  readonly since: Date;
  readonly most: number;
}

export function createStatisticsStore(database: Database) {
  const valuesOf = ({ tenantIdentifier, definitionId, since, most }: SampleQuery) => [
    tenantIdentifier,
    definitionId,
    since,
    most,
  ];
  return {
    /** Finds the elements of a version; empty for one that is not executable. */
    async elements(definitionId: string): Promise<readonly ElementRow[]> {
      const [row] = await database.rows<{ elements: readonly ElementRow[] | null }>(ELEMENTS, [definitionId]);
      return row?.elements ?? [];
    },
    /** Counts of all instances of the tenant. */
    counts: (tenantIdentifier: string, definitionId: string) =>
      database.rows<ElementCount>(COUNTS, [tenantIdentifier, definitionId]),
    incidentsOf: (tenantIdentifier: string, instanceId: string) =>
      database.rows<ElementCount>(INCIDENTS_OF, [tenantIdentifier, instanceId]),
    async sample(query: SampleQuery): Promise<Sample> {
      const [row] = await database.rows<Sample>(SAMPLE, valuesOf(query));
      return row ?? { instances: 0, first: null };
    },
    measure: (query: SampleQuery) => database.rows<MeasuredElement>(MEASURE, valuesOf(query)),
  };
}

export type StatisticsStore = ReturnType<typeof createStatisticsStore>;
