// The vocabulary of server-sent events: what a stream carries, and what a handler is given to write it (WHATWG HTML 9.2).
import type { Static, TSchema } from 'typebox';

/** Characters of `Last-Event-ID`: ids are positions, and a longer one is none of ours. */
export const lastEventIdMax = 256;

/** The data of each event by the event's name; `message` is what a client hears that registers for no name. */
export type EventSpec = Readonly<Record<string, TSchema>>;

/** Describes one event; `id` is what a client that comes back sends as `Last-Event-ID`. */
export type StreamEvent<E extends EventSpec> = {
  readonly [K in keyof E & string]: { readonly event: K; readonly data: Static<E[K]>; readonly id?: string };
}[keyof E & string];

/** An event as it goes over the wire, made once for all who receive it. */
export interface PreparedEvent {
  readonly source: StreamEvent<EventSpec>;
  readonly bytes: Uint8Array;
}

/** Writes to one client; after the end of the stream every call does nothing. */
export interface EventSink<E extends EventSpec = EventSpec> {
  /** Sends an event; a client that reads too slowly is cut off by it. */
  send(event: StreamEvent<E>): void;
  /** Sends what the server's `prepareEvent` made. One made without an id may be given one of this client alone. */
  relay(event: PreparedEvent, id?: string): void;
  /**
   * Everything up to `id` has been seen, also where nothing of it was for this client: sent at once the first time, then with
   * the heartbeats, so that a quiet client resumes from a recent place.
   */
  mark(id: string): void;
  /** Ends the stream; the client comes back by itself. */
  end(): void;
}

/** What a handler of a stream answers. It costs nothing until it is opened: too many streams are refused first. */
export interface EventStream<E extends EventSpec = EventSpec> {
  /**
   * Opens the stream, once, after the head of the answer. What it answers is called once, when the stream has ended.
   */
  open(sink: EventSink<E>): () => void;
}
