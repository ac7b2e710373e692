// Says which iterations of loops there are.
import type { InstanceState } from '@keelson/bpmn-core';

/** Finds by its number which iteration of its loop a token is; the first is 0. */
export function loopCountersOf({ tokens }: InstanceState): ReadonlyMap<number, number> {
  const counters = new Map<number, number>();
  for (const { number, role, index } of tokens) if (role === 'iteration') counters.set(number, index);
  return counters;
}
