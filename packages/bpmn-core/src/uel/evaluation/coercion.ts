// A value of one kind becomes one of another as the Jakarta Expression Language specification, 1.23, says.
import { parseInstant } from '../../values/instant.ts';
import type { Value } from '../../values/values.ts';
import { NUMERIC_LENGTH_MAX, VALUE_DEPTH_MAX } from '../syntax/bounds.ts';
import { chargeSteps, chargeText, checkProduced, type Evaluation, fail } from './evaluation.ts';

export type Kind = 'null' | 'boolean' | 'number' | 'text' | 'date' | 'list' | 'map';
export type ValueMap = { readonly [name: string]: Value };

/** Names a kind of value for messages. The value itself is never shown: it may be confidential. */
export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  null: 'null',
  boolean: 'a boolean',
  number: 'a number',
  text: 'a text',
  date: 'a date',
  list: 'a list',
  map: 'a map',
};

/** Fails for everything that is no value: functions, symbols, objects of classes. */
export function kindOf(evaluation: Evaluation, value: Value): Kind {
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'object':
      return objectKind(evaluation, value);
    default:
      return fail(evaluation, `${typeof value} is no value of an expression`);
  }
}

function objectKind(evaluation: Evaluation, value: Value): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Date) return 'date';
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain ? 'map' : fail(evaluation, 'an object of a class is no value of an expression');
}

/** Answers the entry of a map; undefined for inherited names, getters and functions. */
export function ownEntry(map: ValueMap, name: string): Value | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(map, name)?.value;
  return typeof value === 'function' ? undefined : (value as Value | undefined);
}

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Answers undefined for text that is no finite decimal number. */
export function numberInText(text: string): number | undefined {
  if (text.length > NUMERIC_LENGTH_MAX || !NUMERIC.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Converts to a number: null and empty text are 0, numeric text its number; everything else fails. */
export function toNumber(evaluation: Evaluation, value: Value): number {
  if (typeof value === 'number') return value;
  if (value === null || value === '') return 0;
  const number = typeof value === 'string' ? numberInText(value) : undefined;
  if (number !== undefined) return number;
  const kind = kindOf(evaluation, value);
  return fail(evaluation, `${kind === 'text' ? 'a text that is not numeric' : KIND_WORDS[kind]} is not a number`);
}

/** Converts to a whole number, for positions and the like; a fraction fails. */
export function toWholeNumber(evaluation: Evaluation, value: Value): number {
  const number = toNumber(evaluation, value);
  return Number.isSafeInteger(number) ? number : fail(evaluation, 'a whole number is needed');
}

/** Converts to a boolean: null and empty text are false, other text is whether it says `true` in any case. */
export function toBoolean(evaluation: Evaluation, value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  if (typeof value === 'string') return value.length === 'true'.length && value.toLowerCase() === 'true';
  return fail(evaluation, `${KIND_WORDS[kindOf(evaluation, value)]} is not a boolean`);
}

/** Converts to text: null is empty, a date ISO 8601 with `Z`, a list or map its JSON. */
export function toText(evaluation: Evaluation, value: Value): string {
  if (typeof value === 'string') return value;
  switch (kindOf(evaluation, value)) {
    case 'null':
      return '';
    case 'date':
      return isoText(evaluation, value as Date);
    case 'list':
    case 'map':
      return jsonText(evaluation, value);
    default:
      return String(value);
  }
}

function isoText(evaluation: Evaluation, date: Date): string {
  return Number.isNaN(date.getTime()) ? fail(evaluation, 'the date is not valid') : date.toISOString();
}

function jsonText(evaluation: Evaluation, value: Value): string {
  let text = '';
  writeJson(evaluation, value, 0, (part) => {
    chargeText(evaluation, part.length);
    checkProduced(evaluation, text.length + part.length);
    text += part;
  });
  return text;
}

function writeJson(evaluation: Evaluation, value: Value, depth: number, write: (part: string) => void): void {
  chargeDepth(evaluation, depth);
  const kind = kindOf(evaluation, value);
  if (kind === 'list') {
    for (const [index, entry] of (value as readonly Value[]).entries()) {
      write(index === 0 ? '[' : ',');
      writeJson(evaluation, entry, depth + 1, write);
    }
    write((value as readonly Value[]).length === 0 ? '[]' : ']');
  } else if (kind === 'map') {
    const names = Object.keys(value as ValueMap);
    for (const [index, name] of names.entries()) {
      write(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      writeJson(evaluation, ownEntry(value as ValueMap, name) ?? null, depth + 1, write);
    }
    write(names.length === 0 ? '{}' : '}');
  } else {
    write(JSON.stringify(kind === 'date' ? isoText(evaluation, value as Date) : value));
  }
}

/** Counts one step per value of a walk, and puts an end to deep ones. */
export function chargeDepth(evaluation: Evaluation, depth: number): void {
  if (depth > VALUE_DEPTH_MAX) fail(evaluation, `limit of nested values exceeded: ${VALUE_DEPTH_MAX}`, 'LIMIT');
  chargeSteps(evaluation, 1);
}

/** Answers epoch milliseconds of a date, or of text that is one; undefined else. */
export function instantOf(value: Value): number | undefined {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? (parseInstant(value) ?? undefined) : undefined;
}
