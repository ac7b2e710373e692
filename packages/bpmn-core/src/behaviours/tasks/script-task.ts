// Script task: UEL and FEEL are evaluated at once, JavaScript outside, where it may take its time.
import { takeResult, writeAll, writeResult } from '../../catching/work.ts';
import type { WorkResult } from '../../contract/commands/commands.ts';
import { evaluate } from '../../data/evaluation.ts';
import type { Burst, WorkToken } from '../../instance/burst.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { enterActivity, finishActivity } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { orderWork } from '../../tokens/work-order.ts';
import type { Value } from '../../values/values.ts';

export const scriptTask: Behaviour = { enter: enterActivity, act, worked };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  const { expression, language, source, autoStoreVariables } = node.script!;
  if (expression !== null) {
    finish(burst, node, token, evaluate(burst, expression, token, node));
    return;
  }
  const options = { language, autoStoreVariables };
  orderWork(burst, node, token, { work: 'script', target: source, parameters: {}, options });
}

function worked(burst: Burst, node: FlowNode, token: WorkToken, result: WorkResult): void {
  takeResult(burst, node, token, result, (value, writes) => {
    writeAll(burst, token, writes);
    finish(burst, node, token, value);
  });
}

function finish(burst: Burst, node: FlowNode, token: WorkToken, value: Value): void {
  writeResult(burst, token, { resultVariable: node.script!.resultVariable, localResult: false }, value);
  finishActivity(burst, node, token);
}
