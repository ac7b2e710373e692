// Reads what COPY sends, as the network brings it, and no faster than it is taken.
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Whoever stops before the end, as by the signal, leaves a connection that only serves to be closed. */
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
