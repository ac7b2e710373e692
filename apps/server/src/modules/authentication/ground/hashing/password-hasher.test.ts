// Proves what is stored of a password, that old parameters are noticed, and that hashing holds no connection.
import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { loadSecretKeys } from '../../../../kernel/secrets/secret-keys.ts';
import { createLanes } from '../../../../kernel/worker/lanes.ts';
import {
  call,
  createActiveUser,
  login,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import { createHashQueue } from './hash-queue.ts';
import { createPasswordHasher } from './password-hasher.ts';

const keyText = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`;
const hasherWith = (environmentValue: string, pepper: boolean) =>
  createPasswordHasher({
    queue: createHashQueue(2, { lanes: createLanes() }),
    keys: loadSecretKeys({ environmentValue }),
    pepper,
  });

describe('hashing', () => {
  it('is Argon2id with 19 MiB, two passes and one lane', async () => {
    const stored = await hasherWith(keyText('a'), false).hash('a password', 'x');
    expect(stored.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(stored.pepperKeyId).toBeNull();
  });

  it('authentication 16: composed and decomposed forms are one password, outer spaces count', async () => {
    const hasher = hasherWith(keyText('a'), false);
    const stored = await hasher.hash(' caf\u00e9 ', 'x');
    expect(await hasher.verify(stored, ' cafe\u0301 ', 'x')).toBe(true);
    expect(await hasher.verify(stored, 'caf\u00e9', 'x')).toBe(false);
  });

  it('no password never matches, and takes a hash of its own', async () => {
    const hasher = hasherWith(keyText('a'), false);
    await expect(hasher.verify(null, 'x', 'x')).rejects.toThrow('not prepared');
    await hasher.prepare();
    expect(await hasher.verify(null, '', 'x')).toBe(false);
  });

  it('authentication 19: other parameters and another pepper are outdated', async () => {
    const [first, second] = [keyText('first'), keyText('second')];
    const plain = hasherWith(first, false);
    const peppered = hasherWith(first, true);
    const rotated = hasherWith(`${second},${first}`, true);
    const weak = await hash('p', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    expect(plain.isOutdated({ hash: weak, pepperKeyId: null })).toBe(true);
    const current = await plain.hash('p', 'x');
    expect([plain.isOutdated(current), peppered.isOutdated(current)]).toEqual([false, true]);
    const withPepper = await peppered.hash('p', 'x');
    expect(await rotated.verify(withPepper, 'p', 'x')).toBe(true);
    expect(rotated.isOutdated(withPepper)).toBe(true);
    expect(await hasherWith(second, true).verify(withPepper, 'p', 'x')).toBe(false);
    expect(await plain.verify({ ...withPepper, pepperKeyId: null }, 'p', 'x')).toBe(false);
  });
});

it('authentication 19: a sign-in replaces a hash of old parameters', async () => {
  const server = await startDirectory({ passwordCost: 'full' });
  try {
    await createActiveUser(server, await signInAdmin(server), { username: 'old' });
    const weak = await hash(USER_PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const which = "WHERE user_id = (SELECT id FROM auth_user WHERE username = 'old')";
    await query(server, `UPDATE auth_password SET hash = $1 ${which}`, [weak]);
    expect((await login(server, 'old', USER_PASSWORD)).status).toBe(200);
    const [row] = await query<{ hash: string }>(server, `SELECT hash FROM auth_password ${which}`);
    expect(row?.hash).toContain('m=19456,t=2,p=1');
    expect((await login(server, 'old', USER_PASSWORD)).status).toBe(200);
  } finally {
    await server.stop();
  }
});

it('authentication 20: 50 sign-ins over a pool of 2 connections all succeed while others are answered', async () => {
  const server = await startDirectory({ passwordCost: 'full', env: { KEELSON_DATABASE_POOL_MAX: '2' } });
  try {
    const token = await signInAdmin(server);
    const logins = Array.from({ length: 50 }, () => login(server, 'admin', 'quiet harbour lantern seven'));
    const meanwhile = await call(server, 'GET', '/count/by-current-user', { token });
    expect(meanwhile.status).toBe(200);
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    expect(statuses).toEqual(Array(50).fill(200));
  } finally {
    await server.stop();
  }
});
