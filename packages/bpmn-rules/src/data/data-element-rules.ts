// These rules judge data objects, their references, properties and types.

import { triggersOf } from '../facts/event-facts.ts';
import { dataVariableName } from '../facts/types/data-names.ts';
import {
  type BpmnDocument,
  type BpmnElement,
  booleanAttribute,
  childrenOfType,
  findReference,
  referencedElement,
} from '../facts/types/document.ts';
import { EVENT_TYPES, SCOPE_TYPES } from '../facts/types/element-types.ts';
import { isSameType, itemOf, payloadItem } from '../facts/types/item-types.ts';
import { SCHEMA_NAMESPACE, SCHEMA_TYPES } from '../facts/types/schema-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { elementsOfType, elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';

const COLLECTION_TYPES: ReadonlySet<string> = new Set(['dataObject', 'dataInput', 'dataOutput']);

function* collections(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const data of elementsOfTypes(context, COLLECTION_TYPES)) {
    const item = itemOf(document, data);
    if (item === undefined) continue;
    const own = booleanAttribute(data, 'isCollection', false);
    if (own !== booleanAttribute(item, 'isCollection', false)) yield finding('DAT-15', data);
  }
}

function* objectReferences(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const reference of elementsOfType(context, 'dataObjectReference')) {
    const isNamed = findReference(reference, 'dataObjectRef') !== undefined;
    if (!isNamed || reference.attributes.has('itemSubjectRef')) yield finding('DAT-16', reference);
    const object = referencedElement(document, reference, 'dataObjectRef')?.name?.trim() ?? '';
    const state = childrenOfType(reference, 'dataState')[0]?.name?.trim() ?? '';
    if (object === '' || state === '' || reference.name?.trim() === `${object} [${state}]`) continue;
    yield finding('DAT-23', reference, { values: { x: label(reference), object, state } });
  }
}

function* states(context: RuleContext): Iterable<Finding> {
  for (const object of elementsOfType(context, 'dataObject')) {
    for (const state of childrenOfType(object, 'dataState')) {
      yield finding('DAT-17', object, { position: state.position });
    }
  }
}

/**
 * Checks that names of data are unique in their scope: data objects, properties, and the inputs and outputs of a process are kept under
 * them.
 */
function* names(context: RuleContext): Iterable<Finding> {
  for (const scope of context.document.elements) {
    if (scope.process === null) continue;
    const seen = new Set<string>();
    for (const data of dataOf(scope)) {
      const name = dataVariableName(data);
      if (name === null) continue;
      if (seen.has(name)) yield finding('DAT-21', data, { values: { n: name } });
      seen.add(name);
    }
  }
}

function dataOf(scope: BpmnElement): readonly BpmnElement[] {
  const properties = childrenOfType(scope, 'property');
  const io = childrenOfType(scope, 'ioSpecification').flatMap(({ children }) => children);
  // An output may have the name of an input: it gives back what came in.
  const inputs = io.filter(({ type }) => type === 'dataInput');
  const objects = SCOPE_TYPES.has(scope.type) ? childrenOfType(scope, 'dataObject') : [];
  return [...properties, ...inputs, ...objects].toSorted((left, right) => left.position.line - right.position.line);
}

const TYPED_TYPES: ReadonlySet<string> = new Set(['dataObject', 'dataInput', 'dataOutput', 'property']);

function* structures(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  const shown = new Set<BpmnElement>();
  for (const data of elementsOfTypes(context, TYPED_TYPES)) {
    const item = data.process === null ? undefined : itemOf(document, data);
    const t = item === undefined ? null : missingType(item);
    if (item === undefined || t === null) continue;
    shown.add(item);
    yield finding('DAT-22', data, { values: { x: label(item), t } });
  }
  for (const item of elementsOfType(context, 'itemDefinition')) {
    const t = shown.has(item) ? null : missingType(item);
    if (t !== null) yield finding('DAT-22', item, { values: { x: label(item), t } });
  }
}

function missingType(item: BpmnElement): string | null {
  const reference = findReference(item, 'structureRef');
  if (reference === undefined || reference.namespace !== SCHEMA_NAMESPACE) return null;
  return SCHEMA_TYPES.has(reference.localName) ? null : reference.text;
}

const PAYLOAD_REFS: Readonly<Record<string, string>> = {
  message: 'messageRef',
  signal: 'signalRef',
  error: 'errorRef',
  escalation: 'escalationRef',
};

/** Checks that an event has a datum of its type for each trigger with a payload, in order; without data it takes the fields. */
function* eventData(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const event of elementsOfTypes(context, EVENT_TYPES)) {
    const data = event.children.filter(({ type }) => type === 'dataInput' || type === 'dataOutput');
    if (data.length === 0) continue;
    const payloads = payloadsOf(document, event);
    if (data.length !== payloads.length) {
      const values = {
        x: `${data.length} data for ${payloads.length} triggers`,
        xTr: `${payloads.length} tetikleyici için ${data.length} veri`,
      };
      yield finding('DAT-20', event, { values });
      continue;
    }
    const other = data.find((each, index) => !isSameType(itemOf(document, each), payloads[index]?.item));
    if (other === undefined) continue;
    const name = label(other);
    yield finding('DAT-20', event, { values: { x: `type of ${name}`, xTr: `${name} türü` } });
  }
}

function payloadsOf(document: BpmnDocument, event: BpmnElement) {
  return triggersOf(document, event).flatMap(({ kind, definition }) => {
    const carrier = referencedElement(document, definition, PAYLOAD_REFS[kind] ?? '');
    const item = carrier === undefined ? undefined : payloadItem(document, carrier);
    return item === undefined ? [] : { item };
  });
}

export const DATA_ELEMENT_RULES: readonly Rule[] = [
  collections,
  objectReferences,
  states,
  names,
  structures,
  eventData,
];
