// Ends an instance before its time; what it called ends with it by the waits that close.
import type { Burst, Scope } from '../burst.ts';
import type { CancelCommand } from '../commands.ts';
import { runListenersRegardless } from '../listeners.ts';
import type { StepResult } from '../result.ts';
import { runToRest } from '../rounds.ts';
import { scopeOf } from '../scope.ts';
import { closeInside } from '../termination.ts';
import { resume, type Situation } from './verb.ts';

export function cancelInstance(situation: Situation, command: CancelCommand): StepResult {
  const burst = resume(situation, command);
  burst.skips.listeners = command.skipListeners === true;
  endListeners(burst, burst.root);
  closeInside(burst, burst.root);
  burst.ended = { kind: 'end', endState: 'CANCELLED' };
  return runToRest(burst);
}

/** Inner before outer; iterations hear it as their loop's activity, the loop around them does not. */
function endListeners(burst: Burst, scope: Scope): void {
  for (const token of scope.tokens) {
    if (token.inner !== null) endListeners(burst, token.inner);
    const node = burst.model.nodes[token.node]!;
    const isLoop = node.activity !== null && node.activity.loop !== null && token.role !== 'iteration';
    if (token.activity === 0 || isLoop) continue;
    runListenersRegardless(burst, node, node.listeners, 'end', scopeOf(token), token.number);
  }
}
