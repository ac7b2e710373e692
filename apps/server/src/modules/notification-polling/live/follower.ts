// Keeps one open stream: what it has sent, and what it sends next.
import type { EventSink, pollingStreamEvents } from '@keelson/contract';
import { writeAsOf } from '../record/as-of.ts';
import { type Place, writeCursor } from '../record/cursor.ts';
import { COUNT_MAX, type OwnView } from '../view/own-view.ts';
import type { FoundChanges, Hearer, PlacedChange } from './changes.ts';
import type { Listener, News } from './news.ts';

export type Sink = EventSink<typeof pollingStreamEvents>;

/** What a stream needs after an event: its own changes now, its exact count soon, or nothing. */
export type Need = 'NOW' | 'LATER' | null;

export interface TenantNewsFor {
  readonly news: News;
  /** Users who were notified meanwhile. */
  readonly notified: ReadonlySet<string>;
}

export interface FollowerParts {
  readonly sink: Sink;
  readonly hearer: Hearer & Listener;
  readonly digest: string;
  readonly now: () => number;
}

export class Follower {
  readonly hearer: Hearer & Listener;
  readonly sink: Sink;
  readonly #digest: string;
  readonly #now: () => number;
  #place: Place = { changeSeq: 0, notificationSeq: 0, ownSeq: 0 };
  #publishSeq = 0;
  #isMuted: OwnView['isMuted'] = () => false;
  #unread: number | null = null;
  /** Events held back while the own changes are read; null once the stream is up to date. */
  #waiting: TenantNewsFor[] | null = [];
  /** True where something changed while the own changes were read, so that they may be outdated. */
  #isStale = false;

  constructor({ sink, hearer, digest, now }: FollowerParts) {
    this.sink = sink;
    this.hearer = hearer;
    this.#digest = digest;
    this.#now = now;
  }

  /** Place up to which everything was sent. */
  get place(): Place {
    return this.#place;
  }

  /** Says whether the stream is up to date, so that it can fall behind. */
  get isPresent(): boolean {
    return this.#waiting === null;
  }

  /** Sends news at once, or once the own changes have been sent. */
  hear(news: TenantNewsFor): Need {
    if (this.#waiting === null) return this.#send(news);
    this.#waiting.push(news);
    return null;
  }

  /** Holds news back until the own changes are sent. */
  hold(): void {
    this.#waiting ??= [];
  }

  /** Reads the own changes once more after the present read. */
  askAgain(): void {
    this.#isStale = true;
  }

  /** Sends the held news after a read without result. */
  release(): Need {
    const held = this.#waiting ?? [];
    this.#waiting = null;
    const needs = held.map((news) => this.#send(news));
    const isStale = this.#isStale;
    this.#isStale = false;
    return isStale || needs.includes('NOW') ? 'NOW' : needs.includes('LATER') ? 'LATER' : null;
  }

  /** Sends the own changes, the exact count, and the held news. The first time it says that the stream is ready. */
  present({ view, place, changes }: FoundChanges): Need {
    const { sink } = this;
    if (changes === null) sink.send({ event: 'resync', data: { cursor: this.#idOf(place) }, id: this.#idOf(place) });
    else for (const change of changes) this.#sendChange(change);
    this.#place = place;
    this.#publishSeq = view.publishSeq;
    this.#isMuted = view.isMuted;
    const total = Math.min(view.countUnread(), COUNT_MAX);
    if (this.#unread === null) {
      const cursor = this.#idOf(place);
      sink.send({ event: 'ready', data: { unread: total, asOf: this.#asOf(), cursor }, id: cursor });
      this.#unread = total;
    } else this.#count(total);
    sink.mark(this.#idOf(place));
    return this.release();
  }

  #idOf(place: Place): string {
    return writeCursor(place, this.#digest, this.#now());
  }

  /** Makes the token of exactly what was sent: an item that is counted but not sent yet stays unread. */
  #asOf(): string {
    return writeAsOf({ publishSeq: this.#publishSeq, notificationSeq: this.#place.notificationSeq });
  }

  #count(total: number): void {
    if (total === this.#unread) return;
    this.#unread = total;
    this.sink.send({ event: 'unread', data: { total, asOf: this.#asOf() } });
  }

  #sendChange({ change, place }: PlacedChange): void {
    const { sink } = this;
    const { kind, uuid, announcement, notification } = change;
    const id = this.#idOf(place);
    if (kind === 'STATE') sink.send({ event: 'state', data: change, id });
    else if (announcement !== null) sink.send({ event: 'announcement', data: announcement, id });
    else if (notification !== null) sink.send({ event: 'notification', data: notification, id });
    else if (uuid !== null) {
      const event = kind === 'NOTIFICATION_REMOVED' ? 'notification-removed' : 'announcement-removed';
      sink.send({ event, data: { uuid }, id });
    }
  }

  #send({ news: { head, items, isMuch }, notified }: TenantNewsFor): Need {
    const place = this.#place;
    if (head.changeSeq <= place.changeSeq && head.notificationSeq <= place.notificationSeq) return null;
    if (isMuch) return 'LATER';
    const added = this.#sendItems(items);
    if (added === null) return 'NOW';
    const { viewer } = this.hearer;
    const isNotified = notified.has(viewer.usernameFolded) && head.notificationSeq > place.notificationSeq;
    this.#place = {
      ...this.#place,
      changeSeq: Math.max(place.changeSeq, head.changeSeq),
      notificationSeq: isNotified ? place.notificationSeq : Math.max(place.notificationSeq, head.notificationSeq),
    };
    this.#publishSeq = Math.max(this.#publishSeq, head.publishSeq);
    this.#count(Math.min((this.#unread ?? 0) + added.unread, COUNT_MAX));
    this.sink.mark(this.#idOf(this.#place));
    if (isNotified) return 'NOW';
    return added.isSent ? 'LATER' : null;
  }

  /** Sends the items and answers how many more are unread; null where this depends on the person's own marks. */
  #sendItems(items: News['items']): { readonly unread: number; readonly isSent: boolean } | null {
    const { hearer, sink } = this;
    const { viewer } = hearer;
    const from = this.#place.changeSeq;
    let [unread, isSent] = [0, false];
    for (const item of items) {
      if (item.changeSeq <= from) continue;
      const isSeen = item.isSeenBy(viewer, this.#now());
      if (isSeen && this.#isMuted(item)) continue;
      if (!isSeen && !item.mayHaveBeenSeenBy(viewer, from)) continue;
      // A known item has changed its content.
      if (isSeen && item.publishSeq <= this.#publishSeq) return null;
      this.#place = { ...this.#place, changeSeq: item.passedSeq };
      sink.relay(isSeen ? item.eventFor(hearer) : item.removal, this.#idOf(this.#place));
      if (isSeen && !item.isReadBy(viewer)) unread += 1;
      isSent = true;
    }
    return { unread, isSent };
  }
}
