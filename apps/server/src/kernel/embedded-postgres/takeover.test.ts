// Proves who may use a data directory after programs and servers were killed, and when two programs want the same one.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMBEDDED_DATABASE_OWNER_LOCK } from '../database/advisory-locks.ts';
import {
  createWorkshop,
  isGone,
  isRoot,
  PLAIN_UID,
  type Program,
  processesOf,
  query,
  waitFor,
  watchdogsOf,
} from './embedded-postgres.fixture.ts';

const workshop = createWorkshop();
const template = workshop.directory();
const TIMEOUT = { timeout: 30_000 };
const IN_USE = 'in use by another running program';

beforeAll(async () => {
  const database = await workshop.start({ dataDirectory: template });
  await query(database.connection, 'CREATE TABLE kept (n int)');
  await database.stop();
}, TIMEOUT.timeout);
afterAll(() => workshop.close(), TIMEOUT.timeout);

const lockFile = (dataDirectory: string): string => join(dataDirectory, 'postgres', 'postmaster.pid');
const kept = (connection: object) => query(connection, 'SELECT n FROM kept');

async function startProgram(dataDirectory: string): Promise<Program & { line: { kind: 'ready' } }> {
  const program = await workshop.program({ dataDirectory });
  if (program.line.kind !== 'ready') throw new Error(program.line.message);
  return { ...program, line: program.line };
}

/** Kills a program after a committed row; `orphan` takes its watchdog away first, so that the server lives on. */
async function killProgram(dataDirectory: string, how: 'orphan' | 'watched'): Promise<number> {
  const program = await startProgram(dataDirectory);
  await query(program.line.connection, 'INSERT INTO kept VALUES (7)');
  if (how === 'orphan') {
    const watchdogs = watchdogsOf(dataDirectory);
    expect(watchdogs).toHaveLength(1);
    for (const pid of watchdogs) process.kill(pid, 'SIGKILL');
    await waitFor('the watchdog is gone', () => watchdogs.every(isGone));
  }
  program.child.kill('SIGKILL');
  await program.ended;
  return program.line.pid;
}

/** Makes a process that has ended and that its parent never takes note of. */
async function makeZombie(): Promise<number> {
  const user = isRoot ? { uid: PLAIN_UID, gid: PLAIN_UID } : {};
  const parent = workshop.adopt(
    spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
      ...user,
    }),
  );
  const pid = Number(await firstLine(parent));
  // Until then the parent is still the shell, which would take note.
  await waitFor('the parent has become another program', () => commandOf(parent.pid) === 'sleep');
  process.kill(pid, 'SIGKILL');
  await waitFor('a zombie', () => existsSync(`/proc/${pid}`) && isGone(pid));
  return pid;
}

const commandOf = (pid: number | undefined): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => createInterface({ input: child.stdout! }).once('line', resolve));
}

/** Puts a process id into the lock files that a killed server left behind. */
async function nameInLockFiles(dataDirectory: string, pid: number): Promise<void> {
  const server = await killProgram(dataDirectory, 'orphan');
  process.kill(server, 'SIGKILL');
  await waitFor('the server ends', () => processesOf(dataDirectory).every(isGone));
  const socketLocks = readdirSync(join(dataDirectory, 'socket')).filter((name) => name.endsWith('.lock'));
  expect(socketLocks).toHaveLength(1);
  for (const path of [lockFile(dataDirectory), ...socketLocks.map((name) => join(dataDirectory, 'socket', name))]) {
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(pid)));
  }
}

describe('after kill -9 of the program', () => {
  it('the server ends by itself, with the next start finding a clean stop', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    const server = await killProgram(dataDirectory, 'watched');
    await waitFor('the server ends', () => isGone(server));
    await waitFor('its lock file is removed', () => !existsSync(lockFile(dataDirectory)));
    const database = await workshop.start({ dataDirectory });
    expect(await kept(database.connection)).toEqual([{ n: 7 }]);
    expect(database.lines.join()).toContain('database system was shut down at');
  });

  it('a start at once waits for the server that is still stopping', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    await killProgram(dataDirectory, 'watched');
    const database = await workshop.start({ dataDirectory });
    expect(await kept(database.connection)).toEqual([{ n: 7 }]);
  });

  it('a server left running is stopped and its rows are taken over', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    const orphan = await killProgram(dataDirectory, 'orphan');
    expect(isGone(orphan)).toBe(false);
    const database = await workshop.start({ dataDirectory });
    expect(isGone(orphan)).toBe(true);
    expect(database.pid()).not.toBe(orphan);
    expect(await kept(database.connection)).toEqual([{ n: 7 }]);
    expect(database.lines).toContain('warn stopping the database that a killed program left running');
  });

  it('a server killed with it is started again at once', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    const program = await startProgram(dataDirectory);
    await query(program.line.connection, 'INSERT INTO kept VALUES (8)');
    program.child.kill('SIGKILL');
    process.kill(program.line.pid, 'SIGKILL');
    const database = await workshop.start({ dataDirectory });
    expect(await kept(database.connection)).toEqual([{ n: 8 }]);
  });
});

