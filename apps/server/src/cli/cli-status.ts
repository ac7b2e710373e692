// Says whether the program runs, where, and how it is: from its database, and from what the process itself answers.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { explainRefusal } from '../kernel/database/availability/start-refusal.ts';
import { type ConnectionSettings, createDatabase } from '../kernel/database/database.ts';
import { clientOptions } from '../kernel/database/database-client.ts';
import { findRunningPostgres } from '../kernel/embedded-postgres/running.ts';
import { findRunningProcesses } from '../kernel/live/running-processes.ts';
import type { Config } from '../kernel/process/config.ts';
import { localUrl } from '../kernel/process/served-address.ts';
import type { Command } from './cli-terminal.ts';

export const STATUS_USAGE = 'keelson status';

/** Is longer than readiness itself waits for a database. */
const ANSWER_MS_MAX = 4_000;

const RUNS = 0;
const DOES_NOT_RUN = 1;
const NOT_READY = 3;

/** Describes what `/health/ready` answers. */
interface Health {
  readonly status: string;
  readonly version: string;
  /** Holds reasons, and then remarks, each by the part that it is about. */
  readonly notReady: Readonly<Record<string, string>>;
  readonly warnings: Readonly<Record<string, string>>;
}

/** Answers null for words that it does not understand. */
export function parseStatusCommand(args: readonly string[]): Command | null {
  try {
    parseArgs({ args: [...args], options: {} });
  } catch {
    return null;
  }
  return async (config, { print, explain }) => {
    const database = await lookAtDatabase(config);
    if (database.trouble !== null) explain(database.trouble);
    const asked = await Promise.all(
      addressesOf(config, database.urls).map(async (url) => ({ url, health: await askHealth(url) })),
    );
    // A process that its database knows runs, even where this machine cannot reach it.
    const found = asked.filter(({ url, health }) => health !== null || database.urls.includes(url));
    if (found.length === 0) print('Keelson does not run.');
    for (const { url, health } of found) for (const line of linesOf(url, health)) print(line);
    print(`database: ${database.kind}`);
    if (found.length === 0) return DOES_NOT_RUN;
    return found.every(({ health }) => health?.status === 'ready') ? RUNS : NOT_READY;
  };
}

interface DatabaseView {
  readonly kind: string;
  /** Lists the processes that listen on it. */
  readonly urls: readonly string[];
  /** Says why it could not be asked. */
  readonly trouble: string | null;
}

/** Starts and sets up nothing: an embedded database that nobody runs is not asked. */
async function lookAtDatabase(config: Config): Promise<DatabaseView> {
  const { databaseUrl, dataDirectory } = config;
  const settings = databaseUrl === null ? findRunningPostgres(dataDirectory) : { url: databaseUrl };
  const kind =
    databaseUrl === null ? `embedded, in "${dataDirectory}"` : `PostgreSQL at ${placeOf({ url: databaseUrl })}`;
  if (settings === null) return { kind, urls: [], trouble: null };
  const database = createDatabase({ settings, connectionsMax: 1, statementTimeoutMs: ANSWER_MS_MAX });
  try {
    return { kind, urls: (await findRunningProcesses(database)).map(({ url }) => url), trouble: null };
  } catch (error) {
    const { message } = explainRefusal(error, settings) as Error;
    return { kind, urls: [], trouble: message };
  } finally {
    await database.close();
  }
}

/** Names the place without account and password. */
function placeOf(settings: ConnectionSettings): string {
  const { host, port, database } = new pg.Client(clientOptions(settings));
  return host.startsWith('/') ? `${host}, "${database}"` : `${host}:${port}, "${database}"`;
}

/** Answers the configured address where the database says nothing: it is away, stopped, or behind a pooler that hides who is there. */
function addressesOf({ listen }: Config, urls: readonly string[]): readonly string[] {
  if (urls.length > 0) return urls;
  return listen.port === 0 ? [] : [localUrl(listen)];
}

/** Answers null where nobody answers, or somebody who is not this program. */
async function askHealth(url: string): Promise<Health | null> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    const health = (await response.json()) as Partial<Health>;
    const { status, version, notReady, warnings } = health;
    const parts = [notReady, warnings].every((part) => typeof part === 'object' && part !== null);
    return typeof status === 'string' && typeof version === 'string' && parts ? (health as Health) : null;
  } catch {
    return null;
  }
}

function linesOf(url: string, health: Health | null): readonly string[] {
  if (health === null) return [`Keelson runs at ${url}, which does not answer from here`];
  const { version, status, notReady, warnings } = health;
  return [
    `Keelson ${version} runs at ${url}, ${status === 'ready' ? 'ready' : 'not ready'}`,
    ...Object.entries(notReady).map(([part, reason]) => `not ready: ${part}: ${reason}`),
    ...Object.entries(warnings).map(([part, remark]) => `warning: ${part}: ${remark}`),
  ];
}
