// Event listeners of a process throw a signal, message or error into it when something happens in it.
import { occur } from '../catching/occurrence.ts';
import { throwTo } from '../catching/propagation.ts';
import { catchSignal } from '../catching/throwing.ts';
import { heardAs } from '../contract/heard-events.ts';
import type { HistoryEvent } from '../contract/history.ts';
import { NO_PAYLOAD } from '../data/payload.ts';
import { type Burst, findToken, type WorkToken } from '../instance/burst.ts';
import { stepFailure } from '../instance/step-failure.ts';
import type { EventListenerModel } from '../model/activity-model.ts';
import type { FlowNode } from '../model/process-model.ts';
import { textOf } from '../tokens/arming.ts';

/** Whether something has happened that the listeners have not been given. */
export function hasNews({ model, history, heardCount }: Burst): boolean {
  return model.eventListeners.length > 0 && heardCount < history.length;
}

/** Gives the listeners the next of what has happened. What a listener throws may bring about more. */
export function notifyListeners(burst: Burst): void {
  const event = burst.history[burst.heardCount++]!;
  const names = heardAs(event);
  if (names.length === 0) return;
  for (const listener of burst.model.eventListeners) {
    const hears = listener.events.length === 0 || listener.events.some((name) => names.includes(name));
    if (hears) throwFor(burst, listener, event);
  }
}

function throwFor(burst: Burst, listener: EventListenerModel, event: HistoryEvent): void {
  const node = event[0] === 'a' ? burst.model.nodes[event[2]]! : burst.model.nodes[0]!;
  const name = textOf(burst, node, { scope: burst.root, token: null }, listener.name);
  switch (listener.throws) {
    case 'message': {
      const wait = [...burst.waits.values()].find((each) => each.kind === 'message' && each.name === name);
      if (wait !== undefined) occur(burst, wait, NO_PAYLOAD);
      return;
    }
    case 'error':
      throwError(burst, node, event[0] === 'a' ? findToken(burst, event[3]) : undefined, name);
      return;
    default:
      burst.history.push(['g', node.index, name]);
      if (listener.throws === 'globalSignal') {
        burst.effects.push({ kind: 'throw-signal', node: node.index, name, payload: {} });
      }
      catchSignal(burst, name, {});
  }
}

/** Throws from the element that was entered, where it still runs, else from the process. */
function throwError(burst: Burst, node: FlowNode, token: WorkToken | undefined, code: string): void {
  burst.history.push(['r', node.index, code]);
  const isActivity = token !== undefined && burst.model.nodes[token.node]!.activity !== null;
  const origin = { scope: token?.scope ?? burst.root, activity: isActivity ? token : null };
  if (throwTo(burst, 'error', origin, { variables: {}, code, message: null })) return;
  throw stepFailure('UNCAUGHT_ERROR', node.id, `Nobody catches the error ${code} of an event listener`);
}
