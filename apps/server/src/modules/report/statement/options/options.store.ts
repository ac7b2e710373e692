// Writes queries around a query of options.
import type { BoundQuery } from '../../report.types.ts';
import { quoteName } from '../platform/build-platform-query.store.ts';
import { type SqlValue, ValueBinder } from '../sql/bind-values.ts';

/** Columns of the query's result. */
export interface OptionColumns {
  readonly value: string;
  readonly label: string;
}

/** Makes the query of every value once, in the order of the labels. */
export function selectOptions(query: BoundQuery, { value, label }: OptionColumns): BoundQuery {
  const { text } = query;
  const [key, shown] = [`o.${quoteName(value)}::text`, `o.${quoteName(label)}::text`];
  const chosen = `SELECT DISTINCT ${key} AS value, ${shown} AS label FROM (${text}\n) AS o WHERE o.${quoteName(value)} IS NOT NULL`;
  return { ...query, text: `SELECT value, label FROM (${chosen}) AS c ORDER BY label, value` };
}

/** Makes the query of those of the values that no row has. */
export function selectForeign(query: BoundQuery, { value }: OptionColumns, values: SqlValue): BoundQuery {
  const { text, settings } = query;
  const binder = new ValueBinder(settings);
  const list = binder.bind(values);
  const known = `SELECT FROM (${text}\n) AS o WHERE o.${quoteName(value)} = x.v`;
  return {
    ...query,
    text: `SELECT x.v::text FROM pg_catalog.unnest(${list}) AS x (v) WHERE NOT EXISTS (${known})`,
    settings: binder.settings,
  };
}
