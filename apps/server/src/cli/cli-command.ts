// Runs one command of the command line against the database of this program, which may be running beside it.
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { createTeardown, startKernel } from '../app-kernel.ts';
import { createModules, type ModuleApis, moduleMigrations } from '../app-modules.ts';
import { readConfig } from '../app-process.ts';
import { findRunningPostgres, holdsEmbeddedDatabase } from '../kernel/embedded-postgres/running.ts';
import type { Config } from '../kernel/process/config.ts';
import { createLogger } from '../kernel/process/logger.ts';
import type { AdminLink } from '../modules/authentication/api.ts';
import { parseSettingCommand, SETTING_USAGE } from './cli-setting.ts';
import type { Command, CommandTerminal } from './cli-terminal.ts';

const USAGE = `Usage: keelson admin-link [--tenant <identifier>] [--user <username>]
       ${SETTING_USAGE.replaceAll('\n', '\n       ')}

admin-link prints a link by which the user sets a new password; older activation links of the user end. Without --user it is
for somebody who holds ROLE_SYSTEM_ADMIN and can sign in, of the tenant "default" before others, the oldest account first, and
it says for whom. With --user the tenant is "default" unless --tenant names another.

setting reads and writes settings under the checks of every write, for everybody or for a tenant; running processes obey at
once. Values are JSON, those of STRING settings plain text; without a value it is read from standard input, and a secret
always is. A value that begins with "-" stands behind "--". pin-check holds a settings file against what it may pin.

Both read the same configuration as the program and need its database. Exit status: 0 done, 1 refused, 2 not understood.`;

/** Answers the exit status: 0 done, 1 refused with a sentence, 2 not understood. */
export async function runCommand(words: readonly string[], terminal: CommandTerminal): Promise<number> {
  const command = parseCommand(words);
  if (command === null) {
    terminal.explain(USAGE);
    return 2;
  }
  try {
    const { config } = readConfig();
    return await withApis(config, terminal, (apis) => command(apis, terminal, `cli:${accountName()}`));
  } catch (error) {
    terminal.explain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** Names whoever runs the command; in a container the uid may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

function parseCommand([name, ...args]: readonly string[]): Command | null {
  if (name === 'admin-link') return parseAdminLink(args);
  return name === 'setting' ? parseSettingCommand(args) : null;
}

function parseAdminLink(args: readonly string[]): Command | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { tenant: { type: 'string' }, user: { type: 'string' } },
    });
    const whom = { tenantIdentifier: values.tenant ?? null, username: values.user ?? null };
    return async ({ authentication, systemSetting }, terminal, username) => {
      for (const sentence of await systemSetting.commands.open()) terminal.explain(`Warning: ${sentence}`);
      const issued = await authentication.issueAdminLink(whom, { username, ipAddress: null, requestId: null });
      if (whom.username === null) terminal.explain(sentenceAbout(issued));
      terminal.print(issued.link);
      return 0;
    };
  } catch {
    return null;
  }
}

/** Says for whom the link is that nobody was named for; it stands beside the link, which a script may read. */
function sentenceAbout({ username, tenantIdentifier, otherCount }: AdminLink): string {
  const whose = `The link is for the system administrator "${username}" of the tenant "${tenantIdentifier}".`;
  return otherCount === 0 ? whose : `${whose} ${otherCount} more hold the role; --tenant and --user name one of them.`;
}

/** Opens the modules on the database, without listening, jobs or a first start. */
async function withApis<T>(
  config: Config,
  terminal: CommandTerminal,
  work: (apis: ModuleApis) => Promise<T>,
): Promise<T> {
  const embedded = config.databaseUrl === null;
  if (embedded && !holdsEmbeddedDatabase(config.dataDirectory)) {
    throw new Error(
      `There is no database in "${config.dataDirectory}" yet. Start the program first: it prints a link.`,
    );
  }
  const connection = embedded ? findRunningPostgres(config.dataDirectory) : null;
  const log = createLogger('warn', { write: (line) => terminal.explain(line.trimEnd()) });
  const teardown = createTeardown(log);
  try {
    const given = connection === null ? {} : { connection };
    const kernel = await startKernel({ config, log, migrations: moduleMigrations, ...given }, teardown);
    return await work(createModules(kernel).apis);
  } finally {
    await teardown.run();
  }
}
