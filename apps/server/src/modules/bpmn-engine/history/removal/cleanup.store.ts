// Finds ended instances, and what never became one, whose time in the history is over.
import { type Database, type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { CLEANUP_LOCK_CLASS } from '../../bpmn-engine-locks.ts';

/** Bound of the outermost instances that one transaction deletes, with those that they called. */
export const INSTANCES_AT_ONCE = 500;
/** Bound of the entries of failures that one transaction deletes. */
const FAILURES_AT_ONCE = 1_000;

/** A version of which the tenant has ended instances. */
export interface EndedVersion {
  readonly tenant_identifier: string;
  readonly definition_id: string;
}

/** Place in the order of starts, behind which instances are still to be looked at. */
export interface CleanupPlace {
  readonly startedAt: Date;
  readonly id: string;
}

interface TreeRow {
  readonly root: string;
  readonly id: string;
  readonly started_at: Date;
  readonly running: boolean;
}

const TRY_LOCK = sql('bpm_cleanup_lock', `SELECT pg_try_advisory_xact_lock(${CLEANUP_LOCK_CLASS}, 0) AS mine`);
const VERSIONS = sql(
  'bpm_cleanup_versions',
  `SELECT DISTINCT tenant_identifier, definition_id FROM bpm_hi_total WHERE $1::text IS NULL OR tenant_identifier = $1
   ORDER BY tenant_identifier, definition_id`,
);
// Of a version that keeps nothing the projector leaves nothing; whatever had ended before somebody said so goes here, until this very
// moment. What says that it is kept for centuries is kept for ever: there are no dates so long ago.
const CENTURIES = '^P[^T]*([0-9]{4}Y|[0-9]{5}[MW]|[0-9]{6}D)|[0-9]{9}';
const CUTOFF = sql(
  'bpm_cleanup_cutoff',
  `SELECT CASE WHEN d.history_time_to_live ~ '${CENTURIES}' AND coalesce(d.history_level, $4) <> 'none' THEN NULL
     WHEN coalesce(d.history_level, $4) = 'none' THEN $2::timestamptz + interval '1 day'
     ELSE $2::timestamptz - coalesce(d.history_time_to_live::interval, make_interval(days => $3)) END AS cutoff
   FROM bpm_definition d WHERE d.id = $1`,
);
const TREES = sql(
  'bpm_cleanup_trees',
  `WITH RECURSIVE root AS MATERIALIZED (
     SELECT h.id, h.started_at FROM bpm_hi_instance h
     WHERE h.tenant_identifier = $1 AND h.definition_id = $2 AND h.ended_at IS NOT NULL AND h.started_at < $3 AND h.ended_at < $3
       AND (h.started_at, h.id) > ($4::timestamptz, $5::uuid) AND NOT EXISTS (SELECT FROM bpm_call c WHERE c.called_id = h.id)
     ORDER BY h.started_at, h.id LIMIT ${INSTANCES_AT_ONCE}
   ), tree AS (
     SELECT id AS root, started_at, id FROM root
     UNION SELECT t.root, t.started_at, c.called_id FROM bpm_call c JOIN tree t ON c.caller_id = t.id
   )
   SELECT root, id, started_at, EXISTS (SELECT FROM bpm_instance r WHERE r.id = tree.id) AS running
   FROM tree ORDER BY started_at, root`,
);

const FAILED_VERSIONS = sql(
  'bpm_cleanup_failed_versions',
  `SELECT DISTINCT tenant_identifier, definition_id FROM bpm_operation
   WHERE revision IS NULL AND ($1::text IS NULL OR tenant_identifier = $1) ORDER BY tenant_identifier, definition_id`,
);
// Those of an instance go with it.
const REMOVE_FAILED = sql(
  'bpm_cleanup_failed',
  `DELETE FROM bpm_operation WHERE id = ANY (ARRAY(SELECT o.id FROM bpm_operation o
     WHERE o.tenant_identifier = $1 AND o.definition_id = $2 AND o.revision IS NULL AND o.at < $3
       AND NOT EXISTS (SELECT FROM bpm_hi_instance h WHERE h.id = o.instance_id) LIMIT ${FAILURES_AT_ONCE}))`,
);

/** The place before every instance. */
export const BEGINNING: CleanupPlace = { startedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

export function createCleanupStore(database: Database) {
  return {
    /** Finds the versions of which a tenant has ended instances; null: of all tenants. */
    versions: (tenant: string | null) => database.rows<EndedVersion>(VERSIONS, [tenant]),
    /** Finds the versions of which somebody tried something that the process could not do. */
    failedVersions: (tenant: string | null) => database.rows<EndedVersion>(FAILED_VERSIONS, [tenant]),
    /** Answers since when the end of an instance of the version is long enough ago; null: it never is. */
    async cutoff(
      definitionId: string,
      now: Date,
      { retentionDays, keepsNothing }: { readonly retentionDays: number; readonly keepsNothing: boolean },
    ): Promise<Date | null> {
      const values = [definitionId, now, retentionDays, keepsNothing ? 'none' : 'full'];
      const [row] = await database.rows<{ cutoff: Date | null }>(CUTOFF, values);
      return row?.cutoff ?? null;
    },
  };
}

export type CleanupStore = ReturnType<typeof createCleanupStore>;

/** Takes the turn to clean up; false while another transaction has it. */
export async function takeCleanupTurn(tx: Transaction): Promise<boolean> {
  const [row] = await tx.rows<{ mine: boolean }>(TRY_LOCK);
  return row?.mine === true;
}

/**
 * Finds instances whose time is over with those that they called; one of which something runs again is left out. `last` is null behind all
 * of them.
 */
export async function findOver(
  queryable: Queryable,
  { tenant_identifier: tenant, definition_id: definition }: EndedVersion,
  { cutoff, after }: { readonly cutoff: Date; readonly after: CleanupPlace },
) {
  const rows = await queryable.rows<TreeRow>(TREES, [tenant, definition, cutoff, after.startedAt, after.id]);
  const busy = new Set(rows.flatMap(({ root, running }) => (running ? [root] : [])));
  const roots = new Set(rows.map(({ root }) => root));
  const ids = rows.flatMap(({ root, id }) => (busy.has(root) ? [] : [id]));
  const end = roots.size < INSTANCES_AT_ONCE ? undefined : rows.at(-1);
  return { ids, last: end === undefined ? null : { startedAt: end.started_at, id: end.root } };
}

/** Deletes some entries of failures that belong to no instance; answers how many, and whether there may be more. */
export async function removeFailed(
  tx: Transaction,
  { tenant_identifier: tenant, definition_id: definition }: EndedVersion,
  cutoff: Date,
) {
  const removed = await tx.execute(REMOVE_FAILED, [tenant, definition, cutoff]);
  return { removed, more: removed === FAILURES_AT_ONCE };
}
