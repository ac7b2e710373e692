// Tells one client of a stream what is new of a table that is followed: each row once and in order, behind what it has seen.
import { type Cursor, comparePlaces } from '../database/commit-horizon.ts';

/** What comes while a client catches up; it goes on from its place when it comes back. */
const HELD_MAX = 5_000;

export interface TailedItem {
  readonly place: Cursor;
  /** Counts the bytes of it on the wire, or a little less. */
  readonly bytes: number;
}

/** Is what a module makes of the sink of a stream. */
export interface TailSink<I extends TailedItem> {
  /** Answers whether the client was told: what it did not ask for it is not. */
  tell(item: I, id: string): boolean;
  /** Says that the client has missed what came behind `last`; null where nobody knows behind what. */
  gap(last: I | null, id: string): void;
  mark(id: string): void;
  end(): void;
  /** Writes a place as an id that the client sends back. */
  idOf(place: Cursor): string;
}

/** What comes while its past is read waits. */
export class Tail<I extends TailedItem> {
  readonly #sink: TailSink<I>;
  #held: I[] | null = [];
  isClosed = false;
  place: Cursor | null = null;

  constructor(sink: TailSink<I>) {
    this.#sink = sink;
  }

  /** Answers whether the client was told. */
  tell(item: I): boolean {
    const { place } = item;
    if (this.isClosed || (this.place !== null && comparePlaces(this.place, place) >= 0)) return false;
    this.place = place;
    return this.#sink.tell(item, this.#sink.idOf(place));
  }

  hear(item: I): void {
    if (this.#held === null) this.tell(item);
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
    for (const item of held) this.tell(item);
    if (this.place !== null) this.#sink.mark(this.#sink.idOf(this.place));
  }

  end(): void {
    this.isClosed = true;
    this.#sink.end();
  }
}
