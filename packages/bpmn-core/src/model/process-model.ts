// The compiled process is frozen, indexed by integers, and shared by all its instances.
import type { Expression } from '../expression/expression.ts';
import type { ActivityModel, EventListenerModel, JobModel, ListenerModel } from './activity-model.ts';
import type { DataItem } from './data-model.ts';
import type { EventModel } from './event-model.ts';
import type { FormModel } from './form-model.ts';
import type { FlowIndex, NodeIndex, ScopeIndex } from './indexes.ts';
import type { AdHocModel, CallModel, DecisionModel, ScriptModel, WorkModel } from './work-model.ts';

/** Types of elements that have a behaviour. A type without a behaviour file does not compile. */
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
  /** Assignee: text with `${...}` parts or plain text, compiled; null where the model says nothing. */
  readonly assignee: Expression | null;
  readonly owner: Expression | null;
  /** Candidate users, one expression per entry of the list with commas; an entry may evaluate to a list. */
  readonly candidateUsers: readonly Expression[];
  readonly candidateGroups: readonly Expression[];
  readonly dueDate: Expression | null;
  readonly followUpDate: Expression | null;
  readonly priority: Expression | null;
  readonly category: Expression | null;
  readonly formKey: Expression | null;
  readonly name: Expression | null;
  readonly description: Expression | null;
  /** Variable that takes the task's id when it is created; the other one takes who completed it. */
  readonly taskIdVariable: string | null;
  readonly taskCompleterVariable: string | null;
}

export interface FlowNode {
  readonly index: NodeIndex;
  readonly id: string;
  readonly name: string | null;
  /** Type of the node; a call of a global task has the type of that task. */
  readonly type: NodeType;
  /** Scope that the node lies in. */
  readonly scope: ScopeIndex;
  readonly incoming: readonly FlowIndex[];
  /** Outgoing flows in document order. A link throw has the flow to its catch. */
  readonly outgoing: readonly FlowIndex[];
  readonly defaultFlow: FlowIndex;
  /** Variable that takes the starter's name, on start events. */
  readonly initiatorVariable: string | null;
  readonly laneNames: readonly string[];
  /** Execution listeners, and task listeners of a user task. */
  readonly listeners: readonly ListenerModel[];
  /** Job before or after the element; without one it goes on in the burst that reaches it. */
  readonly job: JobModel | null;
  /** What activities have; null for all other elements. */
  readonly activity: ActivityModel | null;
  /**
   * Present on events, on send and receive tasks with a message, and on user tasks whose listeners have a timeout: one timer for
   * each of these, in their order.
   */
  readonly event: EventModel | null;
  /** The scope inside, on sub-processes of every kind; -1 elsewhere. */
  readonly body: ScopeIndex;
  readonly userTask: UserTaskModel | null;
  /** Form of a user task or start event. */
  readonly form: FormModel | null;
  readonly script: ScriptModel | null;
  /** What a service, send or business rule task does. */
  readonly work: WorkModel | null;
  readonly decision: DecisionModel | null;
  readonly call: CallModel | null;
  readonly adHoc: AdHocModel | null;
  /** Condition by which a complex gateway starts. */
  readonly activationCondition: Expression | null;
  /** Whether an event-based gateway or receive task instantiates the process; `parallel` gateways need all their events. */
  readonly instantiate: boolean;
  readonly parallelEvents: boolean;
  /** Whether a manual task waits to be triggered. */
  readonly waits: boolean;
}

export interface SequenceFlow {
  readonly index: FlowIndex;
  readonly id: string;
  readonly name: string | null;
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly condition: Expression | null;
  /** Expression that, where it is true, takes the flow whatever its condition says. */
  readonly skipExpression: Expression | null;
  readonly listeners: readonly ListenerModel[];
  /** Whether the condition reads `waitingForStart`: complex gateways evaluate it again when they reset. */
  readonly readsWaitingForStart: boolean;
}

export interface ScopeModel {
  readonly index: ScopeIndex;
  /** Scope around this one; -1 for the process. */
  readonly parent: ScopeIndex;
  /** Node of the sub-process whose scope this is; `NO_NODE` for the process's own scope. */
  readonly node: NodeIndex;
  /** None start events in document order, or what an implicit start begins with. */
  readonly startNodes: readonly NodeIndex[];
  readonly implicitStart: boolean;
  /** Event sub-processes in document order. */
  readonly eventSubProcesses: readonly NodeIndex[];
  /** The start event of an event sub-process; `NO_NODE` elsewhere. */
  readonly trigger: NodeIndex;
  /** Data objects and properties, which live as long as the scope. */
  readonly data: readonly DataItem[];
  /** Nodes that lie directly in the scope, in document order. */
  readonly nodes: readonly NodeIndex[];
}

export interface ProcessModel {
  readonly key: string;
  readonly name: string | null;
  /** Nodes of all scopes, in document order. */
  readonly nodes: readonly FlowNode[];
  readonly flows: readonly SequenceFlow[];
  /** Scopes, outer before inner: the process comes first. */
  readonly scopes: readonly ScopeModel[];
  /** Nodes that the process itself begins with. */
  readonly startNodes: readonly NodeIndex[];
  readonly implicitStart: boolean;
  /** Time zone of the calendar of timers, an IANA name; null where the setting holds. */
  readonly timeZone: string | null;
  /** What a failure leaves behind: nothing but its answer, or an incident of the element. */
  readonly onFailure: 'ROLLBACK' | 'INCIDENT';
  /** Listeners of the process itself, which hear start and end of the instance. */
  readonly listeners: readonly ListenerModel[];
  readonly eventListeners: readonly EventListenerModel[];
  /** Names of data inputs, which take start variables; data outputs are the result of a call. Both are variables of the process. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/**
 * Whether tokens wait here for others. A complex gateway takes every token in: what comes before its reset has to wait.
 */
export function isJoin({ type, incoming }: FlowNode): boolean {
  if (type === 'complexGateway') return true;
  return incoming.length > 1 && (type === 'parallelGateway' || type === 'inclusiveGateway');
}
