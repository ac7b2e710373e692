// Call activity: another instance does the work; its errors and escalations come back to here (BPMN 2.0, 13.3.4).
import { takeResult } from '../../catching/work.ts';
import type { WorkResult } from '../../contract/commands/commands.ts';
import { bindingOptions } from '../../data/binding.ts';
import { evaluate } from '../../data/evaluation.ts';
import { mapInto, payloadOf } from '../../data/payload.ts';
import type { Burst, WorkToken } from '../../instance/burst.ts';
import { scopeOf, setLocal, setVariable, visibleVariables } from '../../instance/scope.ts';
import type { FlowNode } from '../../model/process-model.ts';
import type { CallModel } from '../../model/work-model.ts';
import { enterActivity, finishActivity } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { isUndone } from '../../tokens/leaving.ts';
import { orderWork } from '../../tokens/work-order.ts';
import { putValue, type Value, type Variables } from '../../values/values.ts';

export const callActivity: Behaviour = { enter: enterActivity, act, worked };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  const call = node.call!;
  orderWork(burst, node, token, {
    work: 'call',
    target: String(evaluate(burst, call.key, token, node)),
    parameters: variablesFor(burst, node, token, call),
    options: {
      ...bindingOptions(burst, node, token, call.binding),
      byId: call.byId,
      tenant: call.tenant === null ? null : evaluate(burst, call.tenant, token, node),
      fallbackToDefaultTenant: call.fallbackToDefaultTenant,
      name: call.name === null ? null : evaluate(burst, call.name, token, node),
      businessKey: businessKeyFor(burst, node, token, call),
    },
  });
}

function variablesFor(burst: Burst, node: FlowNode, token: WorkToken, call: CallModel): Variables {
  const mapped = payloadOf(burst, node, scopeOf(token), call.in);
  if (!call.inheritVariables) return mapped;
  const all: Record<string, Value> = { ...visibleVariables(scopeOf(token)) };
  for (const name of Object.keys(mapped)) putValue(all, name, mapped[name]!);
  return all;
}

/** Answers the call's own key, one among the mappings, or the caller's where it is inherited. */
function businessKeyFor(burst: Burst, node: FlowNode, token: WorkToken, call: CallModel): Value {
  const mapping = call.in.find(({ kind }) => kind === 'businessKey');
  const given = call.businessKey ?? (mapping?.kind === 'businessKey' ? mapping.source : null);
  if (given !== null) return evaluate(burst, given, token, node);
  return call.inheritBusinessKey ? burst.facts.businessKey : null;
}

/** Takes the result of a call: its value holds id and variables of the instance that was called. */
function worked(burst: Burst, node: FlowNode, token: WorkToken, result: WorkResult): void {
  if (isUndone(node, token)) {
    takeResult(burst, node, token, result, () => finishActivity(burst, node, token));
    return;
  }
  const { out, localOut, idVariable } = node.call!;
  if (result.outcome === 'done' && result.compensable === true) token.called = String(result.value);
  takeResult(burst, node, token, result, (value, writes) => {
    if (idVariable !== null) setVariable(burst, scopeOf(token), idVariable, value);
    const scope = localOut ? scopeOf(token) : token.scope;
    for (const { name } of node.activity!.io?.outputs ?? []) {
      if (Object.hasOwn(writes, name)) setLocal(burst, scopeOf(token), name, writes[name]!);
    }
    for (const mapping of out) mapInto(burst, node, scope, mapping, writes);
    finishActivity(burst, node, token);
  });
}
