// Proves start, durability, restart and stop of the embedded database, on the real binaries.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doneWithin, plainProgram } from '../../testing/stretched-bar.ts';
import { createWorkshop, isGone, isRoot, processesOf, query, waitFor } from './embedded-postgres.fixture.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

const workshop = createWorkshop();
const template = workshop.directory();
const TEST_TIMEOUT_MS = 30_000;
// The whole program has this long for its start; the database's part was measured as 0.8 s and 0.07 s.
const FIRST_START_MS_MAX = 6_000;
const NEXT_START_MS_MAX = 2_000;
/** The first of so many that is quick enough counts. */
const STARTS_MAX = 3;

beforeAll(async () => {
  const database = await workshop.start({ dataDirectory: template });
  await query(database.connection, `CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)`);
  await database.stop();
}, TEST_TIMEOUT_MS);
afterAll(() => workshop.close(), TEST_TIMEOUT_MS);

/** Starts in one directory after the other until one was quick enough; answers the last, and fails where none was. */
function startWithin(msMax: number, makeDirectory: () => string) {
  const start = async () => {
    const dataDirectory = makeDirectory();
    return { database: await workshop.start({ dataDirectory }), dataDirectory };
  };
  return doneWithin(msMax, plainProgram, start, STARTS_MAX);
}

const kept = (connection: object) => query(connection, 'SELECT n FROM kept ORDER BY n');

