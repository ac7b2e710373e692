// Chooses the locale of a mail among those that a template has, and reads the locales that people write.
import { canonicalLocaleTag } from '../../../kernel/locale/locale-object.ts';

/** Entry for every locale that has none of its own. */
const DEFAULT_LOCALE = 'default';

/** Answers the canonical locale: `tr_TR` and `TR` are tr-TR and tr; null for a text that is no locale. */
export function canonicalLocale(key: string): string | null {
  return key === DEFAULT_LOCALE ? DEFAULT_LOCALE : canonicalLocaleTag(key.replaceAll('_', '-'));
}

/** Answers a locale, and then without its last subtags, down to its language. */
function widened(locale: string | null): readonly string[] {
  const canonical = locale === null ? null : canonicalLocale(locale);
  if (canonical === null) return [];
  const parts = canonical.split('-');
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('-'));
}

/**
 * Chooses the locale that fits best: the one asked for, the same with fewer subtags, that of the tenant, `default`, or
 * the only one there is; null where none fits.
 */
export function chooseLocale(
  available: readonly string[],
  asked: string | null,
  ofTenant: string | null,
): string | null {
  for (const wanted of [...widened(asked), ...widened(ofTenant), DEFAULT_LOCALE]) {
    const found = available.find((locale) => locale === wanted);
    if (found !== undefined) return found;
  }
  return available.length === 1 ? available[0]! : null;
}
