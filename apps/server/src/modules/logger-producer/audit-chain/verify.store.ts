// Reads a tenant's chain with the sealed events, and finds what is missing in either.
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { AuditKey, Signature } from './audit-keys.ts';
import type { SealHead } from './seal.store.ts';
import type { Seal } from './seal-hash.ts';
import { CONTENT } from './sealed-content.store.ts';

const READ_ONLY = sql('log_audit_read_only', 'SET TRANSACTION READ ONLY');

const millis = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;

const readSeals = sql(
  'log_audit_read_seals',
  `SELECT s.sequence, s.tenant_identifier AS "tenantIdentifier", s.event_uuid AS uuid, s.event_hash AS "eventHash", s.previous_hash AS "previousHash",
     s.hash, (extract(epoch FROM s.event_time) * 1000000)::int8 AS "timeMicros", e.content
   FROM log_audit_seal s LEFT JOIN LATERAL (
     SELECT ${CONTENT} AS content FROM log_event_audit f
     WHERE f.uuid = s.event_uuid AND f.tenant_identifier = s.tenant_identifier AND f.event_time = s.event_time) e ON true
   WHERE s.tenant_identifier = $1 AND s.sequence > $2 AND s.sequence <= $3 ORDER BY s.sequence LIMIT $4`,
);
const readHead = sql(
  'log_audit_read_head',
  `SELECT tenant_identifier AS "tenantIdentifier", sequence, hash FROM log_audit_seal WHERE tenant_identifier = $1 ORDER BY sequence DESC LIMIT 1`,
);
const readSealAt = sql(
  'log_audit_read_seal_at',
  'SELECT hash FROM log_audit_seal WHERE tenant_identifier = $1 AND sequence = $2',
);
const readCheckpoints = sql(
  'log_audit_read_checkpoints',
  `SELECT c.tenant_identifier AS "tenantIdentifier", c.sequence, c.hash, ${millis('c.date')} AS "dateMs", c.key_id AS "keyId", c.signature, s.hash AS "sealHash"
   FROM log_audit_checkpoint c LEFT JOIN log_audit_seal s ON s.tenant_identifier = c.tenant_identifier AND s.sequence = c.sequence
   WHERE c.tenant_identifier = $1 AND c.sequence > $2 ORDER BY c.sequence`,
);
const readCuts = sql(
  'log_audit_read_cuts',
  `SELECT tenant_identifier AS "tenantIdentifier", ${millis('before_event_time')} AS "beforeMs", ${millis('date')} AS "dateMs", reason, key_id AS "keyId", signature
   FROM log_audit_cut WHERE tenant_identifier = $1 ORDER BY before_event_time DESC`,
);
const readKeys = sql('log_audit_read_keys', 'SELECT key_id AS "keyId", public_key AS "publicKey" FROM log_audit_key');
// Condition of events after the place of the sealing, which wait; one before it without a seal was inserted later, or
// its seal was removed.
const BEHIND =
  "(SELECT coalesce(xid, '0') FROM log_audit_state), (SELECT coalesce(uuid, '00000000-0000-0000-0000-000000000000') FROM log_audit_state)";
const readWaiting = sql(
  'log_audit_read_waiting',
  `SELECT count(*) AS "unsealedCount", min(f.observed_time) AS since,
     (array_agg(f.uuid ORDER BY f.observed_time) FILTER (WHERE f.observed_time < $2))[1:$3] AS late
   FROM log_event_audit f WHERE f.tenant_identifier = $1 AND (f.xid, f.uuid) > (${BEHIND})
     AND NOT EXISTS (SELECT FROM log_audit_seal s WHERE s.event_uuid = f.uuid AND s.tenant_identifier = f.tenant_identifier AND s.event_time = f.event_time)`,
);
const readUnsealed = sql(
  'log_audit_read_without_seal',
  `SELECT f.uuid FROM log_event_audit f WHERE f.tenant_identifier = $1 AND (f.xid, f.uuid) <= (${BEHIND})
     AND NOT EXISTS (SELECT FROM log_audit_seal s WHERE s.event_uuid = f.uuid AND s.tenant_identifier = f.tenant_identifier AND s.event_time = f.event_time)
   LIMIT $2`,
);

export type StoredSeal = Seal & { readonly hash: Buffer; readonly content: string | null };
interface StoredCheckpoint extends SealHead, Signature {
  readonly dateMs: number;
  /** Hash of the seal at this place; null where there is none. */
  readonly sealHash: Buffer | null;
}
interface StoredCut extends Signature {
  readonly beforeMs: number;
  readonly dateMs: number;
  readonly reason: string;
}
interface StoredWaiting {
  readonly unsealedCount: number;
  readonly since: Date | null;
  readonly late: readonly string[] | null;
}

export function createVerifyStore(database: Database) {
  /** Runs work in a transaction that can change nothing. */
  const reading = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await tx.execute(READ_ONLY);
      return work(tx);
    });
  return {
    reading,
    seals: (tx: Transaction, tenant: string, after: number, to: number, limit: number) =>
      tx.rows<StoredSeal>(readSeals, [tenant, after, to, limit]),
    async head(tx: Transaction, tenant: string): Promise<SealHead | null> {
      return (await tx.rows<SealHead>(readHead, [tenant]))[0] ?? null;
    },
    async hashAt(tx: Transaction, tenant: string, sequence: number): Promise<Buffer | null> {
      return (await tx.rows<{ readonly hash: Buffer }>(readSealAt, [tenant, sequence]))[0]?.hash ?? null;
    },
    checkpoints: (tx: Transaction, tenant: string, after: number) =>
      tx.rows<StoredCheckpoint>(readCheckpoints, [tenant, after]),
    cuts: (tx: Transaction, tenant: string) => tx.rows<StoredCut>(readCuts, [tenant]),
    keys: (tx: Transaction) => tx.rows<AuditKey>(readKeys),
    async waiting(tx: Transaction, tenant: string, lateBefore: Date, limit: number): Promise<StoredWaiting> {
      return (await tx.rows<StoredWaiting>(readWaiting, [tenant, lateBefore, limit]))[0]!;
    },
    async withoutSeal(tx: Transaction, tenant: string, limit: number): Promise<readonly string[]> {
      const rows = await tx.rows<{ readonly uuid: string }>(readUnsealed, [tenant, limit]);
      return rows.map(({ uuid }) => uuid);
    },
  };
}
