// Holds the XML tree against the schema table: what may stand where, which attributes there are, and what they hold.
import {
  type BpmnDocument,
  type BpmnElement,
  type Finding,
  type FindingDetails,
  fileFinding,
  finding,
} from '@keelson/bpmn-core';
import type { XmlDocument, XmlElement } from '../tree.types.ts';
import {
  attributeProblem,
  COMPILED_SCHEMAS,
  type CompiledSchema,
  findMisplaced,
  isForeign,
} from './compiled-schema.ts';
import { BPMN_NAMESPACE } from './namespaces.ts';
import { childElements, positionOf } from './xml-access.ts';

/** Where findings are attached: elements of the tree and of the document are met in the same order. */
interface Check {
  readonly elements: Iterator<BpmnElement>;
  readonly findings: Finding[];
}

/** DOC-05, DOC-06 and DOC-07 of every element that is in the table. */
export function checkSchema(tree: XmlDocument, document: BpmnDocument): readonly Finding[] {
  const check: Check = { elements: document.elements[Symbol.iterator](), findings: [] };
  walk(check, tree.root, null, null);
  return check.findings;
}

/** `expected` is what the schema has where the element stands, when it is not this element. */
function walk(check: Check, source: XmlElement, around: BpmnElement | null, expected: string | null): void {
  const isField = source.local === 'documentation' || source.local === 'extensionElements';
  const element = isField ? around : (check.elements.next().value as BpmnElement);
  if (expected !== null) reportMisplaced(check, source, element, expected);
  checkPrefixes(check, source, element);
  const schema = COMPILED_SCHEMAS.get(source.local);
  if (schema !== undefined) checkAttributes(check, source, element, schema);
  const misplaced = schema === undefined || schema.mixed ? null : findMisplaced(source, schema);
  if (source.local === 'extensionElements') checkExtensionContent(check, source, around);
  for (const child of childElements(source)) {
    const instead = misplaced?.get(child) ?? null;
    if (child.namespace === BPMN_NAMESPACE && !isField) walk(check, child, element, instead);
    else {
      if (instead !== null && child.namespace !== null) reportMisplaced(check, child, element, instead);
      checkPrefixesInside(check, child, element);
    }
  }
}

/** Of an element and its attributes. */
function checkPrefixes(check: Check, source: XmlElement, element: BpmnElement | null): void {
  for (const node of [source, ...source.attributes]) {
    if (node.namespace !== null) continue;
    report(check, 'REF-03', element, { position: positionOf(node), values: { p: node.prefix } });
  }
}

/** Of everything in content that is carried unread. */
function checkPrefixesInside(check: Check, source: XmlElement, element: BpmnElement | null): void {
  checkPrefixes(check, source, element);
  for (const child of childElements(source)) checkPrefixesInside(check, child, element);
}

/** What is hidden in there would neither be executed nor refused. */
function checkExtensionContent(check: Check, source: XmlElement, element: BpmnElement | null): void {
  for (const child of childElements(source)) {
    if (child.namespace === BPMN_NAMESPACE) report(check, 'DOC-17', element, { position: positionOf(child) });
  }
}

function reportMisplaced(check: Check, source: XmlElement, element: BpmnElement | null, list: string): void {
  const position = positionOf(source);
  // What may not stand here need not be told to be unknown to the engine too.
  report(check, 'DOC-05', element, { position, about: 'element', values: { x: source.name, list } });
}

function report(
  check: Check,
  ruleId: 'DOC-05' | 'DOC-06' | 'DOC-07' | 'DOC-17' | 'REF-03',
  element: BpmnElement | null,
  details: FindingDetails & { readonly position: NonNullable<FindingDetails['position']> },
): void {
  check.findings.push(
    element === null ? fileFinding(ruleId, details.position, details) : finding(ruleId, element, details),
  );
}

function checkAttributes(check: Check, source: XmlElement, element: BpmnElement | null, schema: CompiledSchema): void {
  for (const attribute of source.attributes) {
    if (isForeign(attribute, schema)) continue;
    const rule = attribute.namespace === '' ? schema.attributes.get(attribute.local) : undefined;
    const values = attributeProblem(attribute, rule);
    if (values === null) continue;
    const about = `attribute ${attribute.local}`;
    report(check, 'DOC-07', element, { position: positionOf(attribute), about, values });
  }
  for (const [name, rule] of schema.attributes) {
    if (!rule.required || source.attributes.some(({ local, namespace }) => local === name && namespace === ''))
      continue;
    report(check, 'DOC-06', element, { position: positionOf(source), about: `attribute ${name}`, values: { a: name } });
  }
}
