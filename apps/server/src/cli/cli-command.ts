// Runs one command of the command line against the database of this program, which may be running beside it.
import { userInfo } from 'node:os';
import packageFile from '../../package.json' with { type: 'json' };
import { createTeardown, startKernel } from '../app-kernel.ts';
import { createModules, moduleMigrations } from '../app-modules.ts';
import { readConfig } from '../app-process.ts';
import { findRunningPostgres, holdsEmbeddedDatabase } from '../kernel/embedded-postgres/running.ts';
import { findRunningProcesses, type RunningProcess } from '../kernel/live/running-processes.ts';
import type { Config } from '../kernel/process/config.ts';
import { createLogger } from '../kernel/process/logger.ts';
import { localUrl } from '../kernel/process/served-address.ts';
import { ADMIN_LINK_USAGE, parseAdminLinkCommand } from './cli-admin-link.ts';
import { AUDIT_VERIFY_USAGE, parseAuditVerifyCommand } from './cli-audit-verify.ts';
import { BACKUP_USAGE, parseBackupCommand } from './cli-backup.ts';
import { parseRestoreCommand, RESTORE_USAGE } from './cli-restore.ts';
import { parseSettingCommand, SETTING_USAGE } from './cli-setting.ts';
import { parseStatusCommand, STATUS_USAGE } from './cli-status.ts';
import type { Command, CommandTerminal, ModuleCommand } from './cli-terminal.ts';

const usageLines = [
  STATUS_USAGE,
  ADMIN_LINK_USAGE,
  SETTING_USAGE,
  AUDIT_VERIFY_USAGE,
  BACKUP_USAGE,
  RESTORE_USAGE,
  'keelson --version',
  'keelson --help',
];
const USAGE = `Usage: ${usageLines.join('\n').replaceAll('\n', '\n       ')}

status prints whether the program runs, its address, version and readiness, and what database it is on.

admin-link prints a link by which the user sets a new password; older activation links of the user end. Without --user it is
for somebody who holds ROLE_SYSTEM_ADMIN and can sign in, of the tenant "default" before others, the oldest account first, and
it says for whom. With --user the tenant is "default" unless --tenant names another.

setting reads and writes settings under the checks of every write, for everybody or for a tenant; running processes obey at
once. Values are JSON, those of STRING settings plain text; without a value it is read from standard input, and a secret
always is. A value that begins with "-" stands behind "--". pin-check holds a settings file against what it may pin. give-up-key lets
processes start without a secret key that is lost for good, and with it whatever it alone opens.

audit-verify compares the events of audit of a tenant, "default" unless --tenant names another, with the chain that seals them,
and prints where it stands: given as --checkpoint another day, that shows whether anything before it was rewritten or cut off.

backup writes the whole database as it is at one moment, what waits in the spool of events, and the key file of an embedded database
unless --without-keys is given, into a new directory that nobody else can read; programs go on meanwhile. restore writes that into an empty
database, embedded or not, and overwrites nothing; with --check it only looks whether the backup is whole.

All read the same configuration as the program; all but status and restore need its database. Exit status: 0 done, 1 refused, 2 not
understood; of status: 0 runs and is ready, 1 does not run, 3 runs and is not ready.`;

/** Holds the commands by name; each answers null for words that it does not understand. */
const commands: Readonly<Record<string, (args: readonly string[]) => Command | null>> = {
  status: parseStatusCommand,
  'admin-link': (args) => onModules(parseAdminLinkCommand(args)),
  setting: (args) => onModules(parseSettingCommand(args)),
  'audit-verify': (args) => onModules(parseAuditVerifyCommand(args)),
  backup: parseBackupCommand,
  restore: parseRestoreCommand,
};

/** Answers the exit status: 0 done, 1 refused with a sentence, 2 not understood; `status` has its own. */
export async function runCommand(words: readonly string[], terminal: CommandTerminal): Promise<number> {
  const [name = '', ...args] = words;
  if (asksForHelp(words)) {
    terminal.print(USAGE);
    return 0;
  }
  if (words.length === 1 && ['--version', '-v', 'version'].includes(name)) {
    terminal.print(`keelson ${packageFile.version}`);
    return 0;
  }
  const parse = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const command = parse?.(args) ?? null;
  if (command === null) {
    if (parse === undefined && name !== '') terminal.explain(`There is no command "${name}".\n`);
    terminal.explain(USAGE);
    return 2;
  }
  try {
    return await command(readConfig().config, terminal);
  } catch (error) {
    terminal.explain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** Says whether help is asked for; values stand behind "--". */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const options = end === -1 ? words : words.slice(0, end);
  return words[0] === 'help' || options.includes('--help') || options.includes('-h');
}

/** Names whoever runs the command; in a container the uid may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** Gives a command the modules on the database, without listening, jobs or a first start. */
function onModules(command: ModuleCommand | null): Command | null {
  if (command === null) return null;
  return async (config, terminal) => {
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
      const { address, database } = kernel;
      const processes = config.databaseNotify === 'listen' ? await findRunningProcesses(database) : null;
      const served = chooseProcess(config, processes ?? []);
      if (served !== undefined) address.listensOn(served.url);
      const { apis } = createModules(kernel);
      return await command({ apis, address, processes, username: `cli:${accountName()}` }, terminal);
    } finally {
      await teardown.run();
    }
  };
}

/** Chooses the process that this configuration speaks of, else any; where it matters KEELSON_PUBLIC_URL says what people use. */
function chooseProcess({ listen }: Config, processes: readonly RunningProcess[]): RunningProcess | undefined {
  const configured = localUrl(listen);
  return processes.find(({ url }) => url === configured) ?? processes[0];
}
