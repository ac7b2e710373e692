// The values of FEEL, and how they become those of the core and back.
import type { Value } from '@keelson/bpmn-core';
import { FeelDate, FeelDateTime, FeelDuration, FeelFunction, FeelRange, FeelTime, toFeel } from 'feelin';
import { type Budget, FEEL_DEPTH_MAX, FEEL_RESULT_VALUES_MAX, fail } from './budget.ts';

export type FeelContext = { readonly [name: string]: FeelValue };
export type FeelValue =
  | null
  | boolean
  | number
  | string
  | FeelDate
  | FeelTime
  | FeelDateTime
  | FeelDuration
  | FeelRange
  | FeelFunction
  | readonly FeelValue[]
  | FeelContext;

export type FeelType =
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'date'
  | 'time'
  | 'date time'
  | 'duration'
  | 'range'
  | 'function'
  | 'list'
  | 'context';

export function typeOf(value: FeelValue): FeelType {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'number';
    case 'string':
      return 'string';
    default:
      return objectType(value);
  }
}

function objectType(value: object): FeelType {
  if (Array.isArray(value)) return 'list';
  if (value instanceof FeelDate) return 'date';
  if (value instanceof FeelTime) return 'time';
  if (value instanceof FeelDateTime) return 'date time';
  if (value instanceof FeelDuration) return 'duration';
  if (value instanceof FeelRange) return 'range';
  return value instanceof FeelFunction ? 'function' : 'context';
}

export function isList(value: FeelValue): value is readonly FeelValue[] {
  return Array.isArray(value);
}

/** Answers the item of a list of one, where one value is asked for (DMN 1.5, 10.3.2.9.4). */
export function single<Given extends FeelValue | undefined>(value: Given): Given | FeelValue {
  return Array.isArray(value) && value.length === 1 ? ((value as readonly FeelValue[])[0] ?? null) : value;
}

export function isContext(value: FeelValue): value is FeelContext {
  return typeOf(value) === 'context';
}

export function isTemporal(value: FeelValue): boolean {
  return value instanceof FeelDate || value instanceof FeelTime || value instanceof FeelDateTime;
}

/** Answers the entry of a context; undefined for inherited names, getters and functions of the host. */
export function ownEntry(context: FeelContext, name: string): FeelValue | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(context, name)?.value;
  return typeof value === 'function' ? undefined : (value as FeelValue | undefined);
}

/** Writes an own entry under every name, `__proto__` included. */
export function putEntry(context: Record<string, FeelValue>, name: string, value: FeelValue): void {
  Object.defineProperty(context, name, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Answers a value of the core as FEEL has it: an instant becomes a date and time in UTC; everything else of JSON is itself, looked at when
 * it is reached.
 */
export function fromValue(value: Value): FeelValue {
  if (!(value instanceof Date)) return value as FeelValue;
  return Number.isNaN(value.getTime()) ? null : (toFeel(value) as FeelDateTime);
}

/**
 * Answers a value of FEEL as the core has it: a date and time with zone is an instant, other dates, times and durations are ISO 8601 text.
 * The same object where nothing changes. Fails for functions and ranges.
 */
export function toValue(budget: Budget, value: FeelValue): Value {
  return converted({ budget, count: 0 }, value, 0);
}

interface Walk {
  readonly budget: Budget;
  count: number;
}

function converted(walk: Walk, value: FeelValue, depth: number): Value {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (depth > FEEL_DEPTH_MAX) fail(walk.budget, `limit of nested values exceeded: ${FEEL_DEPTH_MAX}`, 'LIMIT');
  walk.count++;
  if (walk.count > FEEL_RESULT_VALUES_MAX) {
    fail(walk.budget, `limit of values in a result exceeded: ${FEEL_RESULT_VALUES_MAX}`, 'LIMIT');
  }
  switch (typeOf(value)) {
    case 'list':
      return convertedList(walk, value as readonly FeelValue[], depth);
    case 'date time':
      return instantOrText(value as FeelDateTime);
    case 'date':
    case 'time':
    case 'duration':
      return String(value);
    case 'context':
      return convertedContext(walk, value as FeelContext, depth);
    default:
      return fail(walk.budget, `a ${typeOf(value)} is no value outside of FEEL`);
  }
}

function instantOrText(value: FeelDateTime): Value {
  if (value.zone === null) return value.toString();
  const instant = value.unwrap().toZonedDateTime(value.zone).epochMilliseconds;
  return new Date(instant);
}

function convertedList(walk: Walk, list: readonly FeelValue[], depth: number): Value {
  let changed: Value[] | null = null;
  for (const [index, item] of list.entries()) {
    const after = converted(walk, item ?? null, depth + 1);
    if (after === item) continue;
    changed ??= [...list] as Value[];
    changed[index] = after;
  }
  return changed ?? (list as Value);
}

function convertedContext(walk: Walk, context: FeelContext, depth: number): Value {
  if (context instanceof Date) return new Date(context);
  const prototype: unknown = Object.getPrototypeOf(context);
  if (prototype !== Object.prototype && prototype !== null) fail(walk.budget, 'an object of a class is no value');
  let changed: Record<string, Value> | null = null;
  for (const name of Object.keys(context)) {
    const item = ownEntry(context, name) ?? null;
    const after = converted(walk, item, depth + 1);
    if (after === context[name]) continue;
    changed ??= { ...(context as Record<string, Value>) };
    putEntry(changed as Record<string, FeelValue>, name, after as FeelValue);
  }
  return changed ?? (context as Value);
}
