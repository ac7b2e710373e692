// Sends one client the new items of a followed table: each once and in order, behind the last that it has seen.
import { type Cursor, comparePlaces } from '../database/commit-horizon.ts';

/**
 * Items that wait while a client catches up; beyond it the stream ends, and the client goes on from its place when it
 * comes back.
 */
const HELD_MAX = 5_000;

export interface TailedItem {
  readonly place: Cursor;
  /** Bytes of the item on the wire, or a little less. */
  readonly bytes: number;
}

/** The sink that a module makes of that of a stream. */
export interface TailSink<I extends TailedItem> {
  /** Sends an item; answers false where the client did not ask for it. */
  send(item: I, id: string): boolean;
  /** Sends the client that it has missed items behind `last`; null where its last item is not known. */
  gap(last: I | null, id: string): void;
  mark(id: string): void;
  end(): void;
  /** Writes a place as an id that the client sends back. */
  idOf(place: Cursor): string;
}

/** A stream that holds new items back while the missed ones are read. */
export class Tail<I extends TailedItem> {
  readonly #sink: TailSink<I>;
  #held: I[] | null = [];
  isClosed = false;
  place: Cursor | null = null;

  constructor(sink: TailSink<I>) {
    this.#sink = sink;
  }

  /** Sends an item; answers whether the client got it. */
  send(item: I): boolean {
    const { place } = item;
    if (this.isClosed || (this.place !== null && comparePlaces(this.place, place) >= 0)) return false;
    this.place = place;
    return this.#sink.send(item, this.#sink.idOf(place));
  }

  hear(item: I): void {
    if (this.#held === null) this.send(item);
    else if (this.#held.push(item) > HELD_MAX) this.end();
  }

  pass(place: Cursor): void {
    if (this.#held !== null) return;
    this.place = place;
    this.#sink.mark(this.#sink.idOf(place));
  }

  gap(last: I | null, place: Cursor): void {
    this.place = place;
    this.#sink.gap(last, this.#sink.idOf(place));
  }

  catchUp(place: Cursor): void {
    this.place ??= place;
    const held = this.#held ?? [];
    this.#held = null;
    for (const item of held) this.send(item);
    if (this.place !== null) this.#sink.mark(this.#sink.idOf(this.place));
  }

  end(): void {
    this.isClosed = true;
    this.#sink.end();
  }
}
