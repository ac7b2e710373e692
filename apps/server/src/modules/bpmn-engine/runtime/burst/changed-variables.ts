// What a work reads of the instance's variables while others change them: no result is taken that was made of older values.
import type { Value, Variables, WorkResult } from '@keelson/bpmn-core';
import type { LiveInstance } from '../state/live-instance.ts';
import { putValue } from '../state/variable-value.ts';
import { visibleVariables } from './visible-variables.ts';
import type { WorkOutcome } from './work-outcome.ts';

/** Bound of the repetitions of a work whose variables changed; two that run at once seldom meet twice. */
export const WORK_TRIES_MAX = 100;

/** Answers what the element that waits for the work sees now; null where nobody waits for it any more. */
export function seenByWork({ state }: Pick<LiveInstance, 'state'>, wait: number): Variables | null {
  const open = state.waits.find(({ number }) => number === wait);
  return open === undefined ? null : visibleVariables(state, open.token);
}

/** Answers the variables that a work was ordered with as they are now; what is seen within a step alone stays as it was. */
export function withChanges(ordered: Variables, before: Variables | null, now: Variables | null): Variables {
  if (before === null || now === null || before === now) return ordered;
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...names].filter((name) => valueIn(before, name) !== valueIn(now, name));
  if (changed.length === 0) return ordered;
  const fresh: Record<string, Value> = {};
  for (const name of Object.keys(ordered)) if (!changed.includes(name)) putValue(fresh, name, ordered[name]!);
  for (const name of changed) if (Object.hasOwn(now, name)) putValue(fresh, name, now[name]!);
  return fresh;
}

/** Whether something that the work read has another value for its element by now. */
export function hasChangedSince(live: Pick<LiveInstance, 'state'>, wait: number, outcome: WorkOutcome): boolean {
  if (outcome.outcome === 'prepared' || outcome.outcome === 'incident') return false;
  const { read, seen } = outcome;
  if (read === undefined || seen === undefined) return false;
  const now = seenByWork(live, wait);
  return now !== null && read.some((name) => !isSame(valueIn(seen, name), valueIn(now, name)));
}

export function changedTooOften(): WorkResult {
  const message = `what the script reads was changed while it ran, ${WORK_TRIES_MAX} times`;
  return { outcome: 'failed', failure: { code: 'SCRIPT_FAILED', message } };
}

function valueIn(variables: Variables, name: string): Value | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

function isSame(left: Value | undefined, right: Value | undefined): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
