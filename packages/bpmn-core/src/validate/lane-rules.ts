// Rules of lanes and artifacts: what lies in a lane, and what an association joins.
import { type BpmnElement, childrenOfType, findReference, resolveReference } from '../model/document.ts';
import { isFlowNodeType } from './element-types.ts';
import { type Finding, finding, label } from './problem.ts';
import { aboutReference, elementsOfTypes, type Rule, type RuleContext } from './rule-context.ts';

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

function* associations(context: RuleContext): Iterable<Finding> {
  for (const association of elementsOfTypes(context, new Set(['association']))) {
    for (const attribute of ['sourceRef', 'targetRef']) {
      const reference = findReference(association, attribute);
      const isPresent = reference !== undefined && reference.text !== '';
      if (isPresent && (reference.namespace === null || isElsewhere(context, reference.namespace))) continue;
      if (isPresent && resolveReference(context.document, reference) !== undefined) continue;
      const about = isPresent ? aboutReference(attribute, reference.text) : `attribute ${attribute}`;
      yield finding('ART-01', association, { about });
    }
  }
}

function isElsewhere({ document }: RuleContext, namespace: string): boolean {
  return namespace !== '' && namespace !== document.targetNamespace;
}

export const LANE_RULES: readonly Rule[] = [members, oneLane, partitions, nestedLanes, associations];
