// Proves that a start that cannot succeed says what is wrong and what helps, before it has made anything.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  refusalOfStart as refusalOf,
  run as runCommand,
  START_TIMEOUT_MS,
  startRefused,
  urlOf,
} from './cli/cli-command.fixture.ts';
import { sql } from './kernel/database/database.ts';
import { createEmptyDatabase, type TestDatabase } from './testing/test-database.ts';

const isRoot = process.getuid?.() === 0;
const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64url')}`;
const timeout = START_TIMEOUT_MS;
// The uid that PostgreSQL runs as when this is root must be able to go there.
const directory = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'keelson-refused-'));
let test: TestDatabase;

beforeAll(async () => {
  chmodSync(directory, 0o711);
  test = await createEmptyDatabase();
});
afterAll(async () => {
  await test.close();
  rmSync(directory, { recursive: true, force: true });
});

const script = (text: string) => test.database.withConnection((connection) => connection.script(text));

/** Answers the address of the empty database with other parts. */
function addressWith(parts: Readonly<Record<string, string>>, database?: string): string {
  const url = new URL(urlOf(test.settings).replace('postgresql:///', 'postgresql://unused/'));
  if (database !== undefined) url.pathname = `/${database}`;
  for (const [name, value] of Object.entries(parts)) url.searchParams.set(name, value);
  return url.href.replace('//unused/', '///');
}

describe('a database that cannot be used', () => {
  const environment = (databaseUrl: string) => ({ DATABASE_URL: databaseUrl, KEELSON_SECRET_KEYS: KEYS });
  const start = (databaseUrl: string) => refusalOf(environment(databaseUrl));

  it('ends the process with 1 and is named with host, port and reason where nobody listens, without its password', {
    timeout,
  }, async () => {
    const { code, said } = await startRefused(environment('postgres://someone:hush-hush@127.0.0.1:1/none'));
    expect(code).toBe(1);
    expect(said).toContain('Keelson does not start:\n');
    expect(said).toMatch(/The database at "127\.0\.0\.1:1" cannot be used: nobody listens there \(ECONNREFUSED\)/);
    expect(said).toContain('DATABASE_URL');
    expect(said).not.toContain('hush-hush');
  });

  it('is named where its name is unknown', { timeout }, async () => {
    expect(await start('postgres://a:b@nowhere.invalid/none')).toMatch(
      /"nowhere\.invalid:5432" cannot be used: .*(ENOTFOUND|EAI_AGAIN)/,
    );
  });

  it('is named where it does not exist, and where the password is refused', { timeout }, async () => {
    expect(await start(addressWith({}, 'no_such_database'))).toMatch(
      /has no database "no_such_database" \(3D000\)\. Create it: CREATE DATABASE "no_such_database"/,
    );
    if (!('url' in test.settings)) {
      expect(await start(addressWith({ password: 'guessed' }, 'postgres'))).toMatch(
        /does not let the user "\w+" in \(28P01\)/,
      );
    }
  });

  it('is named as one that takes no writes where it is a standby', { timeout }, async () => {
    expect(await start(addressWith({ options: '-c default_transaction_read_only=on' }))).toMatch(
      /The database at "[^"]+" takes no writes \(25006\): it is a standby, or set to read-only\. Lead to the primary/,
    );
  });

  it('is named with what to grant where the user may make no tables', { timeout }, async () => {
    await script('ALTER SCHEMA public RENAME TO kept; CREATE SCHEMA public; REVOKE ALL ON SCHEMA public FROM PUBLIC');
    await script('REVOKE ALL ON SCHEMA public FROM CURRENT_USER');
    const said = await start(urlOf(test.settings));
    expect(said).toMatch(
      /The user "(\w+)" may make no tables .*\(3F000\).*GRANT USAGE, CREATE ON SCHEMA public TO "\1"/,
    );
    await script('GRANT USAGE ON SCHEMA public TO CURRENT_USER');
    expect(await start(urlOf(test.settings))).toMatch(
      /may make no tables .*\(42501\).*GRANT USAGE, CREATE ON SCHEMA public/,
    );
  });
});

describe('a data directory that cannot be used', () => {
  it.runIf(process.platform === 'linux')(
    'is named where nothing can be made, which once hung for ever',
    {
      timeout,
    },
    async () => {
      expect(await refusalOf({ KEELSON_DATA: '/proc/x' })).toMatch(
        /"\/proc\/x" cannot be made \(ENOENT\)\..*KEELSON_DATA/,
      );
    },
  );

  it('is named where it is a file', { timeout }, async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(await refusalOf({ KEELSON_DATA: file })).toMatch(/cannot be made \(ENOTDIR\).*KEELSON_DATA/);
    expect(await refusalOf({ KEELSON_DATA: join(file, 'data') })).toMatch(/cannot be made \(ENOTDIR\).*KEELSON_DATA/);
  });

  it.skipIf(isRoot)('is named where it cannot be written', { timeout }, async () => {
    const closed = join(directory, 'closed');
    mkdirSync(closed, { mode: 0o500 });
    expect(await refusalOf({ KEELSON_DATA: closed })).toMatch(/cannot be written \(EACCES\).*KEELSON_DATA/);
  });
});

describe('a first start', () => {
  const data = join(directory, 'first');

  it('makes no database where its address is taken', { timeout }, async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const said = await refusalOf({ KEELSON_DATA: data, KEELSON_LISTEN: `127.0.0.1:${port}` });
    await new Promise((resolve) => other.close(resolve));
    expect(said).toMatch(
      `Another program listens on 127.0.0.1:${port} already; choose another address by KEELSON_LISTEN`,
    );
    expect(existsSync(data)).toBe(false);
  });

  it('makes no database where the password of the administrator is refused', { timeout }, async () => {
    const said = await refusalOf({ KEELSON_DATA: data, KEELSON_ADMIN_PASSWORD: 'too short' });
    expect(said).toMatch(/KEELSON_ADMIN_PASSWORD is refused: Use at least 15 characters/);
    expect(existsSync(data)).toBe(false);
  });
});

describe('a first start on a database of its own', () => {
  it('makes no table where the password of the administrator is refused', { timeout }, async () => {
    const empty = await createEmptyDatabase();
    try {
      const said = await refusalOf({
        DATABASE_URL: urlOf(empty.settings),
        KEELSON_SECRET_KEYS: KEYS,
        KEELSON_ADMIN_PASSWORD: 'too short',
      });
      expect(said).toMatch(/KEELSON_ADMIN_PASSWORD is refused: Use at least 15 characters/);
      const tables = sql('test_refused_tables', "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
      expect(await empty.database.rows(tables)).toEqual([]);
    } finally {
      await empty.close();
    }
  });
});

describe('a lost key file', () => {
  it('stops program and command line beside the database that knows it, and is never made anew', {
    timeout,
  }, async () => {
    const data = join(directory, 'lost');
    mkdirSync(join(data, 'postgres'), { recursive: true });
    writeFileSync(join(data, 'database-password'), 'made up', { mode: 0o600 });
    const sentence = /"[^"]+secret-keys" is gone.*Restore that file.*KEELSON_SECRET_KEYS/;
    expect(await refusalOf({ KEELSON_DATA: data })).toMatch(sentence);
    expect(existsSync(join(data, 'secret-keys'))).toBe(false);
    const { status, explained } = await runCommand(['admin-link'], { KEELSON_DATA: data });
    expect([status, explained]).toEqual([1, expect.stringMatching(sentence)]);
    expect(existsSync(join(data, 'secret-keys'))).toBe(false);
    expect(readFileSync(join(data, 'database-password'), 'utf8')).toBe('made up');
  });
});
