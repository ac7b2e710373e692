// The compiled process is frozen, indexed by integers, and shared by all its instances.
import type { Expression } from '../expression/expression.ts';
import type { ActivityModel, EventListenerModel, JobModel, ListenerModel } from './activity-model.ts';
import type { DataItem } from './data-model.ts';
import type { EventModel } from './event-model.ts';
import type { FormModel } from './form-model.ts';
import type { FlowIndex, NodeIndex, ScopeIndex } from './indexes.ts';
import type { AdHocModel, CallModel, DecisionModel, ScriptModel, WorkModel } from './work-model.ts';

/** These element types have a behaviour. A type without a behaviour file does not compile. */
export type NodeType =
  | 'startEvent'
  | 'intermediateCatchEvent'
  | 'intermediateThrowEvent'
  | 'boundaryEvent'
  | 'endEvent'
  | 'task'
  | 'manualTask'
  | 'userTask'
  | 'serviceTask'
  | 'scriptTask'
  | 'sendTask'
  | 'receiveTask'
  | 'businessRuleTask'
  | 'callActivity'
  | 'subProcess'
  | 'eventSubProcess'
  | 'transaction'
  | 'adHocSubProcess'
  | 'exclusiveGateway'
  | 'parallelGateway'
  | 'inclusiveGateway'
  | 'complexGateway'
  | 'eventBasedGateway';

export interface UserTaskModel {
  /** Each is text with `${...}` parts or plain text, compiled; null where the model says nothing. */
  readonly assignee: Expression | null;
  readonly owner: Expression | null;
  /** One expression per entry of the comma-separated list; an entry may evaluate to a list. */
  readonly candidateUsers: readonly Expression[];
  readonly candidateGroups: readonly Expression[];
  readonly dueDate: Expression | null;
  readonly followUpDate: Expression | null;
  readonly priority: Expression | null;
  readonly category: Expression | null;
  readonly formKey: Expression | null;
  readonly name: Expression | null;
  readonly description: Expression | null;
  /** One variable takes the task's id when it is created, the other takes who completed it. */
  readonly taskIdVariable: string | null;
  readonly taskCompleterVariable: string | null;
}

export interface FlowNode {
  readonly index: NodeIndex;
  readonly id: string;
  readonly name: string | null;
  /** A call of a global task has the type of that task. */
  readonly type: NodeType;
  /** It lies in this scope. */
  readonly scope: ScopeIndex;
  readonly incoming: readonly FlowIndex[];
  /** They stand in document order of the flows. A link throw has the flow to its catch. */
  readonly outgoing: readonly FlowIndex[];
  readonly defaultFlow: FlowIndex;
  /** Variable that takes the starter's name, on start events. */
  readonly initiatorVariable: string | null;
  readonly laneNames: readonly string[];
  /** They are execution listeners, and task listeners of a user task. */
  readonly listeners: readonly ListenerModel[];
  /** Without a job it goes on in the burst that reaches it. */
  readonly job: JobModel | null;
  /** It is present exactly on activities. */
  readonly activity: ActivityModel | null;
  /**
   * Present on events, on send and receive tasks with a message, and on user tasks whose listeners have a timeout: one timer for
   * each of these, in their order.
   */
  readonly event: EventModel | null;
  /** It is the scope inside, on sub-processes of every kind; -1 elsewhere. */
  readonly body: ScopeIndex;
  readonly userTask: UserTaskModel | null;
  /** User tasks and start events have forms. */
  readonly form: FormModel | null;
  readonly script: ScriptModel | null;
  /** What a service, send or business rule task does. */
  readonly work: WorkModel | null;
  readonly decision: DecisionModel | null;
  readonly call: CallModel | null;
  readonly adHoc: AdHocModel | null;
  /** A complex gateway starts by it. */
  readonly activationCondition: Expression | null;
  /** Instantiating event-based gateway or receive task; `parallel` gateways need all their events. */
  readonly instantiate: boolean;
  readonly parallelEvents: boolean;
  /** A manual task that waits to be triggered. */
  readonly waits: boolean;
}

export interface SequenceFlow {
  readonly index: FlowIndex;
  readonly id: string;
  readonly name: string | null;
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly condition: Expression | null;
  /** True takes the flow whatever its condition says. */
  readonly skipExpression: Expression | null;
  readonly listeners: readonly ListenerModel[];
  /** Whether the condition reads `waitingForStart`: complex gateways evaluate it again when they reset. */
  readonly readsWaitingForStart: boolean;
}

export interface ScopeModel {
  readonly index: ScopeIndex;
  /** It is -1 for the process. */
  readonly parent: ScopeIndex;
  /** Node of the sub-process whose scope this is; `NO_NODE` for the process's own scope. */
  readonly node: NodeIndex;
  /** None start events in document order, or what an implicit start begins with. */
  readonly startNodes: readonly NodeIndex[];
  readonly implicitStart: boolean;
  /** They stand in document order. */
  readonly eventSubProcesses: readonly NodeIndex[];
  /** It is the start event of an event sub-process; `NO_NODE` elsewhere. */
  readonly trigger: NodeIndex;
  /** Data objects and properties live as long as the scope. */
  readonly data: readonly DataItem[];
  /** These nodes lie directly in it, in document order. */
  readonly nodes: readonly NodeIndex[];
}

export interface ProcessModel {
  readonly key: string;
  readonly name: string | null;
  /** They are those of all scopes, in document order. */
  readonly nodes: readonly FlowNode[];
  readonly flows: readonly SequenceFlow[];
  /** The process comes first, and outer before inner. */
  readonly scopes: readonly ScopeModel[];
  /** The process itself begins with these. */
  readonly startNodes: readonly NodeIndex[];
  readonly implicitStart: boolean;
  /** The calendar of timers is an IANA name. It is null where the setting holds. */
  readonly timeZone: string | null;
  /** It says what a failure leaves behind: nothing but its answer, or an incident of the element. */
  readonly onFailure: 'ROLLBACK' | 'INCIDENT';
  /** The process itself has them: they hear start and end of the instance. */
  readonly listeners: readonly ListenerModel[];
  readonly eventListeners: readonly EventListenerModel[];
  /** Data inputs take start variables by name, data outputs are the result of a call; both are variables of the process. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Tells whether tokens wait here for others. A complex gateway takes every token in: what comes before its reset has to wait. */
export function isJoin({ type, incoming }: FlowNode): boolean {
  if (type === 'complexGateway') return true;
  return incoming.length > 1 && (type === 'parallelGateway' || type === 'inclusiveGateway');
}
