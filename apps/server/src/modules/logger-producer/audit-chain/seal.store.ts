// Reads unsealed events in the order of commits, and appends their seals; holds checkpoints and keys as well.
import { type Cursor, createFollower } from '../../../kernel/database/commit-horizon.ts';
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { AuditKey, Signature } from './audit-keys.ts';
import type { Seal, SealedEvent } from './seal-hash.ts';
import { CONTENT, TIME_MICROS } from './sealed-content.store.ts';

export const SEALED_ROWS_MAX = 1_000;
const TABLE = 'log_event_audit';
const KEY = `f.uuid, f.tenant_identifier AS "tenantIdentifier", ${TIME_MICROS} AS "timeMicros"`;
const IS_SEALED = `EXISTS (SELECT FROM log_audit_seal s
  WHERE s.event_uuid = f.uuid AND s.tenant_identifier = f.tenant_identifier AND s.event_time = f.event_time)`;

export interface UnsealedEvent extends SealedEvent {
  readonly content: string;
  readonly isSealed: boolean;
}

export interface SealHead {
  readonly tenantIdentifier: string;
  readonly sequence: number;
  readonly hash: Buffer;
}

export interface Checkpoint extends SealHead, Signature {
  readonly date: Date;
}

/** Oldest unsealed event, null where there is none; a late commit may add an older one. */
export interface Waiting {
  readonly observedTime: Date;
}

