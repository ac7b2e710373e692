// One command to one instance: the whole engine as a function.
import type { Command } from './commands.ts';
import { StepFailure } from './failure.ts';
import { STEP_LIMITS, type StepLimits } from './limits.ts';
import type { InstanceState } from './model/instance-state.ts';
import type { ProcessModel } from './model/process-model.ts';
import type { StepResult } from './result.ts';
import { claimTask } from './verbs/claim-task.ts';
import { completeTask } from './verbs/complete-task.ts';
import { setVariablesOfInstance } from './verbs/set-variables.ts';
import { start } from './verbs/start.ts';
import { unclaimTask } from './verbs/unclaim-task.ts';

/**
 * Runs a command until every token rests or has ended. Pure: no clock, no randomness, no I/O; the same inputs give the same bytes and
 * are never written to. What it answers may share parts with them and must not be written to either. A failure takes the whole
 * command back. `state` is null for `start` and only for it.
 */
export function step(
  definition: ProcessModel,
  state: InstanceState | null,
  command: Command,
  limits: StepLimits = STEP_LIMITS,
): StepResult {
  try {
    return run(definition, state, command, limits);
  } catch (error) {
    if (error instanceof StepFailure) return { outcome: 'failed', failure: error.failure };
    throw error;
  }
}

function run(model: ProcessModel, state: InstanceState | null, command: Command, limits: StepLimits): StepResult {
  if (command.kind === 'start') {
    if (state !== null) throw new Error('An instance that exists cannot be started');
    return start(model, command, limits);
  }
  if (state === null) throw new Error(`${command.kind} needs an instance`);
  const situation = { model, state, limits };
  switch (command.kind) {
    case 'complete-task':
      return completeTask(situation, command);
    case 'claim-task':
      return claimTask(situation, command);
    case 'unclaim-task':
      return unclaimTask(situation, command);
    case 'set-variables':
      return setVariablesOfInstance(situation, command);
  }
}
