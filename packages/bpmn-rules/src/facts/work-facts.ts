// Which way a service, send or business rule task takes to do its work.

import { extensionAttribute } from './extension-facts.ts';
import { type BpmnElement, findReference } from './types/document.ts';

/** Task types of the extensions that are executed. */
export const WORK_TYPES: ReadonlySet<string> = new Set(['mail', 'http', 'dmn', 'external', 'external-worker']);

export type WorkWay =
  | 'expression'
  | 'mail'
  | 'http'
  | 'decision'
  | 'external'
  | 'native'
  | 'connector'
  | 'message'
  /** What the element says is refused by a rule of its own. */
  | 'refused'
  | 'webService'
  | 'none';

/** Answers the first of the ways that the element gives, in the order in which it is compiled. */
export function workWayOf(element: BpmnElement): WorkWay {
  const text = (name: string) => extensionAttribute(element, name)?.value.trim() ?? '';
  if (decisionKeyOf(element) !== null) return 'decision';
  if (text('expression') !== '') return 'expression';
  const type = text('type').toLowerCase();
  if (type === 'mail' || type === 'http') return type;
  if (type === 'external' || type === 'external-worker' || text('topic') !== '') return 'external';
  if (['class', 'delegateExpression'].some((name) => text(name) !== '')) return 'refused';
  if (type !== '' && !WORK_TYPES.has(type)) return 'refused';
  if (hasElement(element, 'call') || text('call') !== '') return 'native';
  if (hasElement(element, 'connector')) return 'connector';
  if (type === 'dmn' || RULE_TASK_TYPES.has(element.type)) return 'decision';
  return ofStandard(element);
}

const RULE_TASK_TYPES: ReadonlySet<string> = new Set(['businessRuleTask', 'globalBusinessRuleTask']);

/** Answers the way that a message definition of an event says instead of its message; null where it is a message. */
export function eventWorkWay(definition: BpmnElement): WorkWay | null {
  if (definition.type !== 'messageEventDefinition') return null;
  const way = workWayOf(definition);
  return EVENT_WAYS.has(way) ? way : null;
}

const EVENT_WAYS: ReadonlySet<WorkWay> = new Set<WorkWay>([
  'expression',
  'mail',
  'http',
  'external',
  'native',
  'connector',
  'decision',
  'refused',
]);

/** Finds the one among the definitions of a throwing event that says work. */
export function eventWorkOf({ type, children }: BpmnElement): BpmnElement | null {
  if (!THROWING_WORK.has(type)) return null;
  return children.find((definition) => eventWorkWay(definition) !== null) ?? null;
}

const THROWING_WORK: ReadonlySet<string> = new Set(['intermediateThrowEvent', 'endEvent']);

function hasElement(element: BpmnElement, name: string): boolean {
  return element.extensions.some((fact) => fact.kind === 'element' && fact.family === 'engine' && fact.name === name);
}

/** Answers the work of an element without extensions, of which the standard knows two: a message, or a binding to a service. */
function ofStandard(element: BpmnElement): WorkWay {
  const hasOperation = findReference(element, 'operationRef') !== undefined;
  const implementation = element.attributes.get('implementation')?.trim() ?? '';
  const isBound = implementation !== '' && implementation !== '##unspecified';
  if (element.type === 'sendTask') {
    const hasMessage = findReference(element, 'messageRef') !== undefined || hasOperation;
    if (hasMessage || extensionAttribute(element, 'messageExpression') !== null) return 'message';
  } else if (hasOperation) return 'webService';
  return isBound ? 'webService' : 'none';
}

/** Finds the key of the decision in an attribute or a field of the task; null without one. */
export function decisionKeyOf(element: BpmnElement): string | null {
  for (const name of ['decisionRef', 'decisionTableReferenceKey']) {
    const text = extensionAttribute(element, name)?.value.trim() ?? '';
    if (text !== '') return text;
  }
  const field = element.extensions.find(
    (fact) => fact.name === 'field' && fact.attributes.get('name') === 'decisionTableReferenceKey',
  );
  if (field === undefined) return null;
  const inner = field.children.find(({ name }) => name === 'string' || name === 'expression')?.value ?? '';
  const text = (field.attributes.get('stringValue') ?? field.attributes.get('expression') ?? inner).trim();
  return text === '' ? null : text;
}
