// Puts values into a checked statement, as settings of the transaction to which the text refers.
import type { BoundQuery } from '../../report.types.ts';
import type { SqlTemplate } from './sql.types.ts';

/** A value in PostgreSQL's form; a list must not be empty, null is no value. */
export interface SqlValue {
  /** Type of `pg_catalog`, a constant of the program. */
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

/** Assigns a setting to each value; equal values share one. */
export class ValueBinder {
  readonly #settings: (readonly [name: string, value: string])[];

  /** Keeps the settings of the query around which another one is written. */
  constructor(before: BoundQuery['settings'] = []) {
    this.#settings = [...before];
  }

  get settings(): BoundQuery['settings'] {
    return this.#settings;
  }

  /** Answers an expression in brackets for a value. */
  bind({ sqlType, value, isList }: SqlValue): string {
    const type = `pg_catalog.${sqlType}${isList ? '[]' : ''}`;
    if (value === null) return `(NULL::${type})`;
    const name = `keelson.p${this.#settings.length}`;
    this.#settings.push([name, typeof value === 'string' ? value : writeArray(value)]);
    return `(pg_catalog.current_setting('${name}')::${type})`;
  }
}

/** Binds a template; every name must have a value, keyed in lower case. */
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
