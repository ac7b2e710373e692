// Proves that a backup holds everything, that a restore brings it back, and that neither leaves or overwrites half of anything.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../app-modules.ts';
import type { BackupManifest } from '../kernel/backup/backup-format.ts';
import { sql } from '../kernel/database/database.ts';
import { migrate } from '../kernel/schema/migrate.ts';
import {
  call,
  createActiveUser,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../testing/sign-in.ts';
import { createEmptyDatabase, secretKeysOfRun, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createPrograms, run, urlOf } from './cli-command.fixture.ts';

const commandLine = fileURLToPath(new URL('../cli.ts', import.meta.url));
const { directory: root, remove } = createPrograms();
const keys = { KEELSON_SECRET_KEYS: secretKeysOfRun() };
const spool = join(root, 'spool');
const targets: TestDatabase[] = [];

let server: TestServer;
let admin: string;
let backup: string;
let count = 0;

const place = (): string => {
  count += 1;
  return join(root, 'backups', String(count));
};
const environment = ({ settings }: Pick<TestDatabase, 'settings'>) => ({
  DATABASE_URL: urlOf(settings),
  KEELSON_LOGGER_SPOOL_DIR: spool,
  ...keys,
});
const read = (directory: string) => JSON.parse(readFileSync(join(directory, 'backup.json'), 'utf8')) as BackupManifest;
const contents = ({ tables, sequences, migrations, partitions }: BackupManifest) => ({
  tables,
  sequences,
  migrations,
  partitions,
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  targets.push(database);
  return database;
}

/** Copies the backup, for a test that damages it. */
function copyOf(change: (directory: string) => void): string {
  const copy = place();
  cpSync(backup, copy, { recursive: true });
  change(copy);
  return copy;
}

function changeManifest(change: (manifest: BackupManifest) => object): string {
  return copyOf((copy) => writeFileSync(join(copy, 'backup.json'), JSON.stringify(change(read(copy)))));
}

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
  await createActiveUser(server, admin, { username: 'ada', roleList: ['ROLE_SYSTEM_ADMIN'] });
  mkdirSync(join(spool, 'some-process'), { recursive: true });
  writeFileSync(join(spool, 'some-process', '1'), 'events that wait');
  backup = place();
  const made = await run(['backup', backup], environment(server.database));
  expect(made).toEqual({
    status: 0,
    printed: [expect.stringMatching(/^backup of 20.* tables, \d+ rows/)],
    explained: '',
  });
});
afterAll(async () => {
  await server.stop();
  for (const target of targets) await target.close();
  remove();
});

