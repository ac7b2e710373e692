// Undoes what an instance has done that has ended: the call that it was for is compensated.
import { beginRun } from '../catching/compensation.ts';
import { beginCompensation } from '../catching/event-sub-process.ts';
import type { CompensateCommand } from '../contract/commands/commands.ts';
import type { StepResult } from '../contract/result.ts';
import type { Burst } from '../instance/burst.ts';
import { resume, type Situation, unchanged } from '../instance/situation.ts';
import { compensationStartOf } from '../model/handlers.ts';
import { runToRest } from '../rounds/rounds.ts';

/**
 * Compensates an ended instance by its compensation event sub-process, else by undoing its activities; it runs again until that is done.
 */
export function compensateInstance(situation: Situation, command: CompensateCommand): StepResult {
  const burst = resume(situation, command);
  const { root, model } = burst;
  const start = compensationStartOf(model, model.scopes[0]!);
  if (start === null && root.records.length === 0) return unchanged(situation.state);
  root.interrupted = true;
  recordOrder(burst);
  if (start === null) beginRun(burst, root, root.records, null, 0);
  else beginCompensation(burst, start, root);
  return runToRest(burst);
}

/** Records that the instance runs again: number 0 is the instance itself. */
function recordOrder({ history, model, root }: Burst): void {
  const start = compensationStartOf(model, model.scopes[0]!);
  history.push(['b', 0, start === null ? root.records.at(-1)!.node : model.scopes[start.scope]!.node]);
}