describe('start', () => {
  it('sets up a new database within its share of the first start', { timeout: TEST_TIMEOUT_MS }, async () => {
    const { database, dataDirectory } = await startWithin(FIRST_START_MS_MAX, () => workshop.directory());
    expect(await query(database.connection, 'SELECT current_database() AS name')).toEqual([{ name: 'keelson' }]);
    const mode = (path: string): number => statSync(join(dataDirectory, path)).mode & 0o777;
    expect([mode('database-password'), mode('postgres'), mode('socket')]).toEqual([0o600, 0o700, 0o700]);
    // Where npm ran no install scripts the program makes the links of its libraries itself.
    const made = readdirSync(dataDirectory).filter((name) => name !== 'library-links');
    expect(made.sort()).toEqual(['database-password', 'postgres', 'socket']);
  });

  it('finds the rows of an earlier start', { timeout: TEST_TIMEOUT_MS }, async () => {
    const { database } = await startWithin(NEXT_START_MS_MAX, () => workshop.copyOf(template));
    expect(await kept(database.connection)).toEqual([{ n: 1 }]);
  });

  describe('makes a server that', () => {
    let connection: EmbeddedPostgres['connection'];
    let pid: EmbeddedPostgres['pid'];
    beforeAll(async () => {
      ({ connection, pid } = await workshop.start({ dataDirectory: workshop.copyOf(template) }));
    }, TEST_TIMEOUT_MS);

    it('is durable and listens on no network port', async () => {
      const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses'];
      const settings = await Promise.all(names.map((name) => query(connection, `SHOW ${name}`)));
      expect(Object.assign({}, ...settings.flat())).toEqual({
        fsync: 'on',
        full_page_writes: 'on',
        synchronous_commit: 'on',
        data_checksums: 'on',
        listen_addresses: '',
      });
    });

    it('keeps UTF-8 and sorts by code point', async () => {
      expect(await query(connection, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
      const sample = `SELECT 'Z' < 'a' AS "sorted", lower('Ğ') AS "lower"`;
      expect(await query(connection, sample)).toEqual([{ sorted: true, lower: 'ğ' }]);
    });

    it('runs in a session of its own, where no Ctrl-C meant for the program reaches it', () => {
      // Behind the name in parentheses stand state, parent, group and session (proc(5)).
      const stat = readFileSync(`/proc/${pid()}/stat`, 'utf8');
      const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      expect(session).toBe(String(pid()));
    });

    it('lets in nobody with another password', async () => {
      await expect(query({ ...connection, password: 'guessed' }, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    });

    it('lets the program make extensions and databases, and run no programs', async () => {
      await expect(query(connection, `COPY (SELECT 1) TO PROGRAM 'cat'`)).rejects.toMatchObject({ code: '42501' });
      await expect(query(connection, 'CREATE EXTENSION pg_trgm')).resolves.toEqual([]);
      await expect(query(connection, 'CREATE DATABASE another')).resolves.toEqual([]);
    });
  });

  it('takes further settings and makes the extension of a preloaded library', {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const settings = { shared_preload_libraries: 'pg_stat_statements', work_mem: '5MB' };
    const { connection } = await workshop.start({ dataDirectory: workshop.copyOf(template), settings });
    expect(await query(connection, 'SHOW work_mem')).toEqual([{ work_mem: '5MB' }]);
    expect(await query(connection, 'SELECT count(*) > 0 AS seen FROM pg_stat_statements')).toEqual([{ seen: true }]);
  });

  it('works at a path too long for a socket and with characters of lists', { timeout: TEST_TIMEOUT_MS }, async () => {
    const deep = workshop.directory(join(...Array.from({ length: 9 }, () => 'a directory, "deep"')));
    const database = await workshop.start({ dataDirectory: deep });
    expect(Buffer.byteLength(join(database.connection.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107);
    expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('names the cause when the server does not come up, and leaves none behind', {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const dataDirectory = workshop.copyOf(template);
    const settings = { shared_preload_libraries: 'no_such_library' };
    await expect(workshop.start({ dataDirectory, settings })).rejects.toThrow(/did not start .*no_such_library/);
    // The watchdog is killed by then, and ends a moment later.
    await waitFor('the watchdog ends', () => processesOf(dataDirectory).every(isGone));
  });

  it('refuses a place that is closed to the user it runs as', async () => {
    const closed = workshop.directory('closed');
    mkdirSync(closed, { recursive: true });
    // Root can make a directory there, but its database, which runs as another user, cannot go there.
    chmodSync(closed, isRoot ? 0o700 : 0o500);
    const sentence = isRoot ? /"nobody".* cannot enter .*KEELSON_DATA/ : /cannot be made \(EACCES\).*KEELSON_DATA/;
    await expect(workshop.start({ dataDirectory: join(closed, 'data') })).rejects.toThrow(sentence);
  });
});

describe('supervision', () => {
  it('starts a killed server again with every committed row and tells the program', {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const database = await workshop.start({ dataDirectory: workshop.copyOf(template) });
    const states: string[] = [];
    database.onStateChange((state) => states.push(state));
    const killed = database.pid()!;
    await query(database.connection, 'INSERT INTO kept VALUES (2)');
    process.kill(killed, 'SIGKILL');
    await waitFor('the server is back', () => states.at(-1) === 'ready');
    expect(states).toEqual(['down', 'ready']);
    expect(database.pid()).not.toBe(killed);
    expect(await kept(database.connection)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('keeps the server, and stays its owner, when one backend crashes', { timeout: TEST_TIMEOUT_MS }, async () => {
    const dataDirectory = workshop.copyOf(template);
    const database = await workshop.start({ dataDirectory });
    const states: string[] = [];
    database.onStateChange((state) => states.push(state));
    const pid = database.pid();
    const [backend] = await query(
      database.connection,
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'keelson supervisor'`,
    );
    process.kill(Number(backend?.pid), 'SIGKILL');
    await waitFor('the owner is back', () => states.at(-1) === 'ready');
    expect(database.pid()).toBe(pid);
    expect(await kept(database.connection)).toEqual([{ n: 1 }]);
    await expect(workshop.start({ dataDirectory })).rejects.toThrow('in use by another running program');
  });

  it('stops for good while a killed server is being started again', { timeout: TEST_TIMEOUT_MS }, async () => {
    const dataDirectory = workshop.copyOf(template);
    const database = await workshop.start({ dataDirectory });
    const told = new Promise<void>((resolve) => database.onStateChange(() => resolve()));
    const killed = database.pid()!;
    process.kill(killed, 'SIGKILL');
    await told;
    await waitFor('a new server', () => database.pid() !== undefined && database.pid() !== killed);
    await database.stop();
    expect(database.pid()).toBeUndefined();
    expect(readdirSync(join(dataDirectory, 'postgres'))).not.toContain('postmaster.pid');
  });

  it('stops for good right after the server was killed', { timeout: TEST_TIMEOUT_MS }, async () => {
    const dataDirectory = workshop.copyOf(template);
    const database = await workshop.start({ dataDirectory });
    process.kill(database.pid()!, 'SIGKILL');
    await database.stop();
    expect(database.pid()).toBeUndefined();
    await waitFor('all processes end', () => processesOf(dataDirectory).every(isGone));
  });

  it('stops once for many callers, with all processes ended, also while somebody is connected', {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const dataDirectory = workshop.copyOf(template);
    const database = await workshop.start({ dataDirectory });
    const processes = processesOf(dataDirectory);
    expect(processes.length).toBeGreaterThan(0);
    const sleeping = query(database.connection, 'SELECT pg_sleep(60)').catch((error: Error) => error.message);
    await query(database.connection, 'SELECT 1');
    await Promise.all([database.stop(), database.stop()]);
    expect(await sleeping).toMatch(/terminat|connection error|EPIPE|ECONNRESET/);
    expect(database.pid()).toBeUndefined();
    await waitFor('the watchdog ends', () => processes.every(isGone));
    expect(database.lines.filter((line) => line.startsWith('error'))).toEqual([]);
    expect(readdirSync(join(dataDirectory, 'postgres'))).not.toContain('postmaster.pid');
  });
});
