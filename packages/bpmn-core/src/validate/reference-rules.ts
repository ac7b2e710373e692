// Rules of references: each name must lead to an element of the right kind that is visible from where it is named.
import {
  type BpmnDocument,
  type BpmnElement,
  type BpmnReference,
  booleanAttribute,
  resolveReference,
} from '../model/document.ts';
import { SCOPE_TYPES } from './element-types.ts';
import { type Finding, finding } from './problem.ts';
import { REFERENCE_KINDS, type ReferenceKind } from './reference-table.ts';
import { aboutReference, type Rule, type RuleContext } from './rule-context.ts';

function* references({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const kinds = REFERENCE_KINDS.get(element.type);
    if (kinds === undefined) continue;
    for (const reference of element.references) {
      const kind = kinds[reference.attribute];
      if (kind !== undefined) yield* checkReference(document, element, reference, kind);
    }
  }
}

function* checkReference(
  document: BpmnDocument,
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
  const target = resolveReference(document, reference);
  if (target === undefined) {
    const ruleId = missingRule(document, element, reference);
    if (ruleId !== null) yield finding(ruleId, element, { position, about, values: { attr: attribute, v: text } });
    return;
  }
  if (kind.types !== null && !kind.types.has(target.type)) {
    const values = { attr: attribute, type: target.type, types: kind.expected };
    yield finding('REF-02', element, { position, about, values });
    return;
  }
  if (kind.enclosing === true && !isVisible(element, target)) {
    yield finding('REF-04', element, { position, about, values: { attr: attribute, v: text } });
  }
}

/** What is said of a name that leads nowhere in this file; null when an import may bring it. */
function missingRule(document: BpmnDocument, element: BpmnElement, reference: BpmnReference) {
  const { prefix, namespace } = reference;
  if (prefix === '' || namespace === document.targetNamespace) return 'REF-01';
  if (namespace !== null && document.importedNamespaces.has(namespace)) return null;
  const executable = element.process !== null && booleanAttribute(element.process, 'isExecutable', true);
  return executable ? 'REF-01' : 'W-15';
}

function isVisible(from: BpmnElement, target: BpmnElement): boolean {
  const scope = enclosingScope(target);
  for (let around: BpmnElement | null = from; around !== null; around = around.parent) {
    if (around === scope) return true;
  }
  return false;
}

function enclosingScope(element: BpmnElement): BpmnElement | null {
  let around = element.parent;
  while (around !== null && !SCOPE_TYPES.has(around.type)) around = around.parent;
  return around;
}

export const REFERENCE_RULES: readonly Rule[] = [references];
