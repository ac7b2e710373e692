// Opens a connection of one's own to the database, for work that lasts longer than a request may wait for a statement.
import pg from 'pg';
import { type ConnectionSettings, clientOptions } from './database-client.ts';

/** A timer of Node can wait no longer, some 24 days: the work bounds its statements itself. */
const UNLIMITED_MS = 2_147_483_647;

export interface OwnConnection {
  readonly client: pg.Client;
  /** Is the process id of its backend, for `pg_cancel_backend`. */
  readonly pid: number;
  /** Closes it, whatever it is at. */
  end(): Promise<void>;
}

/** Whoever opens it ends it; behind a transaction pooler `pid` is of the backend that served its first statement. */
export async function openOwnConnection(settings: ConnectionSettings): Promise<OwnConnection> {
  const client = new pg.Client(clientOptions(settings, UNLIMITED_MS));
  // What waits for an answer fails; without a listener the process would end.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { client, pid: rows[0]!.pid, end: () => client.end().catch(() => undefined) };
}
