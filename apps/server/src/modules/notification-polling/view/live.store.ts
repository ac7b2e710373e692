// Holds the SQL that keeps the live announcements of a tenant in memory.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { Audience } from '../record/announcement.types.ts';

export interface LiveRow {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly live: boolean;
  readonly publishSeq: number;
  readonly publishDate: Date;
  readonly endDate: Date | null;
  readonly audience: Audience;
  readonly dismissible: boolean;
  readonly acknowledgementRequired: boolean;
  readonly type: string;
  readonly application: string | null;
}

// One statement, so that the number and the rows are of one moment.
const selectChanged = sql(
  'polling_live_changed',
  `SELECT h.change_seq AS "changeSeq", a.id, a.uuid, a.version, a.status = 'PUBLISHED' AS live, a.publish_seq AS "publishSeq",
     a.publish_date AS "publishDate", a.end_date AS "endDate", a.audience, a.dismissible,
     a.acknowledgement_required AS "acknowledgementRequired", a.type, a.application
   FROM polling_head h
   LEFT JOIN polling_announcement a ON a.tenant_identifier = h.tenant_identifier AND a.change_seq > $2
   WHERE h.tenant_identifier = $1`,
);
const selectLive = sql(
  'polling_live_all',
  `SELECT h.change_seq AS "changeSeq", a.id, a.uuid, a.version, true AS live, a.publish_seq AS "publishSeq",
     a.publish_date AS "publishDate", a.end_date AS "endDate", a.audience, a.dismissible,
     a.acknowledgement_required AS "acknowledgementRequired", a.type, a.application
   FROM polling_head h
   LEFT JOIN polling_announcement a ON a.tenant_identifier = h.tenant_identifier AND a.status = 'PUBLISHED'
   WHERE h.tenant_identifier = $1`,
);

/** Reads what was written after a number; null: everything that is live. */
export async function readLive(
  queryable: Queryable,
  tenantIdentifier: string,
  after: number | null,
): Promise<{ readonly changeSeq: number; readonly rows: readonly LiveRow[] }> {
  const values = after === null ? [tenantIdentifier] : [tenantIdentifier, after];
  const statement = after === null ? selectLive : selectChanged;
  const found = await queryable.rows<Omit<LiveRow, 'id'> & { id: number | null; changeSeq: number }>(statement, values);
  const rows = found.filter((row): row is LiveRow & { changeSeq: number } => row.id !== null);
  return { changeSeq: found[0]?.changeSeq ?? 0, rows };
}
