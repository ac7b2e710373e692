// The compiler asks small questions of elements: what they name, and what extensions say of them.
import { type BpmnElement, childrenOfType, type ExtensionFact, extensionAttribute } from '@keelson/bpmn-rules';
import { find, findByName, type ModelFiles } from './model-files.ts';

export function requiredId(element: BpmnElement): string {
  if (element.id === null) throw new Error(`${element.type} without id passed the rules`);
  return element.id;
}

/** Finds all that an attribute or the child elements of this name lead to. */
export function referencedAll(files: ModelFiles, element: BpmnElement, name: string): readonly BpmnElement[] {
  const references = element.references.filter(({ attribute }) => attribute === name);
  if (references.length > 0) return references.flatMap((each) => find(files, element, each) ?? []);
  const written = element.attributes.get(name);
  const texts = [...(written === undefined ? [] : [written]), ...childrenOfType(element, name).map(({ text }) => text)];
  return texts.flatMap((text) => findByName(files, element, localName(text)) ?? []);
}

/** Finds the first element that an attribute or the child elements of this name lead to. */
export function referenced(files: ModelFiles, element: BpmnElement, name: string): BpmnElement | undefined {
  return referencedAll(files, element, name)[0];
}

/** Answers a name without its prefix. */
export function localName(text: string): string {
  return text.trim().replace(/^[^\s:]+:/, '');
}

export function firstChild(element: BpmnElement, type: string): BpmnElement | undefined {
  return childrenOfType(element, type)[0];
}

/** Answers the attribute of an extension, trimmed; null for none and for an empty one. */
export function extensionText(element: BpmnElement, name: string): string | null {
  return extensionAttribute(element, name)?.value.trim() ?? null;
}

/** Answers the first of these attributes that is there: tools name one thing in two ways. */
export function firstExtensionText(element: BpmnElement, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = extensionText(element, name);
    if (text !== null) return text;
  }
  return null;
}

export function extensionFlag(element: BpmnElement, name: string, absent = false): boolean {
  return flag(extensionText(element, name) ?? undefined, absent);
}

/** Lists the extension elements of this name in any of the five namespaces. */
export function extensionElements(element: BpmnElement, name: string): readonly ExtensionFact[] {
  return element.extensions.filter((fact) => isEngineElement(fact, name));
}

export function factChildren(fact: ExtensionFact, name: string): readonly ExtensionFact[] {
  return fact.children.filter((child) => isEngineElement(child, name));
}

function isEngineElement({ kind, family, name }: ExtensionFact, wanted: string): boolean {
  return kind === 'element' && family === 'engine' && name === wanted;
}

/** Answers an attribute of an extension element, trimmed; null for none and for an empty one. */
export function factText(fact: ExtensionFact, name: string): string | null {
  const text = fact.attributes.get(name)?.trim() ?? '';
  return text === '' ? null : text;
}

export function factFlag(fact: ExtensionFact, name: string, absent = false): boolean {
  return flag(fact.attributes.get(name)?.trim(), absent);
}

function flag(text: string | undefined, absent: boolean): boolean {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : absent;
}
