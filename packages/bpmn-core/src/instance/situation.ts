// What every command file offers.

import type { Command } from '../contract/commands.ts';
import type { Host } from '../contract/host.ts';
import type { InstanceState } from '../contract/instance-state.ts';
import type { Answer, StepDone } from '../contract/result.ts';
import type { ProcessModel } from '../model/process-model.ts';
import type { Burst } from './burst.ts';
import { openBurst } from './open-burst.ts';
import type { SparedAct } from './step-failure.ts';

/** What a step has beside state and command. */
export interface Circumstances {
  readonly model: ProcessModel;
  readonly host: Host;
  readonly answers: readonly Answer[];
  readonly incidents: ReadonlyMap<number, SparedAct>;
}

/** What the verbs of a running instance start from. */
export interface Situation extends Circumstances {
  readonly state: InstanceState;
}

export function resume({ state, ...circumstances }: Situation, { at, actor }: Command): Burst {
  return openBurst({ ...circumstances, at, actor }, state.facts, state);
}

/** The answer to a command that finds everything as it wants it: the state handed in, so that nothing need be written. */
export function unchanged(state: InstanceState): StepDone {
  return { outcome: 'done', state, history: [], effects: [] };
}
