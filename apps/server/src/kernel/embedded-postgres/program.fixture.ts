// Runs an embedded database as a program of its own, for tests that kill programs; told what to do by one JSON argument.
import process from 'node:process';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** Is the argument of the program. With `uid` it becomes that plain user before it starts the database. */
export interface ProgramOptions {
  dataDirectory: string;
  packageDirectory?: string;
  uid?: number;
}

/** The program writes such lines on standard output: `ready` with the connection, or `refused` with the sentence. */
export type ProgramLine =
  | {
      kind: 'ready';
      pid: number;
      connection: { host: string; port: number; user: string; password: string; database: string };
    }
  | { kind: 'refused'; message: string };

const { uid, ...options } = JSON.parse(process.argv[2] ?? '{}') as ProgramOptions;
if (uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}
const silent = (): void => undefined;
const say = (line: ProgramLine): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);
try {
  const database = await startEmbeddedPostgres({ ...options, log: { info: silent, warn: silent, error: silent } });
  process.once('SIGTERM', () => void database.stop());
  say({ kind: 'ready', pid: database.pid() ?? 0, connection: database.connection });
} catch (error) {
  say({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
