// Orders the languages that a caller reads, and finds the text of a map that fits them best.
import type { Caller } from './caller.ts';
import type { Context } from './context.ts';

/** Languages that are looked at; the rest of a long header is ignored. */
const LANGUAGES_MAX = 5;

/** Answers the tags of an `Accept-Language` header in lower case, the best one first. */
export function preferredLanguages(header: string): readonly string[] {
  const found: { readonly tag: string; readonly weight: number }[] = [];
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    const value = weight === undefined ? 1 : Number(weight);
    if (/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/.test(tag) && value > 0) found.push({ tag, weight: value });
  }
  return found
    .sort((left, right) => right.weight - left.weight)
    .slice(0, LANGUAGES_MAX)
    .map(({ tag }) => tag);
}

/** Answers the languages that the request asks for, else that of the session. */
export function languagesOf(
  { localeTag }: Pick<Caller, 'localeTag'>,
  { acceptLanguage }: Pick<Context, 'acceptLanguage'>,
): readonly string[] {
  const asked = preferredLanguages(acceptLanguage);
  return asked.length > 0 ? asked : preferredLanguages(localeTag);
}

/**
 * Answers the text for the first of the languages that the map has, exactly or by its first subtag; else null.
 * `base` is the language that is written beside the map, and asks for nothing more.
 */
export function localText(
  texts: Readonly<Record<string, string>>,
  languages: readonly string[],
  base: string | null = null,
): string | null {
  const entries = Object.entries(texts);
  if (entries.length === 0) return null;
  for (const language of languages) {
    const [primary] = language.split('-');
    const exact = entries.find(([tag]) => tag.toLowerCase() === language);
    const found = exact ?? entries.find(([tag]) => tag.toLowerCase() === primary);
    if (found !== undefined) return found[1];
    if (primary === base) return null;
  }
  return null;
}
