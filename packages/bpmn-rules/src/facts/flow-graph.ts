// Rules and compiler walk the nodes and flows of each process and sub-process in this form.
import {
  type BpmnDocument,
  type BpmnElement,
  booleanAttribute,
  childrenOfType,
  referencedElement,
} from './types/document.ts';
import { isFlowNodeType, SCOPE_TYPES } from './types/element-types.ts';

export interface GraphFlow {
  readonly element: BpmnElement;
  /** Element that `sourceRef` leads to, whatever and wherever that is; `target` likewise. */
  readonly source: BpmnElement | undefined;
  readonly target: BpmnElement | undefined;
  readonly condition: BpmnElement | undefined;
}

export interface GraphNode {
  readonly element: BpmnElement;
  /** Flows into the node, in document order. */
  readonly incoming: readonly GraphFlow[];
  readonly outgoing: readonly GraphFlow[];
  readonly defaultFlow: BpmnElement | undefined;
}

/** One process or sub-process: only what lies directly in it. */
export interface FlowGraph {
  readonly scope: BpmnElement;
  readonly nodes: readonly GraphNode[];
  readonly flows: readonly GraphFlow[];
  readonly nodeOf: ReadonlyMap<BpmnElement, GraphNode>;
}

/** Builds the graphs of a file's scopes in document order. A flow counts at both its ends wherever it was written. */
export function buildFlowGraphs(document: BpmnDocument): readonly FlowGraph[] {
  const scopes = document.elements.filter((element) => SCOPE_TYPES.has(element.type));
  const flows = scopes.flatMap((scope) => readFlows(document, scope));
  const flowsOf = Map.groupBy(flows, placeOf);
  const incoming = Map.groupBy(flows, (flow) => flow.target);
  const outgoing = Map.groupBy(flows, (flow) => flow.source);
  return scopes.map((scope) => {
    const nodes = scope.children
      .filter((element) => isFlowNodeType(element.type))
      .map((element) => ({
        element,
        incoming: incoming.get(element) ?? [],
        outgoing: outgoing.get(element) ?? [],
        defaultFlow: referencedElement(document, element, 'default'),
      }));
    const nodeOf = new Map(nodes.map((node) => [node.element, node]));
    return { scope, nodes, flows: flowsOf.get(scope) ?? [], nodeOf };
  });
}

/** A flow lies where both its ends lie, wherever in the process it was written; else where it was written. */
function placeOf({ element, source, target }: GraphFlow): BpmnElement | undefined {
  const common = source !== undefined && source.parent === target?.parent ? source.parent : null;
  const isPlace = common !== null && SCOPE_TYPES.has(common.type) && common.process === element.process;
  return (isPlace ? common : element.parent) ?? undefined;
}

function readFlows(document: BpmnDocument, scope: BpmnElement): readonly GraphFlow[] {
  return childrenOfType(scope, 'sequenceFlow').map((element) => ({
    element,
    source: referencedElement(document, element, 'sourceRef'),
    target: referencedElement(document, element, 'targetRef'),
    condition: childrenOfType(element, 'conditionExpression')[0],
  }));
}

/** Whether its own start event's trigger starts this instead of a flow. */
export function isEventSubProcess(element: BpmnElement): boolean {
  return SCOPE_TYPES.has(element.type) && booleanAttribute(element, 'triggeredByEvent', false);
}

/** Whether an activity runs as a handler only. */
export function isCompensationActivity(element: BpmnElement): boolean {
  return booleanAttribute(element, 'isForCompensation', false);
}

/** Whether this is an intermediate event with a link definition, its own or one at the file's root level. */
export function isLink(element: BpmnElement): boolean {
  if (element.children.some((child) => child.type === 'linkEventDefinition')) return true;
  const names = element.references.filter(({ attribute }) => attribute === 'eventDefinitionRef');
  if (names.length === 0) return false;
  let root = element;
  while (root.parent !== null) root = root.parent;
  return names.some(({ localName }) =>
    root.children.some((child) => child.type === 'linkEventDefinition' && child.id === localName),
  );
}

/** Whether this is an instantiating receive task or event-based gateway. */
export function isInstantiating(element: BpmnElement): boolean {
  return (
    (element.type === 'receiveTask' || element.type === 'eventBasedGateway') &&
    booleanAttribute(element, 'instantiate', false)
  );
}

/** Whether an implicit start gives no token to a node although nothing leads to it (BPMN 2.0.2, 13.2). */
export function isNotStartedImplicitly(element: BpmnElement): boolean {
  return (
    isEventSubProcess(element) ||
    element.type === 'boundaryEvent' ||
    isCompensationActivity(element) ||
    isInstantiating(element) ||
    (element.type === 'intermediateCatchEvent' && isLink(element))
  );
}

/** Whether a scope without start events begins with this node. */
export function isImplicitStart({ element, incoming }: GraphNode): boolean {
  return incoming.length === 0 && element.type !== 'endEvent' && !isNotStartedImplicitly(element);
}
