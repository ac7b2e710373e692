// Brings the database to the schema of this program: each module's numbered SQL files, once, in order.
import { MIGRATION_LOCK } from '../database/advisory-locks.ts';
import type { Connection, Database } from '../database/database.types.ts';
import { sql } from '../database/database-client.ts';
import { isRepeatable, isUnavailable } from '../database/database-errors.ts';
import { type MigrationFile, type MigrationSource, readMigrationFiles } from './migration-files.ts';
import { runAlone } from './run-alone.ts';

export type { MigrationSource } from './migration-files.ts';

/** The kernel's own tables; always migrated first. */
export const kernelMigrations: MigrationSource = {
  name: 'kernel',
  directory: new URL('./migrations/', import.meta.url),
};

/** Names the table that is there while a restore is under way, and after one that was cut off. */
export const RESTORE_MARK = 'kernel_restore';

/** Oldest version of the server: the SQL uses words that older ones lack. */
const SERVER_VERSION_MIN = 160_000;
/** Longest wait for another process, which may be building an index on a large table; after it a person should look. */
const LOCK_WAIT_MAX_MS = 30 * 60_000;

const readServer = sql(
  'kernel_server',
  `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS "versionText",
          getdatabaseencoding() AS encoding, to_regclass('${RESTORE_MARK}') IS NOT NULL AS "isHalfRestored"`,
);
const createTable = `CREATE TABLE IF NOT EXISTS kernel_migration (
  module text NOT NULL,
  number int NOT NULL,
  checksum text NOT NULL,
  applied timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (module, number)
)`;
const findTable = sql('kernel_migration_find', "SELECT to_regclass('kernel_migration') IS NOT NULL AS found");
const listApplied = sql('kernel_migration_list', 'SELECT module, number, checksum FROM kernel_migration');
const insertApplied = sql(
  'kernel_migration_insert',
  'INSERT INTO kernel_migration (module, number, checksum) VALUES ($1, $2, $3)',
);

/** Says whether a start has set up this database before, be it in part. */
export async function isMigrated(database: Database): Promise<boolean> {
  const [row] = await database.rows<{ found: boolean }>(findTable);
  return row?.found === true;
}

/** A file of which a database says that it was applied. */
export interface AppliedMigration {
  readonly module: string;
  readonly number: number;
  readonly checksum: string;
}

/**
 * Applies what is missing, the kernel's files first, then the modules in the order given. Several processes may call it at
 * once: one works, the others wait. Throws a sentence when the server is too old, when an applied file was changed, when
 * the database is newer than this program, when a restore into it was cut off, and when a file fails; files before it stay applied.
 * A restore gives `upTo`: these files alone are applied.
 */
export async function migrate(
  database: Database,
  modules: readonly MigrationSource[],
  { upTo }: { readonly upTo?: readonly AppliedMigration[] } = {},
): Promise<void> {
  const known = [kernelMigrations, ...modules].flatMap(readMigrationFiles);
  const files = upTo === undefined ? known : chooseFiles(known, upTo);
  await checkServer(database, upTo !== undefined);
  const what = 'another process has been migrating the database';
  await runAlone(database, { lock: MIGRATION_LOCK, waitMaxMs: LOCK_WAIT_MAX_MS, what }, async () => {
    await database.withConnection((connection) => connection.script(createTable));
    for (const file of await findMissing(database, files)) await applyFile(database, file);
  });
}

function chooseFiles(known: readonly MigrationFile[], upTo: readonly AppliedMigration[]): readonly MigrationFile[] {
  const chosen = new Set(
    upTo.map(({ module, number, checksum }) => {
      const file = known.find((one) => one.module === module && one.number === number);
      if (file === undefined) {
        throw new Error(
          `the backup has migration ${number} of ${module}, which this program does not know: it is newer`,
        );
      }
      if (file.checksum !== checksum) throw new Error(`the backup was made with another "${file.file}" of ${module}`);
      return file;
    }),
  );
  return known.filter((file) => chosen.has(file));
}

interface ServerRow {
  readonly version: number;
  readonly versionText: string;
  readonly encoding: string;
  readonly isHalfRestored: boolean;
}

async function checkServer(database: Database, isRestore: boolean): Promise<void> {
  const [server] = await database.rows<ServerRow>(readServer);
  if (server === undefined || server.version < SERVER_VERSION_MIN) {
    throw new Error(`PostgreSQL 16 or newer is needed; the server is ${server?.versionText}`);
  }
  if (server.encoding !== 'UTF8') throw new Error(`the database must be encoded in UTF8; it is ${server.encoding}`);
  if (server.isHalfRestored && !isRestore) {
    throw new Error('a restore into this database goes on, or was cut off: run it again, or empty the database');
  }
}

async function findMissing(database: Database, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const applied = await database.rows<AppliedMigration>(listApplied);
  const known = new Map(files.map((file) => [`${file.module} ${file.number}`, file]));
  const modules = new Set(files.map((file) => file.module));
  const done = new Set<MigrationFile>();
  for (const { module, number, checksum } of applied) {
    // A module that this program does not have keeps its tables.
    if (!modules.has(module)) continue;
    const file = known.get(`${module} ${number}`);
    if (file === undefined) {
      throw new Error(
        `the database has migration ${number} of ${module}, which this program does not know: it is newer`,
      );
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `migration "${file.file}" of ${module} was changed after it was applied: write a new one instead`,
      );
    }
    done.add(file);
  }
  return files.filter((file) => !done.has(file)).map((file) => checkOrder(file, done));
}

/** Throws where a file is missing below an applied one: rows of kernel_migration were lost. */
function checkOrder(file: MigrationFile, done: ReadonlySet<MigrationFile>): MigrationFile {
  for (const other of done) {
    if (other.module === file.module && other.number > file.number) {
      throw new Error(`migration ${other.number} of ${file.module} is applied, but not "${file.file}" before it`);
    }
  }
  return file;
}

async function applyFile(database: Database, file: MigrationFile): Promise<void> {
  const values = [file.module, file.number, file.checksum];
  try {
    await database.withConnection(async (connection) => {
      if (file.concurrent) {
        for (const statement of splitStatements(file.text)) await connection.script(statement);
        await connection.execute(insertApplied, values);
      } else {
        await applyInTransaction(connection, file, values);
      }
    });
  } catch (error) {
    if (isUnavailable(error) || isRepeatable(error)) throw error;
    throw new Error(`migration "${file.file}" of ${file.module} failed${placeOf(error, file)}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function applyInTransaction(connection: Connection, file: MigrationFile, values: unknown[]): Promise<void> {
  await connection.script('BEGIN');
  // The row comes first: a second process that lost sight of the lock stops at it before it changes anything.
  await connection.execute(insertApplied, values);
  await connection.script(file.text);
  await connection.script('COMMIT');
}

/** A statement ends with `;` at the end of a line; more is not needed for index files, which must not share a transaction. */
function splitStatements(text: string): string[] {
  return text.split(/;[ \t]*$/m).filter((statement) => statement.replace(/--.*$/gm, '').trim() !== '');
}

function placeOf(error: unknown, file: MigrationFile): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN;
  if (file.concurrent || !(position > 0)) return '';
  return ` at line ${file.text.slice(0, position).split('\n').length}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
