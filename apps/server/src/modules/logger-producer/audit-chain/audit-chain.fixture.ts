// Gives tests of the chain a database with events of audit, sealers as of several processes, and hands that change what they may not.
import { randomBytes, randomUUID } from 'node:crypto';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { createLogger } from '../../../kernel/process/logger.ts';
import { loadSecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { emptyEvents } from '../../../testing/test-events.ts';
import { createAuditKeys } from './audit-keys.ts';
import { createChainWalk, type VerifyQuery } from './chain-walk.ts';
import { createCheckpoints } from './checkpoints.ts';
import { createSealStore } from './seal.store.ts';
import { createSealer } from './sealer.ts';
import { createVerifyStore } from './verify.store.ts';

const insert = sql(
  't_audit_event',
  `INSERT INTO log_event (uuid, tenant_identifier, event_time, observed_time, retention_class, severity_number, level, event_name, key,
     event_type, message, service, attribute_map, truncated, content_hash)
   SELECT u, $2, $3::timestamptz + n * interval '1 microsecond', $3, 'AUDIT', 9, 'INFO', 'x', 'x', 'AUDIT', 'Event ' || n, 'x',
     '{"b": 1, "a": [2.50]}', false, 'h' FROM unnest($1::uuid[]) WITH ORDINALITY v(u, n)`,
);

export type ChainGround = Awaited<ReturnType<typeof createChainGround>>;

export async function createChainGround() {
  const test = await createTestDatabase(moduleMigrations);
  const { database } = test;
  const clock = createManualClock();
  const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64url')}`;
  const firstKey = newKey('first');
  const script = (text: string): Promise<void> => database.withConnection((connection) => connection.script(text));

  /** Stands for one process; what it writes to its log is kept as lines. */
  function processWith(environmentValue: string = firstKey) {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line: string) => lines.push(line) });
    const keys = createAuditKeys(loadSecretKeys({ environmentValue }));
    const store = createSealStore(database);
    const checkpoints = createCheckpoints({ clock, log, store, keys });
    const sealer = createSealer({ clock, store, checkpoints });
    const parts = { clock, store: createVerifyStore(database), keys };
    return {
      ...sealer,
      cut: checkpoints.cut,
      verify: (query: VerifyQuery = {}, timeMs?: number) =>
        createChainWalk(timeMs === undefined ? parts : { ...parts, timeMs })('default', query),
      lines,
    };
  }

  return {
    ...test,
    clock,
    firstKey,
    newKey,
    script,
    processWith,
    /** Answers the uuids, in the order in which they are sealed. */
    async happen(count: number, tenantIdentifier = 'default', ageMs = 0): Promise<readonly string[]> {
      const uuids = Array.from({ length: count }, () => randomUUID()).sort();
      await database.execute(insert, [uuids, tenantIdentifier, new Date(clock.now() - ageMs)]);
      return uuids;
    },
    /** Does what whoever owns the tables could do. */
    tamper: (text: string) =>
      script(
        `ALTER TABLE log_event_audit DISABLE TRIGGER USER; ${text}; ALTER TABLE log_event_audit ENABLE TRIGGER USER`,
      ),
    async count(table: string): Promise<number> {
      const [row] = await database.rows<{ count: number }>(sql(`t_count_${table}`, `SELECT count(*) FROM ${table}`));
      return row?.count ?? 0;
    },
    async empty(): Promise<void> {
      await emptyEvents(database);
      await script(
        'TRUNCATE log_audit_seal, log_audit_checkpoint, log_audit_cut, log_audit_key; UPDATE log_audit_state SET xid = NULL, uuid = NULL',
      );
    },
  };
}
