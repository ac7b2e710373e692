// Service and send task: an expression at once, a message on its way, everything else outside; events may do work, too.
import { throwFromActivity } from '../../catching/activity-error.ts';
import { sendMessage } from '../../catching/throwing.ts';
import { finishWork, takeResult, writeAll, writeResult } from '../../catching/work.ts';
import type { WorkResult } from '../../contract/commands/commands.ts';
import type { WorkKind } from '../../contract/instance-state.ts';
import { evaluate, evaluateCondition } from '../../data/evaluation.ts';
import { evaluateParameters } from '../../data/parameters.ts';
import type { Burst, WorkToken } from '../../instance/burst.ts';
import { scopeOf, setLocal, setVariable } from '../../instance/scope.ts';
import type { MessageTrigger } from '../../model/event-model.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { enterActivity } from '../../tokens/activity.ts';
import { awaitTrigger } from '../../tokens/arming.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { orderWork } from '../../tokens/work-order.ts';
import type { Value } from '../../values/values.ts';

export const serviceTask: Behaviour = { enter: enterActivity, act, worked };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  const work = node.work!;
  if (work.kind === 'expression') {
    finish(burst, node, token, evaluate(burst, work.expression!, token, node));
    return;
  }
  if (work.kind === 'message') {
    for (const trigger of node.event!.triggers) sendMessage(burst, node, token, trigger as MessageTrigger);
    finish(burst, node, token, null);
    return;
  }
  order(burst, node, token, work.kind);
}

function order(burst: Burst, node: FlowNode, token: WorkToken, work: WorkKind): void {
  const { target, parameters, priority, transientResult } = node.work!;
  orderWork(burst, node, token, {
    work,
    target: target === null ? '' : String(evaluate(burst, target, token, node)),
    parameters: evaluateParameters(burst, node, token, parameters),
    options: {
      priority: priority === null ? null : evaluate(burst, priority, token, node),
      transient: transientResult,
    },
  });
}

function worked(burst: Burst, node: FlowNode, token: WorkToken, result: WorkResult): void {
  takeResult(burst, node, token, result, (value, writes) => {
    writeAll(burst, token, writes);
    const error = node.work!.errors.find(
      ({ condition }) => condition === null || evaluateCondition(burst, condition, token, node),
    );
    if (error !== undefined) throwFromActivity(burst, node, token, error.code, error.message, {});
    else {
      writeOutputs(burst, node, token, value);
      finish(burst, node, token, value);
    }
  });
}

/** Writes the output parameters around the activity, in which the members of the result are variables meanwhile. */
function writeOutputs(burst: Burst, node: FlowNode, token: WorkToken, value: Value): void {
  const { outputs } = node.work!;
  if (outputs.length === 0 || typeof value !== 'object' || value === null || value instanceof Date) return;
  for (const [name, member] of Object.entries(value)) setLocal(burst, scopeOf(token), name, member);
  const given = evaluateParameters(burst, node, token, outputs);
  for (const name of Object.keys(given)) setVariable(burst, token.scope, name, given[name]!);
}

function finish(burst: Burst, node: FlowNode, token: WorkToken, value: Value): void {
  const work = node.work!;
  if (work.kind !== 'message') writeResult(burst, token, work, value);
  if (work.triggerable) awaitTrigger(burst, node, token);
  else finishWork(burst, node, token);
}
