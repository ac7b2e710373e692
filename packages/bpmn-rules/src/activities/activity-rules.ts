// These rules judge activities: quantities, loops, scripts, messages and who does the work.
import { scriptTaskPlace } from '../facts/script-facts.ts';
import { type BpmnElement, booleanAttribute, findReference, referencedElement } from '../facts/types/document.ts';
import { ACTIVITY_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, words } from '../rule/finding.ts';
import { elementsOfType, elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';

function* quantities(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, ACTIVITY_TYPES)) {
    if (isBelowOne(element, 'startQuantity')) yield finding('ACT-01', element);
    if (isBelowOne(element, 'completionQuantity')) yield finding('ACT-02', element);
  }
}

/** Whether a count is a whole number below 1; DOC-07 reports what is none. */
function isBelowOne(element: BpmnElement, attribute: string): boolean {
  const value = element.attributes.get(attribute)?.trim();
  return value !== undefined && /^[+-]?\d+$/.test(value) && Number(value) < 1;
}

const LOOP_TYPES: ReadonlySet<string> = new Set(['standardLoopCharacteristics', 'multiInstanceLoopCharacteristics']);

function* loops(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, ACTIVITY_TYPES)) {
    const kinds = element.children.filter((child) => LOOP_TYPES.has(child.type));
    // The schema allows one of the two; this rule says which two there are.
    for (const surplus of kinds.slice(1)) yield finding('ACT-22', surplus, { about: 'element' });
  }
}

const SCRIPT_TASK_TYPES: ReadonlySet<string> = new Set(['scriptTask', 'globalScriptTask']);

function* scripts(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, SCRIPT_TASK_TYPES)) {
    const { format, written, resource } = scriptTaskPlace(element);
    const hasText = written.trim() !== '' || resource !== null;
    if (hasText && format === '') yield finding('ACT-05', element);
    if (!hasText) yield finding('ACT-06', element);
  }
}

function* receives(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfType(context, 'receiveTask')) {
    const incoming = context.nodeOf.get(element)?.incoming.length ?? 0;
    if (incoming > 0 && booleanAttribute(element, 'instantiate', false)) yield finding('ACT-07', element);
    if (findReference(element, 'messageRef') === undefined) yield finding('W-04', element);
  }
}

const MESSAGE_TASK_TYPES: ReadonlySet<string> = new Set(['sendTask', 'receiveTask']);

function* messages(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const element of elementsOfTypes(context, MESSAGE_TASK_TYPES)) {
    if (findReference(element, 'operationRef') === undefined) yield finding('W-03', element);
    const message = referencedElement(document, element, 'messageRef');
    const operation = referencedElement(document, element, 'operationRef');
    if (message === undefined || operation === undefined) continue;
    const expected = referencedElement(document, operation, 'inMessageRef');
    if (expected !== undefined && expected !== message) {
      yield finding('ACT-08', element, { values: { x: words(element.type) } });
    }
  }
}

export const ACTIVITY_RULES: readonly Rule[] = [quantities, loops, scripts, receives, messages];
