// Turns what somebody types into values of fields, and says what is wrong with it before it is sent.
import type { ReactNode } from 'react';
import { choicesOf, type FieldSchema, typeOf } from '../../lib/schema.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Describes a field of a form: its name in the schema and what people read. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** Kind of input, where the type does not say it. */
  readonly widget?: 'password' | 'code' | 'line' | 'area';
  /** Options to choose from, where the schema lists none. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly readOnly?: boolean;
  /** Draws what no input of a type can ask for. */
  readonly input?: (asked: AskedValue) => ReactNode;
  /** Writes such a value, where it is compared with another one. */
  readonly shown?: (value: unknown) => string;
  /** Says what is wrong with it, or null. */
  readonly problem?: (value: unknown) => string | null;
}

export interface AskedValue {
  readonly value: unknown;
  readonly error: string | null;
  readonly onValue: (value: unknown) => void;
}

export interface FieldWords {
  readonly required: string;
  readonly notNumber: string;
  readonly tooShort: (least: number) => string;
  readonly tooLong: (most: number) => string;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Finds what is wrong with a value; null where nothing is. The server says the rest. */
export function problemOfValue(
  value: unknown,
  schema: FieldSchema,
  isRequired: boolean,
  words: FieldWords,
): string | null {
  if (isEmpty(value)) return isRequired ? words.required : null;
  const type = typeOf(schema);
  if ((type === 'integer' || type === 'number') && typeof value !== 'number') return words.notNumber;
  if (typeof value !== 'string') return null;
  if (schema.minLength !== undefined && value.length < schema.minLength) return words.tooShort(schema.minLength);
  return schema.maxLength !== undefined && value.length > schema.maxLength ? words.tooLong(schema.maxLength) : null;
}

/** Makes of values what is sent: empty fields are null where they had a value, else absent. */
export function sentValues(values: Values, initial: Values): Record<string, unknown> {
  const sent = Object.entries(values).flatMap(([name, value]) => {
    if (!isEmpty(value) || Array.isArray(value)) return [[name, value]];
    return isEmpty(initial[name]) ? [] : [[name, null]];
  });
  return Object.fromEntries(sent);
}

export function optionsOf(field: Field, schema: FieldSchema): readonly { value: string; label: string }[] {
  return [...(field.options ?? choicesOf(schema).map((value) => ({ value, label: value })))];
}

/** Writes a date as an input of the browser takes it, in the time zone of whoever looks. */
export function localDate(iso: unknown): string {
  if (typeof iso !== 'string' || iso === '') return '';
  const date = new Date(iso);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export function isoDate(local: string): string {
  return local === '' ? '' : new Date(local).toISOString();
}

/** Writes the value that a field has among others. */
export function shownOf({ name, shown }: Field, values: Values): string {
  return (shown ?? shownText)(values[name]);
}

export function shownText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
