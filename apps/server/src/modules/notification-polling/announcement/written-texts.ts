// Reads the texts of an announcement by locale, and makes the safe form of each.
import type { SvcNotificationPollingAnnouncementModelInput } from '@keelson/contract';
import { type ArgumentProblem, fail } from '../../../kernel/request/errors.ts';
import { makeSafe } from '../content/make-safe.ts';
import { type ContentType, DEFAULT_LOCALE, type LocalText } from '../record/announcement.types.ts';
import { canonicalLocale } from '../view/locales.ts';

export interface WrittenText {
  /** Field of the request, for problems. */
  readonly field: string;
  readonly locale: string;
  readonly title: string;
  readonly content: string;
}

type Input = Pick<SvcNotificationPollingAnnouncementModelInput, 'title' | 'content' | 'contentMap'>;

/** Reads the texts; title and content serve every locale that the map lacks. */
export function readTexts({ title, content, contentMap }: Input): {
  readonly texts: readonly WrittenText[];
  readonly problems: readonly ArgumentProblem[];
} {
  const problems: ArgumentProblem[] = [];
  const texts = new Map<string, WrittenText>();
  const isGiven = (text: string | null | undefined): text is string => text !== null && text !== undefined;
  if (isGiven(title) && isGiven(content)) {
    texts.set(DEFAULT_LOCALE, { field: 'content', locale: DEFAULT_LOCALE, title, content });
  } else if (isGiven(title) || isGiven(content)) {
    problems.push({ field: isGiven(title) ? 'content' : 'title', code: 'REQUIRED', message: 'Must be given.' });
  }
  for (const [key, text] of Object.entries(contentMap ?? {})) {
    const locale = canonicalLocale(key);
    const field = `contentMap.${key}`;
    if (locale === null) {
      problems.push({ field, code: 'LOCALE_INVALID', message: 'Must be a locale such as tr-TR, or default.' });
    } else if (texts.has(locale)) {
      problems.push({ field, code: 'LOCALE_DUPLICATE', message: 'Another text has this locale.' });
    } else texts.set(locale, { field: `${field}.content`, locale, ...text });
  }
  if (texts.size === 0 && problems.length === 0) {
    problems.push({ field: 'title', code: 'REQUIRED', message: 'Must be given.' });
  }
  return { texts: [...texts.values()], problems };
}

/** Makes the safe texts; 422 CONTENT_UNSAFE with the field of each content of which nothing is left. */
export function safeTexts(contentType: ContentType, texts: readonly WrittenText[]): readonly LocalText[] {
  const made = texts.map(({ field, locale, title, content }) => ({
    field,
    text: { locale, title, content, contentHtml: makeSafe(contentType, content) },
  }));
  const unsafe = made.filter(({ text }) => text.contentHtml === null).map(({ field }) => ({ field }));
  if (unsafe.length > 0) fail('CONTENT_UNSAFE', { errorArguments: unsafe });
  return made.map(({ text }) => ({ ...text, contentHtml: text.contentHtml ?? '' }));
}
