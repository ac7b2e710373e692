// Holds one open stream: what it has told, and what it tells next.
import type { EventSink, pollingStreamEvents } from '@keelson/contract';
import { writeAsOf } from '../record/as-of.ts';
import { type Place, writeCursor } from '../record/cursor.ts';
import { COUNT_MAX, type OwnView } from '../view/own-view.ts';
import type { FoundChanges, Hearer, PlacedChange } from './changes.ts';
import type { Listener, News } from './news.ts';

export type Sink = EventSink<typeof pollingStreamEvents>;

/** Says what a stream needs after it was told: its own changes now, its exact count at some time soon, or nothing. */
export type Need = 'NOW' | 'LATER' | null;

export interface TenantNewsFor {
  readonly news: News;
  /** Names those who were notified meanwhile. */
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
  /** Holds what comes while the own changes are read; null while the stream stands in the present. */
  #waiting: TenantNewsFor[] | null = [];
  /** Something changed while the own changes were read: what was read may be older. */
  #isStale = false;

  constructor({ sink, hearer, digest, now }: FollowerParts) {
    this.sink = sink;
    this.hearer = hearer;
    this.#digest = digest;
    this.#now = now;
  }

  /** Everything up to here has been told. */
  get place(): Place {
    return this.#place;
  }

  /** Says whether the stream stands in the present, so that it can fall behind. */
  get isPresent(): boolean {
    return this.#waiting === null;
  }

  /** Tells at once, or once the own changes have been told. */
  hear(told: TenantNewsFor): Need {
    if (this.#waiting === null) return this.#tell(told);
    this.#waiting.push(told);
    return null;
  }

  /** What comes from now on waits for the own changes. */
  hold(): void {
    this.#waiting ??= [];
  }

  /** The own changes are read once more after those that are being read. */
  askAgain(): void {
    this.#isStale = true;
  }

  /** Nothing was found: what waited is told now. */
  release(): Need {
    const held = this.#waiting ?? [];
    this.#waiting = null;
    const needs = held.map((told) => this.#tell(told));
    const isStale = this.#isStale;
    this.#isStale = false;
    return isStale || needs.includes('NOW') ? 'NOW' : needs.includes('LATER') ? 'LATER' : null;
  }

  /** Tells the own changes, the exact count, and what waited. The first time it says that the stream is ready. */
  present({ view, place, changes }: FoundChanges): Need {
    const { sink } = this;
    if (changes === null) sink.send({ event: 'resync', data: { cursor: this.#idOf(place) }, id: this.#idOf(place) });
    else for (const change of changes) this.#tellChange(change);
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

  /** Covers what was told and nothing else: what is counted already and told in a moment stays unread. */
  #asOf(): string {
    return writeAsOf({ publishSeq: this.#publishSeq, notificationSeq: this.#place.notificationSeq });
  }

  #count(total: number): void {
    if (total === this.#unread) return;
    this.#unread = total;
    this.sink.send({ event: 'unread', data: { total, asOf: this.#asOf() } });
  }

  #tellChange({ change, place }: PlacedChange): void {
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

  #tell({ news: { head, items, isMuch }, notified }: TenantNewsFor): Need {
    const place = this.#place;
    if (head.changeSeq <= place.changeSeq && head.notificationSeq <= place.notificationSeq) return null;
    if (isMuch) return 'LATER';
    const added = this.#tellItems(items);
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
    return added.isTold ? 'LATER' : null;
  }

  /** Answers how many more are unread; null where the marks are needed, which are this person's own. */
  #tellItems(items: News['items']): { readonly unread: number; readonly isTold: boolean } | null {
    const { hearer, sink } = this;
    const { viewer } = hearer;
    const from = this.#place.changeSeq;
    let [unread, isTold] = [0, false];
    for (const item of items) {
      if (item.changeSeq <= from) continue;
      const isSeen = item.isSeenBy(viewer, this.#now());
      if (isSeen && this.#isMuted(item)) continue;
      if (!isSeen && !item.mayHaveBeenSeenBy(viewer, from)) continue;
      // What was known before says something else now.
      if (isSeen && item.publishSeq <= this.#publishSeq) return null;
      this.#place = { ...this.#place, changeSeq: item.passedSeq };
      sink.relay(isSeen ? item.eventFor(hearer) : item.removal, this.#idOf(this.#place));
      if (isSeen && !item.isReadBy(viewer)) unread += 1;
      isTold = true;
    }
    return { unread, isTold };
  }
}
