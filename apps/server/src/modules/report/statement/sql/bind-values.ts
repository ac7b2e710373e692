// Puts values into a checked statement, as settings of the transaction that the text only names.
import type { BoundQuery } from '../../report.types.ts';
import type { SqlTemplate } from './sql.types.ts';

/** Is a value as PostgreSQL reads it; a list may not be empty, null stands for no value. */
export interface SqlValue {
  /** Is a type of `pg_catalog`, written by us. */
  readonly sqlType: SqlValueType;
  readonly value: string | readonly string[] | null;
  readonly isList: boolean;
}

export type SqlValueType =
  | 'text'
  | 'int4'
  | 'int8'
  | 'numeric'
  | 'float8'
  | 'bool'
  | 'date'
  | 'time'
  | 'timestamptz'
  | 'uuid';

/** Hands out one setting for each value; the same value is asked for once. */
export class ValueBinder {
  readonly #settings: (readonly [name: string, value: string])[];

  /** Those of a query that is asked around are kept. */
  constructor(before: BoundQuery['settings'] = []) {
    this.#settings = [...before];
  }

  get settings(): BoundQuery['settings'] {
    return this.#settings;
  }

  /** Answers an expression, in brackets, which stands wherever an expression may. */
  bind({ sqlType, value, isList }: SqlValue): string {
    const type = `pg_catalog.${sqlType}${isList ? '[]' : ''}`;
    if (value === null) return `(NULL::${type})`;
    const name = `keelson.p${this.#settings.length}`;
    this.#settings.push([name, typeof value === 'string' ? value : writeArray(value)]);
    return `(pg_catalog.current_setting('${name}')::${type})`;
  }
}

/** Every name of the template has to have a value; they are keyed in lower case. */
export function bindTemplate(template: SqlTemplate, values: ReadonlyMap<string, SqlValue>): BoundQuery {
  const binder = new ValueBinder();
  const expressions = new Map<string, string>();
  let text = template.pieces[0]!;
  template.gaps.forEach((name, index) => {
    const expression = expressions.get(name) ?? binder.bind(values.get(name.toLowerCase())!);
    expressions.set(name, expression);
    text += expression + template.pieces[index + 1]!;
  });
  return { text, settings: binder.settings };
}

/** Writes the literal of a list; every member is quoted, so that NULL and braces are text. */
export function writeArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