describe('a backup', () => {
  it('brings every row back into an empty database, and a server goes on with sessions, passwords and events', async () => {
    const ada = await signIn(server, 'ada', USER_PASSWORD);
    const directory = place();
    expect((await run(['backup', directory], environment(server.database))).status).toBe(0);
    const target = await emptyDatabase();
    const restored = await run(['restore', directory], environment(target));
    expect([restored.status, restored.explained]).toEqual([0, '']);
    const again = place();
    expect((await run(['backup', again], environment(target))).status).toBe(0);
    expect(contents(read(again))).toEqual(contents(read(directory)));
    expect(read(directory).tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(20);
    const other = await startTestServer({ sharedDatabase: target, clock: server.clock });
    try {
      expect((await call(other, 'GET', '/session', { token: ada })).status).toBe(200);
      expect((await login(other, 'ada', USER_PASSWORD)).status).toBe(200);
      await createActiveUser(other, ada, { username: 'ben' });
      // Numbers go on where they were, and what the totals count is counted once.
      const rows = (from: TestServer) =>
        query<{ n: number }>(from, "SELECT count(*)::int AS n FROM auth_user WHERE username IN ('ada', 'ben')");
      expect([await rows(other), await rows(server)]).toEqual([[{ n: 2 }], [{ n: 1 }]]);
    } finally {
      await other.stop();
    }
  });

  it('is closed to everybody else, and holds the spool; the keys of the environment stay there', () => {
    const files = readdirSync(backup, { recursive: true, withFileTypes: true });
    for (const entry of files) {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      expect([entry.name, mode]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    const { files: kept, keyIds } = read(backup);
    expect([kept.map(({ path }) => path), keyIds]).toEqual([['logger-spool/some-process/1'], ['test']]);
    const key = secretKeysOfRun().split(':')[1] ?? '';
    for (const entry of files.filter((one) => one.isFile())) {
      expect(readFileSync(join(entry.parentPath, entry.name)).includes(key)).toBe(false);
    }
  });

  it('overwrites nothing, and is made of a database of this program alone', async () => {
    const there = await run(['backup', backup], environment(server.database));
    expect([there.status, there.explained]).toEqual([1, expect.stringContaining('is there already')]);
    const strange = await run(['backup', place()], environment(await emptyDatabase()));
    expect([strange.status, strange.explained]).toEqual([1, expect.stringContaining('is not one of this program')]);
  });

  it('holds what its file of pinned settings was, and a restore says where that is', async () => {
    const pins = join(root, 'pins.json');
    writeFileSync(pins, '{}');
    const directory = place();
    const env = { ...environment(server.database), KEELSON_SETTINGS_FILE: pins };
    expect((await run(['backup', directory], env)).status).toBe(0);
    const { explained } = await run(['restore', directory], environment(await emptyDatabase()));
    expect(explained).toContain(join(directory, 'settings-file.json'));
    const same = await run(['restore', directory], {
      ...environment(await emptyDatabase()),
      KEELSON_SETTINGS_FILE: pins,
    });
    expect([same.status, same.explained]).toEqual([0, '']);
  });
});

describe('a backup that does not come to its end', () => {
  const leftOf = (directory: string) =>
    readdirSync(dirname(directory)).filter((name) => name.startsWith(basename(directory)));
  const start = (program: string, args: readonly string[]) => {
    const env = { PATH: process.env.PATH ?? '', ...environment(server.database) };
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    const ended = new Promise<unknown>((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
    return { child, ended, said: () => said };
  };

  it('leaves nothing where the disk has no room, and says so', async () => {
    const directory = place();
    // A file may have 4 blocks of 1,024 bytes, as on a disk that is full.
    const limited = `ulimit -f 4; exec "${process.execPath}" "${commandLine}" backup "${directory}"`;
    const { ended, said } = start('bash', ['-c', limited]);
    expect([await ended, said()]).toEqual([1, expect.stringContaining('is full: no backup was made')]);
    expect(leftOf(directory)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('never has the name of one that did: %s', async (signal) => {
    const directory = place();
    const waiting = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // Whoever changes the schema is waited for; the backup has begun by then.
    const held = server.kernel.database.transaction(async (tx) => {
      await tx.execute(sql('t_hold', 'LOCK TABLE auth_user IN ACCESS EXCLUSIVE MODE'));
      waiting.resolve();
      await release.promise;
    });
    await waiting.promise;
    const { child, ended, said } = start(process.execPath, [commandLine, 'backup', directory]);
    await expect.poll(() => leftOf(directory).length).toBe(1);
    child.kill(signal);
    if (signal === 'SIGKILL') await ended;
    release.resolve();
    await held;
    expect(await ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 1);
    expect(existsSync(directory)).toBe(false);
    if (signal === 'SIGTERM') expect([leftOf(directory), said()]).toEqual([[], expect.stringContaining('broken off')]);
  });
});

describe('a restore', () => {
  it('overwrites no database that anybody has used', async () => {
    const refused = await run(['restore', backup], environment(server.database));
    expect([refused.status, refused.explained]).toEqual([1, expect.stringContaining('The database is not empty')]);
    expect((await call(server, 'GET', '/session', { token: admin })).status).toBe(200);
  });

  it('refuses what is damaged or was cut off before it touches anything, and --check says so without a database', async () => {
    const check = (directory: string) => run(['restore', directory, '--check'], { KEELSON_DATA: join(root, 'none') });
    expect(await check(backup)).toMatchObject({ status: 0, printed: [expect.stringMatching(/^whole: backup of/)] });
    const cutOff = copyOf((copy) => writeFileSync(join(copy, 'backup.json'), '{"format"'));
    const changed = copyOf((copy) => {
      const file = join(copy, 'tables', 'auth_user.copy.gz');
      const bytes = readFileSync(file);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      writeFileSync(file, bytes);
    });
    const outside = changeManifest((manifest) => ({
      ...manifest,
      files: [{ path: 'logger-spool/../../../x', bytes: 0, sha256: '' }],
    }));
    const later = changeManifest((manifest) => ({ ...manifest, format: 2 }));
    for (const [directory, sentence] of [
      [join(root, 'nothing'), 'is no backup'],
      [cutOff, 'cannot be read'],
      [changed, 'auth_user.copy.gz" is not what the backup wrote'],
      [outside, 'outside of the backup'],
      [later, 'has the form 2'],
    ] as const) {
      expect(await check(directory)).toMatchObject({ status: 1, explained: expect.stringContaining(sentence) });
      const target = await emptyDatabase();
      expect(await run(['restore', directory], environment(target))).toMatchObject({ status: 1, printed: [] });
      const tables = await target.database.rows(sql('t_tables', "SELECT FROM pg_tables WHERE schemaname = 'public'"));
      expect(tables).toEqual([]);
    }
  });

  it('wants the keys that the backup was made with', async () => {
    const target = environment(await emptyDatabase());
    const other = `other:${randomBytes(32).toString('base64url')}`;
    const refused = await run(['restore', backup], { ...target, KEELSON_SECRET_KEYS: other });
    expect([refused.status, refused.explained]).toEqual([1, expect.stringContaining('Without the secret keys test')]);
    const both = `${other},${secretKeysOfRun()}`;
    expect((await run(['restore', backup], { ...target, KEELSON_SECRET_KEYS: both })).status).toBe(0);
  });

  it('of a newer program is refused, and one that failed half-way is repeated, and no server starts meanwhile', async () => {
    const target = await emptyDatabase();
    const newer = changeManifest((manifest) => ({
      ...manifest,
      migrations: [...manifest.migrations, { module: 'session', number: 9_999, checksum: '' }],
    }));
    const refused = await run(['restore', newer], environment(target));
    expect([refused.status, refused.explained]).toEqual([1, expect.stringContaining('it is newer')]);
    const fewer = changeManifest(({ tables, ...manifest }) => ({
      ...manifest,
      tables: tables.map((table) => (table.name === 'kernel_process' ? { ...table, rows: table.rows + 1 } : table)),
    }));
    const broken = await run(['restore', fewer], environment(target));
    expect([broken.status, broken.explained]).toEqual([1, expect.stringMatching(/"kernel_process" has \d+ rows/)]);
    const lacking = changeManifest(({ tables, ...manifest }) => ({ ...manifest, tables: tables.slice(1) }));
    const lacks = await run(['restore', lacking], environment(target));
    expect([lacks.status, lacks.explained]).toEqual([1, expect.stringContaining('The backup lacks the table')]);
    await expect(migrate(target.database, moduleMigrations)).rejects.toThrow('a restore into this database');
    const half = await run(['backup', place()], environment(target));
    expect([half.status, half.explained]).toEqual([1, expect.stringContaining('was cut off')]);
    expect((await run(['restore', backup], environment(target))).status).toBe(0);
    await migrate(target.database, moduleMigrations);
  });

  it('leaves out, and names, a table that is none of the program', async () => {
    await query(server, 'CREATE TABLE guest (n int)');
    await query(server, 'INSERT INTO guest VALUES (1)');
    const directory = place();
    try {
      expect((await run(['backup', directory], environment(server.database))).status).toBe(0);
    } finally {
      await query(server, 'DROP TABLE guest');
    }
    const { status, explained } = await run(['restore', directory], environment(await emptyDatabase()));
    expect([status, explained]).toEqual([0, 'The table "guest" is none of this program and was left out.']);
  });
});
