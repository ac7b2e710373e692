// Declares what a model reads beside what it declares: fields under other names, one thing where a list is meant, a mailbox as text.
import type { TObject, TProperties } from 'typebox';
import { closed } from './schema.ts';

/** The other ways in which a field is read; it is handed on as it is declared. */
export interface FieldReading {
  /** Other names of the field, which are read where neither the field itself nor another of them is given. */
  readonly names?: readonly string[];
  /** `all`: a single value is read as a list of one. `one`: from a list of one its item is read. */
  readonly list?: 'all' | 'one';
  /** Whether texts are read as objects of address and name: `a@example.org`, `Name <a@example.org>`. */
  readonly mailbox?: true;
}
export type Reading = Readonly<Record<string, FieldReading>>;

type Fields = Record<string, unknown>;

/** Reads a text as a mailbox; whether it has an address in it is a matter of the model. */
function readMailbox(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const opens = text.lastIndexOf('<');
  if (opens < 0 || !text.endsWith('>')) return { address: text };
  const address = text.slice(opens + 1, -1).trim();
  const shown = text.slice(0, opens).trim();
  const isQuoted = shown.length > 1 && shown.startsWith('"') && shown.endsWith('"');
  const name = isQuoted ? shown.slice(1, -1).replace(/\\(.)/g, '$1') : shown;
  return name === '' ? { address } : { address, name };
}

function readField(value: unknown, { list, mailbox }: FieldReading): unknown {
  if (value === null) return null;
  let read = value;
  if (list === 'all' && !Array.isArray(value)) read = [value];
  if (list === 'one' && Array.isArray(value) && value.length === 1) [read] = value;
  if (mailbox !== true) return read;
  return Array.isArray(read) ? read.map(readMailbox) : readMailbox(read);
}

/** Takes a field under one of its names; a second one of them stays, and is refused as an unknown field. */
function takeNamed(fields: Fields, field: string, names: readonly string[]): void {
  const given = names.filter((name) => Object.hasOwn(fields, name));
  const [name] = given;
  if (name === undefined || given.length > 1 || Object.hasOwn(fields, field)) return;
  fields[field] = fields[name];
  delete fields[name];
}

/** Defines the keyword for the validator (the shape of ajv's `addKeyword`) that writes what was read as it is declared. */
export const readAsKeyword = {
  keyword: 'x-read-as',
  schemaType: 'object',
  errors: false,
  modifying: true,
  validate(reading: Reading, value: unknown): boolean {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    const fields = value as Fields;
    for (const [field, how] of Object.entries(reading)) {
      takeNamed(fields, field, how.names ?? []);
      if (Object.hasOwn(fields, field)) fields[field] = readField(fields[field], how);
    }
    return true;
  },
} as const;

/** Gives the model further ways in which its fields are read. */
export function readingAs<P extends TProperties>(model: TObject<P>, reading: Reading): TObject<P> {
  return { ...model, [readAsKeyword.keyword]: reading } as TObject<P>;
}

const isList = ({ type }: { readonly type?: unknown }): boolean =>
  type === 'array' || (Array.isArray(type) && type.includes('array'));

/**
 * The other names of a field: the interface writes `statusList`, people look for the singular, some pages have the
 * plural.
 */
function namesOf(field: string): readonly string[] {
  const singular = field.endsWith('List') ? field.slice(0, -'List'.length) : field.replace(/s$/, '');
  return [singular, `${singular}List`].filter((name) => name !== field);
}

/** Fields that are no filters: they say what the rows hold, or are queries themselves. */
const NO_FILTERS: ReadonlySet<string> = new Set(['or', 'withVariables']);

/** Reads a list among the filters of the model under its singular and its list name, too, and one value as a list of it. */
export function readingFilters<P extends TProperties>(model: TObject<P>): TObject<P> {
  const { properties } = model;
  const lists = Object.entries(properties).filter(([name, node]) => !NO_FILTERS.has(name) && isList(node));
  const reading = lists.map(([field]): readonly [string, FieldReading] => {
    const names = namesOf(field).filter((name) => !Object.hasOwn(properties, name));
    return [field, { names, list: 'all' }];
  });
  return reading.length === 0 ? model : readingAs(model, Object.fromEntries(reading));
}

/** Declares a model of filters, see `readingFilters`. */
export function queryModel<P extends TProperties>(properties: P, title: string): TObject<P> {
  return readingFilters(closed(properties, title));
}

/** Describes the further ways in words, for the document. */
export function readingInWords({ names = [], list, mailbox }: FieldReading): string {
  return [
    ...(names.length === 0 ? [] : [`Also read as ${names.join(' or ')}.`]),
    ...(list === 'all' ? ['One alone needs no list.'] : list === 'one' ? ['A list of one is read, too.'] : []),
    ...(mailbox === true ? ['A text is a@example.org or Name <a@example.org>.'] : []),
  ].join(' ');
}
