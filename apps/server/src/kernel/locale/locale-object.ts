// Describes a BCP 47 tag as the locale object of the interface, with all 14 fields filled.
import { LRUCache } from 'lru-cache';
import { iso3CountryOf, iso3LanguageOf } from './iso3-codes.ts';

/** The locale object of `SvcSession`; a part that the tag does not have is an empty text or list, never absent. */
export interface LocaleObject {
  country: string;
  displayName: string;
  iso3Language: string;
  language: string;
  displayVariant: string;
  iso3Country: string;
  displayLanguage: string;
  script: string;
  displayCountry: string;
  variant: string;
  displayScript: string;
  unicodeLocaleKeys: string[];
  unicodeLocaleAttributes: string[];
  extensionKeys: string[];
}

// Tags come from clients; real users of one installation have a few dozen, each in two answer languages.
const MEMOISED_MAX = 500;
// The longest sensible tag with extensions; a longer one is refused before it is parsed.
export const LOCALE_TAG_LENGTH_MAX = 100;

const memoised = new LRUCache<string, LocaleObject>({ max: MEMOISED_MAX });
const canonicalTags = new LRUCache<string, string>({ max: MEMOISED_MAX });

/** Answers the canonical form of a BCP 47 tag, or null when it is none or names no language that is known. */
export function canonicalLocaleTag(tag: string): string | null {
  if (tag === '' || tag.length > LOCALE_TAG_LENGTH_MAX) return null;
  const known = canonicalTags.get(tag);
  if (known !== undefined) return known;
  try {
    const locale = new Intl.Locale(tag);
    if (locale.language === 'und' || iso3LanguageOf(locale.language) === '') return null;
    canonicalTags.set(tag, locale.toString());
    return locale.toString();
  } catch {
    return null;
  }
}

/** Answers the first usable tag of an `Accept-Language` header by weight, or null. */
export function preferredLocaleTag(acceptLanguage: string): string | null {
  const weighted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number.parseFloat(weight.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of weighted) {
    const canonical = canonicalLocaleTag(tag);
    if (canonical !== null) return canonical;
  }
  return null;
}

/** `tag` must be canonical; `answerLanguage` is the language of the display names. */
export function describeLocale(tag: string, answerLanguage: string): LocaleObject {
  const key = `${answerLanguage}/${tag}`;
  const known = memoised.get(key);
  if (known !== undefined) return known;
  const described = build(tag, answerLanguage);
  memoised.set(key, described);
  return described;
}

function build(tag: string, answerLanguage: string): LocaleObject {
  const locale = new Intl.Locale(tag);
  const { language } = locale;
  const script = locale.script ?? '';
  const country = locale.region ?? '';
  const variant = variantsOf(locale.baseName).join('-');
  const { keys, attributes, singletons } = extensionsOf(tag);
  const name = (type: 'language' | 'script' | 'region', code: string): string =>
    code === '' ? '' : (new Intl.DisplayNames([answerLanguage], { type }).of(code) ?? code);
  return {
    country,
    displayName: name('language', locale.baseName),
    iso3Language: iso3LanguageOf(language),
    language,
    displayVariant: variant.toUpperCase(),
    iso3Country: iso3CountryOf(country),
    displayLanguage: name('language', language),
    script,
    displayCountry: name('region', country),
    variant,
    displayScript: name('script', script),
    unicodeLocaleKeys: keys,
    unicodeLocaleAttributes: attributes,
    extensionKeys: singletons,
  };
}

/** Variants are 5 to 8 characters, or 4 that begin with a digit (BCP 47, section 2.2.5). */
function variantsOf(baseName: string): string[] {
  return baseName
    .split('-')
    .slice(1)
    .filter((part) => part.length >= 5 || /^\d[a-z\d]{3}$/i.test(part));
}

interface Extensions {
  readonly keys: string[];
  readonly attributes: string[];
  readonly singletons: string[];
}

function extensionsOf(tag: string): Extensions {
  const extensions: Extensions = { keys: [], attributes: [], singletons: [] };
  let singleton = '';
  let keySeen = false;
  for (const part of tag.split('-').slice(1)) {
    if (singleton !== 'x' && part.length === 1) {
      singleton = part;
      keySeen = false;
      extensions.singletons.push(part);
    } else if (singleton === 'u' && part.length === 2) {
      keySeen = true;
      extensions.keys.push(part);
    } else if (singleton === 'u' && !keySeen) {
      extensions.attributes.push(part);
    }
  }
  return extensions;
}
