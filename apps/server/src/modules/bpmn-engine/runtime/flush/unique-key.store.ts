// Holds the rows of business keys that one running instance of a process has for itself.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { type Columns, createDefineWriter } from '../state/engine-writer.store.ts';

/** A business key within the processes that want it once. */
export interface UniqueKey {
  readonly tenantIdentifier: string;
  readonly definitionKey: string;
  readonly businessKey: string;
}

export interface HeldKey extends UniqueKey {
  readonly instanceId: string;
}

/** Conflict of a key that another running instance of the process has. */
export const UNIQUE_KEY_CONFLICT = 'UNIQUE_KEY';

const KEY: Columns = { tenant_identifier: 'text', definition_key: 'text', business_key: 'text' };
const HELD: Columns = { ...KEY, instance_id: 'uuid' };
const SAME = `k.tenant_identifier = v.tenant_identifier AND k.definition_key = v.definition_key AND k.business_key = v.business_key`;

export function defineUniqueKeyWriters(groupCommit: Pick<GroupCommit, 'defineWriter'>) {
  const define = createDefineWriter(groupCommit);
  return {
    // In one order, so that two processes that take the same keys wait for each other in turn.
    take: define(
      'unique_key_take',
      { ...HELD, since: 'timestamptz' },
      (rows) =>
        `INSERT INTO bpm_unique_key AS k (tenant_identifier, definition_key, business_key, instance_id, since)
           SELECT v.tenant_identifier, v.definition_key, v.business_key, v.instance_id, v.since FROM ${rows} v ORDER BY 1, 2, 3, 4
         ON CONFLICT DO NOTHING
         RETURNING (SELECT v.member FROM ${rows} v WHERE v.instance_id = k.instance_id) AS member`,
      UNIQUE_KEY_CONFLICT,
    ),
    free: define(
      'unique_key_free',
      HELD,
      (rows) => `DELETE FROM bpm_unique_key k USING ${rows} v WHERE ${SAME} AND k.instance_id = v.instance_id`,
    ),
    /** Passes a key on: one instance of a burst ends, another one begins with it. */
    pass: define(
      'unique_key_pass',
      { ...HELD, to_id: 'uuid' },
      (rows) =>
        `UPDATE bpm_unique_key k SET instance_id = v.to_id FROM ${rows} v WHERE ${SAME} AND k.instance_id = v.instance_id`,
    ),
    /** Checks the key of an instance that begins and ends in one commit. */
    touch: define(
      'unique_key_touch',
      KEY,
      (rows) => `SELECT v.member FROM ${rows} v WHERE NOT EXISTS (SELECT FROM bpm_unique_key k WHERE ${SAME})`,
      UNIQUE_KEY_CONFLICT,
    ),
  };
}

export type UniqueKeyWriters = ReturnType<typeof defineUniqueKeyWriters>;

const HOLDER = sql(
  'bpm_unique_key_holder',
  'SELECT instance_id FROM bpm_unique_key WHERE tenant_identifier = $1 AND definition_key = $2 AND business_key = $3',
);
const LOCK = sql(
  'bpm_unique_key_lock',
  `SELECT instance_id FROM bpm_unique_key WHERE tenant_identifier = $1 AND definition_key = $2 AND business_key = $3 FOR UPDATE`,
);
const TAKE = sql(
  'bpm_unique_key_take_one',
  `INSERT INTO bpm_unique_key (tenant_identifier, definition_key, business_key, instance_id, since)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
);
const FREE = sql(
  'bpm_unique_key_free_one',
  'DELETE FROM bpm_unique_key WHERE tenant_identifier = $1 AND definition_key = $2 AND business_key = $3 AND instance_id = $4',
);

const MARK = sql('bpm_unique_key_mark', 'SAVEPOINT bpm_unique_keys');
const TAKE_BACK = sql('bpm_unique_key_take_back', 'ROLLBACK TO SAVEPOINT bpm_unique_keys');
const UNMARK = sql('bpm_unique_key_unmark', 'RELEASE SAVEPOINT bpm_unique_keys');

const valuesOf = ({ tenantIdentifier, definitionKey, businessKey }: UniqueKey) => [
  tenantIdentifier,
  definitionKey,
  businessKey,
];

export const uniqueKeyStore = {
  async findHolder(queryable: Queryable, key: UniqueKey, lock = false): Promise<string | null> {
    const [row] = await queryable.rows<{ instance_id: string }>(lock ? LOCK : HOLDER, valuesOf(key));
    return row?.instance_id ?? null;
  },
  /** Takes a key, and waits for whoever takes the same right now; false where somebody has it. */
  async take(tx: Transaction, key: HeldKey, since: Date): Promise<boolean> {
    return (await tx.execute(TAKE, [...valuesOf(key), key.instanceId, since])) > 0;
  },
  /** Does all of the work or, where it throws, nothing of it: the transaction can go on. */
  async wholly(tx: Transaction, work: () => Promise<void>): Promise<void> {
    await tx.execute(MARK);
    try {
      await work();
    } catch (error) {
      await tx.execute(TAKE_BACK);
      throw error;
    } finally {
      await tx.execute(UNMARK);
    }
  },
  free: (tx: Transaction, key: HeldKey) => tx.execute(FREE, [...valuesOf(key), key.instanceId]),
};
