// Reads what a pass of the projector has to deliver to other modules.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { VERSION_OF_ROW } from '../../interface/activity-rows.store.ts';

/** A pass over transactions from `since` up to `to`, which is not among them. */
export interface Pass {
  readonly since: string;
  readonly to: string;
}

/** One row of the history. */
export interface RowPlace {
  readonly instance_id: string;
  readonly revision: number;
}

export interface HistoryRow extends RowPlace {
  readonly record: string;
  readonly at: Date;
  readonly ended_at: Date | null;
  readonly end_state: string | null;
  readonly end_error: string | null;
  readonly tenant_identifier: string;
  /** Version by which the instance ran then. */
  readonly definition_id: string;
  readonly definition_key: string | null;
  readonly migrated: boolean;
  readonly business_key: string | null;
  readonly start_user_id: string | null;
}

export interface RaisedRow {
  readonly id: string;
  readonly number: number;
  readonly xid: string;
  readonly revision: number | null;
  readonly type: string;
  readonly tenant_identifier: string;
  readonly instance_id: string | null;
  readonly definition_id: string | null;
  readonly definition_key: string | null;
  readonly business_key: string | null;
  readonly element_id: string | null;
  readonly code: string;
  readonly message: string;
  readonly raised_at: Date;
}

/** A search for earlier rows of an instance that hold what the pattern finds. */
export interface Search {
  readonly instanceId: string;
  readonly before: number;
  readonly pattern: string;
}

export interface FoundRecord extends RowPlace {
  readonly record: string;
}

// Nobody can move an instance whose last move is not committed, but a transaction may have had its number long before it
// did so. The row just before one of the pass then has a greater number: the pass ends before the later of the two.
const CUT = sql(
  'bpm_event_delivery_cut',
  `SELECT min(t.xid::text::numeric)::text AS cut FROM (
     SELECT instance_id, revision, xid FROM bpm_history_event WHERE xid >= $1::xid8 AND xid < $2::xid8 AND revision > 1
     UNION ALL
     SELECT instance_id, revision, xid FROM bpm_incident_raised WHERE xid < $2::xid8 AND revision IS NOT NULL
   ) t WHERE coalesce((SELECT p.xid >= $2::xid8 FROM bpm_history_event p
       WHERE p.instance_id = t.instance_id AND p.revision < t.revision ORDER BY p.revision DESC LIMIT 1), false)
     OR EXISTS (SELECT FROM bpm_incident_raised r
       WHERE r.xid >= $2::xid8 AND r.instance_id = t.instance_id AND r.revision < t.revision)`,
);
const PLACES = sql(
  'bpm_event_delivery_places',
  `SELECT instance_id, revision FROM bpm_history_event
   WHERE xid >= $1::xid8 AND xid < $2::xid8
     AND (($3 AND ended_at IS NOT NULL) OR record ~ $4)`,
);
const ROWS = sql(
  'bpm_event_delivery_rows',
  `SELECT e.instance_id, e.revision, e.record, e.at, e.ended_at, e.end_state, e.end_error, h.tenant_identifier, r.definition_id,
     d.key AS definition_key, h.migrated, h.business_key, h.start_user_id
   FROM unnest($1::uuid[], $2::int[]) AS v(id, revision)
   JOIN bpm_history_event e ON e.instance_id = v.id AND e.revision = v.revision
   JOIN bpm_hi_instance h ON h.id = e.instance_id
   CROSS JOIN LATERAL (SELECT ${VERSION_OF_ROW} AS definition_id) r LEFT JOIN bpm_definition d ON d.id = r.definition_id`,
);
const MIGRATIONS = sql(
  'bpm_event_delivery_migrations',
  `SELECT instance_id, revision, record FROM bpm_history_event WHERE instance_id = ANY ($1::uuid[]) AND record ~ '"M","'
   ORDER BY instance_id, revision`,
);
const EARLIER = sql(
  'bpm_event_delivery_earlier',
  `SELECT e.instance_id, e.revision, e.record FROM unnest($1::uuid[], $2::int[], $3::text[]) AS v(id, before, pattern)
   JOIN bpm_history_event e ON e.instance_id = v.id AND e.revision < v.before AND e.record ~ v.pattern
   ORDER BY e.instance_id, e.revision`,
);
const OPEN_NAMES = sql(
  'bpm_event_delivery_names',
  `SELECT t.instance_id, t.number, t.name FROM unnest($1::uuid[], $2::int[]) AS v(id, number)
   JOIN bpm_task t ON t.instance_id = v.id AND t.number = v.number`,
);
const TAKE_RAISED = sql(
  'bpm_event_delivery_raised',
  `WITH taken AS (DELETE FROM bpm_incident_raised WHERE xid < $1::xid8 RETURNING *)
   SELECT r.xid::text AS xid, r.id, r.number, r.revision, r.type, r.tenant_identifier, r.instance_id, r.definition_id,
     d.key AS definition_key, h.business_key, r.element_id, r.code, r.message, r.raised_at
   FROM taken r LEFT JOIN bpm_hi_instance h ON h.id = r.instance_id LEFT JOIN bpm_definition d ON d.id = r.definition_id`,
);

export const eventDeliveryStore = {
  /** Answers where the pass must end earlier so that the events of each instance are delivered in order; null where it need not. */
  async cut(tx: Transaction, { since, to }: Pass): Promise<string | null> {
    const [row] = await tx.rows<{ cut: string | null }>(CUT, [since, to]);
    return row?.cut ?? null;
  },
  /** Finds the rows that hold something wanted, in no order; `tasks` is the pattern of the records with theirs. */
  places: (tx: Transaction, { since, to }: Pass, wanted: { readonly ends: boolean; readonly tasks: string | null }) =>
    tx.rows<RowPlace>(PLACES, [since, to, wanted.ends, wanted.tasks]),
  rows: (tx: Transaction, places: readonly RowPlace[]) =>
    tx.rows<HistoryRow>(ROWS, [places.map((place) => place.instance_id), places.map(({ revision }) => revision)]),
  /** Finds the rows that may hold migrations of the instances, in the order of revisions. */
  migrations: (tx: Transaction, instanceIds: readonly string[]) => tx.rows<FoundRecord>(MIGRATIONS, [instanceIds]),
  /** Finds earlier rows, in the order of revisions. */
  earlier: (queryable: Queryable, searches: readonly Search[]) =>
    queryable.rows<FoundRecord>(EARLIER, [
      searches.map(({ instanceId }) => instanceId),
      searches.map(({ before }) => before),
      searches.map(({ pattern }) => pattern),
    ]),
  openNames: (tx: Queryable, tasks: readonly { readonly instanceId: string; readonly number: number }[]) =>
    tx.rows<{ instance_id: string; number: number; name: string | null }>(OPEN_NAMES, [
      tasks.map(({ instanceId }) => instanceId),
      tasks.map(({ number }) => number),
    ]),
  /** Takes the incidents of the pass out of those that are still to be delivered. */
  takeRaised: (tx: Transaction, to: string) => tx.rows<RaisedRow>(TAKE_RAISED, [to]),
};
