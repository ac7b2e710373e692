// Reads COPY as the network delivers it, and no faster than it is consumed.
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Yields bytes; a reader that stops early, as by the signal, has to close the connection. */
export async function* readBytes(
  client: pg.ClientBase,
  copy: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  signal.throwIfAborted();
  for await (const chunk of client.query(copyTo(copy))) {
    signal.throwIfAborted();
    yield chunk as Buffer;
  }
}
