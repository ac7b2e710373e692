// Ends tokens before their time, with everything that belongs to them.
import type { ActivityEnd } from '../contract/history.ts';
import { transition } from '../contract/lifecycle.ts';
import type { OpenTask } from '../contract/open-task.ts';
import { taskFacts } from '../data/evaluation.ts';
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import { releaseHeld, scopeOf } from '../instance/scope.ts';
import { closeWait, dropWaits } from '../instance/waits.ts';
import { runListeners } from './listeners.ts';

/** Ends a token that has come to its end; its scope may complete. */
export function endToken(burst: Burst, token: WorkToken): void {
  const { scope } = token;
  token.alive = false;
  scope.tokens.delete(token);
  burst.liveTokens--;
  if (scope.tokens.size > 0) return;
  if (scope.token !== null) burst.containers--;
  burst.emptied.push(scope);
}

/** Ends a token wherever it is: its tasks, waits and all that is inside its activity end with it. */
export function terminateToken(burst: Burst, token: WorkToken, end: ActivityEnd = 'TERMINATED'): void {
  if (!token.alive) return;
  if (token.inner !== null) closeInside(burst, token.inner);
  dropWaits(burst, token);
  if (token.lifecycle === 'COMPLETED') {
    // It has just completed what threw; nothing of it is left to end.
    endToken(burst, token);
    return;
  }
  if (token.activity === 0) {
    releaseHeld(token.scope, token);
    burst.history.push(['z', token.number]);
  } else {
    if (burst.model.nodes[token.node]!.userTask !== null) cancelTask(burst, token);
    endLifecycle(token, end);
    burst.history.push(['k', token.activity, end]);
  }
  endToken(burst, token);
}

function endLifecycle(token: WorkToken, end: ActivityEnd): void {
  if (end === 'COMPENSATED') return;
  if (end === 'TERMINATED') token.lifecycle = transition(token.lifecycle, 'TERMINATING');
  if (end === 'FAILED') token.lifecycle = transition(token.lifecycle, 'FAILING');
  token.lifecycle = transition(token.lifecycle, end);
}

/** Cancels the task of a token. Tokens end mostly in the order in which they opened their tasks, so the search is short. */
function cancelTask(burst: Burst, token: WorkToken): void {
  const index = burst.tasks.findIndex((task) => task.token === token.number);
  if (index < 0) return;
  const [task] = burst.tasks.splice(index, 1) as [OpenTask];
  const node = burst.model.nodes[token.node]!;
  const facts = taskFacts(burst.facts.id, task);
  runListeners(burst, node, node.listeners, 'delete', scopeOf(token), token.number, facts);
  burst.history.push(['q', task.number]);
  burst.effects.push({ kind: 'close-task', task, reason: 'CANCELLED' });
}

/** Ends all tokens of a scope; what is armed beside them stays. */
export function terminateTokens(burst: Burst, scope: Scope, except: WorkToken | null = null): void {
  for (const token of [...scope.tokens]) if (token !== except) terminateToken(burst, token);
}

/** Ends everything in a scope whose activity ends. */
export function closeInside(burst: Burst, scope: Scope): void {
  terminateTokens(burst, scope);
  dropWaits(burst, scope);
}

/** Disarms the event sub-processes of a scope; boundary events of its activity stay armed. */
export function dropStarts(burst: Burst, scope: Scope): void {
  scope.interrupted = true;
  for (const wait of scope.waits ?? []) {
    if (burst.model.nodes[wait.node]!.type === 'startEvent') closeWait(burst, wait, 'CANCELLED');
  }
}
