// Rules of sequence flows: their ends, conditions, defaults and the lists that nodes keep of them.

import { type GraphFlow, type GraphNode, isCompensationActivity, isEventSubProcess } from '../facts/flow-graph.ts';
import {
  type BpmnDocument,
  type BpmnElement,
  type BpmnReference,
  booleanAttribute,
  findReference,
  resolveReference,
} from '../facts/types/document.ts';
import { ACTIVITY_TYPES, ARTIFACT_TYPES, DATA_TYPES, isFlowNodeType } from '../facts/types/element-types.ts';
import { type Finding, finding, label, words } from '../rule/finding.ts';
import { aboutReference, type Rule, type RuleContext } from '../rule/rule-context.ts';

const NOT_FLOW_NODE_TYPES: ReadonlySet<string> = new Set([
  ...ARTIFACT_TYPES,
  ...DATA_TYPES,
  'lane',
  'laneSet',
  'participant',
  'sequenceFlow',
]);

const CONDITION_GATEWAY_TYPES: ReadonlySet<string> = new Set([
  'exclusiveGateway',
  'inclusiveGateway',
  'complexGateway',
]);

function allFlows({ graphs }: RuleContext): readonly GraphFlow[] {
  return graphs.flatMap((graph) => graph.flows);
}

function* ends(context: RuleContext): Iterable<Finding> {
  for (const graph of context.graphs) {
    for (const flow of graph.flows) {
      yield* notFlowNode(flow.element, flow.source, 'sourceRef');
      yield* notFlowNode(flow.element, flow.target, 'targetRef');
      const nodes = [flow.source, flow.target].filter((end) => end !== undefined && isFlowNodeType(end.type));
      const { element } = flow;
      if (nodes.some((end) => end?.parent !== graph.scope)) yield finding('SEQ-01', element);
      else if (element.parent !== null && element.parent !== graph.scope) {
        yield finding('W-18', element, { values: { x: label(element.parent), y: label(graph.scope) } });
      }
    }
  }
}

function* notFlowNode(
  flow: BpmnElement,
  end: BpmnElement | undefined,
  attribute: 'sourceRef' | 'targetRef',
): Iterable<Finding> {
  if (end === undefined || !NOT_FLOW_NODE_TYPES.has(end.type)) return;
  const reference = findReference(flow, attribute);
  const about = aboutReference(attribute, reference?.text ?? '');
  yield finding('SEQ-04', flow, { about, values: { x: words(end.type), type: end.type } });
}

function* possibleTargets(context: RuleContext): Iterable<Finding> {
  for (const { element, target } of allFlows(context)) {
    if (target === undefined) continue;
    const kind = targetRefusal(target);
    if (kind !== null) yield finding('SEQ-02', element, { values: { x: kind } });
  }
}

function targetRefusal(target: BpmnElement): string | null {
  if (target.type === 'startEvent') return words(target.type);
  // Boundary events, links and event sub-processes have rules of their own: EVT-19, EVT-16, SUB-01.
  return isCompensationActivity(target) && !isEventSubProcess(target) ? 'compensation activity' : null;
}

function* possibleSources(context: RuleContext): Iterable<Finding> {
  for (const { element, source } of allFlows(context)) {
    if (source === undefined) continue;
    const kind = sourceRefusal(source);
    if (kind !== null) yield finding('SEQ-03', element, { values: { x: kind } });
  }
}

function sourceRefusal(source: BpmnElement): string | null {
  if (source.type === 'endEvent') return words(source.type);
  // Compensation boundaries, links and event sub-processes have rules of their own: EVT-21, EVT-16, SUB-01.
  return isCompensationActivity(source) && !isEventSubProcess(source) ? 'compensation activity' : null;
}

function* conditionPlaces(context: RuleContext): Iterable<Finding> {
  for (const { element, source, condition } of allFlows(context)) {
    if (condition === undefined || source === undefined || !isFlowNodeType(source.type)) continue;
    if (source.type === 'parallelGateway') yield finding('W-01', element);
    // GWY-12 says it of event-based gateways.
    else if (source.type === 'eventBasedGateway') continue;
    else if (!ACTIVITY_TYPES.has(source.type) && !CONDITION_GATEWAY_TYPES.has(source.type)) {
      yield finding('SEQ-05', element);
    }
  }
}

