// What every command file offers.
import type { StepLimits } from '../limits.ts';
import type { InstanceState } from '../model/instance-state.ts';
import type { ProcessModel } from '../model/process-model.ts';
import type { StepResult } from '../result.ts';

/** What the verbs of a running instance start from. */
export interface Situation {
  readonly model: ProcessModel;
  readonly state: InstanceState;
  readonly limits: StepLimits;
}

/** The answer to a command that finds everything as it wants it: the state handed in, so that nothing need be written. */
export function unchanged(state: InstanceState): StepResult {
  return { outcome: 'done', state, history: [], effects: [] };
}
