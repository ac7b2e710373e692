// Reads query, path and form parameters: texts become the declared types here and nowhere else.
import type { TObject } from 'typebox';
import type { ArgumentProblem } from '../../request/errors.ts';
import { unknownName } from '../../request/unknown-name.ts';
import type { Validator } from './validation.ts';

type Place = 'query' | 'path' | 'body';
type ValueType = 'string' | 'integer' | 'number' | 'boolean' | 'object';

interface Declared {
  readonly type: ValueType;
  readonly list: boolean;
}

export interface ParameterReader {
  /**
   * Answers the parameters by name. Adds a problem for each that does not fit; with `ignored` unknown names go there instead.
   */
  read(
    pairs: readonly Pair[],
    problems: ArgumentProblem[],
    ignored: string[] | null,
  ): Readonly<Record<string, unknown>>;
}

export type Pair = readonly [name: string, value: string];

/** Pairs that are read at most: more are the work of an attacker; the largest filter has 40 fields. */
export const PAIRS_MAX = 1_000;

const noPairs: readonly Pair[] = [];
const empty: Readonly<Record<string, never>> = Object.freeze(Object.create(null));

function decode(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
}

/** Splits `a=1&b=2`; a name or value that cannot be percent-decoded is a problem. */
export function parsePairs(text: string, place: Place, problems: ArgumentProblem[]): readonly Pair[] {
  if (text === '') return noPairs;
  const pairs: Pair[] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    if (pairs.length >= PAIRS_MAX) {
      reportTooMany(place, problems);
      return noPairs;
    }
    const at = part.indexOf('=');
    const name = decode(at < 0 ? part : part.slice(0, at));
    const value = decode(at < 0 ? '' : part.slice(at + 1));
    if (name !== null && value !== null) pairs.push([name, value]);
    else reportBadEncoding(place, name ?? '', problems);
  }
  return pairs;
}

export function reportTooMany(place: Place, problems: ArgumentProblem[]): void {
  const message = `Must have at most ${PAIRS_MAX} parameters.`;
  problems.push({ field: place === 'body' ? '' : place, code: 'TOO_LONG', message });
}

export function reportBadEncoding(place: Place, name: string, problems: ArgumentProblem[]): void {
  problems.push({ field: fieldName(place, name), code: 'FORMAT', message: 'Is not percent-encoded UTF-8.' });
}

function fieldName(place: Place, name: string): string {
  if (place === 'body') return name;
  return name === '' ? place : `${place}.${name}`;
}

function declaredType(node: { readonly type?: unknown }): ValueType {
  const types = Array.isArray(node.type) ? node.type : [node.type];
  for (const type of ['integer', 'number', 'boolean', 'object'] as const) {
    if (types.includes(type)) return type;
  }
  return 'string';
}

function declaredOf(schema: TObject | undefined): ReadonlyMap<string, Declared> {
  const declared = new Map<string, Declared>();
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    const node = property as { readonly type?: unknown; readonly items?: { readonly type?: unknown } };
    const list = node.type === 'array';
    declared.set(name, { type: declaredType(list ? (node.items ?? {}) : node), list });
  }
  return declared;
}

const wanted: Readonly<Record<ValueType, string>> = {
  string: 'Must be text.',
  integer: 'Must be a whole number.',
  number: 'Must be a number.',
  boolean: 'Must be true or false.',
  object: 'Must be an object in JSON.',
};

/** Reads an object that stands as text among fields; undefined for what is none. */
export type ReadObject = (text: string) => object | undefined;

const noObject: ReadObject = () => undefined;

/** Answers the value of a text, or undefined when it is none of that type. */
function convert(
  text: string,
  type: ValueType,
  readObject: ReadObject,
): string | number | boolean | object | undefined {
  switch (type) {
    case 'string':
      return text;
    case 'object':
      return readObject(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'integer':
      return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
    case 'number':
      return /^-?\d{1,300}(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?$/.test(text) && Number.isFinite(Number(text))
        ? Number(text)
        : undefined;
  }
}

/** `validator` checks what has been converted; without a schema every name is unknown. Objects are fields of forms alone. */
export function createParameterReader(
  place: Place,
  schema: TObject | undefined,
  validator: Validator | null,
  readObject: ReadObject = noObject,
): ParameterReader {
  const declared = declaredOf(schema);
  const open =
    schema !== undefined && (schema as { readonly additionalProperties?: unknown }).additionalProperties !== false;
  const anyRequired = ((schema?.required as readonly string[] | undefined) ?? []).length > 0;

  const offered = Object.keys(schema?.properties ?? {});

  const take = (
    [name, text]: Pair,
    values: Record<string, unknown>,
    problems: ArgumentProblem[],
    ignored: string[] | null,
  ): void => {
    const field = fieldName(place, name);
    const known = declared.get(name);
    if (known === undefined && !open) {
      if (ignored !== null) ignored.push(field);
      else problems.push({ field, ...unknownName('parameter', name, offered) });
      return;
    }
    const value = convert(text, known?.type ?? 'string', readObject);
    if (value === undefined) problems.push({ field, code: 'TYPE', message: wanted[known?.type ?? 'string'] });
    else if (text.includes('\u0000')) {
      problems.push({ field, code: 'PATTERN', message: 'Must not hold the character U+0000.' });
    } else if (known?.list === true) {
      const list = values[name];
      if (Array.isArray(list)) list.push(value);
      else values[name] = [value];
    } else if (name in values) {
      problems.push({ field, code: 'DUPLICATE', message: 'Must be given once.' });
    } else values[name] = value;
  };

  return {
    read(pairs, problems, ignored) {
      if (pairs.length === 0 && !anyRequired) return empty;
      const values: Record<string, unknown> = Object.create(null);
      const own: ArgumentProblem[] = [];
      for (const pair of pairs) take(pair, values, own, ignored);
      const reported = new Set(own.map((problem) => problem.field));
      for (const problem of validator?.check(values) ?? []) {
        const field = fieldName(place, problem.field);
        if (!reported.has(field)) own.push({ ...problem, field });
      }
      problems.push(...own);
      return values;
    },
  };
}
