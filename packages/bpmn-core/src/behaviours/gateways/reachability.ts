// A token can still come to a join by some of its incoming flows: which, is known for each element of the scope (BPMN 2.0, 13.4.3).
import type { Scope, WorkToken } from '../../instance/burst.ts';
import type { FlowIndex, NodeIndex } from '../../model/indexes.ts';
import type { FlowNode, ProcessModel } from '../../model/process-model.ts';

/** Set of incoming flows of a join: one bit for each, in their order. */
export type FlowBits = bigint;

/** Says for each element to which incoming flows of the join a path leads that does not visit the join. */
type Reach = ReadonlyMap<NodeIndex, FlowBits>;

/** What `reachOf` has computed, by model and join: models are frozen and shared. */
const known = new WeakMap<ProcessModel, Map<NodeIndex, Reach>>();

function reachOf(model: ProcessModel, join: FlowNode): Reach {
  let ofModel = known.get(model);
  if (ofModel === undefined) {
    ofModel = new Map();
    known.set(model, ofModel);
  }
  let reach = ofModel.get(join.index);
  if (reach === undefined) {
    reach = computeReach(model, join);
    ofModel.set(join.index, reach);
  }
  return reach;
}

function computeReach(model: ProcessModel, join: FlowNode): Reach {
  const reach = new Map<NodeIndex, FlowBits>();
  join.incoming.forEach((flow, position) => {
    const bit = 1n << BigInt(position);
    const open = [model.flows[flow]!.source];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const bits = reach.get(index) ?? 0n;
      if (index === join.index || (bits & bit) !== 0n) continue;
      reach.set(index, bits | bit);
      open.push(...predecessors(model, index));
    }
  });
  return reach;
}

/**
 * Lists the elements from which a token can come to this one: a boundary event is reached from its activity, a link catch from each throw.
 */
function predecessors(model: ProcessModel, index: NodeIndex): NodeIndex[] {
  const { incoming, event, type } = model.nodes[index]!;
  const sources = incoming.map((flow) => model.flows[flow]!.source);
  return type === 'boundaryEvent' ? [...sources, event!.attachedTo] : sources;
}

/** Answers the bits of these incoming flows. */
export function bitsOf(join: FlowNode, flows: readonly FlowIndex[]): FlowBits {
  let bits = 0n;
  for (const flow of flows) bits |= 1n << BigInt(join.incoming.indexOf(flow));
  return bits;
}

/** Lists the incoming flows that hold a token. */
export function filledFlows(scope: Scope, join: FlowNode): FlowIndex[] {
  return join.incoming.filter((flow) => (scope.heldOnFlow?.get(flow)?.length ?? 0) > 0);
}

/**
 * Whether the join need not wait: every token elsewhere that can come by an empty flow can also come by a filled one, where it would not
 * help.
 */
export function nothingMoreComes(model: ProcessModel, scope: Scope, join: FlowNode, filled: FlowBits): boolean {
  const all = (1n << BigInt(join.incoming.length)) - 1n;
  const empty = all & ~filled;
  if (empty === 0n) return true;
  for (const token of scope.tokens) {
    const bits = comesBy(model, join, token);
    if ((bits & empty) !== 0n && (bits & filled) === 0n) return false;
  }
  return true;
}

function comesBy(model: ProcessModel, join: FlowNode, token: WorkToken): FlowBits {
  // Handlers end without leaving.
  if (token.role !== 'flow') return 0n;
  const flows = flowsToTake(model, token);
  if (flows !== null) return flows.reduce((bits, flow) => bits | comesByFlow(model, join, flow), 0n);
  if (token.node !== join.index) return reachOf(model, join).get(token.node) ?? 0n;
  return token.activity === 0 ? bitsOf(join, [token.arrivedBy]) : 0n;
}

/**
 * Answers the flows of a token that waits for the job behind its element; null for others. Nothing around the element can bring it
 * elsewhere.
 */
function flowsToTake(model: ProcessModel, { node, waits }: WorkToken): readonly FlowIndex[] | null {
  for (const wait of waits ?? []) {
    if (wait.kind === 'job' && wait.phase === 'after') return wait.flows ?? model.nodes[node]!.outgoing;
  }
  return null;
}

function comesByFlow(model: ProcessModel, join: FlowNode, flow: FlowIndex): FlowBits {
  const { target } = model.flows[flow]!;
  return target === join.index ? bitsOf(join, [flow]) : (reachOf(model, join).get(target) ?? 0n);
}
