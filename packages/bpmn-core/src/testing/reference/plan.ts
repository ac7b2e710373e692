// The naive reference interpreter reads a process as plain data, named by ids.

export interface RefCondition {
  readonly variable: string;
  readonly equals: number;
}

export type RefTrigger =
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'error' | 'escalation'; readonly code: string | null }
  | { readonly kind: 'compensation'; readonly activity: string | null; readonly waits: boolean }
  | { readonly kind: 'cancel' | 'terminate' };

export type RefLoop =
  | {
      readonly kind: 'standard';
      readonly testBefore: boolean;
      readonly condition: RefCondition | null;
      readonly maximum: number;
    }
  | {
      readonly kind: 'multi';
      readonly sequential: boolean;
      readonly count: number;
      readonly condition: RefCondition | null;
    };

export type RefType =
  | 'startEvent'
  | 'endEvent'
  | 'intermediateThrowEvent'
  | 'intermediateCatchEvent'
  | 'boundaryEvent'
  | 'task'
  | 'userTask'
  | 'exclusiveGateway'
  | 'parallelGateway'
  | 'inclusiveGateway'
  | 'eventBasedGateway'
  | 'subProcess'
  | 'transaction'
  | 'eventSubProcess';

export interface RefNode {
  readonly id: string;
  readonly type: RefType;
  /** Sub-process that the node lies in; null: the process. */
  readonly inside: string | null;
  readonly triggers: readonly RefTrigger[];
  readonly interrupting: boolean;
  /** Activity of a boundary event. */
  readonly host: string | null;
  readonly startQuantity: number;
  readonly completionQuantity: number;
  readonly loop: RefLoop | null;
  /** Activity that undoes this one. */
  readonly undoneBy: string | null;
  /** Whether the activity only undoes another. */
  readonly undoes: boolean;
  /** Data of a sub-process, which are new with each of its instances. */
  readonly data: Readonly<Record<string, number>>;
}

export interface RefFlow {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly when: RefCondition | null;
  readonly isDefault: boolean;
}

export interface RefProcess {
  readonly nodes: readonly RefNode[];
  readonly flows: readonly RefFlow[];
}

export const PLAIN_REF_NODE: Omit<RefNode, 'id' | 'type'> = {
  inside: null,
  triggers: [],
  interrupting: true,
  host: null,
  startQuantity: 1,
  completionQuantity: 1,
  loop: null,
  undoneBy: null,
  undoes: false,
  data: {},
};

const ACTIVITIES: readonly RefType[] = ['task', 'userTask', 'subProcess', 'transaction', 'eventSubProcess'];

export function isActivity({ type }: RefNode): boolean {
  return ACTIVITIES.includes(type);
}

export function nodeNamed(process: RefProcess, id: string): RefNode {
  return process.nodes.find((node) => node.id === id)!;
}

export function incomingOf(process: RefProcess, id: string): readonly RefFlow[] {
  return process.flows.filter(({ target }) => target === id);
}

export function outgoingOf(process: RefProcess, id: string): readonly RefFlow[] {
  return process.flows.filter(({ source }) => source === id);
}

export function eventSubProcessesOf(process: RefProcess, body: string | null): readonly RefNode[] {
  return process.nodes.filter(({ type, inside }) => type === 'eventSubProcess' && inside === body);
}

/** Answers the one start event of an event sub-process. */
export function startOf(process: RefProcess, body: string): RefNode {
  return process.nodes.find(({ type, inside }) => type === 'startEvent' && inside === body)!;
}

/** Lists the nodes at which an area begins: its start events, else all that no flow leads to and nothing else begins. */
export function beginningsOf(process: RefProcess, body: string | null): readonly RefNode[] {
  const nodes = process.nodes.filter(({ inside }) => inside === body);
  const starts = nodes.filter(({ type }) => type === 'startEvent');
  if (starts.length > 0) return starts;
  return nodes.filter(
    ({ id, type, undoes }) =>
      !undoes && type !== 'boundaryEvent' && type !== 'eventSubProcess' && incomingOf(process, id).length === 0,
  );
}
