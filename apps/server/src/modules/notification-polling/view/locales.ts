// Finds the best text for a reader: of the locale asked for, the session, the tenant, the default, or the first.
import { LRUCache } from 'lru-cache';
import { canonicalLocaleTag } from '../../../kernel/locale/locale-object.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import { DEFAULT_LOCALE } from '../record/announcement.types.ts';

/** The locale of a tenant is looked up again after this: it is a preference, and hardly ever changes. */
const TENANT_LOCALE_MS = 60_000;
const TENANTS_MAX = 1_000;

/** Answers a locale in the form of texts: `tr_TR` is tr-TR; null for an unknown one. */
export function canonicalLocale(key: string): string | null {
  return key === DEFAULT_LOCALE ? DEFAULT_LOCALE : canonicalLocaleTag(key.replaceAll('_', '-'));
}

/** Answers a locale, followed by its language alone. */
function widened(tag: string | null): readonly string[] {
  if (tag === null) return [];
  const canonical = canonicalLocale(tag);
  if (canonical === null) return [];
  const [language = canonical] = canonical.split('-');
  return language === canonical ? [canonical] : [canonical, language];
}

export function createLocales(findTenant: () => AuthenticationApi['findTenant']) {
  const tenants = new LRUCache<string, string>({
    max: TENANTS_MAX,
    ttl: TENANT_LOCALE_MS,
    fetchMethod: async (identifier) => (await findTenant()(identifier))?.localeTag ?? 'en',
  });
  return {
    /** Lists locales, the best one first. An unknown requested one is ignored. */
    async of({ caller }: Act, asked: string | null | undefined): Promise<readonly string[]> {
      const ofTenant = (await tenants.fetch(caller.tenantIdentifier)) ?? null;
      const all = [asked ?? null, caller.localeTag, ofTenant].flatMap(widened);
      return [...new Set([...all, DEFAULT_LOCALE])];
    },
  };
}

export type Locales = ReturnType<typeof createLocales>;

/** Answers the first text where no locale fits. */
export function bestText<T extends { readonly locale: string }>(texts: readonly T[], locales: readonly string[]): T {
  for (const locale of locales) {
    const found = texts.find((text) => text.locale === locale);
    if (found !== undefined) return found;
  }
  return texts[0]!;
}
