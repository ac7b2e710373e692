// What every command file offers.
import type { Burst } from '../burst.ts';
import type { Command } from '../commands.ts';
import type { SparedAct } from '../failure.ts';
import type { Host } from '../host.ts';
import type { InstanceState } from '../model/instance-state.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { openBurst } from '../open-burst.ts';
import type { Answer, StepDone } from '../result.ts';

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
