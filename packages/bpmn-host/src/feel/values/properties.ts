// Reads what stands behind a dot: entries of contexts, and parts of dates, times, durations and ranges.
import type { Value } from '@keelson/bpmn-core';
import { type Budget, chargeItems } from './budget.ts';
import { normalName } from './syntax-tree.ts';
import { type FeelContext, type FeelType, type FeelValue, fromValue, ownEntry, typeOf } from './values.ts';

const CLOCK = ['hour', 'minute', 'second', 'timezone', 'time offset'];
const DAY = ['year', 'month', 'day', 'weekday'];

/** The parts of values by their type; nothing else of the library's objects can be reached. */
const PARTS: Readonly<Partial<Record<FeelType, ReadonlySet<string>>>> = {
  date: new Set(DAY),
  time: new Set(CLOCK),
  'date time': new Set([...DAY, ...CLOCK]),
  duration: new Set(['years', 'months', 'days', 'hours', 'minutes', 'seconds']),
  range: new Set(['start', 'end', 'start included', 'end included']),
};

/** Reads a property; null for what is not there. */
export function propertyOf(budget: Budget, value: FeelValue, name: string): FeelValue {
  const type = typeOf(value);
  if (type === 'context') return reached(entryOf(budget, value as FeelContext, name) ?? null);
  if (PARTS[type]?.has(name) !== true) return null;
  return (value as unknown as Readonly<Record<string, FeelValue | undefined>>)[name] ?? null;
}

/** Finds an entry of a context, however its name is written; undefined when there is none. */
export function entryOf(budget: Budget, context: FeelContext, name: string): FeelValue | undefined {
  const exact = ownEntry(context, name);
  if (exact !== undefined || !/[\s./\-'+*]/.test(name)) return exact;
  const names = Object.keys(context);
  chargeItems(budget, names.length * 4);
  const written = names.find((candidate) => normalName(candidate) === name);
  return written === undefined ? undefined : ownEntry(context, written);
}

/** Answers a value as FEEL has it: instants lie inside of values that the core handed in. */
export function reached(value: FeelValue): FeelValue {
  return (value as Value) instanceof Date ? fromValue(value as Value) : value;
}
