// Proves that migrations run once, in order, by one process at a time, and refuse what would corrupt the schema.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createDatabase, sql } from '../database/database.ts';
import { type MigrationSource, migrate } from './migrate.ts';

const kernelFiles = readdirSync(new URL('./migrations/', import.meta.url)).map((_, at) => `kernel ${at + 1}`);

let test: TestDatabase;
let root: string;

beforeEach(async () => {
  test = await createEmptyDatabase();
  root = mkdtempSync(join(tmpdir(), 'keelson-migrate-'));
});
afterEach(async () => {
  await test.close();
  rmSync(root, { recursive: true, force: true });
});

function source(name: string, files: Record<string, string>): MigrationSource {
  const directory = join(root, name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
  return { name, directory: pathToFileURL(directory) };
}

const applied = sql(
  't_applied',
  `SELECT module || ' ' || number AS file FROM kernel_migration ORDER BY applied, module, number`,
);
async function listApplied(): Promise<string[]> {
  return (await test.database.rows<{ file: string }>(applied)).map((row) => row.file);
}

describe('migrate', () => {
  it('runs the kernel first, then the modules in order, and nothing a second time', async () => {
    const modules = [
      source('zebra', { '0001_a.sql': 'CREATE TABLE zebra (n int);', '0002_b.sql': 'INSERT INTO zebra VALUES (1);' }),
      source('ape', { '0001_a.sql': 'CREATE TABLE ape AS SELECT n FROM zebra;' }),
    ];
    await migrate(test.database, modules);
    await migrate(test.database, modules);
    expect(await listApplied()).toEqual([...kernelFiles, 'zebra 1', 'zebra 2', 'ape 1']);
    expect(await test.database.rows(sql('t_ape', 'SELECT n FROM ape'))).toEqual([{ n: 1 }]);
  });

  it('lets several processes start at once', async () => {
    const modules = [
      source('slow', {
        '0001_a.sql': 'CREATE TABLE slow (n int); SELECT pg_sleep(0.2);',
        '0002_index.concurrent.sql': 'CREATE INDEX CONCURRENTLY slow_n ON slow (n);\n',
        '0003_b.sql': 'INSERT INTO slow VALUES (1);',
      }),
    ];
    const others = [1, 2, 3].map(() => createDatabase({ settings: test.settings }));
    await Promise.all([test.database, ...others].map((database) => migrate(database, modules)));
    await Promise.all(others.map((database) => database.close()));
    expect(await test.database.rows(sql('t_slow', 'SELECT n FROM slow'))).toEqual([{ n: 1 }]);
    expect(await listApplied()).toEqual([...kernelFiles, 'slow 1', 'slow 2', 'slow 3']);
  });

  it('refuses a file that was changed after it was applied, but not for its line ends', async () => {
    await migrate(test.database, [source('m', { '0001_a.sql': '-- x\nCREATE TABLE m (n int);\n' })]);
    await migrate(test.database, [source('m', { '0001_a.sql': '-- x\r\nCREATE TABLE m (n int);\r\n' })]);
    const changed = [source('m', { '0001_a.sql': '-- x\nCREATE TABLE m (n int8);\n' })];
    await expect(migrate(test.database, changed)).rejects.toThrow('"0001_a.sql" of m was changed after it was applied');
  });

  it('refuses a gap, a number used twice and a file with another name, and changes nothing', async () => {
    const gap = source('gap', { '0001_a.sql': 'SELECT 1', '0003_b.sql': 'SELECT 1' });
    await expect(migrate(test.database, [gap])).rejects.toThrow('"0003_b.sql" of gap should have the number 2');
    const twice = source('twice', { '0001_a.sql': 'SELECT 1', '0001_b.sql': 'SELECT 1' });
    await expect(migrate(test.database, [twice])).rejects.toThrow('"0001_b.sql" of twice should have the number 2');
    const odd = source('odd', { '1_a.sql': 'SELECT 1' });
    await expect(migrate(test.database, [odd])).rejects.toThrow('"1_a.sql" of odd must be named');
    const table = sql('t_exists', `SELECT to_regclass('kernel_migration') AS name`);
    expect(await test.database.rows(table)).toEqual([{ name: null }]);
  });

  it('refuses a database that is newer than the program, and one whose record has a hole', async () => {
    const both = { '0001_a.sql': 'SELECT 1', '0002_b.sql': 'SELECT 2' };
    await migrate(test.database, [source('m', both)]);
    const old = [source('m', { '0001_a.sql': 'SELECT 1' })];
    await expect(migrate(test.database, old)).rejects.toThrow('migration 2 of m, which this program does not know');
    await test.database.execute(sql('t_hole', `DELETE FROM kernel_migration WHERE module = 'm' AND number = 1`));
    await expect(migrate(test.database, [source('m', both)])).rejects.toThrow('but not "0001_a.sql" before it');
  });

  it('leaves nothing of a failing file, names file and line, and goes on from there once it is mended', async () => {
    const first = 'CREATE TABLE m (n int);';
    const broken = [source('m', { '0001_a.sql': first, '0002_b.sql': 'CREATE TABLE half (n int);\nCREATE TABEL x;' })];
    await expect(migrate(test.database, broken)).rejects.toThrow(/"0002_b.sql" of m failed at line 2: syntax error/);
    expect(await listApplied()).toEqual([...kernelFiles, 'm 1']);
    await migrate(test.database, [source('m', { '0001_a.sql': first, '0002_b.sql': 'CREATE TABLE half (n int);' })]);
    expect(await listApplied()).toEqual([...kernelFiles, 'm 1', 'm 2']);
  });

  it('waits for a migration that another process is in, and works when that process dies', async () => {
    const other = createDatabase({ settings: test.settings });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const locked = Promise.withResolvers<void>();
    const holder = other.transaction(async (tx) => {
      await tx.rows(sql('t_lock', 'SELECT pg_advisory_xact_lock(1002, 1)'));
      locked.resolve();
      await held;
    });
    await locked.promise;
    let done = false;
    const waiting = migrate(test.database, []).then(() => {
      done = true;
    });
    await test.database.rows(sql('t_wait', 'SELECT pg_sleep(0.25)'));
    expect(done).toBe(false);
    await test.database.rows(
      sql(
        't_kill',
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1002 AND granted AND objid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      ),
    );
    await waiting;
    release();
    await expect(holder).rejects.toThrow('SERVICE_UNAVAILABLE');
    await other.close();
    expect(await listApplied()).toEqual([...kernelFiles]);
  });
});
