// These rules judge lanes: what lies in them, once each, and inside the lanes around.
import { type BpmnElement, childrenOfType, resolveReference } from '../facts/types/document.ts';
import { isFlowNodeType } from '../facts/types/element-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { aboutReference, elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';

const LANES: ReadonlySet<string> = new Set(['lane']);
const LANE_SETS: ReadonlySet<string> = new Set(['laneSet', 'childLaneSet']);

function laneNodes({ document }: RuleContext, lane: BpmnElement) {
  const references = lane.references.filter(
    ({ attribute, namespace }) => attribute === 'flowNodeRef' && namespace !== null,
  );
  return references.map((reference) => ({ reference, node: resolveReference(document, reference) }));
}

function* members(context: RuleContext): Iterable<Finding> {
  for (const lane of elementsOfTypes(context, LANES)) {
    for (const { reference, node } of laneNodes(context, lane)) {
      if (node !== undefined && isFlowNodeType(node.type) && node.process === lane.process) continue;
      const about = aboutReference(reference.attribute, reference.text);
      yield finding('LAN-01', lane, { position: reference.position, about, values: { x: reference.text } });
    }
  }
}

function* oneLane(context: RuleContext): Iterable<Finding> {
  for (const laneSet of elementsOfTypes(context, LANE_SETS)) {
    const seen = new Map<BpmnElement, BpmnElement>();
    for (const lane of childrenOfType(laneSet, 'lane')) {
      for (const { reference, node } of laneNodes(context, lane)) {
        if (node === undefined) continue;
        const other = seen.get(node);
        if (other !== undefined && other !== lane) {
          yield finding('LAN-02', lane, { position: reference.position, values: { x: label(node) } });
        }
        seen.set(node, lane);
      }
    }
  }
}

function* partitions(context: RuleContext): Iterable<Finding> {
  for (const lane of elementsOfTypes(context, LANES)) {
    const inside = childrenOfType(lane, 'partitionElement').length > 0;
    if (inside && lane.attributes.has('partitionElementRef')) yield finding('LAN-03', lane);
  }
}

function* nestedLanes(context: RuleContext): Iterable<Finding> {
  for (const lane of elementsOfTypes(context, LANES)) {
    const outer = lane.parent?.type === 'childLaneSet' ? lane.parent.parent : null;
    if (outer === null) continue;
    const around = new Set(laneNodes(context, outer).map(({ node }) => node));
    for (const { reference, node } of laneNodes(context, lane)) {
      if (node === undefined || around.has(node)) continue;
      yield finding('LAN-04', lane, { position: reference.position, values: { x: label(node) } });
    }
  }
}

export const LANE_RULES: readonly Rule[] = [members, oneLane, partitions, nestedLanes];
