// Reads Accept, Accept-Language and Accept-Encoding: which of the things on offer a client likes best (RFC 9110, section 12).
import { type Language, languages } from '@keelson/contract';

interface Preference {
  readonly value: string;
  readonly quality: number;
}

/** Entries that are read at most: a longer list is the work of an attacker; browsers send fewer than ten. */
const PREFERENCES_MAX = 32;

function parsePreferences(header: string): readonly Preference[] {
  return header
    .split(',', PREFERENCES_MAX)
    .map((entry) => {
      const [value = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      const number = quality === undefined ? 1 : Number(quality.slice(2));
      return { value, quality: number >= 0 && number <= 1 ? number : 0 };
    })
    .filter((preference) => preference.value !== '');
}

/** Quality of a media type; the most specific matching range decides, 0 when none matches. */
function qualityOf(mediaType: string, preferences: readonly Preference[]): number {
  const exact = preferences.find((preference) => preference.value === mediaType);
  if (exact !== undefined) return exact.quality;
  const family = `${mediaType.slice(0, mediaType.indexOf('/'))}/*`;
  const ofFamily = preferences.find((preference) => preference.value === family);
  if (ofFamily !== undefined) return ofFamily.quality;
  return preferences.find((preference) => preference.value === '*/*')?.quality ?? 0;
}

/** The offered media type that the client likes best, the earlier one of equals; null when it takes none. */
export function chooseMediaType(header: string | undefined, offered: readonly string[]): string | null {
  if (header === undefined || header.trim() === '') return offered[0] ?? null;
  const preferences = parsePreferences(header);
  let best: string | null = null;
  let bestQuality = 0;
  for (const mediaType of offered) {
    const quality = qualityOf(mediaType, preferences);
    if (quality > bestQuality) {
      best = mediaType;
      bestQuality = quality;
    }
  }
  return best;
}

/** Says whether a JSON answer is welcome; the usual headers are recognized without parsing. */
export function acceptsJson(header: string | undefined): boolean {
  if (header === undefined || header === '*/*' || header === 'application/json') return true;
  return chooseMediaType(header, ['application/json']) !== null;
}

/** Says whether a page is liked better than JSON, as browsers do when a person follows a link. */
export function prefersHtml(header: string | undefined): boolean {
  if (header === undefined || !header.includes('text/html')) return false;
  return chooseMediaType(header, ['application/json', 'text/html']) === 'text/html';
}

/** Says whether a coding is named as welcome; a client that sends no header, or `*`, gets none. */
export function acceptsCoding(header: string | undefined, coding: 'br' | 'gzip'): boolean {
  if (header === undefined || !header.includes(coding)) return false;
  return parsePreferences(header).some(({ value, quality }) => value === coding && quality > 0);
}

/** Says whether a compressed answer is welcome; without the header it is not. */
export function acceptsGzip(header: string | null): boolean {
  if (header === null) return false;
  const preferences = parsePreferences(header);
  const named = preferences.find(({ value }) => value === 'gzip' || value === 'x-gzip');
  const { quality = 0 } = named ?? preferences.find(({ value }) => value === '*') ?? {};
  return quality > 0;
}

/** Chooses the shipped language that the client likes best; the first one when it likes none of them. */
export function chooseLanguage(header: string): Language {
  const standard = languages[0];
  if (header === '') return standard;
  let best: Language = standard;
  let bestQuality = 0;
  for (const { value, quality } of parsePreferences(header)) {
    const primary = value.split('-', 1)[0];
    const language = value === '*' ? standard : languages.find((candidate) => candidate === primary);
    if (language !== undefined && quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}
