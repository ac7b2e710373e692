// Server-sent events: open streams of this process, their heartbeats, bounds and ends (WHATWG HTML, 9.2).
import type { ServerResponse } from 'node:http';
import type { EventSink, EventSpec, EventStream } from '@keelson/contract';
import type { Logger } from '../../process/logger.ts';
import type { Metrics } from '../../process/metrics.ts';
import type { Caller } from '../../request/caller.ts';
import { fail } from '../../request/errors.ts';
import type { ReplyHeaders } from '../exchange/reply.ts';
import { formatEvent, formatId, formatRetry } from './sse-event.ts';

/** Proxies cut a connection that says nothing for 30 to 60 s. */
const HEARTBEAT_MS = 15_000;
/** Bytes that may wait for one reader: some hundred events. A reader further behind is better served by a new start. */
const BUFFER_BYTES_MAX = 262_144;
/** Clients come back after a time between these, each after its own, so that a restart does not bring all of them at once. */
const RETRY_MS = { least: 2_000, most: 10_000 } as const;
/** Tabs of one person; each stream of a kind holds a connection and is written to on every change. */
const STREAMS_OF_A_KIND_MAX = 10;

/**
 * Follows a caller beyond its request: `onChange` gets the caller after a change of authorities, or null, once, when
 * the session (of an API key: the key) has ended for any reason. The answered function stops that.
 */
export type WatchCaller = (caller: Caller, onChange: (current: Caller | null) => void) => () => void;

/** Describes the request that a stream answers. */
export interface StreamRequest {
  /** Module and operation: streams are counted by it. */
  readonly kind: string;
  readonly streamsMax: number | undefined;
  readonly caller: Caller | null;
  readonly remoteAddress: string;
  readonly response: ServerResponse;
  readonly headers: ReplyHeaders;
}

/** Terms that the contract cannot know: bounds that an operator sets, and a caller whom the handler found itself. */
export interface StreamTerms {
  /** Streams that one owner may have open at a time in this process. */
  readonly ownerMax: number;
  /** Streams that callers without a name may have open at a time together. */
  readonly anonymousMax?: number;
  /** Owner of the stream, with whose session it ends; undefined stands for the caller of the request. */
  readonly caller?: Caller | null;
}

/** A stream with terms of its own. */
export interface TermedStream<E extends EventSpec> extends EventStream<E> {
  readonly terms: StreamTerms;
}

export interface Streams {
  /**
   * Sends the head and opens the stream. Fails with TOO_MANY_STREAMS, or with SERVICE_UNAVAILABLE once the process is
   * stopping; nothing was sent then.
   */
  open(stream: EventStream, request: StreamRequest): void;
  /** Ends every stream and opens no further one. Clients come back, to another process. */
  stop(): void;
}

export interface StreamsOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Absent where no module knows sessions. */
  readonly watchCaller?: WatchCaller;
  readonly heartbeatMs?: number;
}

/** Names why a stream ended that its client did not leave. */
type Drop = 'too-slow' | 'stalled';

interface OpenStream {
  heartbeat(): void;
  end(): void;
}

/**
 * Answers the key under which streams are counted: a person whatever the spelling of the name, a key, else an address.
 */
function ownerOf(caller: Caller | null, remoteAddress: string): string {
  if (caller === null) return remoteAddress;
  return caller.userUuid ?? caller.apiKeyUuid ?? `${caller.tenantIdentifier}/${caller.username}`;
}

/**
 * Says whether the caller lost an authority: what a stream may send was decided when it was opened, so it has to be
 * opened anew.
 */
function hasLost(before: Caller, now: Caller): boolean {
  for (const authority of before.authorities) if (!now.authorities.has(authority)) return true;
  return false;
}

/** Writes to one client, bounds what waits for it, and notices when it no longer reads. */
function createSink(response: ServerResponse, close: (drop: Drop | null) => void): EventSink & OpenStream {
  let markedId: string | null = null;
  let sentId: string | null = null;
  let takenBefore = 0;
  let ended = false;

  /** Counts the bytes that the client's side of the connection has taken. */
  const taken = (): number => (response.socket?.bytesWritten ?? 0) - response.writableLength;
  const finish = (drop: Drop | null): void => {
    if (ended) return;
    ended = true;
    if (drop === null) response.end();
    else response.destroy();
    close(drop);
  };
  const write = (text: string | Uint8Array): void => {
    if (ended) return;
    response.write(text);
    if (response.writableLength > BUFFER_BYTES_MAX) finish('too-slow');
  };
  const formatMark = (): string => {
    const text = markedId === null || markedId === sentId ? ':\n\n' : `${formatId(markedId)}\n`;
    sentId = markedId;
    return text;
  };

  const noteId = (id: string | undefined): void => {
    if (id === undefined) return;
    markedId = id;
    sentId = id;
  };

  return {
    send(event) {
      noteId(event.id);
      write(formatEvent(event));
    },
    relay({ source, bytes }, id) {
      noteId(id ?? source.id);
      if (id === undefined) return write(bytes);
      // One packet carries both parts, and the id counts only once the whole event has arrived.
      response.cork();
      write(formatId(id));
      write(bytes);
      response.uncork();
    },
    mark(id) {
      markedId = id;
      if (sentId === null) write(formatMark());
    },
    heartbeat() {
      const now = taken();
      if (response.writableLength > 0 && now === takenBefore) return finish('stalled');
      takenBefore = now;
      write(formatMark());
    },
    end: () => finish(null),
  };
}

