// Says which iterations of loops there are.
import type { InstanceState } from '@keelson/bpmn-core';

/** Lists iterations by the number of their token; the first is 0. */
export function loopCountersOf({ tokens }: InstanceState): ReadonlyMap<number, number> {
  const counters = new Map<number, number>();
  for (const { number, role, index } of tokens) if (role === 'iteration') counters.set(number, index);
  return counters;
}
