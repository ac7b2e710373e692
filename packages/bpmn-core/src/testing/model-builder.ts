// Builds small process models and drives them, for the tests of the core and of what reads its answers.
import type { InstanceFacts } from '../contract/instance-state.ts';
import { type Expression, type ExpressionContext, ExpressionError } from '../expression/expression.ts';
import type { ActivityModel, LoopModel } from '../model/activity-model.ts';
import type { DataItem } from '../model/data-model.ts';
import type { EventModel, Trigger } from '../model/event-model.ts';
import { NO_FLOW, NO_NODE } from '../model/indexes.ts';
import { PLAIN_ACTIVITY, PLAIN_EVENT, PLAIN_FLOW, PLAIN_NODE, PLAIN_PROCESS } from '../model/plain.ts';
import type {
  FlowNode,
  NodeType,
  ProcessModel,
  ScopeModel,
  SequenceFlow,
  UserTaskModel,
} from '../model/process-model.ts';
import type { CallModel, ScriptModel, WorkModel } from '../model/work-model.ts';
import type { Value } from '../values/values.ts';

type Own =
  | 'index'
  | 'id'
  | 'type'
  | 'scope'
  | 'body'
  | 'defaultFlow'
  | 'activity'
  | 'event'
  | 'userTask'
  | 'script'
  | 'work';

export interface NodeDraft extends Partial<Omit<FlowNode, Own>> {
  /** The id of the sub-process that it lies in. */
  readonly in?: string;
  /** The id of the activity that a boundary event is attached to. */
  readonly on?: string;
  readonly triggers?: readonly Trigger[];
  readonly interrupting?: boolean;
  readonly parallelMultiple?: boolean;
  readonly startQuantity?: number;
  readonly completionQuantity?: number;
  readonly loop?: LoopModel;
  /** The id of the activity that compensates it. */
  readonly compensatedBy?: string;
  readonly activity?: Partial<ActivityModel>;
  readonly event?: Partial<EventModel>;
  readonly userTask?: Partial<UserTaskModel>;
  readonly script?: Partial<ScriptModel>;
  readonly work?: Partial<WorkModel>;
  /** The target of the default flow. */
  readonly defaultTo?: string;
}

export type FlowDraft =
  | readonly [source: string, target: string]
  | readonly [source: string, target: string, condition: Expression | null];

export interface ProcessDraft {
  /** Nodes, each `id: type` or `id: [type, draft]`, in document order. */
  readonly nodes: Readonly<Record<string, NodeType | readonly [NodeType, NodeDraft]>>;
  /** Flows in document order; ids are `source-target`, with `#2`, ... for repeats. */
  readonly flows: readonly FlowDraft[];
  readonly onFailure?: ProcessModel['onFailure'];
  readonly timeZone?: string;
  /** Data of scopes by the id of the sub-process, '' for the process. */
  readonly data?: Readonly<Record<string, readonly DataItem[]>>;
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
  taskIdVariable: null,
  taskCompleterVariable: null,
};

/** Makes a model. Start events become the start nodes; without one the start is implicit, at every node without incoming flow. */
export function processModel(draft: ProcessDraft): ProcessModel {
  const ids = Object.keys(draft.nodes);
  const bodies = ids.filter((id) => SCOPE_TYPES.has(typeOf(draft, id)));
  const flows = draft.flows.map((flow, index) => flowOf(draft, ids, flow, index));
  const nodes = ids.map((id, index) => nodeOf(draft, ids, bodies, flows, id, index));
  const scopes = ['', ...bodies].map((id, index) => scopeOfDraft(draft, ids, bodies, nodes, id, index));
  const { startNodes, implicitStart } = scopes[0]!;
  const { onFailure = 'ROLLBACK', timeZone = null } = draft;
  return {
    ...PLAIN_PROCESS,
    key: 'process',
    name: null,
    nodes,
    flows,
    scopes,
    startNodes,
    implicitStart,
    timeZone,
    onFailure,
  };
}

