// Builds small process models and drives them, for the tests of the core and of what reads its answers.
import { type Expression, type ExpressionContext, ExpressionError } from '../expression/expression.ts';
import type { InstanceFacts } from '../model/instance-state.ts';
import {
  type FlowNode,
  NO_FLOW,
  type NodeType,
  type ProcessModel,
  type SequenceFlow,
  type UserTaskModel,
} from '../model/process-model.ts';
import type { Value } from '../model/values.ts';

export interface NodeDraft extends Partial<Omit<FlowNode, 'index' | 'id' | 'type' | 'defaultFlow' | 'userTask'>> {
  readonly userTask?: Partial<UserTaskModel>;
  /** Target of the default flow. */
  readonly defaultTo?: string;
}

export type FlowDraft =
  | readonly [source: string, target: string]
  | readonly [source: string, target: string, condition: Expression | null];

export interface ProcessDraft {
  /** `id: type` or `id: [type, draft]`, in document order. */
  readonly nodes: Readonly<Record<string, NodeType | readonly [NodeType, NodeDraft]>>;
  /** In document order; ids are `source-target`, with `#2`, ... for repeats. */
  readonly flows: readonly FlowDraft[];
}

const EMPTY_USER_TASK: UserTaskModel = {
  assignee: null,
  owner: null,
  candidateUsers: [],
  candidateGroups: [],
  dueDate: null,
  followUpDate: null,
  priority: null,
  category: null,
  formKey: null,
  name: null,
  description: null,
};

/** Start events become the start nodes; without one the start is implicit, at every node without incoming flow. */
export function processModel(draft: ProcessDraft): ProcessModel {
  const ids = Object.keys(draft.nodes);
  const flows = draft.flows.map((flow, index) => flowOf(draft, ids, flow, index));
  const nodes = ids.map((id, index) => nodeOf(draft, flows, id, index));
  const startEvents = nodes.filter((node) => node.type === 'startEvent');
  const beginnings = startEvents.length > 0 ? startEvents : nodes.filter((node) => node.incoming.length === 0);
  return {
    key: 'process',
    name: null,
    nodes,
    flows,
    startNodes: beginnings.map((node) => node.index),
    implicitStart: startEvents.length === 0,
  };
}

function flowOf(draft: ProcessDraft, ids: readonly string[], flow: FlowDraft, index: number): SequenceFlow {
  const [source, target, condition = null] = flow;
  if (!ids.includes(source) || !ids.includes(target)) throw new Error(`Flow ${source}-${target} joins no two nodes`);
  const before = draft.flows.slice(0, index).filter((other) => other[0] === source && other[1] === target).length;
  const id = before === 0 ? `${source}-${target}` : `${source}-${target}#${before + 1}`;
  return { index, id, name: null, source: ids.indexOf(source), target: ids.indexOf(target), condition };
}

function nodeOf(draft: ProcessDraft, flows: readonly SequenceFlow[], id: string, index: number): FlowNode {
  const given = draft.nodes[id]!;
  const [type, { defaultTo, userTask, ...fields }] = typeof given === 'string' ? [given, {} as NodeDraft] : given;
  const outgoing = flows.filter((flow) => flow.source === index);
  const defaultFlow = defaultTo === undefined ? undefined : outgoing.find((flow) => flow.id === `${id}-${defaultTo}`);
  if (defaultTo !== undefined && defaultFlow === undefined) throw new Error(`${id} has no flow to ${defaultTo}`);
  return {
    index,
    id,
    name: null,
    type,
    incoming: flows.filter((flow) => flow.target === index).map((flow) => flow.index),
    outgoing: outgoing.map((flow) => flow.index),
    defaultFlow: defaultFlow?.index ?? NO_FLOW,
    startQuantity: 1,
    completionQuantity: 1,
    initiatorVariable: null,
    userTask: type === 'userTask' ? { ...EMPTY_USER_TASK, ...userTask } : null,
    laneNames: [],
    ...fields,
  };
}

/** An expression that the test computes. */
export function computed(text: string, evaluate: (context: ExpressionContext) => Value): Expression {
  return { text, constant: undefined, resultType: 'unknown', evaluate };
}

/** Plain text of the model, without `${...}`. */
export function constant(value: Value): Expression {
  return { text: String(value), constant: value, resultType: 'unknown', evaluate: () => value };
}

/** The value of a variable; fails like any unknown name where there is none. */
export function variable(name: string): Expression {
  const text = `#{${name}}`;
  return computed(text, (context) => {
    const value = context.variable(name);
    if (value === undefined) throw new ExpressionError(text, `${name} is unknown`);
    return value;
  });
}

/** Facts of an instance for tests. */
export function instanceFacts(facts: Partial<InstanceFacts> = {}): InstanceFacts {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    tenantIdentifier: 'default',
    processDefinitionId: 'process:1:abcdefgh',
    startedAt: 1_000,
    startUserId: 'ada',
    businessKey: null,
    name: null,
    startElementId: null,
    priority: null,
    dueAt: null,
    ...facts,
  };
}
