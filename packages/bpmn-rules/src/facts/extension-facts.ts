// Asks an element what the extension namespaces say of it.
import type { BpmnElement, ExtensionFact } from './types/document.ts';

/** Finds the attribute in whichever of the five namespaces gives it; null for an empty one, which tools write. */
export function extensionAttribute(element: BpmnElement, name: string): ExtensionFact | null {
  const fact = element.extensions.find(
    (each) => each.kind === 'attribute' && each.family === 'engine' && each.name === name && each.value.trim() !== '',
  );
  return fact ?? null;
}

/** Finds what tools write as an attribute or as an element that holds its text. */
export function extensionSaid(element: BpmnElement, name: string): ExtensionFact | null {
  const inside = element.extensions.find(
    ({ kind, family, name: own, value }) =>
      kind === 'element' && family === 'engine' && own === name && value.trim() !== '',
  );
  return extensionAttribute(element, name) ?? inside ?? null;
}

/** Splits at commas outside of `${...}`, parentheses and quotes; entries are trimmed, empty ones left out. */
export function splitList(text: string): readonly string[] {
  const entries: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (depth > 0 && (character === "'" || character === '"')) quote = character;
    else if (character === '{' || character === '(') depth += 1;
    else if (character === '}' || character === ')') depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) {
      entries.push(text.slice(start, at));
      start = at + 1;
    }
  }
  entries.push(text.slice(start));
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
