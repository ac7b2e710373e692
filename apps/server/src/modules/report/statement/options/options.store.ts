// Writes what is asked of the query of options, around its own text.
import type { BoundQuery } from '../../report.types.ts';
import { quoteName } from '../platform/build-platform-query.store.ts';
import { type SqlValue, ValueBinder } from '../sql/bind-values.ts';

/** Name columns of the result of the query. */
export interface OptionColumns {
  readonly value: string;
  readonly label: string;
}

/** Every value once, in the order of what is shown. */
export function selectOptions(query: BoundQuery, { value, label }: OptionColumns): BoundQuery {
  const { text } = query;
  const [key, shown] = [`o.${quoteName(value)}::text`, `o.${quoteName(label)}::text`];
  const chosen = `SELECT DISTINCT ${key} AS value, ${shown} AS label FROM (${text}\n) AS o WHERE o.${quoteName(value)} IS NOT NULL`;
  return { ...query, text: `SELECT value, label FROM (${chosen}) AS c ORDER BY label, value` };
}

/** Answers those of the values that no row of the query has. */
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
