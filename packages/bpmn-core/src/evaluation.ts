// Evaluates the expressions of a model against the working instance.
import { type Burst, removeVariable, setVariable } from './burst.ts';
import {
  type ExecutionFacts,
  type Expression,
  type ExpressionContext,
  ExpressionError,
  type TaskFacts,
} from './expression/expression.ts';
import { StepFailure, stepFailure } from './failure.ts';
import { executionId, taskId } from './model/ids.ts';
import type { InstanceFacts, OpenTask } from './model/instance-state.ts';
import type { FlowNode } from './model/process-model.ts';
import { isVariableName, ownValue, type Value } from './model/values.ts';

/** What an expression sees of the execution it runs in; `token` and `node` are null outside of any element. */
export function executionFacts(facts: InstanceFacts, token: number | null, node: FlowNode | null): ExecutionFacts {
  return {
    id: executionId(facts.id, token),
    processInstanceId: facts.id,
    processBusinessKey: facts.businessKey,
    processDefinitionId: facts.processDefinitionId,
    currentActivityId: node === null ? null : node.id,
    currentActivityName: node === null ? null : node.name,
    tenantId: facts.tenantIdentifier,
  };
}

/** What an expression sees of a user task. */
export function taskFacts(instanceId: string, task: OpenTask): TaskFacts {
  return {
    id: taskId(instanceId, task.number),
    name: task.name,
    assignee: task.assignee,
    owner: task.owner,
    dueDate: task.dueAt,
    priority: task.priority,
  };
}

type WorkingContext = { -readonly [Field in keyof ExpressionContext]: ExpressionContext[Field] };

/** Throws the failure `EXPRESSION_FAILED` that names element and expression. */
export function evaluate(
  burst: Burst,
  expression: Expression,
  token: number,
  node: FlowNode,
  task: TaskFacts | null,
): Value {
  if (expression.constant !== undefined) return expression.constant;
  const context = contextOf(burst);
  context.execution = executionFacts(burst.facts, token, node);
  context.task = task;
  try {
    return expression.evaluate(context);
  } catch (error) {
    if (error instanceof ExpressionError) throw expressionFailure(node, expression, error.message);
    if (error instanceof StepFailure && error.failure.elementId === null) {
      throw stepFailure(error.failure.code, node.id, error.message);
    }
    throw error;
  }
}

/** Throws the failure `EXPRESSION_FAILED` for everything that is no boolean: a condition that is not understood chooses no way. */
export function evaluateCondition(burst: Burst, condition: Expression, token: number, node: FlowNode): boolean {
  const value = evaluate(burst, condition, token, node, null);
  if (typeof value !== 'boolean') throw expressionFailure(node, condition, `gives ${kindOf(value)}, not a boolean`);
  return value;
}

export function expressionFailure(node: FlowNode, expression: Expression, problem: string): StepFailure {
  return stepFailure('EXPRESSION_FAILED', node.id, `Expression ${expression.text}: ${problem}`);
}

/** The kind of a value for messages; never the value itself, which may be confidential. */
export function kindOf(value: Value): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`;
}

function contextOf(burst: Burst): WorkingContext {
  burst.expressionContext ??= {
    variable: (name) => ownValue(burst.variables, name),
    setVariable: (name, value) => {
      if (!isVariableName(name)) throw stepFailure('EXPRESSION_FAILED', null, `${name} is no name of a variable`);
      setVariable(burst, name, value);
    },
    removeVariable: (name) => removeVariable(burst, name),
    now: burst.at,
    currentUser: burst.actor,
    initiator: burst.facts.startUserId,
    execution: executionFacts(burst.facts, null, null),
    task: null,
  };
  return burst.expressionContext;
}
