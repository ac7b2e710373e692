// Tells one client of a stream of events: what fits, each once and in order, behind what it has seen.
import type { EventSink, logEventStreamEvents } from '@keelson/contract';
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import { comparePlaces } from '../../../kernel/records/event-reader.ts';
import type { Fits } from './tail-filter.ts';
import type { TailedEvent } from './tailed-event.ts';

/** What comes while a client catches up; it goes on from its place when it comes back. */
const HELD_MAX = 5_000;
const PLACE = /^(\d{1,20})\.([0-9a-f-]{36})$/;

export type TailSink = EventSink<typeof logEventStreamEvents>;

const idOf = ({ xid, order }: Cursor): string => `${xid}.${order}`;

/** Reads the id that a client has seen last; null for what is none of ours. */
export function parseTailPlace(id: string): Cursor | null {
  const [, xid, order] = PLACE.exec(id) ?? [];
  return xid === undefined || order === undefined ? null : { xid, order };
}

/** What comes while its past is read waits. */
export class Tail {
  readonly #sink: TailSink;
  readonly #fits: Fits;
  #held: TailedEvent[] | null = [];
  isClosed = false;
  place: Cursor | null = null;

  constructor(sink: TailSink, fits: Fits) {
    this.#sink = sink;
    this.#fits = fits;
  }

  /** Answers whether the client was told. */
  tell(event: TailedEvent): boolean {
    const { place, model } = event;
    if (this.isClosed || (this.place !== null && comparePlaces(this.place, place) >= 0)) return false;
    this.place = place;
    if (!this.#fits(event)) return false;
    this.#sink.send({ event: 'log-event', id: idOf(place), data: model });
    return true;
  }

  hear(event: TailedEvent): void {
    if (this.#held === null) this.tell(event);
    else if (this.#held.push(event) > HELD_MAX) this.end();
  }

  pass(place: Cursor): void {
    if (this.#held !== null) return;
    this.place = place;
    this.#sink.mark(idOf(place));
  }

  gap(from: string | null, to: Date, place: Cursor): void {
    this.place = place;
    const data = { from, to: to.toISOString() };
    this.#sink.send({ event: 'gap', id: idOf(place), data });
  }

  catchUp(place: Cursor): void {
    this.place ??= place;
    const held = this.#held ?? [];
    this.#held = null;
    for (const event of held) this.tell(event);
    if (this.place !== null) this.#sink.mark(idOf(this.place));
  }

  end(): void {
    this.isClosed = true;
    this.#sink.end();
  }
}
