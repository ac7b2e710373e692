// Formats events as they go over the wire (WHATWG HTML 9.2).
import type { EventSpec, PreparedEvent, StreamEvent } from '@keelson/contract';

const LINE_BREAK = /[\r\n\0]/;

/** Throws for an id that would be more than one line: ids are made by this program. */
export function formatId(id: string): string {
  if (LINE_BREAK.test(id)) throw new Error('the id of an event has more than one line');
  return `id: ${id}\n`;
}

/** The line by which a client waits so many milliseconds before it comes back. */
export function formatRetry(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`;
}

export function formatEvent({ event, data, id }: StreamEvent<EventSpec>): string {
  const lines = id === undefined ? '' : formatId(id);
  const name = event === 'message' ? '' : `event: ${event}\n`;
  return `${lines}${name}data: ${JSON.stringify(data)}\n\n`;
}

/** Writes an event for `EventSink.relay` into one buffer, whose bytes every socket writes and none copies. */
export function prepareEvent<E extends EventSpec>(event: StreamEvent<E>): PreparedEvent {
  const source = event as StreamEvent<EventSpec>;
  return { source, bytes: Buffer.from(formatEvent(source)) };
}
