// Finds what the elements of a file use that lies outside of it: each by its kind, its key and the element.
import {
  type BpmnDocument,
  type BpmnElement,
  decisionKeyOf,
  type ExtensionFact,
  eventWorkWay,
  findReference,
  referencedElement,
  shownElement,
  workWayOf,
} from '@keelson/bpmn-rules';
import { calledElementOf } from '../compile/activities/compile-call.ts';
import {
  extensionElements,
  extensionText,
  factChildren,
  factText,
  localName,
} from '../compile/compilation/elements.ts';
import type { ModelReference, ModelReferenceKind } from './facts.types.ts';
import { settingsOf } from './settings-used.ts';

/** Key that an element uses, with its kind. */
export type UsedKey = readonly [kind: ModelReferenceKind, key: string | null | undefined];

/** Lists references in the order of the file, each once. */
export function modelReferences(document: BpmnDocument): readonly ModelReference[] {
  const found = new Map<string, ModelReference>();
  for (const element of document.elements) {
    for (const [kind, written] of usedKeys(document, element)) {
      const key = written?.trim() ?? '';
      if (key === '') continue;
      const elementId = shownElement(element).id;
      found.set(JSON.stringify([kind, key, elementId]), { kind, key, elementId, computed: isComputed(key) });
    }
  }
  return [...found.values()];
}

function isComputed(key: string): boolean {
  return /[$#]\{/.test(key);
}

const WORKING: ReadonlySet<string> = new Set(['serviceTask', 'sendTask', 'businessRuleTask', 'globalBusinessRuleTask']);
const WITH_FORM: ReadonlySet<string> = new Set(['startEvent', 'userTask', 'globalUserTask']);

function* usedKeys(document: BpmnDocument, element: BpmnElement): Iterable<UsedKey> {
  const { type } = element;
  if (type === 'callActivity') yield ['PROCESS', calledKey(document, element)];
  if (WITH_FORM.has(type)) for (const name of ['formKey', 'formRef']) yield ['FORM', formKey(element, name)];
  if (WORKING.has(type) || eventWorkWay(element) !== null) yield* workKeys(element);
  yield ['MESSAGE', messageName(document, element)];
  yield ['MESSAGE', extensionText(element, 'messageExpression')];
  yield ['SIGNAL', namedBy(document, element, 'signalRef')];
  yield ['SIGNAL', extensionText(element, 'signalExpression')];
  for (const listener of extensionElements(element, 'eventListener')) {
    yield ['MESSAGE', factText(listener, 'messageName')];
    yield ['SIGNAL', factText(listener, 'signalName')];
  }
  for (const code of settingsOf(document, element)) yield ['SETTING', code];
}

/** Key of the called process; null for a global task of the file, and for the id of a deployed definition. */
function calledKey(document: BpmnDocument, call: BpmnElement): string | null {
  const written = call.attributes.get('calledElement')?.trim() ?? '';
  if (isComputed(written)) return written;
  if (extensionText(call, 'calledElementType') === 'id') return null;
  const called = calledElementOf({ document, imports: [] }, call);
  return called === null ? localName(written) : called.type === 'process' ? called.id : null;
}

/** Answers the key of a form; null for an address in somebody else's application. */
function formKey(element: BpmnElement, name: string): string | null {
  const key = extensionText(element, name);
  return key !== null && (isComputed(key) || !/[:/]/.test(key)) ? key : null;
}

/** Answers the name of the message that an element uses; a correlation property only speaks of messages. */
function messageName(document: BpmnDocument, element: BpmnElement): string | null {
  if (element.type === 'correlationPropertyRetrievalExpression') return null;
  const operation = referencedElement(document, element, 'operationRef');
  const own = namedBy(document, element, 'messageRef');
  return own ?? (operation === undefined ? null : namedBy(document, operation, 'inMessageRef'));
}

/** Answers the name of a message or signal, or its id where it has none. */
function namedBy(document: BpmnDocument, element: BpmnElement, attribute: string): string | null {
  const reference = findReference(element, attribute);
  if (reference === undefined) return null;
  const named = referencedElement(document, element, attribute);
  return named === undefined ? reference.localName : (named.name ?? named.id);
}

function* workKeys(element: BpmnElement): Iterable<UsedKey> {
  const way = workWayOf(element);
  if (way === 'decision') yield ['DECISION', decisionKeyOf(element)];
  if (way !== 'native') return;
  const [call] = extensionElements(element, 'call');
  const inside = call === undefined ? [] : factChildren(call, 'with');
  const target = extensionText(element, 'call') ?? (call === undefined ? null : (factText(call, 'name') ?? call.value));
  const [kind, ...names] = CALLED_KEYS[target?.trim() ?? ''] ?? [];
  if (kind === undefined) return;
  for (const parameter of [...extensionElements(element, 'with'), ...inside]) {
    if (names.includes(factText(parameter, 'name') ?? '')) yield [kind, parameterText(parameter)];
  }
}

/** Parameters of native calls that name what they use. */
const CALLED_KEYS: Readonly<Record<string, readonly [ModelReferenceKind, ...string[]]>> = {
  'mail.send': ['MAIL_TEMPLATE', 'templateCode'],
  'report.run': ['REPORT', 'reportCode'],
  'decision.evaluate': ['DECISION', 'key'],
  'setting.read': ['SETTING', 'code'],
};

function parameterText({ attributes, value, children }: ExtensionFact): string | null {
  return attributes.get('value') ?? (children.length === 0 ? value : null);
}