const takeTurn = sql(
  'log_audit_take_turn',
  'SELECT xid::text AS xid, uuid AS "order" FROM log_audit_state WHERE id = 1 FOR UPDATE SKIP LOCKED',
);
const keepPlace = sql('log_audit_keep_place', 'UPDATE log_audit_state SET xid = $1::xid8, uuid = $2 WHERE id = 1');
// A visible row of a future transaction was written in another cluster: a restored event, committed long ago.
const findRestored = sql(
  'log_audit_restored',
  `SELECT ${KEY}, ${CONTENT} AS content, false AS "isSealed" FROM ${TABLE} f
   WHERE f.xid >= pg_snapshot_xmax(pg_current_snapshot()) AND NOT ${IS_SEALED} ORDER BY f.xid, f.uuid LIMIT ${SEALED_ROWS_MAX}`,
);
const findHeads = sql(
  'log_audit_heads',
  `SELECT t.tenant AS "tenantIdentifier", s.sequence, s.hash FROM unnest($1::text[]) t(tenant) CROSS JOIN LATERAL (
     SELECT sequence, hash FROM log_audit_seal WHERE tenant_identifier = t.tenant ORDER BY sequence DESC LIMIT 1) s`,
);
const appendSeals = sql(
  'log_audit_append',
  `INSERT INTO log_audit_seal (tenant_identifier, sequence, event_uuid, event_time, event_hash, previous_hash, hash)
   SELECT v.tenant, v.sequence, v.uuid, '1970-01-01Z'::timestamptz + v.micros * interval '1 microsecond', v.event_hash, v.previous_hash, v.hash
   FROM unnest($1::text[], $2::int8[], $3::uuid[], $4::int8[], $5::bytea[], $6::bytea[], $7::bytea[])
     v(tenant, sequence, uuid, micros, event_hash, previous_hash, hash)`,
);
/** Bound of counting: a larger number means minutes of delay. */
const WAITING_MAX = 100_000;
const countWaiting = sql(
  'log_audit_count_waiting',
  `SELECT count(*)::int AS count FROM (SELECT FROM ${TABLE} f
     WHERE (f.xid, f.uuid) > ((SELECT coalesce(xid, '0') FROM log_audit_state), (SELECT coalesce(uuid, '00000000-0000-0000-0000-000000000000') FROM log_audit_state))
     LIMIT ${WAITING_MAX}) w`,
);
const findTenants = sql(
  'log_audit_tenants',
  `WITH RECURSIVE t AS (
     SELECT min(tenant_identifier) AS tenant FROM log_audit_seal
     UNION ALL SELECT (SELECT min(s.tenant_identifier) FROM log_audit_seal s WHERE s.tenant_identifier > t.tenant) FROM t WHERE t.tenant IS NOT NULL)
   SELECT tenant FROM t WHERE tenant IS NOT NULL`,
);
const findDue = sql(
  'log_audit_checkpoints_due',
  `SELECT t.tenant AS "tenantIdentifier", s.sequence, s.hash FROM unnest($1::text[]) t(tenant) CROSS JOIN LATERAL (
     SELECT sequence, hash FROM log_audit_seal WHERE tenant_identifier = t.tenant ORDER BY sequence DESC LIMIT 1) s
   LEFT JOIN LATERAL (
     SELECT sequence, date FROM log_audit_checkpoint WHERE tenant_identifier = t.tenant ORDER BY sequence DESC LIMIT 1) c ON true
   WHERE s.sequence - coalesce(c.sequence, 0) >= $2 OR (s.sequence > coalesce(c.sequence, 0) AND coalesce(c.date, '-infinity') <= $3)`,
);
const keepCheckpoint = sql(
  'log_audit_checkpoint_keep',
  `INSERT INTO log_audit_checkpoint (tenant_identifier, sequence, hash, date, key_id, signature) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT DO NOTHING`,
);
const keepKey = sql(
  'log_audit_key_keep',
  'INSERT INTO log_audit_key (key_id, public_key, date) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);
const keepCut = sql(
  'log_audit_cut_keep',
  `INSERT INTO log_audit_cut (tenant_identifier, before_event_time, date, reason, key_id, signature) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT DO NOTHING`,
);

export function createSealStore(database: Database) {
  const followed = { table: TABLE, orderColumn: 'uuid' };
  const peek = createFollower<Waiting>(
    { ...followed, name: 'log_audit_peek', columns: ['observed_time AS "observedTime"'] },
    1,
  );
  const follow = createFollower<UnsealedEvent>(
    { ...followed, name: 'log_audit_seal', columns: [KEY, `${CONTENT} AS content`, `${IS_SEALED} AS "isSealed"`] },
    SEALED_ROWS_MAX,
  );
  return {
    transaction: database.transaction,
    /** Finds the first event after a place. */
    async peek(place: Cursor | null) {
      const { rows, restarted } = await peek(database, place);
      return { waiting: rows[0] ?? null, restarted };
    },
    /** Takes the turn until the end of the transaction; null where another process has it. */
    async takeTurn(tx: Transaction): Promise<{ readonly place: Cursor | null } | null> {
      const [row] = await tx.rows<{ readonly xid: string | null; readonly order: string | null }>(takeTurn);
      if (row === undefined) return null;
      return { place: row.xid === null || row.order === null ? null : { xid: row.xid, order: row.order } };
    },
    follow,
    keepPlace: (tx: Transaction, place: Cursor) => tx.execute(keepPlace, [place.xid, place.order]),
    findRestored: (tx: Transaction) => tx.rows<UnsealedEvent>(findRestored),
    findHeads: (queryable: Queryable, tenants: readonly string[]) => queryable.rows<SealHead>(findHeads, [tenants]),
    append(tx: Transaction, seals: readonly (Seal & { readonly hash: Buffer })[]) {
      const column = <T>(value: (seal: (typeof seals)[number]) => T): readonly T[] => seals.map(value);
      return tx.execute(appendSeals, [
        column((seal) => seal.tenantIdentifier),
        column((seal) => seal.sequence),
        column((seal) => seal.uuid),
        column((seal) => seal.timeMicros),
        column((seal) => seal.eventHash),
        column((seal) => seal.previousHash),
        column((seal) => seal.hash),
      ]);
    },
    /** Counts events after the place of the sealing, 100,000 at most. */
    async countWaiting(): Promise<number> {
      return (await database.rows<{ readonly count: number }>(countWaiting))[0]?.count ?? 0;
    },
    async tenants(): Promise<readonly string[]> {
      const rows = await database.rows<{ readonly tenant: string }>(findTenants);
      return rows.map(({ tenant }) => tenant);
    },
    /** Answers the heads that are so many seals beyond the last checkpoint, or beyond one that is older. */
    findDue: (tenants: readonly string[], seals: number, before: Date) =>
      database.rows<SealHead>(findDue, [tenants, seals, before]),
    /** Keeps a checkpoint; answers whether it is new. */
    async keepCheckpoint({ tenantIdentifier, sequence, hash, date, keyId, signature }: Checkpoint): Promise<boolean> {
      return (await database.execute(keepCheckpoint, [tenantIdentifier, sequence, hash, date, keyId, signature])) > 0;
    },
    async keepKey({ keyId, publicKey }: AuditKey, date: Date): Promise<boolean> {
      return (await database.execute(keepKey, [keyId, publicKey, date])) > 0;
    },
    keepCut(tx: Transaction, cut: Cut & Signature) {
      const { tenantIdentifier, beforeEventTime, date, reason, keyId, signature } = cut;
      return tx.execute(keepCut, [tenantIdentifier, beforeEventTime, date, reason, keyId, signature]);
    },
  };
}

/** A cut: events of a tenant before this time were removed by their age. */
export interface Cut {
  readonly tenantIdentifier: string;
  readonly beforeEventTime: Date;
  readonly date: Date;
  readonly reason: string;
}
