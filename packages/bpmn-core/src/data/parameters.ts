// Parameters of work and of activities are expressions, scripts, lists and maps, evaluated where they are needed.
import type { Burst, WorkToken } from '../instance/burst.ts';
import { scopeOf, setLocal, setVariable } from '../instance/scope.ts';
import type { ParameterModel, ParameterValue } from '../model/data-model.ts';
import type { FlowNode } from '../model/process-model.ts';
import { putValue, type Value, type Variables } from '../values/values.ts';
import { evaluate } from './evaluation.ts';
import { ask } from './questions.ts';

export function evaluateParameters(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  parameters: readonly ParameterModel[],
): Variables {
  const values: Record<string, Value> = {};
  for (const { name, value } of parameters) putValue(values, name, evaluateParameter(burst, node, token, value));
  return values;
}

function evaluateParameter(burst: Burst, node: FlowNode, token: WorkToken, parameter: ParameterValue): Value {
  switch (parameter.kind) {
    case 'expression':
      return evaluate(burst, parameter.expression, token, node);
    case 'script':
      return ask(burst, scopeOf(token), node.id, parameter.source);
    case 'confidential':
      return parameter.parts.map((part) => ('secret' in part ? null : evaluate(burst, part.expression, token, node)));
    case 'list':
      return parameter.items.map((item) => evaluateParameter(burst, node, token, item));
    case 'map': {
      const map: Record<string, Value> = {};
      for (const { key, value } of parameter.entries) putValue(map, key, evaluateParameter(burst, node, token, value));
      return map;
    }
  }
}

/** Writes input parameters as variables of the activity itself; each sees those before it. */
export function writeInputParameters(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (burst.skips.mappings) return;
  for (const { name, value } of (node.activity ?? node.event!).inputParameters) {
    setLocal(burst, scopeOf(token), name, evaluateParameter(burst, node, token, value));
  }
}

/** Evaluates output parameters inside the activity and writes them outside. */
export function writeOutputParameters(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (burst.skips.mappings) return;
  for (const { name, value } of (node.activity ?? node.event!).outputParameters) {
    setVariable(burst, token.scope, name, evaluateParameter(burst, node, token, value));
  }
}
