// Lists the parts of a compiled template, each with the form in which it is rendered.
import type { CompiledContent, Forms, Partials, TextPart } from './liquid/rendering.types.ts';

export interface CompiledPart {
  readonly part: TextPart;
  readonly form: keyof Forms;
  readonly source: string;
}

export function compiledParts({ subject, html, text }: CompiledContent): readonly CompiledPart[] {
  const parts: (CompiledPart | null)[] = [
    subject === null ? null : { part: 'subject', form: 'text', source: subject },
    html === null ? null : { part: 'content', form: 'html', source: html },
    { part: html === null ? 'content' : 'textContent', form: 'text', source: text },
  ];
  return parts.filter((part) => part !== null);
}

/** Answers the sources of partials in one form, by code. */
export function partialsIn(partials: Partials, form: keyof Forms): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(partials).map(([code, forms]) => [code, forms[form]]));
}
