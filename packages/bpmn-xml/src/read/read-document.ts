// Reads the XML tree of a BPMN file into the document that rules and compiler work on.
import type { BpmnDocument, BpmnElement, DeclaredId, DiagramPlane } from '@keelson/bpmn-rules';
import { BPMN_DI_NAMESPACE, BPMN_NAMESPACE, DI_NAMESPACE, XSI_NAMESPACE } from '../tree/namespaces.ts';
import type { XmlDocument, XmlElement } from '../tree/tree.types.ts';
import { attributeValue, childElements, lookUpPrefix, ownText, positionOf, splitName } from '../tree/xml-access.ts';
import { addMissingIds } from './missing-ids.ts';
import { readPlanes } from './read-diagram.ts';
import { readExtensions } from './read-extensions.ts';
import { readReferences } from './read-references.ts';
import { counterpartsOf, scriptText, standardAttributes } from './zeebe-facts.ts';

type BuiltElement = BpmnElement & { readonly children: BpmnElement[] };

interface Reading {
  readonly elements: BpmnElement[];
  readonly ids: DeclaredId[];
  readonly planes: DiagramPlane[];
}

/** Reads a document, whose root must be `definitions` of the BPMN namespace. */
export function readDocument(tree: XmlDocument, file: string): BpmnDocument {
  const reading: Reading = { elements: [], ids: [], planes: [] };
  const definitions = readElement(reading, tree.root, null);
  addMissingIds(
    reading.elements,
    reading.ids.map(({ id }) => id),
  );
  const elementsById = new Map<string, BpmnElement>();
  for (const element of reading.elements) {
    if (element.id !== null && !elementsById.has(element.id)) elementsById.set(element.id, element);
  }
  const imports = definitions.children.filter((child) => child.type === 'import');
  return {
    file,
    definitions,
    targetNamespace: definitions.attributes.get('targetNamespace') ?? '',
    importedNamespaces: new Set(imports.flatMap((element) => element.attributes.get('namespace') ?? [])),
    processes: definitions.children.filter((child) => child.type === 'process'),
    elements: reading.elements,
    elementsById,
    ids: reading.ids,
    planes: reading.planes,
  };
}

function readElement(reading: Reading, source: XmlElement, parent: BuiltElement | null): BuiltElement {
  const plain = source.attributes.filter((attribute) => attribute.namespace === '');
  const extensions = readExtensions(source);
  const written = plain.map(({ local, value }) => [local, value] as const);
  const attributes = new Map([...standardAttributes(source.local, extensions), ...written]);
  const own = {
    type: source.local,
    // White space around it is none of an id's (XML Schema, ID).
    id: attributes.get('id')?.trim() ?? null,
    name: attributes.get('name') ?? null,
    position: positionOf(source),
    parent,
    attributes,
    references: readReferences(source),
    text: ownText(source),
    formal: isFormalExpression(source),
    documentation: readDocumentation(source),
    extensions: extensions.flatMap(counterpartsOf),
    children: [] as BpmnElement[],
  };
  const element: BuiltElement = withProcess(own, parent);
  reading.elements.push(element);
  if (element.id !== null) reading.ids.push({ id: element.id, position: element.position, element });
  for (const child of childElements(source)) readChild(reading, child, element);
  addScript(reading, element, scriptText(extensions));
  return element;
}

/** Adds a script that Camunda 8 writes as an attribute as the child that it is elsewhere. */
function addScript(reading: Reading, task: BuiltElement, text: string | null): void {
  if (text === null || task.type !== 'scriptTask') return;
  const none = { id: null, name: null, documentation: null, references: [], extensions: [], children: [] };
  const script = { ...task, ...none, type: 'script', parent: task, attributes: new Map(), formal: false, text };
  task.children.push(script);
  reading.elements.push(script);
}

function withProcess(own: Omit<BuiltElement, 'process'>, parent: BuiltElement | null): BuiltElement {
  const element: BuiltElement & { process: BpmnElement | null } = { ...own, process: parent?.process ?? null };
  if (element.type === 'process' && parent?.parent === null) element.process = element;
  return element;
}

function readChild(reading: Reading, child: XmlElement, parent: BuiltElement): void {
  if (child.namespace === BPMN_DI_NAMESPACE) {
    collectDiagramIds(reading, child);
    if (child.local === 'BPMNDiagram') for (const plane of readPlanes(child)) reading.planes.push(plane);
  }
  if (child.namespace !== BPMN_NAMESPACE || child.local === 'extensionElements') return;
  if (child.local === 'documentation') {
    const id = attributeValue(child, 'id')?.trim();
    if (id !== undefined) reading.ids.push({ id, position: positionOf(child), element: null });
    return;
  }
  parent.children.push(readElement(reading, child, parent));
}

function collectDiagramIds(reading: Reading, element: XmlElement): void {
  if (element.namespace !== BPMN_DI_NAMESPACE && element.namespace !== DI_NAMESPACE) return;
  const id = attributeValue(element, 'id')?.trim();
  if (id !== undefined) reading.ids.push({ id, position: positionOf(element), element: null });
  for (const child of childElements(element)) collectDiagramIds(reading, child);
}

/** Elements that are formal by their place in the schema, whatever type they name. */
const FORMAL_ELEMENTS: ReadonlySet<string> = new Set(['formalExpression', 'messagePath', 'dataPath', 'transformation']);

function isFormalExpression(source: XmlElement): boolean {
  if (FORMAL_ELEMENTS.has(source.local)) return true;
  if (source.local === 'condition' && source.parent?.local === 'complexBehaviorDefinition') return true;
  const type = attributeValue(source, 'type', XSI_NAMESPACE);
  if (type === undefined) return false;
  const { prefix, localName } = splitName(type.trim());
  return localName === 'tFormalExpression' && lookUpPrefix(source, prefix) === BPMN_NAMESPACE;
}

/** Reads the documentation; several elements are joined by an empty line. */
function readDocumentation(source: XmlElement): string | null {
  const texts = childElements(source)
    .filter((child) => child.namespace === BPMN_NAMESPACE && child.local === 'documentation')
    .map((child) => ownText(child).trim())
    .filter((text) => text !== '');
  return texts.length === 0 ? null : texts.join('\n\n');
}
