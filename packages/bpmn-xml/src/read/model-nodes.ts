// Lists the elements of a process for the model array: what they are, what they join and where they are drawn.
import {
  ARTIFACT_TYPES,
  type Bounds,
  type BpmnDocument,
  type BpmnElement,
  type DiagramMark,
  EVENT_DEFINITION_TYPES,
  type FlowGraph,
  type GraphFlow,
  type GraphNode,
  isFlowElementType,
  type LaneIndex,
  type Point,
  referencedElement,
  resolveReference,
} from '@keelson/bpmn-rules';

/** One element of a process: the data of `SvcBpmnModelNodeModel`. */
export interface ModelNode {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  /** Sub-process or outer lane around the element; null directly in the process. */
  readonly parentId: string | null;
  readonly attachedToId: string | null;
  /** Ids of incoming flows; for a connection those of the elements at its two ends. */
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  /** Kinds of its event definitions: `message`, `timer`. */
  readonly triggers: readonly string[];
  readonly documentation: string | null;
  readonly bounds: Bounds | null;
  readonly waypoints: readonly Point[];
  readonly laneIds: readonly string[];
  /** Extension attributes of the engine's namespaces by their local names. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Lists nodes by process, in document order; elements without id are left out, for nothing can name them. */
export function readModelNodes(
  document: BpmnDocument,
  graphs: readonly FlowGraph[],
  lanes: LaneIndex,
): ReadonlyMap<BpmnElement, readonly ModelNode[]> {
  const marks = new Map<BpmnElement, DiagramMark>();
  for (const mark of document.planes.flatMap((plane) => plane.marks)) {
    const element = mark.element === null ? undefined : resolveReference(document, mark.element);
    if (element !== undefined && !marks.has(element)) marks.set(element, mark);
  }
  const graphNodes = new Map(graphs.flatMap((graph) => [...graph.nodeOf]));
  const nodes = new Map<BpmnElement, ModelNode[]>(document.processes.map((process) => [process, []]));
  for (const element of document.elements) {
    if (element.process === null || element.id === null || !isModelNode(element)) continue;
    const surroundings = { graphNode: graphNodes.get(element), lanes, mark: marks.get(element) };
    nodes.get(element.process)?.push(modelNode(document, element, element.id, surroundings));
  }
  return nodes;
}

function isModelNode({ type }: BpmnElement): boolean {
  return isFlowElementType(type) || ARTIFACT_TYPES.has(type) || type === 'lane';
}

interface Surroundings {
  readonly graphNode: GraphNode | undefined;
  readonly lanes: LaneIndex;
  readonly mark: DiagramMark | undefined;
}

function modelNode(document: BpmnDocument, element: BpmnElement, id: string, around: Surroundings): ModelNode {
  const isConnection = element.type === 'sequenceFlow' || element.type === 'association';
  const idOf = (attribute: string) => referencedElement(document, element, attribute)?.id ?? null;
  const triggers = element.children.filter((child) => EVENT_DEFINITION_TYPES.has(child.type));
  const attributes = element.extensions.filter((fact) => fact.kind === 'attribute' && fact.family === 'engine');
  return {
    id,
    type: element.type,
    name: element.name,
    parentId: parentId(element),
    attachedToId: idOf('attachedToRef'),
    incoming: isConnection ? present(idOf('sourceRef')) : flowIds(around.graphNode?.incoming),
    outgoing: isConnection ? present(idOf('targetRef')) : flowIds(around.graphNode?.outgoing),
    triggers: triggers.map((definition) => definition.type.replace('EventDefinition', '')),
    documentation: element.documentation,
    bounds: around.mark?.bounds ?? null,
    waypoints: around.mark?.waypoints ?? [],
    laneIds: (around.lanes.get(element) ?? []).flatMap((lane) => lane.id ?? []),
    properties: Object.fromEntries(attributes.map((fact) => [fact.name, fact.value])),
  };
}

function flowIds(flows: readonly GraphFlow[] = []): readonly string[] {
  return flows.flatMap((flow) => flow.element.id ?? []);
}

function present(id: string | null): readonly string[] {
  return id === null ? [] : [id];
}

/** Answers the id of the element around; lane sets have no place of their own in the array. */
function parentId(element: BpmnElement): string | null {
  let around = element.parent;
  while (around !== null && around.process !== around && !isModelNode(around)) around = around.parent;
  return around === null || around.process === around ? null : around.id;
}
