// Knows which processes work on a database and where they listen: each puts both in the name of its listening
// connection, which ends with it.
import { type Queryable, sql } from '../database/database.ts';

export interface RunningProcess {
  readonly version: string;
  /** Address under which this process is reached from its own machine. */
  readonly url: string;
}

/** Bound of a connection's name in PostgreSQL, which cuts a longer one. */
const NAME_BYTES_MAX = 63;
const NAME = /^keelson (\S+) (http:\S+)$/;

const findNames = sql(
  'kernel_running_processes',
  `SELECT DISTINCT application_name AS name FROM pg_stat_activity
   WHERE datname = current_database() AND application_name LIKE 'keelson %' ORDER BY name`,
);

/** The name of the connection; null where the address does not fit: the process is then not found by its connection. */
export function nameOfProcess({ version, url }: RunningProcess): string | null {
  const name = `keelson ${version} ${url}`;
  return Buffer.byteLength(name) > NAME_BYTES_MAX ? null : name;
}

/** Finds none behind a transaction pooler, where a name would stay on a connection of somebody else. */
export async function findRunningProcesses(database: Queryable): Promise<readonly RunningProcess[]> {
  const rows = await database.rows<{ name: string }>(findNames);
  return rows.flatMap(({ name }) => {
    const [, version, url] = NAME.exec(name) ?? [];
    return version === undefined || url === undefined ? [] : [{ version, url }];
  });
}
