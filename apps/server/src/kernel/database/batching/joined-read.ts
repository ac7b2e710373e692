// Joins reads of one kind that arrive while one is in flight into one statement.

import type { Queryable } from '../database.types.ts';
import type { Statement } from '../database-client.ts';
import { createPump, type Done } from './pump.ts';

/** A prepared statement that takes the keys as one array parameter, or a function that reads some other way. */
export type JoinedSource<K, R> =
  | { readonly database: Pick<Queryable, 'rows'>; readonly statement: Statement }
  | { readonly read: (keys: K[]) => Promise<R[]> };

export type JoinedReadOptions<K, R> = JoinedSource<K, R> & {
  /** Answers the key of a row, equal to the key as it was asked for. */
  readonly keyOf: (row: R) => K;
  /** Keys that one statement takes at most. */
  readonly maximum?: number;
};

/** One round trip costs as much as some 50 look-ups by key. */
const KEYS_MAX = 64;

interface Waiting<R> {
  readonly rows: R[];
  readonly promise: Promise<R[]>;
  readonly resolve: (rows: R[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers all rows of a key, none when there are none. A read begins after its call, so it sees everything that was
 * committed before; callers of the same key in the same statement share one array. One statement is in flight at a time;
 * when it fails, all its callers fail with its error.
 */
export function createJoinedRead<K extends string | number, R extends object>(
  options: JoinedReadOptions<K, R>,
): (key: K) => Promise<R[]> {
  const { keyOf, maximum = KEYS_MAX } = options;
  const read = 'read' in options ? options.read : (keys: K[]) => options.database.rows<R>(options.statement, [keys]);
  let waiting = new Map<K, Waiting<R>>();

  const takeBatch = (): Map<K, Waiting<R>> => {
    if (waiting.size <= maximum) {
      const all = waiting;
      waiting = new Map();
      return all;
    }
    const batch = new Map<K, Waiting<R>>();
    for (const [key, reader] of waiting) {
      if (batch.size === maximum) break;
      batch.set(key, reader);
      waiting.delete(key);
    }
    return batch;
  };
  const readBatch = async (): Promise<Done> => {
    const batch = takeBatch();
    const { size } = batch;
    try {
      for (const row of await read([...batch.keys()])) batch.get(keyOf(row))?.rows.push(row);
      return { size, answer: () => batch.forEach(({ rows, resolve }) => void resolve(rows)) };
    } catch (error) {
      return { size, answer: () => batch.forEach(({ reject }) => void reject(error)) };
    }
  };

  const pump = createPump({ waiting: () => waiting.size, run: readBatch });

  return (key) => {
    let reader = waiting.get(key);
    if (reader === undefined) {
      reader = { rows: [], ...Promise.withResolvers<R[]>() };
      waiting.set(key, reader);
    }
    pump.wake();
    return reader.promise;
  };
}
