// Takes a step that pauses wherever it can.
import type { Command } from '../contract/commands/commands.ts';
import type { Host } from '../contract/host.ts';
import type { InstanceState } from '../contract/instance-state.ts';
import type { Answer, StepResult } from '../contract/result.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { stepInTurns } from '../step.ts';

export interface SteppedResult {
  readonly result: StepResult;
  readonly pauses: number;
}

export function stepByStep(
  model: ProcessModel,
  state: InstanceState | null,
  command: Command,
  host: Host,
  answers: readonly Answer[] = [],
): SteppedResult {
  let taken = stepInTurns(model, state, command, { host, answers, isTimeUp: () => true });
  let pauses = 0;
  for (; taken.outcome === 'paused'; pauses++) taken = taken.goOn();
  return { result: taken, pauses };
}
