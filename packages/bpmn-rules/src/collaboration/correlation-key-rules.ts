// These rules judge correlation keys: their properties, and how each is found in every message of the conversation.
import {
  type BpmnDocument,
  type BpmnElement,
  booleanAttribute,
  childrenOfType,
  referencedElement,
  resolveReference,
} from '../facts/types/document.ts';
import { CONVERSATION_NODE_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { elementsOfType, type Rule, type RuleContext } from '../rule/rule-context.ts';
import { collaborationsOf, messageOf } from './pools.ts';

/** Collects the properties that a key or the bindings of a subscription name, in the order written. */
export function propertiesOf(document: BpmnDocument, elements: readonly BpmnElement[]): readonly BpmnElement[] {
  return elements.flatMap(({ references }) =>
    references.flatMap((reference) => {
      if (reference.attribute !== 'correlationPropertyRef') return [];
      const property = resolveReference(document, reference);
      return property?.type === 'correlationProperty' ? property : [];
    }),
  );
}

/** Checks that a message that reaches a process in a conversation has a retrieval of every property of its key. */
function* retrievals({ document }: RuleContext): Iterable<Finding> {
  for (const collaboration of collaborationsOf(document)) {
    const keys = keysOf(collaboration);
    if (keys.length === 0) continue;
    const flows = childrenOfType(collaboration, 'messageFlow');
    for (const key of keys) yield* missingRetrievals(document, key, receivers(document, key, flows));
  }
}

function keysOf(around: BpmnElement): readonly BpmnElement[] {
  const nodes = around.children.filter(({ type }) => CONVERSATION_NODE_TYPES.has(type));
  return [...childrenOfType(around, 'correlationKey'), ...nodes.flatMap(keysOf)];
}

/** Collects the messages that the key's conversation brings to processes, each with the first such process. */
function receivers(document: BpmnDocument, key: BpmnElement, flows: readonly BpmnElement[]) {
  const { parent } = key;
  const grouped =
    parent === null || !CONVERSATION_NODE_TYPES.has(parent.type)
      ? null
      : new Set(parent.references.map((reference) => resolveReference(document, reference)));
  const messages = new Map<BpmnElement, BpmnElement>();
  for (const flow of flows) {
    if (grouped !== null && !grouped.has(flow)) continue;
    const target = referencedElement(document, flow, 'targetRef');
    const process = target?.process ?? (target && referencedElement(document, target, 'processRef'));
    const message = messageOfFlow(document, flow);
    // Nothing is received by a process that is only drawn.
    if (process?.type !== 'process' || message === undefined || !booleanAttribute(process, 'isExecutable', true))
      continue;
    if (!messages.has(message) || booleanAttribute(process, 'isExecutable', false)) messages.set(message, process);
  }
  return messages;
}

/** Bound of the messages that one finding lists, so that a person can read it. */
const MESSAGES_MAX = 10;

function* missingRetrievals(
  document: BpmnDocument,
  key: BpmnElement,
  messages: ReadonlyMap<BpmnElement, BpmnElement>,
): Iterable<Finding> {
  for (const property of new Set(propertiesOf(document, [key]))) {
    const retrieved = childrenOfType(property, 'correlationPropertyRetrievalExpression');
    const known = new Set(retrieved.map((retrieval) => referencedElement(document, retrieval, 'messageRef')));
    const missing: BpmnElement[] = [];
    for (const message of messages.keys()) {
      if (missing.length === MESSAGES_MAX) break;
      if (!known.has(message)) missing.push(message);
    }
    const [first] = missing;
    const process = first === undefined ? undefined : messages.get(first);
    if (process === undefined) continue;
    const { id, type, name, position } = property;
    const values = { p: label(property), m: missing.map(label).join(', ') };
    yield { ...finding('COR-04', process, { position, values }), subject: { id, type, name } };
  }
}

function messageOfFlow(document: BpmnDocument, flow: BpmnElement): BpmnElement | undefined {
  const own = referencedElement(document, flow, 'messageRef');
  const target = referencedElement(document, flow, 'targetRef');
  if (own !== undefined || target === undefined) return own;
  const definition = childrenOfType(target, 'messageEventDefinition')[0];
  return messageOf(document, definition ?? target, 'target');
}

function* emptyKeys(context: RuleContext): Iterable<Finding> {
  for (const key of elementsOfType(context, 'correlationKey')) {
    const isEmpty = !key.references.some(({ attribute }) => attribute === 'correlationPropertyRef');
    if (isEmpty) yield finding('COR-05', key);
  }
}

const PATHS: ReadonlyMap<string, string> = new Map([
  ['correlationPropertyBinding', 'dataPath'],
  ['correlationPropertyRetrievalExpression', 'messagePath'],
]);

function* paths({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const path = PATHS.get(element.type);
    if (path === undefined) continue;
    const isEmpty = childrenOfType(element, path).every(({ text }) => text.trim() === '');
    if (isEmpty) yield finding('COR-06', element, { about: `child ${path}` });
  }
}

export const CORRELATION_KEY_RULES: readonly Rule[] = [retrievals, emptyKeys, paths];
