// Holds the SQL of a report as JSON: the database writes every cell as a JSON value.
import { copyJson } from '../table/copy.store.ts';
import { entryQuery } from '../table/entries.store.ts';
import type { ReportTable } from '../table/report-table.ts';

/** Answers the COPY of the rows in the order of the groups. */
export function jsonRowsCopy(table: ReportTable): string {
  return copyJson(
    entryQuery(table, { purpose: 'JSON', rows: true, headings: false, totals: false, labels: false }).text,
  );
}

/** Answers the COPY of the totals, each as one object: `level` 0 is the total of all rows and has no values of groups. */
export function jsonTotalsCopy(table: ReportTable): string {
  const shape = { purpose: 'JSON', rows: false, headings: false, totals: true, labels: false } as const;
  const values = table.columns.map((_, index) => `coalesce(x${index + 1}, 'null')`);
  const keys = table.groups.map((_, index) => `coalesce(k${index + 1}, 'null')`);
  const groups = keys.length === 0 ? "''" : `array_to_string((ARRAY[${keys.join(', ')}])[1:level], ',')`;
  const total = `'{"level":' || level || ',"groupList":[' || ${groups} || '],"valueList":[' || concat_ws(',', ${values.join(', ')}) || ']}'`;
  return copyJson(`SELECT ${total} FROM (${entryQuery(table, shape).text}) totals`);
}
