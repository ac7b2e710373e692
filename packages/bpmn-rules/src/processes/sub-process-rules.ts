// These rules judge sub-processes, transactions and ad-hoc sub-processes.

import { compensationSubProcesses } from '../events/compensation-facts.ts';
import { hasTrigger } from '../facts/event-facts.ts';
import { isEventSubProcess } from '../facts/flow-graph.ts';
import type { BpmnElement } from '../facts/types/document.ts';
import { ACTIVITY_TYPES, CHOREOGRAPHY_ACTIVITY_TYPES, isFlowNodeType } from '../facts/types/element-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';
import type { RuleMarks } from '../texts/rule-texts.ts';

const SUB_PROCESS_TYPES: ReadonlySet<string> = new Set(['subProcess', 'transaction', 'adHocSubProcess']);

function subProcesses(context: RuleContext): readonly BpmnElement[] {
  return elementsOfTypes(context, SUB_PROCESS_TYPES);
}

function startsOf(scope: BpmnElement): readonly BpmnElement[] {
  return scope.children.filter((child) => child.type === 'startEvent');
}

function* eventSubProcesses(context: RuleContext): Iterable<Finding> {
  for (const element of subProcesses(context)) {
    if (!isEventSubProcess(element)) continue;
    const node = context.nodeOf.get(element);
    const isJoined = node !== undefined && node.incoming.length + node.outgoing.length > 0;
    if (isJoined) yield finding('SUB-01', element, { about: 'flows' });
    if (element.type !== 'subProcess') yield finding('SUB-11', element);
    else if (startsOf(element).length !== 1 && hasContent(element)) yield finding('SUB-02', element);
  }
}

/**
 * Answers the marks of a finding: in a process that is only drawn it harms nobody; where nothing is said, it keeps the process from being
 * run.
 */
function marksIn({ process }: BpmnElement, executed: RuleMarks): { readonly marks: RuleMarks } {
  const said = process === null ? undefined : process.attributes.get('isExecutable')?.trim();
  if (said === undefined) return { marks: 'X' };
  return { marks: said === 'true' || said === '1' ? executed : 'S' };
}

function* embeddedStarts(context: RuleContext): Iterable<Finding> {
  for (const element of subProcesses(context)) {
    if (isEventSubProcess(element) || element.type === 'adHocSubProcess') continue;
    if (startsOf(element).length > 1) yield finding('SUB-03', element, marksIn(element, ''));
  }
}

/** Names of the standard and of tools for ending by compensation. */
const COMPENSATION_METHODS: ReadonlySet<string> = new Set([
  '',
  'compensate',
  '##compensate',
  'http://schemas.omg.org/bpmn/method/compensate',
]);

function* transactions(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const element of elementsOfTypes(context, new Set(['transaction']))) {
    const method = element.attributes.get('method')?.trim() ?? '';
    if (!COMPENSATION_METHODS.has(method.toLowerCase())) yield finding('SUB-04', element, { values: { m: method } });
    const cancels = element.children.filter(
      (child) => child.type === 'endEvent' && hasTrigger(document, child, 'cancel'),
    );
    const isCaught = (context.boundariesOf.get(element) ?? []).some((event) => hasTrigger(document, event, 'cancel'));
    for (const end of isCaught ? [] : cancels) yield finding('SUB-12', end);
  }
}

function* adHoc(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, new Set(['adHocSubProcess']))) {
    if (!element.children.some(({ type }) => ACTIVITY_TYPES.has(type))) yield finding('SUB-05', element);
    for (const child of element.children) {
      if (child.type === 'startEvent' || child.type === 'endEvent') yield finding('SUB-06', child);
    }
  }
}

const FOREIGN_TYPES: ReadonlySet<string> = new Set([
  ...CHOREOGRAPHY_ACTIVITY_TYPES,
  'conversation',
  'subConversation',
  'callConversation',
]);

function* foreignContent({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    if (element.process === null || !FOREIGN_TYPES.has(element.type)) continue;
    // A conversation may not stand here by the schema already.
    yield finding('SUB-07', element, { about: 'element' });
  }
}

function* ownData(context: RuleContext): Iterable<Finding> {
  for (const element of subProcesses(context)) {
    for (const child of element.children) {
      if (child.type === 'ioSpecification') yield finding('SUB-08', child);
    }
  }
}

function* compensationHandlers(context: RuleContext): Iterable<Finding> {
  const { document, graphs } = context;
  for (const { scope } of graphs) {
    const handlers = compensationSubProcesses(document, scope);
    for (const surplus of handlers.slice(1)) yield finding('SUB-09', surplus, { values: { scope: label(scope) } });
    const isBoundary = (context.boundariesOf.get(scope) ?? []).some((event) =>
      hasTrigger(document, event, 'compensation'),
    );
    if (isBoundary && handlers.length > 0) yield finding('SUB-14', scope, { values: { x: label(scope) } });
  }
}

function hasContent(scope: BpmnElement): boolean {
  return scope.children.some(({ type }) => isFlowNodeType(type));
}

function* contents(context: RuleContext): Iterable<Finding> {
  for (const element of subProcesses(context)) {
    // An ad-hoc one without content is SUB-05.
    if (element.type !== 'adHocSubProcess' && !hasContent(element))
      yield finding('SUB-13', element, { values: { x: label(element) }, ...marksIn(element, 'X') });
  }
}

export const SUB_PROCESS_RULES: readonly Rule[] = [
  eventSubProcesses,
  embeddedStarts,
  transactions,
  adHoc,
  foreignContent,
  ownData,
  compensationHandlers,
  contents,
];
