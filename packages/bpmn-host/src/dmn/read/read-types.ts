// Reads the types that a DMN file defines, and what is said of types at other elements.
import type { XmlElement } from '@keelson/bpmn-xml';
import { ownAttribute, report } from '../model/dmn-problem.ts';
import { basicItemType, basicTypeOf, type ItemType } from '../model/item-types.ts';
import { childNamed, childrenNamed, nameOrId } from './dmn-xml.ts';
import { readTests } from './read-expressions.ts';
import type { DmnReading } from './reading.ts';

/** Reads the types, before anything else: expressions need to know names with blanks inside of types. */
export function readItemTypes(reading: DmnReading, definitions: XmlElement): void {
  const elements = childrenNamed(definitions, 'itemDefinition');
  const waiting: Waiting[] = [];
  for (const element of elements) {
    const name = nameOrId(element);
    if (reading.types.has(name)) report(reading, 'DMN-08', element, `type ${name} is defined twice`);
    reading.types.set(name, readType(reading, element, waiting));
  }
  for (const { element, type, written } of waiting) type.base = typeNamed(reading, element, written);
  for (const { element, type } of waiting) {
    if (isCircular(type)) {
      report(reading, 'DMN-04', element, `type ${type.name} is a type of itself`);
      type.base = null;
    }
  }
}

interface Waiting {
  readonly element: XmlElement;
  readonly type: ItemType;
  readonly written: string;
}

function readType(reading: DmnReading, element: XmlElement, waiting: Waiting[]): ItemType {
  const written = ownText(childNamed(element, 'typeRef'));
  const basic = written === '' ? null : basicTypeOf(written);
  const components = childrenNamed(element, 'itemComponent').map((component) => ({
    name: nameOrId(component),
    type: readType(reading, component, waiting),
  }));
  const allowed = childNamed(element, 'allowedValues');
  const type: ItemType = {
    name: nameOrId(element),
    isCollection: ownAttribute(element, 'isCollection') === 'true',
    basic,
    base: null,
    components,
    allowed: allowed === undefined ? null : readTests(reading, allowed),
  };
  if (written !== '' && basic === null) waiting.push({ element, type, written });
  return type;
}

function ownText(element: XmlElement | undefined): string {
  let text = '';
  for (const child of element?.children ?? []) if (child.kind === 'text' || child.kind === 'cdata') text += child.value;
  return text.trim();
}

/** Reports a name that is no type. */
function typeNamed(reading: DmnReading, element: XmlElement, written: string): ItemType | null {
  const basic = basicTypeOf(written);
  if (basic !== null) return basicItemType(basic, written);
  // Older files write the prefix of their own namespace in front; there are no imports whose types it could mean.
  const type = reading.types.get(written) ?? reading.types.get(written.replace(/^[^:]*:/, ''));
  if (type === undefined) report(reading, 'DMN-03', element, `there is no type ${written}`);
  return type ?? null;
}

/** Answers the type that an element names by its attribute; null without one. */
export function typeOfElement(reading: DmnReading, element: XmlElement | undefined): ItemType | null {
  const written = element === undefined ? '' : (ownAttribute(element, 'typeRef')?.trim() ?? '');
  return element === undefined || written === '' ? null : typeNamed(reading, element, written);
}

function isCircular(type: ItemType): boolean {
  const seen = new Set<ItemType>();
  for (let at: ItemType | null = type; at !== null; at = at.base) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}
