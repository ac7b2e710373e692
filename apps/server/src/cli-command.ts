// Runs one command of the command line against the database of this program, which may be running beside it.
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { createTeardown, startKernel } from './app-kernel.ts';
import { createModules, type ModuleApis, moduleMigrations } from './app-modules.ts';
import { readConfig } from './app-process.ts';
import type { Config } from './kernel/config.ts';
import { findRunningPostgres, holdsEmbeddedDatabase } from './kernel/embedded-postgres-running.ts';
import { createLogger } from './kernel/log.ts';

const USAGE = `Usage: keelson admin-link [--tenant <identifier>] [--user <username>]

Prints a link by which the user sets a new password; older activation links of the user end. Without options the user is
"admin" of the tenant "default". Reads the same configuration as the program and needs its database.`;

/** Where a command writes: results, and sentences for whoever typed it. */
export interface CommandOutput {
  print(line: string): void;
  explain(line: string): void;
}

interface AdminLink {
  readonly tenantIdentifier: string;
  readonly username: string;
}

/** Answers the exit status: 0 done, 1 refused with a sentence, 2 not understood. */
export async function runCommand(words: readonly string[], output: CommandOutput): Promise<number> {
  const command = parseCommand(words);
  if (command === null) {
    output.explain(USAGE);
    return 2;
  }
  try {
    const { config } = readConfig();
    const link = await withApis(config, output, ({ authentication }) =>
      authentication.issueAdminLink(command, {
        username: `cli:${accountName()}`,
        ipAddress: null,
        requestId: null,
      }),
    );
    output.print(link);
    return 0;
  } catch (error) {
    output.explain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** Of whoever runs the command; in a container the uid may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

function parseCommand(words: readonly string[]): AdminLink | null {
  const [name, ...args] = words;
  if (name !== 'admin-link') return null;
  try {
    const { values } = parseArgs({ args, options: { tenant: { type: 'string' }, user: { type: 'string' } } });
    return { tenantIdentifier: values.tenant ?? 'default', username: values.user ?? 'admin' };
  } catch {
    return null;
  }
}

/** The modules on the database, without listening, jobs or a first start. */
async function withApis<T>(config: Config, output: CommandOutput, work: (apis: ModuleApis) => Promise<T>): Promise<T> {
  const embedded = config.databaseUrl === null;
  if (embedded && !holdsEmbeddedDatabase(config.dataDirectory)) {
    throw new Error(
      `There is no database in "${config.dataDirectory}" yet. Start the program first: it prints a link.`,
    );
  }
  const connection = embedded ? findRunningPostgres(config.dataDirectory) : null;
  const log = createLogger('warn', { write: (line) => output.explain(line.trimEnd()) });
  const teardown = createTeardown(log);
  try {
    const given = connection === null ? {} : { connection };
    const kernel = await startKernel({ config, log, migrations: moduleMigrations, ...given }, teardown);
    return await work(createModules(kernel).apis);
  } finally {
    await teardown.run();
  }
}
