// Ends an instance before its time; what it called ends with it by the waits that close.
import type { CancelCommand } from '../contract/commands/commands.ts';
import { REASON_LENGTH_MAX } from '../contract/limits.ts';
import type { StepResult } from '../contract/result.ts';
import type { Burst, Scope } from '../instance/burst.ts';
import { scopeOf } from '../instance/scope.ts';
import { resume, type Situation } from '../instance/situation.ts';
import { stepFailure } from '../instance/step-failure.ts';
import { runToRest } from '../rounds/rounds.ts';
import { runListenersRegardless } from '../tokens/listeners.ts';
import { closeInside } from '../tokens/termination.ts';

export function cancelInstance(situation: Situation, command: CancelCommand): StepResult {
  const burst = resume(situation, command);
  burst.skips.listeners = command.skipListeners === true;
  burst.skips.failures = true;
  endListeners(burst, burst.root);
  closeInside(burst, burst.root);
  burst.ended = endOf(command);
  return runToRest(burst);
}

function endOf({ cause, reason }: CancelCommand): NonNullable<Burst['ended']> {
  const endState = cause?.endState ?? 'CANCELLED';
  const errorCode = cause?.endState === 'ERROR' ? cause.errorCode : null;
  return {
    kind: 'end',
    endState,
    ...(errorCode === null ? {} : { errorCode }),
    ...(reason === undefined ? {} : { reason: bounded(reason) }),
  };
}

function bounded(reason: string): string {
  if (reason.length <= REASON_LENGTH_MAX) return reason;
  const problem = `The reason has ${reason.length} characters; the limit is ${REASON_LENGTH_MAX}`;
  throw stepFailure('LIMIT_EXCEEDED', null, problem);
}

/** Calls the end listeners, inner before outer; iterations hear it as their loop's activity, the loop around them does not. */
function endListeners(burst: Burst, scope: Scope): void {
  for (const token of scope.tokens) {
    if (token.inner !== null) endListeners(burst, token.inner);
    const node = burst.model.nodes[token.node]!;
    const isLoop = node.activity !== null && node.activity.loop !== null && token.role !== 'iteration';
    if (token.activity === 0 || isLoop) continue;
    runListenersRegardless(burst, node, node.listeners, 'end', scopeOf(token), token.number);
  }
}
