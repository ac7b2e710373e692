// Hands results of work to the instance that ordered it; an error that it does not catch goes on to whoever called it.
import type { WorkResult } from '@keelson/bpmn-core';
import type { CallPlace } from '../state/live-instance.ts';
import { type Burst, type FailurePolicy, findPart, inBurst, isOpen, type Part } from './burst.ts';
import { endPart, type Thrown } from './end-part.ts';
import { expectDone } from './stepper.ts';
import { stepPart, take } from './take-step.ts';
import { hasTaken, outcomeCommand, type WorkOutcome, workDone } from './work-outcome.ts';

/** Brings an outcome to the open wait that it is for; throws `BurstFailure`. */
export async function takeOutcome(burst: Burst, part: Part, wait: number, outcome: WorkOutcome): Promise<void> {
  if (outcome.outcome === 'incident')
    return stepPart(burst, part, outcomeCommand(outcome, wait, burst.ground.clock.now()));
  if (outcome.outcome !== 'prepared') return finishWork(burst, part, wait, outcome);
  const ordered = part.live.state.waits.find(({ number }) => number === wait)!;
  await finishWork(burst, part, wait, workDone(outcome.value));
  if (hasTaken(part.live, ordered)) burst.rows.push(outcome.add);
}

/** Hands in the result of a work; throws `BurstFailure`. */
export async function finishWork(
  burst: Burst,
  part: Part,
  wait: number,
  result: WorkResult,
  onFailure: FailurePolicy | null = null,
): Promise<void> {
  // An error may be caught further out: it is no incident of this instance before that is known.
  const isThrown = result.outcome === 'error' && part.live.call !== null;
  const tried = await tryWork(burst, part, wait, result, isThrown ? 'ROLLBACK' : onFailure);
  const isUncaught = tried.taken.outcome === 'failed' && tried.taken.failure.code === 'UNCAUGHT_ERROR';
  if (isUncaught && result.outcome === 'error' && (await throwOutward(burst, part, result))) return;
  const hasFailed = isThrown && tried.taken.outcome === 'failed';
  const { command, taken } = hasFailed ? await tryWork(burst, part, wait, result) : tried;
  take(burst, part, command, expectDone(taken, part.live.state.facts.id));
}

/** Tries a result and answers what it would do; nothing has changed yet. */
export async function tryWork(
  burst: Burst,
  { live }: Part,
  wait: number,
  result: WorkResult,
  onFailure: FailurePolicy | null = null,
) {
  const { facts } = live.state;
  const at = burst.ground.clock.now();
  const command = inBurst(burst, {
    kind: 'work' as const,
    at,
    actor: null,
    wait,
    result,
    ...(onFailure === null ? {} : { onFailure }),
  });
  const { tenantIdentifier } = facts;
  const taken = await burst.ground.stepper.try({
    model: live.compiled.model,
    state: live.state,
    command,
    tenantIdentifier,
  });
  return { command, taken };
}

/**
 * Throws an error of an activity that its instance does not catch to the call above: the instance ends where that, or one further up, is
 * caught.
 */
async function throwOutward(burst: Burst, part: Part, thrown: Thrown): Promise<boolean> {
  const { call } = part.live;
  if (call === null || !(await isCaughtAbove(burst, call, thrown))) return false;
  await endPart(burst, part, 'ERROR', thrown);
  const caller = await findPart(burst, call.callerId);
  if (caller !== null && isOpen(caller, call.wait)) await finishWork(burst, caller, call.wait, thrown);
  return true;
}

/** Whether the caller, or one further up, catches the error: it is tried on the caller, and caught unless it ends with this very error. */
async function isCaughtAbove(burst: Burst, call: CallPlace, thrown: Thrown): Promise<boolean> {
  const caller = await findPart(burst, call.callerId);
  if (caller === null || !isOpen(caller, call.wait)) return false;
  const node = caller.live.state.waits.find(({ number }) => number === call.wait)?.node ?? -1;
  const { taken } = await tryWork(burst, caller, call.wait, thrown);
  if (taken.outcome !== 'done') return true;
  const elementId = caller.live.compiled.model.nodes[node]?.id;
  const isUncaught = taken.effects.some((effect) => effect.kind === 'end' && effect.errorElementId === elementId);
  if (!isUncaught) return true;
  return caller.live.call !== null && isCaughtAbove(burst, caller.live.call, thrown);
}
