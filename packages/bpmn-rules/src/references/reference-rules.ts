// Rules of references: each name must lead to an element of the right kind that is visible from where it is named.
import { isVariableName } from '@keelson/bpmn-core';
import { type BpmnElement, type BpmnReference, booleanAttribute, resolveReference } from '../facts/types/document.ts';
import { SCHEMA_NAMESPACE, SCHEMA_TYPES } from '../facts/types/schema-types.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { aboutReference, isMissed, type Rule, type RuleContext, resolveInDeployment } from '../rule/rule-context.ts';
import { REFERENCE_KINDS, type ReferenceKind } from './reference-table.ts';

function* references(context: RuleContext): Iterable<Finding> {
  for (const element of context.document.elements) {
    const kinds = REFERENCE_KINDS.get(element.type);
    if (kinds === undefined) continue;
    for (const reference of element.references) {
      const kind = kinds[reference.attribute];
      if (kind !== undefined && kind.ruled !== true) yield* checkReference(context, element, reference, kind);
    }
  }
}

function* checkReference(
  context: RuleContext,
  element: BpmnElement,
  reference: BpmnReference,
  kind: ReferenceKind,
): Iterable<Finding> {
  const { attribute, text, position } = reference;
  const about = aboutReference(attribute, text);
  if (reference.namespace === null) {
    yield finding('REF-03', element, { position, about, values: { p: reference.prefix } });
    return;
  }
  const here = resolveReference(context.document, reference);
  if (here === undefined) yield* missing(context, element, reference);
  const isImported = context.document.importedNamespaces.has(reference.namespace);
  const target = here ?? (isImported ? resolveInDeployment(context, reference) : undefined);
  if (target === undefined) return;
  if (kind.types !== null && !kind.types.has(target.type)) {
    const values = { attr: attribute, type: target.type, types: kind.expected };
    yield finding('REF-02', element, { position, about, values });
    return;
  }
  if (here !== undefined && kind.enclosing === true && !isVisible(element, target)) {
    yield finding('REF-04', element, { position, about, values: { attr: attribute, v: text } });
  }
}

/** Reports a reference that leads nowhere, unless an import may bring the name. */
function* missing(context: RuleContext, element: BpmnElement, reference: BpmnReference): Iterable<Finding> {
  const { attribute, text, position, prefix, namespace } = reference;
  if (isBuiltIn(reference)) return;
  if (isPayloadType(element, attribute) && isCommonType(reference)) {
    const why = { why: 'what is thrown holds variables', whyTr: 'atılan, değişkenler taşır' };
    yield finding('W-19', element, { position, values: { x: `${attribute}="${text}"`, ...why } });
    return;
  }
  const details = { position, about: aboutReference(attribute, text), values: { attr: attribute, v: text } };
  if (isMissed(context, reference)) {
    // Tools of one family write an error's code where the standard has the error's id.
    const isCode = element.type === 'errorEventDefinition' && attribute === 'errorRef' && prefix === '';
    const marks = isCode || isLoopVariable(reference) ? 'L' : isPayloadType(element, attribute) ? 'S' : null;
    yield finding('REF-01', element, marks === null ? details : { ...details, marks });
    return;
  }
  if (namespace !== null && context.document.importedNamespaces.has(namespace)) return;
  const mayExecute = element.process !== null && booleanAttribute(element.process, 'isExecutable', true);
  yield mayExecute ? finding('REF-01', element, { ...details, marks: 'X' }) : finding('W-15', element, details);
}

/** Whether a reference names the variable that is looped over, as tools do where the standard wants data of the file. */
function isLoopVariable({ attribute, prefix, text }: BpmnReference): boolean {
  return LOOP_DATA.has(attribute) && prefix === '' && isVariableName(text.trim());
}

const LOOP_DATA: ReadonlySet<string> = new Set(['loopDataInputRef', 'loopDataOutputRef']);

/** Whether a reference names a type of XML Schema itself, as tools do where the standard wants an item definition of it. */
function isBuiltIn({ attribute, namespace, localName }: BpmnReference): boolean {
  return namespace === SCHEMA_NAMESPACE && TYPE_ATTRIBUTES.has(attribute) && SCHEMA_TYPES.has(localName);
}

const TYPE_ATTRIBUTES: ReadonlySet<string> = new Set(['itemSubjectRef', 'itemRef', 'structureRef']);

/** Whether a reference names the type of a thrown payload, which has no effect: the payload is whatever the variables hold. */
function isPayloadType({ type }: BpmnElement, attribute: string): boolean {
  return attribute === 'structureRef' && PAYLOAD_TYPES.has(type);
}

/** Whether a reference names a type of a programming language, as tools do: it is no name of the file, and nothing is misunderstood. */
function isCommonType({ prefix, text }: BpmnReference): boolean {
  return prefix === '' && COMMON_TYPE.test(text.trim());
}

const COMMON_TYPE =
  /^(java\.(lang|util|math|time)\.)?(String|Integer|Long|Short|Double|Float|Boolean|Number|BigDecimal|Date|Object|Map|List)$/i;

const PAYLOAD_TYPES: ReadonlySet<string> = new Set(['signal', 'error', 'escalation']);

/** Whether a target is visible: what belongs to an element is visible from inside that element. */
function isVisible(from: BpmnElement, target: BpmnElement): boolean {
  const owner = ownerOf(target);
  for (let around: BpmnElement | null = from; around !== null; around = around.parent) {
    if (around === owner) return true;
  }
  return false;
}

/** Elements that hold data of the element around them. */
const PART_TYPES: ReadonlySet<string> = new Set(['ioSpecification', 'multiInstanceLoopCharacteristics']);

function ownerOf(element: BpmnElement): BpmnElement | null {
  let owner = element.parent;
  while (owner !== null && PART_TYPES.has(owner.type)) owner = owner.parent;
  return owner;
}

export const REFERENCE_RULES: readonly Rule[] = [references];
