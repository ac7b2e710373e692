// Everything of a process gets its index here: scopes, nodes and flows, each in document order over all scopes.
import type { BpmnDocument, BpmnElement, FlowGraph, GraphNode } from '@keelson/bpmn-rules';
import { referenced, requiredId } from './elements.ts';
import { eventDefinitionsOf } from './event-definitions.ts';
import type { ModelFiles } from './model-files.ts';

/** A sequence flow, or the way from a link throw to its catch. */
export interface LaidFlow {
  readonly id: string;
  /** Element of the flow; null for a link. */
  readonly element: BpmnElement | null;
  readonly source: number;
  readonly target: number;
  readonly condition: BpmnElement | null;
}

export interface ProcessLayout {
  /** Scopes, outer before inner: the process comes first. */
  readonly scopes: readonly FlowGraph[];
  readonly scopeIndex: ReadonlyMap<BpmnElement, number>;
  readonly nodes: readonly GraphNode[];
  readonly nodeIndex: ReadonlyMap<BpmnElement, number>;
  /** Flows; links follow all sequence flows, so that drawing one moves no index. */
  readonly flows: readonly LaidFlow[];
  readonly flowIndex: ReadonlyMap<BpmnElement, number>;
  /** Indexes of each node's flows, ascending. */
  readonly incoming: readonly (readonly number[])[];
  readonly outgoing: readonly (readonly number[])[];
}

export function layOutProcess(files: ModelFiles, graphs: readonly FlowGraph[], process: BpmnElement): ProcessLayout {
  const { document } = files;
  const scopes = graphs.filter(({ scope }) => scope.process === process);
  const nodeOf = new Map(scopes.flatMap((graph) => [...graph.nodeOf]));
  const nodes = document.elements.flatMap((element) => nodeOf.get(element) ?? []);
  const nodeIndex = indexesOf(nodes.map(({ element }) => element));
  const sequenceFlows = layOutFlows(document, scopes, nodeIndex);
  const flows = [...sequenceFlows, ...scopes.flatMap((graph) => layOutLinks(files, graph, nodeIndex))];
  const incoming = nodes.map((): number[] => []);
  const outgoing = nodes.map((): number[] => []);
  flows.forEach(({ source, target }, index) => {
    outgoing[source]?.push(index);
    incoming[target]?.push(index);
  });
  return {
    scopes,
    scopeIndex: indexesOf(scopes.map(({ scope }) => scope)),
    nodes,
    nodeIndex,
    flows,
    flowIndex: indexesOf(sequenceFlows.flatMap(({ element }) => element ?? [])),
    incoming,
    outgoing,
  };
}

function indexesOf(elements: readonly BpmnElement[]): ReadonlyMap<BpmnElement, number> {
  return new Map(elements.map((element, index) => [element, index]));
}

function layOutFlows(
  document: BpmnDocument,
  scopes: readonly FlowGraph[],
  nodeIndex: ReadonlyMap<BpmnElement, number>,
): readonly LaidFlow[] {
  const flowOf = new Map(scopes.flatMap(({ flows }) => flows).map((flow) => [flow.element, flow]));
  return document.elements.flatMap((element) => {
    const flow = flowOf.get(element);
    if (flow === undefined) return [];
    const source = nodeIndexOf(nodeIndex, flow.source);
    const target = nodeIndexOf(nodeIndex, flow.target);
    return { id: requiredId(element), element, source, target, condition: flow.condition ?? null };
  });
}

/** Lays out the ways between links: several throws may lead to one catch of the same name in the same scope. */
function layOutLinks(
  files: ModelFiles,
  { nodes }: FlowGraph,
  nodeIndex: ReadonlyMap<BpmnElement, number>,
): readonly LaidFlow[] {
  const linksOf = (type: string) =>
    nodes.flatMap(({ element }) => {
      if (element.type !== type) return [];
      const links = eventDefinitionsOf(files, element).filter((each) => each.type === 'linkEventDefinition');
      return links.map((link) => ({ element, name: link.name ?? '' }));
    });
  const catches = new Map(linksOf('intermediateCatchEvent').map(({ element, name }) => [name, element]));
  return linksOf('intermediateThrowEvent').flatMap(({ element, name }) => {
    const caught = catches.get(name);
    if (caught === undefined) return [];
    const source = nodeIndexOf(nodeIndex, element);
    const target = nodeIndexOf(nodeIndex, caught);
    // No id of a file can hold this sign.
    return { id: `${requiredId(element)}>${requiredId(caught)}`, element: null, source, target, condition: null };
  });
}

function nodeIndexOf(indexes: ReadonlyMap<BpmnElement, number>, element: BpmnElement | undefined): number {
  const index = element === undefined ? undefined : indexes.get(element);
  if (index === undefined) throw new Error(`${element?.id ?? 'nothing'} is not part of the process`);
  return index;
}

/** Finds the activity that a boundary event is attached to. */
export function hostOf(files: ModelFiles, boundary: BpmnElement): BpmnElement | undefined {
  return referenced(files, boundary, 'attachedToRef');
}
