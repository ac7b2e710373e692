// Where a task may name secrets, and how a text names them.
import type { BpmnElement, ExtensionFact } from './types/document.ts';
import { workWayOf } from './work-facts.ts';

/** Part of a text: text with expressions, or a secret by its code. */
export type TextPart = { readonly text: string } | { readonly secret: string };

/** Fields that are sent; others become variables or are looked at by the server alone. */
const FIELDS: ReadonlySet<string> = new Set(['requestUrl', 'requestHeaders', 'requestBody']);
const INPUTS: ReadonlySet<string> = new Set(['url', 'headers', 'payload']);

const SECRET = /[$#]\{\s*secret\(\s*(?:'([^'\\]+)'|"([^"\\]+)")\s*\)\s*\}/g;

/** Splits at `${secret('code')}`, which stands by itself: inside of a larger expression a secret would become a value. */
export function splitSecrets(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(SECRET)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ secret: match[1] ?? match[2] ?? '' });
    end = match.index + match[0].length;
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts;
}

/** Whether this is a field of an HTTP task, or input of its connector, that is sent, or lies in one. */
export function maySendSecrets(element: BpmnElement, fact: ExtensionFact): boolean {
  const way = workWayOf(element);
  const named = (name: string, allowed: ReadonlySet<string>) => (each: ExtensionFact) =>
    each.name === name && allowed.has(each.attributes.get('name')?.trim() ?? '');
  if (way === 'http') return element.extensions.filter(named('field', FIELDS)).some((field) => holds(field, fact));
  if (way !== 'connector') return false;
  const connectors = element.extensions.filter(({ name }) => name === 'connector');
  if (!connectors.some(({ children }) => children.some(isHttpConnector))) return false;
  const inputs = connectors.flatMap(({ children }) => children.flatMap((each) => each.children));
  return inputs.filter(named('inputParameter', INPUTS)).some((input) => holds(input, fact));
}

function isHttpConnector({ name, value }: ExtensionFact): boolean {
  return name === 'connectorId' && value.trim() === 'http-connector';
}

function holds(around: ExtensionFact, wanted: ExtensionFact): boolean {
  return around === wanted || around.children.some((child) => holds(child, wanted));
}
