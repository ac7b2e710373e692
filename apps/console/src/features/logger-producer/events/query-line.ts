// Reads the line that events are asked for by: words, and `field:value` for what is exact.
import type { api } from '../../../lib/api.ts';

export type EventFilter =
  NonNullable<NonNullable<Parameters<typeof api.loggerProducer.searchEvents>[0]>['body']> extends {
    readonly query?: infer Q;
  }
    ? NonNullable<Q>
    : never;

/** The fields that a line can name. */
export const fieldNames = [
  'level',
  'type',
  'name',
  'service',
  'instance',
  'user',
  'session',
  'trace',
  'request',
  'entity',
  'action',
  'outcome',
  'ip',
  'tag',
] as const;
export type FieldName = (typeof fieldNames)[number];

export interface Term {
  /** Field of the term; null for a word. */
  readonly field: FieldName | null;
  readonly value: string;
}

/** Events of these types are recorded when they are looked at, so that they are shown where somebody asks for them. */
const PLAIN_TYPES = ['APPLICATION', 'ACCESS', 'INTEGRATION', 'PERFORMANCE'] as const;

function isField(name: string): name is FieldName {
  return (fieldNames as readonly string[]).includes(name);
}

/** A value with spaces stands in quotation marks. */
export function readLine(line: string): readonly Term[] {
  return [...line.matchAll(/(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/g)].map(([whole, name, quoted, plain = '']) => {
    if (name !== undefined && isField(name)) return { field: name, value: quoted ?? plain };
    return { field: null, value: whole };
  });
}

export function writeTerm({ field, value }: Term): string {
  if (field === null) return value;
  return `${field}:${/\s/.test(value) ? `"${value}"` : value}`;
}

export function writeLine(terms: readonly Term[]): string {
  return terms.map(writeTerm).join(' ');
}

/** The fields that name one thing: whoever has its number asks for all that happened to it. */
const NARROW: readonly (FieldName | null)[] = ['request', 'trace', 'session', 'entity'];

function typesOf(named: readonly string[], terms: readonly Term[]) {
  if (named.length > 0) return { eventTypeList: named };
  return terms.some(({ field }) => NARROW.includes(field)) ? {} : { eventTypeList: [...PLAIN_TYPES] };
}

/** Makes of a line what the server is asked; several values of a field that takes one: the last. */
export function filterOf(terms: readonly Term[]): EventFilter {
  const values = (field: FieldName): string[] => terms.flatMap((term) => (term.field === field ? [term.value] : []));
  const last = (field: FieldName, name: string) => {
    const value = values(field).at(-1);
    return value === undefined || value === '' ? {} : { [name]: value };
  };
  const upper = (field: FieldName): string[] => values(field).map((value) => value.toUpperCase());
  const words = terms.filter(({ field }) => field === null).map(({ value }) => value);
  const outcome = upper('outcome').at(-1);
  const request = values('request').at(-1);
  const filter = {
    ...(values('level').length === 0 ? {} : { levelList: upper('level') }),
    ...typesOf(upper('type'), terms),
    ...last('name', 'eventName'),
    ...last('service', 'service'),
    ...last('instance', 'instance'),
    ...last('user', 'username'),
    ...last('session', 'sessionIdentifier'),
    ...last('trace', 'traceId'),
    ...(request === undefined ? {} : { attributeMap: { requestId: request } }),
    ...last('entity', 'entityUuid'),
    ...last('action', 'action'),
    ...last('ip', 'clientIp'),
    ...(outcome === undefined ? {} : { outcome }),
    ...(values('tag').length === 0 ? {} : { tagList: values('tag') }),
    ...(words.length === 0 ? {} : { searchText: words.join(' ') }),
  };
  // The server says which of the values it does not know.
  return filter as EventFilter;
}

/** The fields by which events can be followed as they happen. */
const FOLLOWED: readonly (FieldName | null)[] = ['level', 'type', 'name', 'service', 'instance', 'user', 'trace', null];

/** Makes of a line what a stream is asked; null where it asks for more than a stream can. */
export function followedOf(terms: readonly Term[]): Readonly<Record<string, string | undefined>> | null {
  if (terms.some(({ field }) => !FOLLOWED.includes(field))) return null;
  const one = (field: FieldName): string | undefined => terms.findLast((term) => term.field === field)?.value;
  const words = terms.filter(({ field }) => field === null).map(({ value }) => value);
  return {
    levelFrom: one('level')?.toUpperCase(),
    eventType: one('type')?.toUpperCase(),
    eventName: one('name'),
    service: one('service'),
    instance: one('instance'),
    username: one('user'),
    traceId: one('trace'),
    searchText: words.length === 0 ? undefined : words.join(' '),
  };
}
