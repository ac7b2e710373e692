// Plans what a change makes of an announcement: a missing field stays, null clears, a text counts for the reader's locale.
import type { SvcNotificationPollingAnnouncementUpdateModel } from '@keelson/contract';
import { invalid } from '../../../kernel/request/errors.ts';
import type { Announcement, AnnouncementFields, Audience, LocalText } from '../record/announcement.types.ts';
import { bestText } from '../view/locales.ts';
import { readAnnouncement } from './announcement-input.ts';
import { safeTexts } from './written-texts.ts';

type Update = SvcNotificationPollingAnnouncementUpdateModel;

export interface PlannedUpdate {
  readonly fields: Omit<AnnouncementFields, 'audience'>;
  /** Audience; null: unchanged. */
  readonly audience: Audience | null;
  /** Texts; null: unchanged. */
  readonly texts: readonly LocalText[] | null;
}

/** Fields that null resets to their defaults. */
const FIELDS = [
  'contentType',
  'type',
  'displayType',
  'priority',
  'pinned',
  'dismissible',
  'acknowledgementRequired',
  'actionUrl',
  'actionLabel',
  'application',
  'metadata',
] as const;

/**
 * Answers the changed texts. Title and content sent back as they were shown are no change; others are the text of that
 * locale.
 */
function mapOf(texts: readonly LocalText[], body: Update, locales: readonly string[]) {
  const shown = bestText(texts, locales);
  const map: Record<string, { readonly title: string; readonly content: string }> = {
    ...(body.contentMap ?? Object.fromEntries(texts.map(({ locale, title, content }) => [locale, { title, content }]))),
  };
  const title = body.title ?? shown.title;
  const content = body.content ?? shown.content;
  if (title !== shown.title || content !== shown.content) map[shown.locale] = { title, content };
  return map;
}

export function planUpdate(
  found: Announcement,
  texts: readonly LocalText[],
  body: Update,
  { nowMs, locales }: { readonly nowMs: number; readonly locales: readonly string[] },
): PlannedUpdate {
  if ((body.audience?.tenants?.length ?? 0) > 0) {
    const message = 'Is given when it is sent; other tenants have an announcement of their own.';
    invalid({ field: 'audience.tenants', code: 'FIELD_READ_ONLY', message });
  }
  const kept = Object.fromEntries(
    FIELDS.map((name) => [name, body[name] === undefined ? found[name] : body[name]]),
  ) as Pick<Update, (typeof FIELDS)[number]>;
  const contentMap = mapOf(texts, body, locales);
  const startDate = body.startDate === undefined ? found.startDate.toISOString() : body.startDate;
  const endDate = body.endDate === undefined ? (found.endDate?.toISOString() ?? null) : body.endDate;
  // An unchanged start is not checked again; of a live announcement a change is refused with its state.
  const asked = startDate === null || startDate === undefined ? null : new Date(startDate);
  const isSame = asked?.getTime() === found.startDate.getTime();
  const fixed = isSame || found.status === 'PUBLISHED' ? (asked ?? new Date(nowMs)) : null;
  // Readers without the right to see the audience get null, which therefore does not mean everybody.
  const audience = body.audience ?? null;
  const written = readAnnouncement({ ...kept, contentMap, startDate, endDate, audience }, nowMs, fixed);
  const { audience: asAsked, ...fields } = written.fields;
  const isRewritten =
    fields.contentType !== found.contentType ||
    written.texts.length !== texts.length ||
    written.texts.some(({ locale, title, content }) => {
      const before = texts.find((text) => text.locale === locale);
      return before?.title !== title || before.content !== content;
    });
  return {
    fields,
    audience: audience === null ? null : asAsked,
    texts: isRewritten ? safeTexts(fields.contentType, written.texts) : null,
  };
}
