// An instance of an event sub-process begins by its trigger, or to compensate.
import { beginData } from '../data/data.ts';
import { type Payload, writePayload } from '../data/payload.ts';
import { type Burst, newToken, reserveTokens, type Scope, type WorkToken } from '../instance/burst.ts';
import { abandonRuns } from '../instance/compensation-records.ts';
import { openScope } from '../instance/scope.ts';
import { NO_FLOW } from '../model/indexes.ts';
import type { FlowNode } from '../model/process-model.ts';
import { startInstance } from '../tokens/activity.ts';
import { armEventSubProcesses } from '../tokens/arming.ts';
import { runListeners } from '../tokens/listeners.ts';
import { dropStarts, terminateTokens } from '../tokens/termination.ts';

/** Begins an event sub-process whose trigger has occurred: an interrupting one ends all else in the scope that it handles. */
export function fireEventSubProcess(
  burst: Burst,
  start: FlowNode,
  scope: Scope,
  trigger: number,
  payload: Payload,
): WorkToken {
  const token = handlerToken(burst, start, scope);
  if (start.event!.interrupting) {
    terminateTokens(burst, scope, token);
    dropStarts(burst, scope);
    abandonRuns(scope);
  }
  writePayload(burst, start, trigger, scope, payload);
  begin(burst, start, token);
  return token;
}

/** Begins a compensation event sub-process, which needs no occurrence: it compensates the scope that it handles. */
export function beginCompensation(burst: Burst, start: FlowNode, scope: Scope): void {
  begin(burst, start, handlerToken(burst, start, scope));
}

function handlerToken(burst: Burst, start: FlowNode, scope: Scope): WorkToken {
  const node = burst.model.nodes[burst.model.scopes[start.scope]!.node]!;
  reserveTokens(burst, 1, node, scope);
  const token = newToken(burst, scope, node.index, NO_FLOW);
  token.role = 'handler';
  return token;
}

/** Begins the instance: scope, data and handlers inside are there before its start event. */
function begin(burst: Burst, start: FlowNode, token: WorkToken): void {
  const node = burst.model.nodes[token.node]!;
  const body = burst.model.scopes[start.scope]!;
  startInstance(burst, node, token);
  const inner = openScope(token, body);
  beginData(burst, inner, [...(node.activity?.properties ?? []), ...body.data], node);
  armEventSubProcesses(burst, inner);
  runListeners(burst, node, node.listeners, 'start', inner, token.number);
  reserveTokens(burst, 1, node, inner);
  burst.arriving.push(newToken(burst, inner, start.index, NO_FLOW));
}