/** Counts open streams by kind and owner. */
function createCounts(): { take(key: string, max: number): boolean; release(key: string): void } {
  const counts = new Map<string, number>();
  return {
    take(key, max) {
      const count = counts.get(key) ?? 0;
      if (count >= max) return false;
      counts.set(key, count + 1);
      return true;
    },
    release(key) {
      const count = (counts.get(key) ?? 0) - 1;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}

/** Counts a stream against each of its bounds, or fails and counts none; the answered function takes it off again. */
function takeAll(
  counts: ReturnType<typeof createCounts>,
  bounds: readonly (readonly [key: string, limit: number])[],
): () => void {
  const taken: string[] = [];
  const release = (): void => {
    for (const key of taken) counts.release(key);
  };
  for (const [key, limit] of bounds) {
    if (!counts.take(key, limit)) {
      release();
      fail('TOO_MANY_STREAMS', { parameters: { limit } });
    }
    taken.push(key);
  }
  return release;
}

/** Decides who owns the stream, and which bounds count for it. */
function termsOf(
  stream: EventStream,
  { kind, caller: asked, remoteAddress, streamsMax = STREAMS_OF_A_KIND_MAX }: StreamRequest,
): { readonly caller: Caller | null; readonly bounds: readonly (readonly [key: string, limit: number])[] } {
  const terms = 'terms' in stream ? (stream as TermedStream<EventSpec>).terms : undefined;
  const caller = terms?.caller === undefined ? asked : terms.caller;
  const own = [`${kind} ${ownerOf(caller, remoteAddress)}`, terms?.ownerMax ?? streamsMax] as const;
  const all = caller === null && terms?.anonymousMax !== undefined ? [[kind, terms.anonymousMax] as const] : [];
  return { caller, bounds: [own, ...all] };
}

/** Makes the counter of streams that were cut off. */
function registerMetrics(metrics: Metrics, openCount: () => number) {
  metrics.gauge({
    name: 'streams_open',
    help: 'Open streams of server-sent events.',
    collect: (gauge) => gauge.set(openCount()),
  });
  return metrics.counter({
    name: 'streams_dropped_total',
    help: 'Streams cut off because their client read too slowly or not at all.',
    labelNames: ['kind', 'reason'],
  });
}

/** Holds the streams of one process, bounded by owner and kind, by what waits for a reader, and by its silence. */
export function createStreams({ log, metrics, watchCaller, heartbeatMs = HEARTBEAT_MS }: StreamsOptions): Streams {
  const counts = createCounts();
  const openStreams = new Set<OpenStream>();
  let stopping = false;
  const dropped = registerMetrics(metrics, () => openStreams.size);
  const timer = setInterval(() => {
    for (const stream of openStreams) stream.heartbeat();
  }, heartbeatMs);
  timer.unref();

  const begin = (
    stream: EventStream,
    { kind, response, headers }: StreamRequest,
    caller: Caller | null,
    release: () => void,
  ): void => {
    const undo: (() => void)[] = [release];
    let closed = false;
    const onClose = (action: () => void): void => {
      if (closed) action();
      else undo.push(action);
    };
    const sink = createSink(response, (drop) => {
      closed = true;
      openStreams.delete(sink);
      for (const action of undo) action();
      if (drop === null) return;
      dropped.inc({ kind, reason: drop });
      log.info({ kind, reason: drop }, 'a stream was cut off');
    });
    openStreams.add(sink);
    response.on('close', sink.end);
    response.writeHead(200, headers);
    response.flushHeaders();
    response.write(formatRetry(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least)));
    if (caller !== null && watchCaller !== undefined) {
      const watch = watchCaller(caller, (current) => {
        if (current === null || hasLost(caller, current)) sink.end();
      });
      onClose(watch);
    }
    if (closed) return;
    try {
      onClose(stream.open(sink));
    } catch (error) {
      sink.end();
      throw error;
    }
  };

  return {
    open(stream, request) {
      if (stopping) fail('SERVICE_UNAVAILABLE');
      const { caller, bounds } = termsOf(stream, request);
      begin(stream, request, caller, takeAll(counts, bounds));
    },
    stop() {
      stopping = true;
      clearInterval(timer);
      for (const stream of [...openStreams]) stream.end();
    },
  };
}