const SCOPE_TYPES: ReadonlySet<NodeType> = new Set(['subProcess', 'eventSubProcess', 'transaction', 'adHocSubProcess']);

function typeOf(draft: ProcessDraft, id: string): NodeType {
  const given = draft.nodes[id]!;
  return typeof given === 'string' ? given : given[0];
}

function fieldsOf(draft: ProcessDraft, id: string): NodeDraft {
  const given = draft.nodes[id]!;
  return typeof given === 'string' ? {} : given[1];
}

function scopeIndexOf(draft: ProcessDraft, bodies: readonly string[], id: string): number {
  const { in: parent } = fieldsOf(draft, id);
  if (parent === undefined) return 0;
  if (!bodies.includes(parent)) throw new Error(`${id} lies in ${parent}, which is no sub-process`);
  return bodies.indexOf(parent) + 1;
}

function scopeOfDraft(
  draft: ProcessDraft,
  ids: readonly string[],
  bodies: readonly string[],
  nodes: readonly FlowNode[],
  id: string,
  index: number,
): ScopeModel {
  const inside = nodes.filter((node) => node.scope === index);
  const starts = inside.filter((node) => node.type === 'startEvent');
  const isEventSubProcess = id !== '' && typeOf(draft, id) === 'eventSubProcess';
  const begun = inside.filter((node) => node.incoming.length === 0 && isBegun(node));
  return {
    index,
    parent: id === '' ? -1 : scopeIndexOf(draft, bodies, id),
    node: id === '' ? NO_NODE : ids.indexOf(id),
    startNodes: (starts.length > 0 ? starts.filter(isNone) : begun).map((node) => node.index),
    implicitStart: starts.length === 0,
    eventSubProcesses: inside.filter((node) => node.type === 'eventSubProcess').map((node) => node.index),
    trigger: isEventSubProcess ? starts[0]!.index : NO_NODE,
    data: draft.data?.[id] ?? [],
    nodes: inside.map((node) => node.index),
  };
}

function isNone({ event }: FlowNode): boolean {
  return event!.triggers.length === 0;
}

function isBegun({ type, activity, event, instantiate }: FlowNode): boolean {
  const isLinkCatch = type === 'intermediateCatchEvent' && event!.triggers.some(({ kind }) => kind === 'link');
  const isHandler = type === 'boundaryEvent' || type === 'eventSubProcess' || activity?.isForCompensation === true;
  return !isHandler && !isLinkCatch && !instantiate;
}

function flowOf(draft: ProcessDraft, ids: readonly string[], flow: FlowDraft, index: number): SequenceFlow {
  const [source, target, condition = null] = flow;
  if (!ids.includes(source) || !ids.includes(target)) throw new Error(`Flow ${source}-${target} joins no two nodes`);
  const before = draft.flows.slice(0, index).filter((other) => other[0] === source && other[1] === target).length;
  const id = before === 0 ? `${source}-${target}` : `${source}-${target}#${before + 1}`;
  const readsWaitingForStart = condition?.text.includes('waitingForStart') === true;
  const ends = { source: ids.indexOf(source), target: ids.indexOf(target) };
  return { ...PLAIN_FLOW, index, id, name: null, ...ends, condition, readsWaitingForStart };
}

const EVENT_TYPES: ReadonlySet<NodeType> = new Set([
  'startEvent',
  'endEvent',
  'boundaryEvent',
  'intermediateCatchEvent',
  'intermediateThrowEvent',
]);

