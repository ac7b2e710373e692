// A model runs listeners, by expression or script, when something begins, ends or is taken.

import { evaluateIn } from '../data/evaluation.ts';
import { ask } from '../data/questions.ts';
import type { TaskFacts } from '../expression/expression.ts';
import type { Burst, Scope } from '../instance/burst.ts';
import { StepFailure, ThrownError } from '../instance/step-failure.ts';
import type { ListenerEvent, ListenerModel } from '../model/activity-model.ts';
import type { FlowNode } from '../model/process-model.ts';

/** Runs listeners in the order of the model. A script that throws a BPMN error throws it from the element. */
export function runListeners(
  burst: Burst,
  node: FlowNode,
  listeners: readonly ListenerModel[],
  event: ListenerEvent,
  scope: Scope,
  token: number | null,
  task: TaskFacts | null = null,
): void {
  if (burst.skips.listeners) return;
  for (const listener of listeners) {
    if (listener.event !== event) continue;
    if (listener.expression !== null) evaluateIn(burst, listener.expression, scope, token, node, task);
    else if (listener.script !== null) ask(burst, scope, node.id, listener.script.source);
  }
}

/** Runs each listener though one fails: what a listener cannot do keeps nobody from ending an instance by hand. */
export function runListenersRegardless(...[burst, node, listeners, ...rest]: Parameters<typeof runListeners>): void {
  for (const listener of listeners) {
    try {
      runListeners(burst, node, [listener], ...rest);
    } catch (error) {
      if (!(error instanceof StepFailure || error instanceof ThrownError)) throw error;
    }
  }
}
