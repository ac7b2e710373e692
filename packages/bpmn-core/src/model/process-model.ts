// The compiled process: frozen, indexed by integers, shared by all its instances.
import type { Expression } from '../expression/expression.ts';

/** Element types that have a behaviour. A type without a behaviour file does not compile. */
export type NodeType =
  | 'startEvent'
  | 'endEvent'
  | 'task'
  | 'manualTask'
  | 'userTask'
  | 'exclusiveGateway'
  | 'parallelGateway';

/** Index into `ProcessModel.flows`; `NO_FLOW` where there is none. */
export type FlowIndex = number;
/** Index into `ProcessModel.nodes`. */
export type NodeIndex = number;
export const NO_FLOW = -1;

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
}

export interface FlowNode {
  readonly index: NodeIndex;
  readonly id: string;
  readonly name: string | null;
  readonly type: NodeType;
  readonly incoming: readonly FlowIndex[];
  /** In document order of the flows. */
  readonly outgoing: readonly FlowIndex[];
  readonly defaultFlow: FlowIndex;
  /** Tokens collected before the activity starts, and sent when it ends (BPMN 2.0, table 10.3). */
  readonly startQuantity: number;
  readonly completionQuantity: number;
  /** Variable that takes the starter's name, on start events. */
  readonly initiatorVariable: string | null;
  readonly userTask: UserTaskModel | null;
  readonly laneNames: readonly string[];
}

export interface SequenceFlow {
  readonly index: FlowIndex;
  readonly id: string;
  readonly name: string | null;
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly condition: Expression | null;
}

export interface ProcessModel {
  readonly key: string;
  readonly name: string | null;
  readonly nodes: readonly FlowNode[];
  readonly flows: readonly SequenceFlow[];
  /** None start events in document order, or what an implicit start begins with. */
  readonly startNodes: readonly NodeIndex[];
  readonly implicitStart: boolean;
}

/** Whether tokens wait here for one on each other incoming flow. */
export function isJoin(node: FlowNode): boolean {
  return node.type === 'parallelGateway' && node.incoming.length > 1;
}
