// Says where a form is filled in: at an open task or at a start, with what its expressions see there.
import {
  type Expression,
  type ExpressionContext,
  ExpressionError,
  executionFacts,
  type FlowNode,
  type FormModel,
  type Host,
  type InstanceFacts,
  type OpenTask,
  taskFacts,
  type Value,
  type Variables,
} from '@keelson/bpmn-core';
import { visibleVariables } from '../burst/visible-variables.ts';
import type { CompiledDefinition } from '../definitions/definition.types.ts';
import type { LiveInstance } from '../state/live-instance.ts';

export interface FormPlace {
  readonly model: FormModel;
  /** Key that the task was opened with, or that the start event has. */
  readonly key: string | null;
  readonly deploymentId: string;
  /** Variables that are seen there now. */
  readonly variables: Variables;
  readonly context: ExpressionContext;
}

/** Who fills a form in, and when. */
export interface FormReader {
  readonly host: Host;
  readonly username: string;
  readonly at: number;
}

/** Makes the reader of a form only where there is one: most elements have none. */
export type ReadBy = () => FormReader;

/** Finds the form's place of a task; null where its element has no form. */
export function placeOfTask({ state, compiled }: LiveInstance, task: OpenTask, readBy: ReadBy): FormPlace | null {
  const node = compiled.model.nodes[task.node];
  if (node === undefined || node.form === null) return null;
  const variables = visibleVariables(state, task.token);
  const context = contextOf(readBy(), variables, {
    initiator: state.facts.startUserId,
    execution: executionFacts(state.facts, task.token, node),
    task: taskFacts(state.facts.id, task),
  });
  return { model: node.form, key: task.formKey, deploymentId: compiled.deploymentId, variables, context };
}

/** Finds the form's place of a start; null where that has no form, or is none. */
export function placeOfStart(
  compiled: CompiledDefinition,
  startElementId: string | null,
  facts: Pick<InstanceFacts, 'tenantIdentifier' | 'startUserId'>,
  readBy: ReadBy,
): FormPlace | null {
  const node = plainStartOf(compiled, startElementId);
  if (node === null || node.form === null) return null;
  const { reference, key } = node.form;
  const context = contextOf(readBy(), NOTHING, {
    initiator: facts.startUserId,
    execution: {
      id: '',
      processInstanceId: '',
      processBusinessKey: null,
      processDefinitionId: compiled.id,
      currentActivityId: node.id,
      currentActivityName: node.name,
      tenantId: facts.tenantIdentifier,
    },
    task: null,
  });
  const { constant } = reference ?? key ?? { constant: null };
  const named = typeof constant === 'string' ? constant.trim() : null;
  return { model: node.form, key: named, deploymentId: compiled.deploymentId, variables: NOTHING, context };
}

const NOTHING: Variables = {};

/** Finds the start event that a plain start takes; several are alternatives, of which one has to be named. */
export function plainStartOf({ model, nodeById }: CompiledDefinition, startElementId: string | null): FlowNode | null {
  const { implicitStart, startNodes, nodes } = model;
  if (implicitStart) return null;
  const [only] = startNodes;
  if (startElementId === null) return only === undefined || startNodes.length > 1 ? null : (nodes[only] ?? null);
  const named = nodeById.get(startElementId);
  return named !== undefined && startNodes.includes(named.index) ? named : null;
}

function contextOf(
  { host, username, at }: FormReader,
  variables: Variables,
  facts: Pick<ExpressionContext, 'initiator' | 'execution' | 'task'>,
): ExpressionContext {
  const variable = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined);
  return {
    ...facts,
    variable,
    localVariable: variable,
    setVariable: refuseChange,
    removeVariable: refuseChange,
    setLocalVariable: refuseChange,
    changeTask: refuseChange,
    setting: host.setting,
    matches: host.matches,
    ask: () => refuse('JavaScript is not evaluated in forms'),
    now: at,
    currentUser: username,
  };
}

function refuse(problem: string): never {
  throw new ExpressionError('', problem);
}

const refuseChange = (): never => refuse('a form changes nothing');

/** Evaluates an expression of a form; null for one that fails: it says nothing then. */
export function evaluateAt({ context }: Pick<FormPlace, 'context'>, expression: Expression | null): Value {
  if (expression === null) return null;
  if (expression.constant !== undefined) return expression.constant;
  try {
    return expression.evaluate(context);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}
