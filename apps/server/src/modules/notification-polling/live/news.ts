// Prepares news of a tenant: one event for all who read the same language and see the same.
import type { PreparedEvent, pollingStreamEvents } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import { prepareEvent } from '../../../kernel/http/streams/sse-event.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { LocalText } from '../record/announcement.types.ts';
import { compileAudience, type Viewer } from '../record/audience.ts';
import type { Head } from '../record/head.store.ts';
import { toAnnouncementModel, unmarked } from '../view/announcement.wire.ts';
import { bestText } from '../view/locales.ts';
import type { ChangedAnnouncement } from './changes.store.ts';
import { mayHaveSeen } from './changes.ts';
import { readNews, readTexts } from './stream.store.ts';

/** Items that are sent; a client with more has to ask for them. */
export const NEWS_MAX = 100;

/** Reader of news, with languages, and whether audiences are shown. */
export interface Listener {
  readonly viewer: Viewer;
  readonly locales: readonly string[];
  readonly showsAudience: boolean;
}

/** A changed announcement, in the form for each reader. */
export interface NewsItem {
  readonly changeSeq: number;
  /** Number up to which a stream is once it has sent this item. */
  readonly passedSeq: number;
  readonly publishSeq: number;
  readonly type: string;
  readonly application: string | null;
  readonly acknowledgementRequired: boolean;
  readonly publishDateMs: number;
  isSeenBy(viewer: Viewer, nowMs: number): boolean;
  /** Says whether the viewer sent it and has therefore read it. */
  isReadBy(viewer: Viewer): boolean;
  mayHaveBeenSeenBy(viewer: Viewer, fromChangeSeq: number): boolean;
  eventFor(listener: Listener): PreparedEvent;
  readonly removal: PreparedEvent;
}

export interface News {
  readonly head: Head;
  readonly items: readonly NewsItem[];
  /** True where there is more than is sent at once. */
  readonly isMuch: boolean;
}

function itemOf(one: ChangedAnnouncement, passedSeq: number, texts: readonly LocalText[]): NewsItem {
  const audience = compileAudience(one.audience);
  const events = new Map<string, PreparedEvent>();
  const isFor = (viewer: Viewer): boolean => audience === null || audience(viewer);
  const isReadBy = ({ usernameFolded }: Viewer): boolean =>
    !one.acknowledgementRequired && one.revision === 1 && usernameFolded === foldName(one.createdBy);
  let removal: PreparedEvent | null = null;
  const eventOf = (text: LocalText, showsAudience: boolean, read: boolean): PreparedEvent =>
    prepareEvent<typeof pollingStreamEvents>({
      event: 'announcement',
      data: toAnnouncementModel(one, {
        text,
        allTexts: null,
        showsAudience,
        marks: read ? { ...unmarked, read, readDate: one.publishDate } : unmarked,
      }),
    });
  return {
    changeSeq: one.changeSeq,
    passedSeq,
    publishSeq: one.publishSeq,
    type: one.type,
    application: one.application,
    acknowledgementRequired: one.acknowledgementRequired,
    publishDateMs: one.publishDate?.getTime() ?? 0,
    isSeenBy: (viewer, nowMs) =>
      one.status === 'PUBLISHED' && texts.length > 0 && (one.endDate?.getTime() ?? nowMs + 1) > nowMs && isFor(viewer),
    isReadBy,
    mayHaveBeenSeenBy: (viewer, fromChangeSeq) => mayHaveSeen(one, viewer, fromChangeSeq),
    eventFor({ viewer, locales, showsAudience }) {
      const text = bestText(texts, locales);
      const read = isReadBy(viewer);
      const key = `${text.locale} ${showsAudience} ${read}`;
      const event = events.get(key) ?? eventOf(text, showsAudience, read);
      events.set(key, event);
      return event;
    },
    get removal() {
      const data = { uuid: one.uuid };
      removal ??= prepareEvent<typeof pollingStreamEvents>({ event: 'announcement-removed', data });
      return removal;
    },
  };
}

/** Reads what changed in a tenant behind a number; null where it has no numbers yet. */
export async function loadNews(database: Database, tenantIdentifier: string, after: number): Promise<News | null> {
  const found = await readNews(database, tenantIdentifier, after, NEWS_MAX + 1);
  if (found === null) return null;
  const { head, changed } = found;
  if (changed.length > NEWS_MAX) return { head, items: [], isMuch: true };
  const ids = changed.filter(({ status }) => status === 'PUBLISHED').map(({ id }) => id);
  const texts = ids.length === 0 ? null : await readTexts(database, ids);
  const items = changed.map((one, index) => {
    const isLastOfNumber = changed[index + 1]?.changeSeq !== one.changeSeq;
    return itemOf(one, isLastOfNumber ? one.changeSeq : one.changeSeq - 1, texts?.get(one.id) ?? []);
  });
  return { head, items, isMuch: false };
}
