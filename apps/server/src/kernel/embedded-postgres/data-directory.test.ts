// Proves where the data directory lies, for root, for a plain user and where the clone is closed.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseDataDirectory, SYSTEM_PLACE } from './data-directory.ts';
import { isRoot, OPEN_PLACE } from './embedded-postgres.fixture.ts';
import { databaseUserFor } from './user.ts';

let base: string;
let cloneRoot: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(OPEN_PLACE, 'keelson-clone-')));
  chmodSync(base, 0o755);
  cloneRoot = join(base, 'clone');
  mkdirSync(cloneRoot);
});
afterEach(() => {
  chmodSync(base, 0o700);
  rmSync(base, { recursive: true });
});

// Run as "nobody", the tests own nothing that is closed to the user of root's database.
const isDatabaseUser = databaseUserFor(0)?.uid === process.getuid?.();
const ROOT_UID = 0;
const PLAIN_UID = 1000;

it.each([ROOT_UID, PLAIN_UID])('the choice of the operator wins for uid %i and becomes absolute', (uid) => {
  expect(chooseDataDirectory({ keelsonData: '/srv/data', cloneRoot, uid })).toBe('/srv/data');
  expect(chooseDataDirectory({ keelsonData: 'data', cloneRoot, uid })).toBe(resolve('data'));
});

it.each([ROOT_UID, PLAIN_UID])('an open clone holds its own data for uid %i', (uid) => {
  expect(chooseDataDirectory({ cloneRoot, uid })).toBe(join(cloneRoot, '.keelson'));
  expect(chooseDataDirectory({ keelsonData: '', cloneRoot, uid })).toBe(join(cloneRoot, '.keelson'));
});

describe('a clone below a directory of mode 0700', () => {
  beforeEach(() => chmodSync(base, 0o700));

  it.skipIf(isDatabaseUser)('has a directory of its own in the system place when root starts it', () => {
    const other = join(base, 'elsewhere', 'clone');
    mkdirSync(other, { recursive: true });
    const chosen = chooseDataDirectory({ cloneRoot, uid: ROOT_UID });
    expect(chosen).toMatch(new RegExp(`^${SYSTEM_PLACE}/clone-[0-9a-f]{12}$`));
    expect(chooseDataDirectory({ cloneRoot, uid: ROOT_UID })).toBe(chosen);
    expect(chooseDataDirectory({ cloneRoot: other, uid: ROOT_UID })).not.toBe(chosen);
  });

  it('holds its own data when a plain user starts it, who has come there', () => {
    expect(chooseDataDirectory({ cloneRoot, uid: PLAIN_UID })).toBe(join(cloneRoot, '.keelson'));
  });

  const makeDatabase = (): void => {
    mkdirSync(join(cloneRoot, '.keelson', 'postgres'), { recursive: true });
    writeFileSync(join(cloneRoot, '.keelson', 'postgres', 'PG_VERSION'), '18\n');
  };

  it.runIf(isRoot)('is refused with a sentence when it holds a database already, not replaced by an empty one', () => {
    makeDatabase();
    expect(() => chooseDataDirectory({ cloneRoot, uid: ROOT_UID })).toThrow(/holds a database.*KEELSON_DATA/);
  });

  it.skipIf(isRoot)('goes on with the database of a plain user when root starts it, as that user', () => {
    makeDatabase();
    expect(chooseDataDirectory({ cloneRoot, uid: ROOT_UID })).toBe(join(cloneRoot, '.keelson'));
  });
});

it('a clone that a plain user cannot write leads to a directory in the home of that user', () => {
  chmodSync(cloneRoot, 0o555);
  // Imported first: the plain user may not be able to come where the tests lie.
  const program = `
    import { chooseDataDirectory } from ${JSON.stringify(new URL('./data-directory.ts', import.meta.url).href)};
    if (${isRoot}) process.setuid(${PLAIN_UID});
    console.log(chooseDataDirectory({ cloneRoot: ${JSON.stringify(cloneRoot)}, uid: process.getuid() }));`;
  const chosen = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { HOME: '/home/plain' },
  });
  expect(chosen).toMatch(/^\/home\/plain\/.local\/state\/keelson\/clone-[0-9a-f]{12}\n$/);
});