function* conditionCompany({ graphs }: RuleContext): Iterable<Finding> {
  for (const node of graphs.flatMap((graph) => graph.nodes)) {
    const only = node.outgoing[0];
    if (!ACTIVITY_TYPES.has(node.element.type) || node.outgoing.length !== 1 || only?.condition === undefined) continue;
    if (only.element !== node.defaultFlow) yield finding('SEQ-06', only.element);
  }
}

function* defaults({ document, graphs }: RuleContext): Iterable<Finding> {
  for (const node of graphs.flatMap((graph) => graph.nodes)) {
    const reference = findReference(node.element, 'default');
    if (reference === undefined || reference.namespace === null) continue;
    const flow = node.outgoing.find(({ element }) => element === resolveReference(document, reference));
    if (flow === undefined) {
      const { position, text } = reference;
      yield finding('SEQ-08', node.element, { position, about: aboutReference('default', text) });
    } else if (flow.condition !== undefined) yield finding('SEQ-07', flow.element);
  }
}

function* immediate(context: RuleContext): Iterable<Finding> {
  for (const { element } of allFlows(context)) {
    if (!booleanAttribute(element, 'isImmediate', true)) yield finding('SEQ-09', element);
  }
}

function* lists({ document, graphs }: RuleContext): Iterable<Finding> {
  for (const node of graphs.flatMap((graph) => graph.nodes)) {
    const incoming = new Set(node.incoming.map((flow) => flow.element));
    const outgoing = new Set(node.outgoing.map((flow) => flow.element));
    const wrong = node.element.references.filter((reference) => {
      if (reference.namespace === null) return false;
      if (reference.attribute === 'incoming') return !listed(incoming, reference);
      return reference.attribute === 'outgoing' && !listed(outgoing, reference);
    });
    for (const { attribute, text, position } of wrong) {
      yield finding('SEQ-10', node.element, { position, about: aboutReference(attribute, text) });
    }
  }
  function listed(flows: ReadonlySet<BpmnElement>, reference: BpmnReference): boolean {
    const flow = resolveReference(document, reference);
    return flow !== undefined && flows.has(flow);
  }
}

/** The standard wants every flow in both its ends' lists; a tool that leaves them out does so everywhere, and is reported once. */
function* unlisted({ document, graphs }: RuleContext): Iterable<Finding> {
  const silent = graphs
    .flatMap((graph) => graph.nodes)
    .map((node) => {
      const missing = [...missingFlows(document, node, 'incoming'), ...missingFlows(document, node, 'outgoing')];
      return { element: node.element, missing };
    })
    .filter(({ missing }) => missing.length > 0)
    .sort((left, right) => left.element.position.line - right.element.position.line);
  const [first] = silent;
  if (first === undefined) return;
  const more = silent.length === 1 ? '' : ` (+${silent.length - 1})`;
  const f = [...new Set(first.missing.map(label))].join(', ');
  yield finding('SEQ-11', first.element, { values: { x: `${label(first.element)}${more}`, f } });
}

/** SEQ-10 reports a list that names something else. */
function missingFlows(document: BpmnDocument, node: GraphNode, list: 'incoming' | 'outgoing'): readonly BpmnElement[] {
  const flows = node[list].map(({ element }) => element);
  const references = node.element.references.filter(({ attribute }) => attribute === list);
  const listed = references.map((reference) => resolveReference(document, reference));
  const contradicts = listed.some((flow) => flow === undefined || !flows.includes(flow));
  return contradicts ? [] : flows.filter((flow) => !listed.includes(flow));
}

export const SEQUENCE_FLOW_RULES: readonly Rule[] = [
  ends,
  possibleTargets,
  possibleSources,
  conditionPlaces,
  conditionCompany,
  defaults,
  immediate,
  lists,
  unlisted,
];