describe('lock files of the dead', () => {
  it('are removed when they name a zombie', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    await nameInLockFiles(dataDirectory, await makeZombie());
    const database = await workshop.start({ dataDirectory });
    expect(await kept(database.connection)).toEqual([{ n: 7 }]);
  });

  it('are removed when they name a process of somebody else, which lives on', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    const user = isRoot ? { uid: PLAIN_UID, gid: PLAIN_UID } : {};
    const foreign = workshop.adopt(spawn('sleep', ['60'], { cwd: '/', stdio: 'ignore', ...user }));
    await nameInLockFiles(dataDirectory, foreign.pid!);
    const database = await workshop.start({ dataDirectory });
    expect(await kept(database.connection)).toEqual([{ n: 7 }]);
    expect(isGone(foreign.pid!)).toBe(false);
  });

  it('in a copy of a directory in use stop neither the copy nor the server of the original', TIMEOUT, async () => {
    const original = await workshop.start({ dataDirectory: workshop.copyOf(template) });
    const dataDirectory = workshop.copyOf(template);
    cpSync(lockFile(join(original.connection.host, '..')), lockFile(dataDirectory));
    const copy = await workshop.start({ dataDirectory });
    expect(copy.pid()).not.toBe(original.pid());
    expect(await kept(original.connection)).toEqual([]);
  });
});

describe('two programs on one directory', () => {
  it('the second is refused with a sentence and the first is unharmed', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    const first = await workshop.start({ dataDirectory });
    const states: string[] = [];
    first.onStateChange((state) => states.push(state));
    const pid = first.pid();
    const second = await workshop.program({ dataDirectory });
    expect(second.line).toEqual({
      kind: 'refused',
      message: expect.stringMatching(`"${dataDirectory}" is ${IN_USE}.*KEELSON_DATA`),
    });
    expect(await second.ended).toBe(1);
    expect([first.pid(), states, await kept(first.connection)]).toEqual([pid, [], []]);
  });

  it('the lock in the database alone keeps a second one out', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    const server = await killProgram(dataDirectory, 'orphan');
    // Stands for an owner whose process cannot be seen from here, as from another container.
    const password = readFileSync(join(dataDirectory, 'database-password'), 'utf8').trim();
    const owner = new pg.Client({
      host: join(dataDirectory, 'socket'),
      user: 'postgres',
      database: 'postgres',
      password,
    });
    await owner.connect();
    const { rows } = await owner.query(
      'SELECT pg_try_advisory_lock($1, $2) AS granted',
      Object.values(EMBEDDED_DATABASE_OWNER_LOCK),
    );
    expect(rows).toEqual([{ granted: true }]);
    await expect(workshop.start({ dataDirectory })).rejects.toThrow(IN_USE);
    expect(isGone(server)).toBe(false);
    await owner.end();
    const database = await workshop.start({ dataDirectory });
    expect(await kept(database.connection)).toEqual([{ n: 7 }]);
  });

  it('a server that answers is not touched when its process cannot be seen', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    const server = await killProgram(dataDirectory, 'orphan');
    writeFileSync(
      lockFile(dataDirectory),
      readFileSync(lockFile(dataDirectory), 'utf8').replace(/^\d+/, String(await makeZombie())),
    );
    await expect(workshop.start({ dataDirectory })).rejects.toThrow('cannot see');
    expect(isGone(server)).toBe(false);
  });

  it('set up an empty directory at once, and exactly one gets it', TIMEOUT, async () => {
    const dataDirectory = workshop.directory();
    const programs = await Promise.all([workshop.program({ dataDirectory }), workshop.program({ dataDirectory })]);
    const lines = programs.map(({ line }) => line).sort((one, other) => one.kind.localeCompare(other.kind));
    expect(lines).toMatchObject([{ kind: 'ready' }, { kind: 'refused', message: expect.stringContaining(IN_USE) }]);
    const [ready] = lines;
    if (ready?.kind === 'ready') expect(await query(ready.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDirectory).filter((name) => name.startsWith('initializing-'))).toEqual([]);
  });

  it('find an orphan at once, and exactly one gets it', TIMEOUT, async () => {
    const dataDirectory = workshop.copyOf(template);
    await killProgram(dataDirectory, 'orphan');
    const programs = await Promise.all([workshop.program({ dataDirectory }), workshop.program({ dataDirectory })]);
    const ready = programs.flatMap(({ line }) => (line.kind === 'ready' ? [line] : []));
    expect(ready).toHaveLength(1);
    expect(await kept(ready[0]!.connection)).toEqual([{ n: 7 }]);
  });
});

it('removes what a starter left that was killed while it set up a database', TIMEOUT, async () => {
  const dataDirectory = workshop.copyOf(template);
  mkdirSync(join(dataDirectory, 'initializing-left', 'postgres'), { recursive: true });
  await workshop.start({ dataDirectory });
  expect(readdirSync(dataDirectory)).not.toContain('initializing-left');
});

it('names the password file of an existing database when it is another one or gone', TIMEOUT, async () => {
  const dataDirectory = workshop.copyOf(template);
  writeFileSync(join(dataDirectory, 'database-password'), 'another\n');
  await expect(workshop.start({ dataDirectory })).rejects.toThrow(
    'does not accept the password in "database-password"',
  );
  await waitFor('the watchdog ends', () => processesOf(dataDirectory).every(isGone));
  rmSync(join(dataDirectory, 'database-password'));
  await expect(workshop.start({ dataDirectory })).rejects.toThrow(/its password ".*database-password" is gone/);
});
