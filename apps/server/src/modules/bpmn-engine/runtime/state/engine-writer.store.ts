// Makes the writers of the engine: names its tables' columns once, and says what an insert is.
import type { GroupCommit, Writer } from '../../../../kernel/group-commit/group-commit.ts';
import type { ColumnType } from '../../../../kernel/group-commit/group-commit.types.ts';

/** Columns of the rows that a writer takes, in the order of their values. */
export type Columns = Readonly<Record<string, ColumnType>>;
/** Makes the SQL of one writer; see `WriterDefinition.statement`. */
export type StatementOf = (rows: string) => string;
export type DefineWriter = (name: string, columns: Columns, statement: StatementOf, conflict?: string) => Writer;

/** Writes the insert of the columns as they come, but for those that have an expression of their own. */
export function insertInto(
  table: string,
  columns: Columns,
  expressions: Readonly<Record<string, string>> = {},
): StatementOf {
  const taken = Object.fromEntries(Object.keys(columns).map((name) => [name, `v.${name}`]));
  const values = { ...taken, ...expressions };
  const names = Object.keys(values).join(', ');
  return (rows) => `INSERT INTO ${table} (${names}) SELECT ${Object.values(values).join(', ')} FROM ${rows} v`;
}

export function createDefineWriter(groupCommit: Pick<GroupCommit, 'defineWriter'>): DefineWriter {
  return (name, columns, statement, conflict) =>
    groupCommit.defineWriter({
      name: `bpm_${name}`,
      columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
      statement,
      ...(conflict === undefined ? {} : { conflict }),
    });
}
