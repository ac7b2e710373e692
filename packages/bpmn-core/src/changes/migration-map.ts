// The map of a migration says which element of one model goes on as which of another, and why two cannot.
import type { MigrationPair } from '../contract/commands/change-commands.ts';
import { type FlowIndex, NO_FLOW, NO_NODE, type NodeIndex } from '../model/indexes.ts';
import type { FlowNode, ProcessModel } from '../model/process-model.ts';

export interface MigrationMap {
  readonly source: ProcessModel;
  readonly target: ProcessModel;
  /** Answers the element that takes the place of this one; `NO_NODE` where none does. */
  readonly node: (index: NodeIndex) => NodeIndex;
  readonly flow: (index: FlowIndex) => FlowIndex;
  readonly isExplicit: (index: NodeIndex) => boolean;
  /** Whether the trigger of this element is to be armed anew. */
  readonly isRenewed: (index: NodeIndex) => boolean;
}

/** Maps the elements of two models: explicit pairs win over equal ids; what they name must exist. */
export function migrationMap(
  source: ProcessModel,
  target: ProcessModel,
  pairs: readonly MigrationPair[],
  autoMap: boolean,
  reasons: string[],
): MigrationMap {
  const nodesOf = idsOf(source.nodes);
  const targets = idsOf(target.nodes);
  const flows = idsOf(target.flows);
  const bySource = new Map<string, MigrationPair>();
  for (const pair of pairs) {
    const isFlow = source.flows.some(({ id }) => id === pair.source);
    if (!isFlow && !nodesOf.has(pair.source)) reasons.push(`The source has no element ${pair.source}`);
    if (!(isFlow ? flows : targets).has(pair.target)) reasons.push(`The target has no element ${pair.target}`);
    if (bySource.has(pair.source)) reasons.push(`${pair.source} is mapped twice`);
    bySource.set(pair.source, pair);
  }
  const idFor = (id: string) => bySource.get(id)?.target ?? (autoMap ? id : undefined);
  const node = (index: NodeIndex) => targets.get(idFor(source.nodes[index]!.id) ?? '') ?? NO_NODE;
  return {
    source,
    target,
    node,
    flow: (index) => flowFor(source, target, index, node, flows.get(idFor(source.flows[index]?.id ?? '') ?? '')),
    isExplicit: (index) => bySource.has(source.nodes[index]!.id),
    isRenewed: (index) => bySource.get(source.nodes[index]!.id)?.updateTrigger === true,
  };
}

function idsOf(elements: readonly { readonly id: string; readonly index: number }[]): Map<string, number> {
  return new Map(elements.map(({ id, index }) => [id, index]));
}

/** Finds the flow by its id, else the only one between the two elements. */
function flowFor(
  source: ProcessModel,
  target: ProcessModel,
  index: FlowIndex,
  node: (index: NodeIndex) => NodeIndex,
  byId: FlowIndex | undefined,
): FlowIndex {
  const flow = source.flows[index];
  if (flow === undefined) return NO_FLOW;
  const end = node(flow.target);
  if (byId !== undefined && target.flows[byId]!.target === end) return byId;
  const start = node(flow.source);
  const between = target.flows.filter((each) => each.source === start && each.target === end);
  return between.length === 1 ? between[0]!.index : NO_FLOW;
}

/** Answers why an instance of the one element cannot go on as an instance of the other; null where it can. */
export function kindProblem(before: FlowNode, after: FlowNode): string | null {
  const both = `${before.id} cannot go on as ${after.id}`;
  if (before.type !== after.type) return `${both}: ${before.type} is no ${after.type}`;
  if (loopKind(before) !== loopKind(after)) return `${both}: one has ${loopKind(before)}, one ${loopKind(after)}`;
  if ((before.work?.kind ?? null) !== (after.work?.kind ?? null)) return `${both}: they do different work`;
  // The triggers of a user task are its timeouts: they come and go with its listeners.
  const isSame = before.type === 'userTask' || sameTriggers(before, after);
  return isSame ? null : `${both}: their triggers are of different kinds`;
}

function loopKind({ activity }: FlowNode): string {
  const loop = activity?.loop ?? null;
  if (loop === null) return 'no loop';
  if (loop.kind === 'standard') return 'a standard loop';
  return loop.sequential ? 'a sequential multi-instance loop' : 'a parallel multi-instance loop';
}

export function sameTriggers(before: FlowNode, after: FlowNode): boolean {
  const kinds = ({ event }: FlowNode) => (event?.triggers ?? []).map(({ kind }) => kind).join();
  return kinds(before) === kinds(after) && before.event?.parallelMultiple === after.event?.parallelMultiple;
}
