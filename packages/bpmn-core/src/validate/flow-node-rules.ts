// Rules of events and activities that hold whatever their trigger or kind of work.
import { type BpmnElement, booleanAttribute, childrenOfType } from '../model/document.ts';
import { ACTIVITY_TYPES } from './element-types.ts';
import { isEventSubProcess } from './flow-graph.ts';
import { type Finding, finding } from './problem.ts';
import { elementsOfTypes, type Rule, type RuleContext } from './rule-context.ts';

function* eventFlows({ graphs }: RuleContext): Iterable<Finding> {
  for (const { element, incoming, outgoing } of graphs.flatMap((graph) => graph.nodes)) {
    if (element.type === 'startEvent' && outgoing.length === 0) yield finding('EVT-01', element, { about: 'outgoing' });
    if (element.type === 'endEvent' && incoming.length === 0) yield finding('EVT-02', element, { about: 'incoming' });
  }
}

function* interrupting(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, new Set(['startEvent']))) {
    const inside = element.parent !== null && isEventSubProcess(element.parent);
    // Tools write the default `true` everywhere; it says nothing.
    if (!inside && !booleanAttribute(element, 'isInterrupting', true)) yield finding('W-07', element);
  }
}

function* quantities(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, ACTIVITY_TYPES)) {
    if (isBelowOne(element, 'startQuantity')) yield finding('ACT-01', element);
    if (isBelowOne(element, 'completionQuantity')) yield finding('ACT-02', element);
  }
}

/** What is no whole number is DOC-07. */
function isBelowOne(element: BpmnElement, attribute: string): boolean {
  const value = element.attributes.get(attribute)?.trim();
  return value !== undefined && /^[+-]?\d+$/.test(value) && Number(value) < 1;
}

const HUMAN_ROLE_TYPES: ReadonlySet<string> = new Set(['humanPerformer', 'potentialOwner']);
const HUMAN_WORK_TYPES: ReadonlySet<string> = new Set(['userTask', 'manualTask', 'globalUserTask', 'globalManualTask']);

function* humanRoles(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, HUMAN_ROLE_TYPES)) {
    const owner = element.parent;
    if (owner !== null && ACTIVITY_TYPES.has(owner.type) && !HUMAN_WORK_TYPES.has(owner.type)) {
      yield finding('ACT-17', element, { about: 'element' });
    }
  }
}

const RESOURCE_ROLE_TYPES: ReadonlySet<string> = new Set([...HUMAN_ROLE_TYPES, 'resourceRole', 'performer']);

function* resourceAssignments(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, RESOURCE_ROLE_TYPES)) {
    const named = childrenOfType(element, 'resourceRef').length > 0;
    const computed = childrenOfType(element, 'resourceAssignmentExpression').length > 0;
    if (named && computed) yield finding('ACT-18', element, { about: 'resourceRef' });
  }
}

export const FLOW_NODE_RULES: readonly Rule[] = [eventFlows, interrupting, quantities, humanRoles, resourceAssignments];
