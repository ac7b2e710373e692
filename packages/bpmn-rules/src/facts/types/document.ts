// What a BPMN file says, free of its notation: elements with positions, references, extension facts and shapes, for rules and compiler.

/** Line and column, both from 1; columns in UTF-16 code units, as editors do. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** An attribute or a child element that names another element. */
export interface BpmnReference {
  /** Attribute or child element of the reference: `sourceRef`, `flowNodeRef`, `bpmnElement`. */
  readonly attribute: string;
  /** Text as written, surrounding white space removed. */
  readonly text: string;
  /** Prefix of the name; empty without one. */
  readonly prefix: string;
  /** Namespace of the prefix; null when it is declared nowhere, empty without a prefix. */
  readonly namespace: string | null;
  readonly localName: string;
  readonly position: SourcePosition;
}

/**
 * Kind of an extension namespace: `engine`, one of the five that are read alike; `zeebe`, known and not executed. Others are carried
 * unread.
 */
export type ExtensionFamily = 'engine' | 'zeebe';

/** An attribute or element of an extension namespace. */
export interface ExtensionFact {
  readonly kind: 'attribute' | 'element';
  readonly family: ExtensionFamily;
  readonly namespace: string;
  readonly name: string;
  /** Name as written, with its prefix. */
  readonly writtenName: string;
  /** Value of the attribute, or character data of the element itself. */
  readonly value: string;
  readonly position: SourcePosition;
  /** Attributes without prefix, and of the engine's own namespaces; empty for an attribute. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly ExtensionFact[];
}

/** An element of the BPMN namespace. `documentation` and `extensionElements` are read into fields of their parent. */
export interface BpmnElement {
  /** Name in the standard: `userTask`, `sequenceFlow`, `conditionExpression`. */
  readonly type: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly position: SourcePosition;
  readonly parent: BpmnElement | null;
  /** The process it lies in (a process lies in itself), null at the file's own level. */
  readonly process: BpmnElement | null;
  /** Attributes without prefix, as written. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly BpmnElement[];
  readonly references: readonly BpmnReference[];
  /** Character data of the element itself. */
  readonly text: string;
  /** Whether it is a formal expression by its type or name (`xsi:type`). */
  readonly formal: boolean;
  readonly documentation: string | null;
  readonly extensions: readonly ExtensionFact[];
}

/** A point in the units of the diagram. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle, measured from its upper left corner. */
export interface Bounds extends Point {
  readonly width: number;
  readonly height: number;
}

/** A shape or edge of a diagram. */
export interface DiagramMark {
  readonly kind: 'shape' | 'edge';
  readonly id: string | null;
  readonly position: SourcePosition;
  readonly element: BpmnReference | null;
  readonly bounds: Bounds | null;
  readonly waypoints: readonly Point[];
  /** The band of a participant on a choreography activity: one participant has several. */
  readonly participantBand: boolean;
}

/** What one diagram shows. */
export interface DiagramPlane {
  readonly id: string | null;
  readonly position: SourcePosition;
  readonly element: BpmnReference | null;
  readonly marks: readonly DiagramMark[];
}

/** An attribute that the schema types as id, wherever it stands. */
export interface DeclaredId {
  readonly id: string;
  readonly position: SourcePosition;
  /** Element with the id; null in a diagram. */
  readonly element: BpmnElement | null;
}

/** What one file says. */
export interface BpmnDocument {
  /** Name of the file in messages. */
  readonly file: string;
  readonly definitions: BpmnElement;
  readonly targetNamespace: string;
  readonly importedNamespaces: ReadonlySet<string>;
  readonly processes: readonly BpmnElement[];
  /** Elements of the BPMN namespace in document order, `definitions` first. */
  readonly elements: readonly BpmnElement[];
  /** Elements by id, the first one of each. */
  readonly elementsById: ReadonlyMap<string, BpmnElement>;
  readonly ids: readonly DeclaredId[];
  readonly planes: readonly DiagramPlane[];
}

/** Answers what a reference leads to inside this file; undefined when that is nothing or lies in another namespace. */
export function resolveReference(document: BpmnDocument, reference: BpmnReference): BpmnElement | undefined {
  const local = reference.prefix === '' || reference.namespace === document.targetNamespace;
  return local ? document.elementsById.get(reference.localName) : undefined;
}

/** Answers what an attribute or child element of this name says, the first where there are several. */
export function findReference(element: BpmnElement, attribute: string): BpmnReference | undefined {
  return element.references.find((reference) => reference.attribute === attribute);
}

/** Answers what an attribute of this name leads to in this file. */
export function referencedElement(
  document: BpmnDocument,
  element: BpmnElement,
  attribute: string,
): BpmnElement | undefined {
  const reference = findReference(element, attribute);
  return reference === undefined ? undefined : resolveReference(document, reference);
}

/** Lists the children of a type in document order. */
export function childrenOfType(element: BpmnElement, type: string): readonly BpmnElement[] {
  return element.children.filter((child) => child.type === type);
}

/** Reads XML Schema's boolean; it is the default where the attribute is absent or something else. */
export function booleanAttribute(element: BpmnElement, name: string, absent: boolean): boolean {
  const value = element.attributes.get(name)?.trim();
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : absent;
}
