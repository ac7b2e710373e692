// A command to a running instance starts from a situation, and answers it unchanged where there is nothing to do.
import type { Command } from '../contract/commands/commands.ts';
import type { InstanceState } from '../contract/instance-state.ts';
import type { StepDone } from '../contract/result.ts';
import type { Burst } from './burst.ts';
import { type Circumstances, openBurst } from './open-burst.ts';

export interface Situation extends Circumstances {
  readonly state: InstanceState;
}

export function resume({ state, ...circumstances }: Situation, { at, actor }: Command): Burst {
  return openBurst({ ...circumstances, at, actor }, state.facts, state);
}

/** Answers a command that finds everything as it wants it by the state handed in, so that nothing need be written. */
export function unchanged(state: InstanceState): StepDone {
  return { outcome: 'done', state, history: [], effects: [] };
}
