// Starts Keelson as an operator would, on a database of the bench's PostgreSQL, as many processes of it as a bar needs.
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createDatabase, type Database } from '../../apps/server/src/kernel/database/database.ts';
import { START_FLAGS } from '../../tests/support/start-flags.ts';
import type { BenchPostgres, SubjectDatabase } from '../postgres.ts';
import { findFreePort, type Program, startProgram, waitUntilAnswers } from '../processes.ts';
import type { Teardown } from '../teardown.ts';

export interface Deployment {
  /** Is the pool of the bench itself, beside those of the processes. */
  readonly database: Database;
  readonly databaseName: string;
  /** Serves a process that the bench runs itself. */
  readonly databaseUrl: string;
  readonly adminPassword: string;
  /** Starts one more process of the same service. */
  startProcess(options?: ProcessOptions): Promise<KeelsonProcess>;
}

export interface ProcessOptions {
  /** Holds further keys of the configuration. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names a module that is loaded before the program. */
  readonly probe?: URL;
  /** Names a program of the bench's own around the application; else the product's is started. */
  readonly main?: URL;
}

export interface KeelsonProcess extends Program {
  /** Holds scheme, host and port. */
  readonly origin: string;
}

const MAIN = new URL('../../apps/server/src/main.ts', import.meta.url);
const START_TIMEOUT_MS = 60_000;
/** One statement may fill in a million rows. */
const FILL_TIMEOUT_MS = 600_000;
const KEY_BYTES = 32;
const CONNECTIONS_MAX = 2;

/** Requests may say whom they are from, so that bounds by address can be met or kept away from. */
const TRUSTED_PEER = '127.0.0.1';

/** Configures an application that the bench runs in its own process; it listens on a port that is free. */
export function benchEnvironment(databaseUrl: string): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    KEELSON_LISTEN: '127.0.0.1:0',
    KEELSON_LOG_LEVEL: 'error',
    KEELSON_SECRET_KEYS: `bench:${randomBytes(KEY_BYTES).toString('base64url')}`,
    KEELSON_ADMIN_PASSWORD: 'a bench of wood',
  };
}

export async function createDeployment(
  postgres: BenchPostgres,
  { teardown, scratchDirectory }: { readonly teardown: Teardown; readonly scratchDirectory: string },
): Promise<Deployment> {
  const own: SubjectDatabase = await postgres.createSubjectDatabase('keelson');
  const adminPassword = `bench ${randomBytes(KEY_BYTES).toString('base64url')}`;
  const keys = `bench:${randomBytes(KEY_BYTES).toString('base64url')}`;
  const settings = { url: own.url };
  const database = createDatabase({ settings, connectionsMax: CONNECTIONS_MAX, statementTimeoutMs: FILL_TIMEOUT_MS });
  teardown.add(() => database.close());
  return {
    database,
    databaseName: own.name,
    databaseUrl: own.url,
    adminPassword,
    async startProcess({ env = {}, probe, main = MAIN } = {}) {
      const port = await findFreePort();
      const origin = `http://127.0.0.1:${port}`;
      const program = await startProgram(
        {
          command: process.execPath,
          args: [...START_FLAGS, ...(probe === undefined ? [] : ['--import', probe.href]), fileURLToPath(main)],
          // It does not start in the clone, whose .env is the operator's.
          cwd: scratchDirectory,
          env: {
            DATABASE_URL: own.url,
            KEELSON_SECRET_KEYS: keys,
            KEELSON_ADMIN_PASSWORD: adminPassword,
            KEELSON_LISTEN: `127.0.0.1:${port}`,
            KEELSON_LOG_LEVEL: 'warn',
            KEELSON_TRUSTED_PROXIES: TRUSTED_PEER,
            ...env,
          },
        },
        teardown,
      );
      await waitUntilAnswers(program, `${origin}/health/ready`, START_TIMEOUT_MS);
      return { ...program, origin };
    },
  };
}
