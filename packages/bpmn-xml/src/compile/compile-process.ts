// Compiles an executable process of a checked document into the frozen, integer-indexed model that the core steps.
import {
  type BpmnElement,
  extensionAttribute,
  type FlowGraph,
  type FlowIndex,
  type FlowNode,
  type GraphFlow,
  type GraphNode,
  isImplicitStart,
  type LaneIndex,
  NO_FLOW,
  type NodeType,
  type ProcessModel,
  type SequenceFlow,
} from '@keelson/bpmn-core';
import { compileText } from './compile-text.ts';
import { compileUserTask } from './compile-user-task.ts';

const NODE_TYPES: ReadonlySet<string> = new Set<NodeType>([
  'startEvent',
  'endEvent',
  'task',
  'manualTask',
  'userTask',
  'exclusiveGateway',
  'parallelGateway',
]);

/** The process must have passed the rules; what they would have refused is a thrown error here. */
export function compileProcess(graph: FlowGraph, lanes: LaneIndex): ProcessModel {
  const { scope: process } = graph;
  const flowIndexes = new Map(graph.flows.map((flow, index) => [flow.element, index]));
  const nodeIndexes = new Map(graph.nodes.map((node, index) => [node.element, index]));
  const starts = indexesOf(graph, ({ element }) => element.type === 'startEvent');
  const implicitStart = starts.length === 0;
  return deepFreeze({
    key: requiredId(process),
    name: process.name,
    nodes: graph.nodes.map((node, index) => compileNode(node, index, flowIndexes, lanes)),
    flows: graph.flows.map((flow, index) => compileFlow(flow, index, nodeIndexes)),
    startNodes: implicitStart ? indexesOf(graph, isImplicitStart) : starts,
    implicitStart,
  });
}

function indexesOf(graph: FlowGraph, isWanted: (node: GraphNode) => boolean): readonly number[] {
  return graph.nodes.flatMap((node, index) => (isWanted(node) ? index : []));
}

function indexIn(indexes: ReadonlyMap<BpmnElement, number>, element: BpmnElement | undefined): number {
  const index = element === undefined ? undefined : indexes.get(element);
  if (index === undefined) throw new Error(`${element?.id ?? 'nothing'} is not part of the process`);
  return index;
}

function compileNode(
  node: GraphNode,
  index: number,
  flowIndexes: ReadonlyMap<BpmnElement, FlowIndex>,
  lanes: LaneIndex,
): FlowNode {
  const { element } = node;
  return {
    index,
    id: requiredId(element),
    name: element.name,
    type: nodeType(element),
    incoming: node.incoming.map((flow) => indexIn(flowIndexes, flow.element)),
    outgoing: node.outgoing.map((flow) => indexIn(flowIndexes, flow.element)),
    defaultFlow: node.defaultFlow === undefined ? NO_FLOW : indexIn(flowIndexes, node.defaultFlow),
    startQuantity: Number(element.attributes.get('startQuantity') ?? 1),
    completionQuantity: Number(element.attributes.get('completionQuantity') ?? 1),
    initiatorVariable: extensionAttribute(element, 'initiator')?.value.trim() ?? null,
    userTask: element.type === 'userTask' ? compileUserTask(element) : null,
    laneNames: (lanes.get(element) ?? []).flatMap((lane) => lane.name ?? []),
  };
}

function compileFlow(
  { element, source, target, condition }: GraphFlow,
  index: number,
  nodeIndexes: ReadonlyMap<BpmnElement, number>,
): SequenceFlow {
  const isIgnored = source?.type === 'parallelGateway';
  return {
    index,
    id: requiredId(element),
    name: element.name,
    source: indexIn(nodeIndexes, source),
    target: indexIn(nodeIndexes, target),
    condition: isIgnored || condition === undefined ? null : compileText(condition.text.trim(), { bare: true }),
  };
}

function requiredId(element: BpmnElement): string {
  if (element.id === null) throw new Error(`${element.type} without id passed the rules`);
  return element.id;
}

function nodeType({ type, id }: BpmnElement): NodeType {
  if (!NODE_TYPES.has(type)) throw new Error(`${type} ${id ?? ''} passed the rules and has no behaviour`);
  return type as NodeType;
}

/** Expressions are closures and stay as they are. */
function deepFreeze<Kind>(value: Kind): Kind {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
