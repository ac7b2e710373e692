// Writes an accepted event as it lies in the spool, and reads it back.
import type { LogEvent } from '../record/event.types.ts';

export function toRecord(event: LogEvent): string {
  return JSON.stringify({ ...event, contentHash: event.contentHash.toString('base64') });
}

/** Throws for bytes that are no event. */
export function fromRecord(bytes: Uint8Array): LogEvent {
  const read = JSON.parse(Buffer.from(bytes).toString('utf8')) as Omit<LogEvent, 'contentHash'> & {
    contentHash: string;
  };
  return { ...read, contentHash: Buffer.from(read.contentHash, 'base64') };
}