function nodeOf(
  draft: ProcessDraft,
  ids: readonly string[],
  bodies: readonly string[],
  flows: readonly SequenceFlow[],
  id: string,
  index: number,
): FlowNode {
  const type = typeOf(draft, id);
  const { in: _, on, triggers, interrupting, parallelMultiple, startQuantity, ...rest } = fieldsOf(draft, id);
  const { completionQuantity, loop, compensatedBy, activity, event, userTask, script, work, defaultTo, ...fields } =
    rest;
  const outgoing = flows.filter((flow) => flow.source === index);
  const defaultFlow = defaultTo === undefined ? undefined : outgoing.find((flow) => flow.id === `${id}-${defaultTo}`);
  if (defaultTo !== undefined && defaultFlow === undefined) throw new Error(`${id} has no flow to ${defaultTo}`);
  const isEvent = EVENT_TYPES.has(type) || triggers !== undefined;
  return {
    ...PLAIN_NODE,
    index,
    id,
    name: null,
    type,
    scope: scopeIndexOf(draft, bodies, id),
    body: SCOPE_TYPES.has(type) ? bodies.indexOf(id) + 1 : -1,
    incoming: flows.filter((flow) => flow.target === index).map((flow) => flow.index),
    outgoing: outgoing.map((flow) => flow.index),
    defaultFlow: defaultFlow?.index ?? NO_FLOW,
    userTask: type === 'userTask' ? { ...EMPTY_USER_TASK, ...userTask } : null,
    script: script === undefined ? null : { ...EMPTY_SCRIPT, ...script },
    work: work === undefined ? null : { ...EMPTY_WORK, ...work },
    event: isEvent
      ? {
          ...PLAIN_EVENT,
          triggers: triggers ?? [],
          interrupting: interrupting ?? true,
          parallelMultiple: parallelMultiple ?? false,
          attachedTo: on === undefined ? NO_NODE : ids.indexOf(on),
          ...event,
        }
      : null,
    activity: isActivity(type)
      ? {
          ...PLAIN_ACTIVITY,
          startQuantity: startQuantity ?? 1,
          completionQuantity: completionQuantity ?? 1,
          loop: loop ?? null,
          boundaryEvents: ids.flatMap((each, at) => (fieldsOf(draft, each).on === id ? at : [])),
          compensationHandler: compensatedBy === undefined ? NO_NODE : ids.indexOf(compensatedBy),
          ...activity,
        }
      : null,
    ...fields,
  };
}

function isActivity(type: NodeType): boolean {
  return !EVENT_TYPES.has(type) && !type.endsWith('Gateway');
}

const EMPTY_SCRIPT: ScriptModel = {
  language: 'javascript',
  source: '',
  expression: null,
  resultVariable: null,
  autoStoreVariables: false,
};

const EMPTY_WORK: WorkModel = {
  kind: 'expression',
  expression: null,
  target: null,
  parameters: [],
  outputs: [],
  resultVariable: null,
  localResult: false,
  transientResult: false,
  priority: null,
  triggerable: false,
  errors: [],
};

/** Makes a call of `child` that hands nothing in and takes nothing back, but for what the fields say. */
export function callOf(fields: Partial<CallModel> = {}): CallModel {
  return {
    key: constant('child'),
    byId: false,
    binding: { kind: 'latest' },
    tenant: null,
    fallbackToDefaultTenant: false,
    businessKey: null,
    inheritBusinessKey: false,
    inheritVariables: false,
    name: null,
    idVariable: null,
    in: [],
    out: [],
    localOut: false,
    ...fields,
  };
}

/** Makes an expression that the test computes. */
export function computed(text: string, evaluate: (context: ExpressionContext) => Value): Expression {
  return { text, constant: undefined, resultType: 'unknown', evaluate };
}

/** Makes plain text of the model, without `${...}`. */
export function constant(value: Value): Expression {
  return { text: String(value), constant: value, resultType: 'unknown', evaluate: () => value };
}

/** Makes an expression for the value of a variable; it fails like any unknown name where there is none. */
export function variable(name: string): Expression {
  const text = `#{${name}}`;
  return computed(text, (context) => {
    const value = context.variable(name);
    if (value === undefined) throw new ExpressionError(text, `${name} is unknown`, 'NO_VALUE');
    return value;
  });
}

/** Makes the facts of an instance for tests. */
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
