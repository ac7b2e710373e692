// Holds the XML tree against the schema tables: what may stand where, which attributes there are, and what they hold.
import {
  type BpmnDocument,
  type BpmnElement,
  type Finding,
  fileFinding,
  type SourcePosition,
} from '@keelson/bpmn-rules';
import { BPMN_DI_NAMESPACE, BPMN_NAMESPACE, DC_NAMESPACE, DI_NAMESPACE, extensionFamily } from '../tree/namespaces.ts';
import type { XmlDocument, XmlElement } from '../tree/tree.types.ts';
import { attributeValue, childElements, positionOf } from '../tree/xml-access.ts';
import { checkAttributes } from './check-attributes.ts';
import { findSchema } from './compiled-schema.ts';
import { typeProblem } from './schema-attributes.ts';
import { checkChildren } from './schema-children.ts';
import { type Check, type Owner, report, reportMisplaced, reportMissing } from './schema-findings.ts';

const DIAGRAM_NAMESPACES: ReadonlySet<string> = new Set([BPMN_DI_NAMESPACE, DI_NAMESPACE, DC_NAMESPACE]);

/** Checks DOC-05, DOC-06, DOC-07, DOC-14, DOC-17 and undeclared prefixes (REF-03) of every element of the file. */
export function checkSchema(tree: XmlDocument, document: BpmnDocument): readonly Finding[] {
  const check: Check = { elements: document.elements[Symbol.iterator](), findings: [], foreign: new Set() };
  walk(check, tree.root, { element: null, id: null, type: null }, null);
  reportForeign(check, positionOf(tree.root));
  return check.findings;
}

/** Checks an element and all inside it; `expected` is what the schema has where the element stands, when it is not this element. */
function walk(check: Check, source: XmlElement, around: Owner, expected: string | null): void {
  const owner = ownerOf(check, source, around);
  if (expected !== null) reportMisplaced(check, source, owner, expected);
  checkPrefixes(check, source, owner);
  const { schema, wrongType, lacksType } = findSchema(source, source.parent);
  if (wrongType !== undefined) {
    report(check, 'DOC-07', owner, {
      position: positionOf(source),
      values: { ...typeProblem(wrongType, source.name) },
    });
  }
  if (lacksType === true) report(check, 'DOC-06', owner, { position: positionOf(source), values: { a: 'xsi:type' } });
  if (schema !== undefined) checkAttributes(check, source, owner, schema);
  const problems = schema === undefined ? undefined : checkChildren(source, schema);
  for (const { name, count } of problems?.missing ?? []) reportMissing(check, source, owner, name, count);
  if (source.local === 'extensionElements') checkExtensionContent(check, source, owner);
  const isOpaque = schema?.content === 'other' || isField(source);
  for (const child of source.children) {
    const instead = problems?.misplaced.get(child) ?? null;
    if (child.kind === 'element' && !isOpaque && isOwnVocabulary(child, source)) walk(check, child, owner, instead);
    else {
      if (instead !== null) reportMisplaced(check, child, owner, instead);
      if (child.kind === 'element') checkPrefixesInside(check, child, owner);
    }
  }
}

/** Whether the schema looks at a child: one of the model inside another of the model, or one of a diagram. */
function isOwnVocabulary(child: XmlElement, parent: XmlElement): boolean {
  if (child.namespace === BPMN_NAMESPACE) return parent.namespace === BPMN_NAMESPACE;
  return child.namespace !== null && DIAGRAM_NAMESPACES.has(child.namespace);
}

function ownerOf(check: Check, source: XmlElement, around: Owner): Owner {
  if (source.namespace === BPMN_NAMESPACE) {
    if (isField(source)) return around;
    const element = check.elements.next().value as BpmnElement;
    return { element, id: null, type: null };
  }
  const id = attributeValue(source, 'id');
  return id === undefined && around.type !== null ? around : { element: null, id: id ?? null, type: source.local };
}

function isField({ local }: XmlElement): boolean {
  return local === 'documentation' || local === 'extensionElements';
}

/** Checks the prefixes of an element and its attributes. */
function checkPrefixes(check: Check, source: XmlElement, owner: Owner): void {
  for (const node of [source, ...source.attributes]) {
    if (node.namespace !== null) continue;
    report(check, 'REF-03', owner, { position: positionOf(node), values: { p: node.prefix } });
  }
}

/** Checks the prefixes of everything in content that is carried unread. */
function checkPrefixesInside(check: Check, source: XmlElement, owner: Owner): void {
  checkPrefixes(check, source, owner);
  for (const child of childElements(source)) checkPrefixesInside(check, child, owner);
}

/** Checks content of extensions for elements of the standard: hidden there they would neither be executed nor refused. */
function checkExtensionContent(check: Check, source: XmlElement, owner: Owner): void {
  for (const child of childElements(source)) {
    if (child.namespace === BPMN_NAMESPACE) report(check, 'DOC-17', owner, { position: positionOf(child) });
    else if (owner.element?.process != null && isForeign(child)) check.foreign.add(child.name);
  }
}

/** Whether a namespace is carried unread: neither the standard's nor one whose elements have rules of their own. */
function isForeign({ namespace }: XmlElement): boolean {
  return (
    namespace !== null && namespace !== '' && extensionFamily(namespace) === null && !DIAGRAM_NAMESPACES.has(namespace)
  );
}

/** Bound of the names in one message: what a line can show. */
const SHOWN_NAMES_MAX = 8;

/** Reports the names that are carried unread, by one warning a file. */
function reportForeign({ foreign, findings }: Check, position: SourcePosition): void {
  if (foreign.size === 0) return;
  const shown = [...foreign].slice(0, SHOWN_NAMES_MAX).join(', ');
  const x = foreign.size > SHOWN_NAMES_MAX ? `${shown}, ...` : shown;
  findings.push(fileFinding('W-20', position, { values: { x } }));
}
