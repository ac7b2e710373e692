// Finds who waits for messages, signals and conditions, and writes what starts instances.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

export interface SubscriptionRow {
  readonly id: string;
  readonly number: number;
  readonly starts: boolean;
  readonly match_key: string;
  readonly instance_id: string | null;
  readonly definition_id: string;
  readonly definition_key: string;
  readonly element_id: string;
  readonly trigger_index: number;
  readonly triggers_needed: number;
  readonly token: number;
}

const COLUMNS = `id, number, starts, match_key, instance_id, definition_id, definition_key, element_id, trigger_index,
  triggers_needed, token`;
/** Bound of the receivers that are found: beyond it the message is ambiguous, or goes to all of them in turns. */
export const RECEIVERS_MAX = 500;

const FIND_MATCHING = sql(
  'bpm_subscription_matching',
  `SELECT ${COLUMNS} FROM bpm_subscription WHERE kind = 'm' AND tenant_identifier = $1 AND name = $2
     AND match_key = ANY ($3::text[]) AND NOT (starts AND suspended) AND ($4::uuid IS NULL OR id <> $4)
   ORDER BY created_at, id, number LIMIT ${RECEIVERS_MAX}`,
);
// Whoever waits without a key, whatever his business key is.
const FIND_KEYLESS = sql(
  'bpm_subscription_keyless',
  `SELECT ${COLUMNS} FROM bpm_subscription WHERE kind = 'm' AND tenant_identifier = $1 AND name = $2
     AND (match_key = 'n' OR match_key >= 'b' AND match_key < 'c') AND NOT starts AND ($3::uuid IS NULL OR id <> $3)
   ORDER BY created_at, id, number LIMIT ${RECEIVERS_MAX}`,
);
const FIND_OF_INSTANCE = sql(
  'bpm_subscription_of_instance',
  `SELECT ${COLUMNS} FROM bpm_subscription WHERE kind = 'm' AND tenant_identifier = $1 AND name = $2 AND id = $3
   ORDER BY number LIMIT ${RECEIVERS_MAX}`,
);
/** Bound of the versions that are read of those that wait for one message; nobody comes near it. */
const VERSIONS_MAX = 100;
/** Bound of the count of others who wait; more would help nobody. */
export const OTHERS_MAX = 100;
const FIND_DEFINITIONS = sql(
  'bpm_subscription_definitions_by_key',
  `SELECT DISTINCT definition_id FROM bpm_subscription WHERE kind = 'm' AND tenant_identifier = $1 AND name = $2
     AND match_key >= 'k' AND match_key < 'l' AND NOT starts AND ($3::text IS NULL OR definition_key = $3)
   ORDER BY definition_id LIMIT ${VERSIONS_MAX}`,
);
const COUNT_WAITING = sql(
  'bpm_subscription_count_waiting',
  `SELECT count(*)::int AS waiting FROM (SELECT FROM bpm_subscription WHERE kind = 'm' AND tenant_identifier = $1 AND name = $2
     AND NOT starts LIMIT ${OTHERS_MAX}) found`,
);
const PAGE_SIGNAL = sql(
  'bpm_subscription_page_signal',
  `SELECT DISTINCT ON (id) id, starts, definition_id, element_id, trigger_index, triggers_needed FROM bpm_subscription
   WHERE kind = 's' AND tenant_identifier = $1 AND name = $2 AND created_at <= $3 AND id > $4 AND NOT (starts AND suspended)
   ORDER BY id LIMIT ${RECEIVERS_MAX}`,
);

export function createSubscriptionStore(database: Queryable) {
  return {
    /** Finds subscriptions by keys, business key and start, as `match-key.ts` writes them; the oldest first. */
    matching: (tenant: string, name: string, matches: readonly string[], except: string | null) =>
      database.rows<SubscriptionRow>(FIND_MATCHING, [tenant, name, matches, except]),
    keyless: (tenant: string, name: string, except: string | null) =>
      database.rows<SubscriptionRow>(FIND_KEYLESS, [tenant, name, except]),
    /** Lists the versions whose instances wait for the message by keys; of one process where its key is given. */
    async definitionsByKey(tenant: string, name: string, definitionKey: string | null): Promise<readonly string[]> {
      const rows = await database.rows<{ definition_id: string }>(FIND_DEFINITIONS, [tenant, name, definitionKey]);
      return rows.map((row) => row.definition_id);
    },
    /** Counts who waits for the message by whatever key, at most 100. */
    async countWaiting(tenant: string, name: string): Promise<number> {
      const [row] = await database.rows<{ waiting: number }>(COUNT_WAITING, [tenant, name]);
      return row?.waiting ?? 0;
    },
    ofInstance: (tenant: string, name: string, instanceId: string) =>
      database.rows<SubscriptionRow>(FIND_OF_INSTANCE, [tenant, name, instanceId]),
    /** Pages those who hear a signal that was thrown then, each instance once, from an id on. */
    hearing: (tenant: string, name: string, thrownAt: number, after: string) =>
      database.rows<
        Pick<SubscriptionRow, 'id' | 'starts' | 'definition_id' | 'element_id' | 'trigger_index' | 'triggers_needed'>
      >(PAGE_SIGNAL, [tenant, name, new Date(thrownAt), after]),
  };
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>;

export interface StartSubscription {
  readonly id: string;
  readonly kind: 'm' | 's' | 'c';
  readonly name: string | null;
  readonly elementId: string;
  readonly triggerIndex: number;
  readonly triggersNeeded: number;
}

const DELETE_STARTS = sql(
  'bpm_subscription_delete_starts',
  `DELETE FROM bpm_subscription s USING bpm_definition d WHERE s.starts AND s.tenant_identifier = $1 AND s.definition_key = $2
     AND d.id = s.definition_id AND d.version < $3`,
);
const HOLD_STARTS = sql(
  'bpm_subscription_hold_starts',
  `UPDATE bpm_subscription s SET suspended = d.suspended FROM bpm_definition d
   WHERE s.starts AND s.tenant_identifier = $1 AND s.definition_key = $2 AND d.id = s.definition_id`,
);
const INSERT_START = sql(
  'bpm_subscription_insert_start',
  `INSERT INTO bpm_subscription (id, number, part, kind, starts, tenant_identifier, name, match_key, token, definition_id,
     definition_key, element_id, trigger_index, triggers_needed, created_at)
   VALUES ($1, 0, 0, $2::text::"char", true, $3, $4, '*', 0, $5, $6, $7, $8, $9, $10)`,
);

export const startSubscriptionStore = {
  /** Removes subscriptions of older versions, and holds or releases those of the others as their versions are. */
  async settle(tx: Transaction, tenant: string, key: string, version: number): Promise<void> {
    await tx.execute(DELETE_STARTS, [tenant, key, version]);
    await tx.execute(HOLD_STARTS, [tenant, key]);
  },
  async save(
    tx: Transaction,
    { tenant, definitionId, key, at }: { tenant: string; definitionId: string; key: string; at: number },
    start: StartSubscription,
  ): Promise<void> {
    const { id, kind, name, elementId, triggerIndex, triggersNeeded } = start;
    await tx.execute(INSERT_START, [
      id,
      kind,
      tenant,
      name,
      definitionId,
      key,
      elementId,
      triggerIndex,
      triggersNeeded,
      new Date(at),
    ]);
  },
};
