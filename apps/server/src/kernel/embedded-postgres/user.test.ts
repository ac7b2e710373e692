// Proves as whom the database runs, and how the modes of directories decide where that user may go.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRoot, OPEN_PLACE } from './embedded-postgres.fixture.ts';
import { databaseUserFor, MAY_ENTER, MAY_READ, mayUse } from './user.ts';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(OPEN_PLACE, 'keelson-user-')));
  chmodSync(base, 0o755);
  mkdirSync(join(base, 'inner'));
});
afterEach(() => rmSync(base, { recursive: true }));

it('a plain user runs the database as itself, root as an unprivileged user', () => {
  expect(databaseUserFor(1000)).toBeUndefined();
  expect(databaseUserFor(undefined)).toBeUndefined();
  expect(databaseUserFor(0)).toMatchObject({ name: 'nobody' });
});

it('root runs an existing database as its owner', () => {
  const { uid } = statSync(base);
  const owner = databaseUserFor(0, base);
  if (isRoot) expect(owner?.name).toBe('nobody');
  else expect(owner?.uid).toBe(uid);
});

describe('a user', () => {
  const stranger = { uid: 4_000_001, gid: 4_000_001 };
  const owner = () => ({ uid: statSync(base).uid, gid: 4_000_001 });
  const sameGroup = () => ({ uid: 4_000_001, gid: statSync(base).gid });

  it.each([
    [0o755, true, true, true],
    [0o750, true, true, false],
    [0o700, true, false, false],
    [0o711, true, true, true],
    // The first class that fits decides, however much the later ones allow.
    [0o077, false, true, true],
    [0o707, true, false, true],
  ])('may use a path only when mode %o above it lets its class pass', (mode, asOwner, asGroup, asStranger) => {
    const inner = realpathSync(join(base, 'inner'));
    // As root every mode can be passed; a plain user cannot even look behind a directory closed to itself.
    const target = isRoot || mode & 0o100 ? inner : base;
    chmodSync(base, mode);
    const allowed = [owner(), sameGroup(), stranger].map((user) => mayUse(target, user, MAY_ENTER));
    chmodSync(base, 0o755);
    expect(allowed).toEqual([asOwner, asGroup, asStranger]);
  });

  it('may use a path only with all bits asked for', () => {
    chmodSync(join(base, 'inner'), 0o711);
    expect(mayUse(join(base, 'inner'), stranger, MAY_ENTER)).toBe(true);
    expect(mayUse(join(base, 'inner'), stranger, MAY_READ | MAY_ENTER)).toBe(false);
  });

  it('may use a link only when it may use what the link points to', () => {
    mkdirSync(join(base, 'closed', 'inner'), { recursive: true });
    symlinkSync(join(base, 'closed', 'inner'), join(base, 'link'));
    chmodSync(join(base, 'closed'), 0o700);
    expect(mayUse(join(base, 'link'), stranger, MAY_ENTER)).toBe(false);
  });
});
