// Reads the locale object of a request back into the BCP 47 tag that it describes.
import type { SvcLocaleInput } from '@keelson/contract';
import { canonicalLocaleTag } from './locale-object.ts';

/** Answers the canonical tag, or null when the parts make none of a known language. */
export function tagOfLocale(locale: SvcLocaleInput): string | null {
  const keys = locale.unicodeLocaleKeys ?? [];
  const attributes = locale.unicodeLocaleAttributes ?? [];
  const unicode = [...attributes, ...keys];
  // The locale object does not hold the content of other extensions.
  const singletons = locale.extensionKeys ?? [];
  if (singletons.some((singleton) => singleton !== 'u')) return null;
  if (singletons.length > 0 && unicode.length === 0) return null;
  const variants = (locale.variant ?? '').split('-');
  const subtags = [locale.language, locale.script ?? '', locale.country ?? '', ...variants].filter(
    (part) => part !== '',
  );
  const tag = [...subtags, ...(unicode.length > 0 ? ['u', ...unicode] : [])].join('-');
  const canonical = canonicalLocaleTag(tag);
  // A part in the place of another, such as a country among the variants, would be read as something else.
  return canonical !== null && says(canonical, locale) ? canonical : null;
}

function says(tag: string, { language, script, country }: SvcLocaleInput): boolean {
  const given = new Intl.Locale(tag);
  const asked = new Intl.Locale(language);
  const same = (one: string | undefined, other: string | null | undefined): boolean =>
    (one ?? '').toLowerCase() === (other ?? '').toLowerCase();
  return given.language === asked.language && same(given.script, script) && same(given.region, country);
}
