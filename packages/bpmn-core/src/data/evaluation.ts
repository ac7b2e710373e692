// Evaluates the expressions of a model against the working instance.
import { executionId, taskId, taskNumber } from '../contract/ids.ts';
import type { InstanceFacts } from '../contract/instance-state.ts';
import type { OpenTask } from '../contract/open-task.ts';
import {
  type ExecutionFacts,
  type Expression,
  type ExpressionContext,
  ExpressionError,
  type TaskFacts,
} from '../expression/expression.ts';
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import { findVariable, openScope, removeVariable, scopeOf, setLocal, setVariable } from '../instance/scope.ts';
import { StepFailure, stepFailure } from '../instance/step-failure.ts';
import type { FlowNode, SequenceFlow } from '../model/process-model.ts';
import { isVariableName, ownValue, type Value, type Variables } from '../values/values.ts';
import { ask } from './questions.ts';
import { changeTask } from './task-changes.ts';

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

type WorkingContext = { -readonly [Field in keyof ExpressionContext]: ExpressionContext[Field] } & {
  scope: Scope;
  /** Number of the token that evaluates; null is none. */
  token: number | null;
};

/** Throws the failure `EXPRESSION_FAILED` that names element and expression. */
export function evaluate(
  burst: Burst,
  expression: Expression,
  token: WorkToken,
  node: FlowNode,
  task: TaskFacts | null = null,
): Value {
  if (expression.constant !== undefined) return expression.constant;
  return evaluateIn(burst, expression, scopeOf(token), token.number, node, task);
}

/** Evaluates as seen from a scope; `token` null where no token is concerned. */
export function evaluateIn(
  burst: Burst,
  expression: Expression,
  scope: Scope,
  token: number | null,
  node: FlowNode,
  task: TaskFacts | null = null,
): Value {
  if (expression.constant !== undefined) return expression.constant;
  const context = contextOf(burst);
  context.scope = scope;
  context.token = token;
  context.execution = executionFacts(burst.facts, token, node);
  context.task = task;
  try {
    return expression.evaluate(context);
  } catch (error) {
    if (error instanceof ExpressionError) {
      throw expressionFailure(node, expression, error.message, error.reason === 'NO_VALUE');
    }
    if (error instanceof StepFailure && error.failure.elementId === null) {
      throw stepFailure(error.failure.code, node.id, error.message);
    }
    throw error;
  }
}

/** Throws the failure `EXPRESSION_FAILED` for everything that is no boolean: a condition that is not understood chooses no way. */
export function evaluateCondition(burst: Burst, condition: Expression, token: WorkToken, node: FlowNode): boolean {
  return booleanOf(condition, node, evaluate(burst, condition, token, node));
}

/** Whether a flow is taken: its condition holds, or it says that the condition is to be skipped. */
export function isTaken(burst: Burst, flow: SequenceFlow, scope: Scope, token: number | null, node: FlowNode): boolean {
  const { condition, skipExpression } = flow;
  if (condition === null) return true;
  if (skipExpression !== null && evaluateIn(burst, skipExpression, scope, token, node) === true) return true;
  return booleanOf(condition, node, evaluateIn(burst, condition, scope, token, node));
}

/** Throws like `evaluateCondition`; as seen from a scope. */
export function evaluateConditionIn(burst: Burst, condition: Expression, scope: Scope, node: FlowNode): boolean {
  return booleanOf(condition, node, evaluateIn(burst, condition, scope, null, node));
}

function booleanOf(condition: Expression, node: FlowNode, value: Value): boolean {
  if (typeof value !== 'boolean') throw expressionFailure(node, condition, `gives ${kindOf(value)}, not a boolean`);
  return value;
}

export function expressionFailure(
  node: FlowNode,
  expression: Expression,
  problem: string,
  missing = false,
): StepFailure {
  const message = `Expression ${expression.text}: ${problem}`;
  return new StepFailure({ code: 'EXPRESSION_FAILED', elementId: node.id, message }, missing);
}

/** Names the kind of a value for messages; never the value itself, which may be confidential. */
export function kindOf(value: Value): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`;
}

function contextOf(burst: Burst): WorkingContext {
  if (burst.expressionContext !== null) return burst.expressionContext as WorkingContext;
  const context: WorkingContext = {
    scope: burst.root,
    token: null,
    variable: (name) => seenVariable(burst, context.scope, name),
    setVariable: (name, value) => setVariable(burst, context.scope, checkedName(name), value),
    removeVariable: (name) => removeVariable(burst, context.scope, name),
    localVariable: (name) => ownValue(localScope(context)?.variables ?? NOTHING, name),
    setLocalVariable: (name, value) => setLocal(burst, openLocalScope(context), checkedName(name), value),
    setting: burst.host.setting,
    matches: burst.host.matches,
    ask: (source) => ask(burst, context.scope, context.execution.currentActivityId, source),
    now: burst.at,
    currentUser: burst.actor,
    initiator: burst.facts.startUserId,
    execution: executionFacts(burst.facts, null, null),
    task: null,
    changeTask: (change) => {
      const task = context.task === null ? null : changeTask(burst, taskNumber(context.task.id), change);
      if (task !== null) context.task = taskFacts(burst.facts.id, task);
    },
  };
  burst.expressionContext = context;
  return context;
}

/** Finds a variable that is seen until the burst rests, else one of the scope; null counts as a value. */
function seenVariable({ transients }: Burst, scope: Scope, name: string): Value | undefined {
  if (transients !== null && Object.hasOwn(transients, name)) return transients[name];
  return findVariable(scope, name);
}

const NOTHING: Variables = {};

/** Answers the scope of the element itself; undefined as long as it has none. */
function localScope({ scope, token }: WorkingContext): Scope | undefined {
  return token === null || scope.token?.number === token ? scope : undefined;
}

/** Opens the scope of the element: most elements need none of their own until one of their listeners writes in it. */
function openLocalScope(context: WorkingContext): Scope {
  const { scope, token: number } = context;
  if (localScope(context) !== undefined) return scope;
  for (const token of scope.tokens) {
    if (token.number !== number || token.inner !== null || token.lifecycle !== 'ACTIVE') continue;
    context.scope = openScope(token, null);
    return context.scope;
  }
  return scope;
}

function checkedName(name: string): string {
  if (!isVariableName(name)) throw stepFailure('EXPRESSION_FAILED', null, `${name} is no name of a variable`);
  return name;
}
