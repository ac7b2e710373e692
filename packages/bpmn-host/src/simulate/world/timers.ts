// The open timers of instances stand in the order in which they fire.
import type { InstanceState } from '@keelson/bpmn-core';
import type { SimulatedInstance } from './simulation-types.ts';

export interface OpenTimer {
  /** Id, unique among all timers of the simulation. */
  readonly id: string;
  readonly dueAt: number;
  readonly instance: number;
  readonly wait: number;
  /** Number of scopes around the timer. */
  readonly depth: number;
  readonly interrupts: boolean;
  readonly node: number;
}

export function timersOf({ number, state, definition }: SimulatedInstance): readonly OpenTimer[] {
  return state.waits.flatMap((wait) => {
    if (wait.kind !== 'timer') return [];
    const { node, firing } = wait;
    const interrupts = wait.token !== 0 || definition.model.nodes[node]!.event!.interrupting;
    const depth = depthOf(state, wait.scope);
    return {
      id: `${number}-${wait.number}`,
      dueAt: firing.dueAt,
      instance: number,
      wait: wait.number,
      depth,
      interrupts,
      node,
    };
  });
}

function depthOf(state: InstanceState, scope: number): number {
  const found = state.scopes.find(({ number }) => number === scope);
  return found === undefined ? 0 : 1 + depthOf(state, found.parent);
}

/** Orders timers by due date; at one instant of one instance inner scopes come first, then what does not interrupt, then document order. */
export function byDueDate(left: OpenTimer, right: OpenTimer): number {
  return (
    left.dueAt - right.dueAt ||
    left.instance - right.instance ||
    right.depth - left.depth ||
    Number(left.interrupts) - Number(right.interrupts) ||
    left.node - right.node ||
    left.wait - right.wait
  );
}
