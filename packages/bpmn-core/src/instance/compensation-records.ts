// A scope remembers its completed activities, so that they can be compensated.
import { compensationStartOf, isCompensation } from '../model/handlers.ts';
import { NO_NODE } from '../model/indexes.ts';
import type { FlowNode } from '../model/process-model.ts';
import type { Burst, Scope, WorkToken } from './burst.ts';

/** Remembers a completed activity that has a handler or holds records of others. Records vanish with the scope. */
export function recordCompletion(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (!isCompensable(burst, node, token)) return;
  const { inner } = token;
  token.scope.records = [
    ...token.scope.records,
    {
      number: ++burst.counter,
      node: node.index,
      activity: token.activity,
      iteration: token.role === 'iteration',
      ...(token.origin === 0 ? {} : { origin: token.origin }),
      variables: inner === null ? {} : inner.variables,
      records: inner === null ? [] : inner.records,
      ...(token.called === null ? {} : { called: token.called }),
    },
  ];
}

/** Whether a completed activity can be compensated: an event sub-process by what was done in it, unless it compensates itself. */
function isCompensable({ model }: Burst, { activity, body }: FlowNode, token: WorkToken): boolean {
  const { inner, role, called } = token;
  if (activity === null || role === 'compensation') return false;
  const holdsSome = inner !== null && inner.records.length > 0;
  if (role === 'handler' && isCompensation(model.nodes[model.scopes[body]!.trigger]!)) return false;
  if (activity.loop !== null && role !== 'iteration') return holdsSome;
  if (activity.compensationHandler !== NO_NODE || holdsSome || called !== null) return true;
  return body >= 0 && compensationStartOf(model, model.scopes[body]!) !== null;
}

/** Ends the compensations of a scope: records that were being undone are lost, those still to come can be undone by others. */
export function abandonRuns(scope: Scope): void {
  if (scope.runs.length === 0) return;
  const records = [...scope.records, ...scope.runs.flatMap(({ queue }) => queue)];
  scope.records = records.sort((left, right) => left.number - right.number);
  scope.runs = [];
}
