// Holds the SQL of ready reports that reports of tenants do not need.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

const selectEditions = sql(
  'report_ready_editions',
  `SELECT uuid, (shipped->>'edition')::int AS edition FROM report_definition WHERE tenant_identifier IS NULL AND NOT deleted`,
);
const setNames = sql(
  'report_ready_names',
  'UPDATE report_definition SET name_folded = $2, description_folded = $3 WHERE uuid = $1',
);

/** Answers the stored edition of each ready report, by its uuid. */
export async function findEditions(queryable: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await queryable.rows<{ uuid: string; edition: number }>(selectEditions);
  return new Map(rows.map(({ uuid, edition }) => [uuid, edition]));
}

/** Makes a report searchable by its texts in every language. */
export async function nameInAll(tx: Transaction, uuid: string, name: string, description: string): Promise<void> {
  await tx.execute(setNames, [uuid, name, description]);
}
