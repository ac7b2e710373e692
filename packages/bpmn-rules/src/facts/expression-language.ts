// Each expression is written in one language, which it says itself or takes from its file.
import type { BpmnDocument, BpmnElement } from './types/document.ts';

export type ExpressionLanguage = 'uel' | 'feel' | 'javascript' | 'unknown';

/** Language that tools write when nobody chose one; it counts as not given. */
const XPATH = 'http://www.w3.org/1999/xpath';

const UEL_NAMES: ReadonlySet<string> = new Set(['', XPATH, 'uel', 'juel']);
const FEEL_NAMES: ReadonlySet<string> = new Set(['feel', 'text/feel']);
const FEEL_NAMESPACE = /^https?:\/\/www\.omg\.org\/spec\/DMN\/\d{8}\/FEEL\/?$/;
const JAVASCRIPT_NAMES: ReadonlySet<string> = new Set([
  'javascript',
  'js',
  'ecmascript',
  'text/javascript',
  'application/javascript',
]);

/** Answers the language of the expression itself, else of the file; text that begins with `=` is FEEL. */
export function expressionLanguage(
  document: Pick<BpmnDocument, 'definitions'>,
  element: BpmnElement,
): { readonly language: ExpressionLanguage; readonly written: string } {
  const own = element.attributes.get('language')?.trim() ?? '';
  const written = own === '' ? (document.definitions.attributes.get('expressionLanguage')?.trim() ?? '') : own;
  return { language: languageOf(written, element.text), written };
}

function languageOf(written: string, text: string): ExpressionLanguage {
  const name = written.toLowerCase();
  if (UEL_NAMES.has(name)) return text.trimStart().startsWith('=') ? 'feel' : 'uel';
  if (FEEL_NAMES.has(name) || FEEL_NAMESPACE.test(written)) return 'feel';
  return JAVASCRIPT_NAMES.has(name) ? 'javascript' : 'unknown';
}

/** Answers the language that a script's format names; its text says nothing of it. */
export function scriptLanguage(format: string): ExpressionLanguage {
  const name = format.trim().toLowerCase();
  if (name === 'uel' || name === 'juel') return 'uel';
  if (FEEL_NAMES.has(name)) return 'feel';
  return JAVASCRIPT_NAMES.has(name) ? 'javascript' : 'unknown';
}

/** Whether a name stands for a language without being a URI (DOC-13). */
export function isKnownLanguageName(text: string): boolean {
  const name = text.trim().toLowerCase();
  return UEL_NAMES.has(name) || FEEL_NAMES.has(name) || JAVASCRIPT_NAMES.has(name);
}
