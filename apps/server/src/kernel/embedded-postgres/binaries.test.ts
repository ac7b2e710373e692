// Proves that the binaries run where install scripts are blocked, for a plain user, and from a clone nobody else may enter.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locatePostgresPackage, preparePostgresBinaries } from './binaries.ts';
import { createWorkshop, isRoot, PLAIN_UID, query } from './embedded-postgres.fixture.ts';

const workshop = createWorkshop();
const bare = workshop.directory('package');
const TIMEOUT = { timeout: 30_000 };
// Owns nothing, be the tests root's or a plain user's.
const STRANGER = { name: 'stranger', uid: PLAIN_UID - 1, gid: PLAIN_UID - 1 };
const closed = join(workshop.directory('closed'), 'package');

interface Link {
  source: string;
  target: string;
}

const linksOf = (directory: string): Link[] =>
  JSON.parse(readFileSync(join(directory, 'native', 'pg-symlinks.json'), 'utf8'));

/** Such is a package that npm leaves where it may not run install scripts. */
beforeAll(() => {
  cpSync(locatePostgresPackage(), bare, { recursive: true, verbatimSymlinks: true });
  for (const { target } of linksOf(bare)) rmSync(join(bare, target), { force: true });
  // However npm was told to write it, and wherever the tests run.
  execFileSync('chmod', ['-R', 'a+rX', join(bare, '..')]);
  cpSync(bare, closed, { recursive: true });
  chmodSync(join(closed, '..'), 0o700);
}, TIMEOUT.timeout);
afterAll(() => workshop.close(), TIMEOUT.timeout);

const versionOf = (program: string, environment: Record<string, string>): string =>
  execFileSync(program, ['--version'], { env: environment, encoding: 'utf8' });

it('a package without its links cannot run as it is', () => {
  expect(() => execFileSync(join(bare, 'native', 'bin', 'initdb'), ['--version'], { stdio: 'ignore' })).toThrow();
});

it('makes missing links in a place of its own and writes nothing into the package', async () => {
  const linkDirectory = workshop.directory('links');
  const binaries = await preparePostgresBinaries({
    packageDirectory: bare,
    linkDirectory,
    copyDirectory: workshop.directory('unused'),
    user: undefined,
  });
  expect(versionOf(binaries.initdb, binaries.environment)).toMatch(/^initdb \(PostgreSQL\) 18/);
  expect(linksOf(bare).filter(({ target }) => existsSync(join(bare, target)))).toEqual([]);
});

it('makes the links anew when the package has moved', async () => {
  const linkDirectory = workshop.directory('links');
  const copyDirectory = workshop.directory('unused');
  const prepare = (packageDirectory: string) =>
    preparePostgresBinaries({ packageDirectory, linkDirectory, copyDirectory, user: undefined });
  const elsewhere = workshop.directory('moved');
  cpSync(bare, elsewhere, { recursive: true });
  await prepare(elsewhere);
  rmSync(elsewhere, { recursive: true });
  const binaries = await prepare(bare);
  expect(versionOf(binaries.postgres, binaries.environment)).toMatch(/PostgreSQL\) 18/);
});

it('copies a package that the user cannot reach, once, for everybody to read, with its links', TIMEOUT, async () => {
  const copyDirectory = workshop.directory('copies');
  const input = {
    packageDirectory: closed,
    linkDirectory: workshop.directory('unused'),
    copyDirectory,
    user: STRANGER,
  };
  const [binaries, twin] = await Promise.all([preparePostgresBinaries(input), preparePostgresBinaries(input)]);
  expect(twin).toEqual(binaries);
  expect(binaries.postgres.startsWith(copyDirectory)).toBe(true);
  expect(versionOf(binaries.postgres, binaries.environment)).toMatch(/PostgreSQL\) 18/);
  expect(statSync(binaries.postgres).mode & 0o777).toBe(0o755);
  expect(execFileSync('ls', [copyDirectory], { encoding: 'utf8' }).trim().split('\n')).toHaveLength(1);
  const { ctimeMs } = statSync(binaries.postgres);
  await preparePostgresBinaries(input);
  expect(statSync(binaries.postgres).ctimeMs).toBe(ctimeMs);
});

it('copies a package that was written under a strict umask', TIMEOUT, async () => {
  const strict = workshop.directory('package');
  cpSync(bare, strict, { recursive: true });
  execFileSync('chmod', ['-R', 'go-rwx', strict]);
  const copyDirectory = workshop.directory('copies');
  const binaries = await preparePostgresBinaries({
    packageDirectory: strict,
    linkDirectory: workshop.directory('unused'),
    copyDirectory,
    user: STRANGER,
  });
  expect(binaries.postgres.startsWith(copyDirectory)).toBe(true);
  expect(statSync(join(binaries.postgres, '..', '..', 'lib', 'libpq.so.5')).mode & 0o777).toBe(0o755);
});

it('says what to do when a package can neither be reached nor copied', async () => {
  const input = { packageDirectory: closed, linkDirectory: workshop.directory('unused'), user: STRANGER };
  const copyDirectory = join(bare, 'package.json', 'a-file-is-no-directory');
  await expect(preparePostgresBinaries({ ...input, copyDirectory })).rejects.toThrow(/chmod o\+x/);
});

it('a plain user runs the database from a package without links', TIMEOUT, async () => {
  const dataDirectory = workshop.directory();
  mkdirSync(dataDirectory, { recursive: true });
  if (isRoot) chownSync(dataDirectory, PLAIN_UID, PLAIN_UID);
  const options = { dataDirectory, packageDirectory: bare };
  const program = await workshop.program(isRoot ? { ...options, uid: PLAIN_UID } : options);
  if (program.line.kind !== 'ready') throw new Error(program.line.message);
  expect(await query(program.line.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const uid = isRoot ? PLAIN_UID : process.getuid?.();
  expect(['postgres', 'socket', 'database-password'].map((name) => statSync(join(dataDirectory, name)).uid)).toEqual([
    uid,
    uid,
    uid,
  ]);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});
