// Writes the statement that hands rows of a person on to another name, also where that name has some already.
import { type Statement, sql } from './database-client.ts';

/** Names a table whose rows belong to `tenant_identifier` and `username_folded`; everything is a constant of the program. */
export interface PersonRows {
  readonly table: string;
  /** Columns that identify a row of the person, where there may be several. */
  readonly key?: readonly string[];
  /** Condition of the rows that the unique index of that key holds, where it does not hold all. */
  readonly keyed?: string;
  /** Changes columns on the way, each by an expression; `old` is the row. Values from $4 on are the caller's. */
  readonly changed?: Readonly<Record<string, string>>;
  /**
   * What is set where both names have such a row: `mine` is that of the new name, EXCLUDED the other. Null keeps
   * `mine`.
   */
  readonly met: Readonly<Record<string, string>> | null;
}

/**
 * Values are the tenant, the name and the new name, both folded, and what `changed` wants. Whoever inserts a row under the new name
 * meanwhile is waited for, and met.
 */
export function handOverRows(name: string, { table, key = [], keyed, changed = {}, met }: PersonRows): Statement {
  const columns = Object.entries({ username_folded: '$3::text', ...changed });
  const change = columns.map(([column, expression]) => `'${column}', ${expression}`).join(', ');
  const target = `(${['tenant_identifier', 'username_folded', ...key].join(', ')})${keyed ? ` WHERE ${keyed}` : ''}`;
  const sets = Object.entries(met ?? {}).map(([column, expression]) => `${column} = ${expression}`);
  return sql(
    name,
    `WITH gone AS (
       DELETE FROM ${table} old WHERE tenant_identifier = $1 AND username_folded = $2 RETURNING old)
     INSERT INTO ${table} AS mine OVERRIDING SYSTEM VALUE
     SELECT handed.* FROM gone, jsonb_populate_record(gone.old, jsonb_build_object(${change})) handed
     ON CONFLICT ${target} ${met === null ? 'DO NOTHING' : `DO UPDATE SET ${sets.join(', ')}`}`,
  );
}
