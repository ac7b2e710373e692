// Lists what modules sealed, so that all of it can be sealed anew before a key is taken away.
import { type Database, sql } from '../database/database.ts';
import { createSeal } from './seal.ts';
import type { SecretKeys } from './secret-keys.ts';

/** Says where sealed texts stand. All are constants of a store, never input: they become part of statements. */
export interface SealedTable {
  readonly table: string;
  /** Name of the key column: a bigint that only grows. */
  readonly id: string;
  /** Holds text; null where nothing is sealed. */
  readonly sealed: string;
  /** The SQL expression of what the owner is made from. */
  readonly ownerKey: string;
}

export interface ResealedBatch {
  readonly resealed: number;
  /** Number of texts that no key of this process opens: they were lost before. */
  readonly unopened: number;
  /** Id to go on after; null when there is nothing left. */
  readonly lastId: number | null;
}

/** Holds texts of one column that were sealed for one purpose. */
export interface SealedColumn {
  /** Names table and column for the log. */
  readonly name: string;
  /**
   * Seals at most `limit` texts with a greater id anew that were sealed with another key than the first one. A text
   * that is written meanwhile stays as it was written.
   */
  reseal(limit: number, afterId: number): Promise<ResealedBatch>;
}

export interface SealedColumns {
  /** Each module registers its columns when it is created; a text that moves to another column is registered before it. */
  register(column: SealedColumn): void;
  all(): readonly SealedColumn[];
}

export interface SealedColumnOptions<K> extends SealedTable {
  readonly database: Database;
  readonly keys: SecretKeys;
  readonly purpose: string;
  /** Answers what the text was sealed for, from the value of `ownerKey`. */
  readonly ownerOf: (ownerKey: K) => string;
}

interface SealedRow<K> {
  readonly id: number;
  readonly sealed: string;
  readonly ownerKey: K;
}

function statementsOf({ table, id, sealed, ownerKey }: SealedTable) {
  const name = `${table}_${sealed}`;
  return {
    list: sql(
      `${name}_of_other_keys`,
      `SELECT ${id} AS id, ${sealed} AS sealed, ${ownerKey} AS "ownerKey" FROM ${table}
       WHERE ${sealed} IS NOT NULL AND NOT starts_with(${sealed}, $1) AND ${id} > $2 ORDER BY ${id} LIMIT $3`,
    ),
    // A text that was written since it was read is not replaced.
    replace: sql(
      `${name}_reseal`,
      `UPDATE ${table} SET ${sealed} = renewed.sealed
       FROM unnest($1::bigint[], $2::text[], $3::text[]) AS renewed (id, before, sealed)
       WHERE ${table}.${id} = renewed.id AND ${table}.${sealed} = renewed.before`,
    ),
  };
}

export function createSealedColumn<K>(options: SealedColumnOptions<K>): SealedColumn {
  const { database, keys, purpose, ownerOf } = options;
  const seal = createSeal(keys, purpose);
  const statements = statementsOf(options);
  return {
    name: `${options.table}.${options.sealed}`,
    async reseal(limit, afterId) {
      const current = `${keys.derive(purpose).id}.`;
      const rows = await database.rows<SealedRow<K>>(statements.list, [current, afterId, limit]);
      const renewed = rows.flatMap(({ id, sealed, ownerKey }) => {
        const owner = ownerOf(ownerKey);
        const text = seal.open(sealed, owner);
        return text === null ? [] : [{ id, before: sealed, sealed: seal.seal(text, owner) }];
      });
      const values = [
        renewed.map(({ id }) => id),
        renewed.map(({ before }) => before),
        renewed.map(({ sealed }) => sealed),
      ];
      const resealed = await database.transaction((tx) => tx.execute(statements.replace, values));
      const lastId = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
      return { resealed, unopened: rows.length - renewed.length, lastId };
    },
  };
}

export function createSealedColumns(): SealedColumns {
  const columns: SealedColumn[] = [];
  return { register: (column) => void columns.push(column), all: () => columns };
}
