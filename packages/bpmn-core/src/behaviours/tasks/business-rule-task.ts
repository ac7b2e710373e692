// Business rule task: a decision is evaluated outside, its rows are mapped here.
import { takeResult, writeAll, writeResult } from '../../catching/work.ts';
import type { WorkResult } from '../../contract/commands/commands.ts';
import { bindingOptions } from '../../data/binding.ts';
import { evaluate } from '../../data/evaluation.ts';
import type { Burst, WorkToken } from '../../instance/burst.ts';
import { scopeOf, setVariable } from '../../instance/scope.ts';
import { stepFailure } from '../../instance/step-failure.ts';
import type { FlowNode } from '../../model/process-model.ts';
import type { DecisionModel } from '../../model/work-model.ts';
import { enterActivity, finishActivity } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { orderWork } from '../../tokens/work-order.ts';
import type { Value } from '../../values/values.ts';
import { serviceTask } from './service-task.ts';

export const businessRuleTask: Behaviour = { enter: enterActivity, act, worked };

/** Orders the decision; a task without one does what a service task does: mail, HTTP, expression. */
function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  const { decision } = node;
  if (decision === null) {
    serviceTask.act(burst, node, token);
    return;
  }
  orderWork(burst, node, token, {
    work: 'decision',
    target: String(evaluate(burst, decision.key, token, node)),
    parameters: {},
    options: bindingOptions(burst, node, token, decision.binding),
  });
}

function worked(burst: Burst, node: FlowNode, token: WorkToken, result: WorkResult): void {
  const { decision } = node;
  if (decision === null) {
    serviceTask.worked!(burst, node, token, result);
    return;
  }
  takeResult(burst, node, token, result, (value) => {
    if (decision.mapResult === 'variables') writeRows(burst, node, token, decision, value as readonly Row[]);
    else writeResult(burst, token, decision, mapped(node, decision.mapResult, value));
    finishActivity(burst, node, token);
  });
}

type Row = Readonly<Record<string, Value>>;

function writeRows(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  decision: DecisionModel,
  rows: readonly Row[],
): void {
  const [row] = rows;
  if (rows.length === 1 && row !== undefined) writeAll(burst, token, row);
  else if (rows.length > 1)
    setVariable(burst, scopeOf(token), String(evaluate(burst, decision.key, token, node)), rows);
}

/** Brings the rows of a decision into the form of the mapping; throws `DECISION_FAILED` where there are more than it can hold. */
function mapped(node: FlowNode, mapping: DecisionModel['mapResult'], value: Value): Value {
  const rows = value as readonly Row[];
  if (mapping === 'resultList') return rows;
  if (mapping === 'collectEntries') return rows.map((row) => onlyEntry(node, row));
  if (rows.length > 1) {
    throw stepFailure(
      'DECISION_FAILED',
      node.id,
      `The decision gave ${rows.length} results where ${mapping} takes one`,
    );
  }
  const [row] = rows;
  if (row === undefined) return null;
  return mapping === 'singleResult' ? row : onlyEntry(node, row);
}

function onlyEntry(node: FlowNode, row: Row): Value {
  const entries = Object.values(row);
  if (entries.length > 1) {
    throw stepFailure(
      'DECISION_FAILED',
      node.id,
      `A result of the decision has ${entries.length} entries instead of one`,
    );
  }
  return entries[0] ?? null;
}
