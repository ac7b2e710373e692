// Small questions asked of the elements of a DMN file.
import { isDmnNamespace, type XmlElement } from '@keelson/bpmn-xml';
import { ownAttribute } from '../model/dmn-problem.ts';

/** Lists the children of DMN itself, in the order of the file. */
export function dmnChildren(element: XmlElement): readonly XmlElement[] {
  return element.children
    .filter((child) => child.kind === 'element')
    .filter((child) => isDmnNamespace(child.namespace));
}

export function childrenNamed(element: XmlElement, local: string): readonly XmlElement[] {
  return dmnChildren(element).filter((child) => child.local === local);
}

export function childNamed(element: XmlElement, local: string): XmlElement | undefined {
  return dmnChildren(element).find((child) => child.local === local);
}

/** Answers the text of the `text` element inside, trimmed; empty without one. */
export function textIn(element: XmlElement): string {
  const text = childNamed(element, 'text');
  if (text === undefined) return '';
  let content = '';
  for (const child of text.children) if (child.kind === 'text' || child.kind === 'cdata') content += child.value;
  return content.trim();
}

const ENGINE_NAMESPACES: ReadonlySet<string> = new Set([
  'http://flowable.org/dmn',
  'http://activiti.org/dmn',
  'http://camunda.org/schema/1.0/dmn',
  'http://operaton.org/schema/1.0/dmn',
  'urn:keelson:dmn:1',
]);

/** Answers an attribute of the namespaces of engines, whose prefix does not matter. */
export function engineAttribute(element: XmlElement, name: string): string | undefined {
  return element.attributes.find(
    ({ local, namespace }) => local === name && namespace !== null && ENGINE_NAMESPACES.has(namespace),
  )?.value;
}

/** Answers the name without blanks around, or the id where there is none. */
export function nameOrId(element: XmlElement): string {
  const name = ownAttribute(element, 'name')?.trim() ?? '';
  return name === '' ? (ownAttribute(element, 'id') ?? '') : name;
}
