// Proves how secret keys are read, made and rotated, and that no sentence repeats them.
import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecretKeys } from './secret-keys.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'keelson-keys-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const keyText = (fill: number): string => Buffer.alloc(32, fill).toString('base64url');
const load = (environmentValue: string) => loadSecretKeys({ environmentValue });

describe('working keys', () => {
  it('are HKDF-SHA256 of the first key, one for each purpose', () => {
    const keys = load(`new:${keyText(1)},old:${keyText(2)}`);
    const expected = Buffer.from(hkdfSync('sha256', Buffer.alloc(32, 1), '', 'keelson/auth-pepper', 32));
    expect(keys.derive('auth-pepper')).toEqual({ id: 'new', key: expected });
    expect(keys.derive('setting').key).not.toEqual(expected);
  });

  it('after a rotation the old key still reads, and the new one writes', () => {
    const before = load(`old:${keyText(2)}`).derive('setting');
    const after = load(`new:${keyText(1)},old:${keyText(2)}`);
    expect(after.deriveAll('setting').map(({ id }) => id)).toEqual(['new', 'old']);
    expect(after.deriveAll('setting')[1]).toEqual(before);
    expect(after.derive('setting')).toEqual(after.deriveAll('setting')[0]);
  });

  it('blanks around keys do not count', () => {
    expect(load(` a:${keyText(1)} , b:${keyText(2)}\n`).deriveAll('x')).toHaveLength(2);
  });
});

describe('key file', () => {
  it('is made once, with mode 0600 and a random key', () => {
    const keyFile = join(directory, 'secret-keys');
    const first = loadSecretKeys({ keyFile });
    const second = loadSecretKeys({ keyFile });
    expect([first.origin, second.origin]).toEqual(['made', 'file']);
    expect(second.derive('x')).toEqual(first.derive('x'));
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile, 'utf8')).toMatch(/^k1:[A-Za-z0-9_-]{43}\n$/);
    expect(loadSecretKeys({ keyFile: join(directory, 'other') }).derive('x')).not.toEqual(first.derive('x'));
  });

  it('is neither read nor made when the environment has keys', () => {
    const keyFile = join(directory, 'secret-keys');
    expect(loadSecretKeys({ environmentValue: `a:${keyText(1)}`, keyFile }).origin).toBe('environment');
    expect(() => statSync(keyFile)).toThrow('ENOENT');
  });
});

describe('sentences', () => {
  it.each([undefined, '', '  '])('without a key (%j) the start stops and shows how to make one', (value) => {
    const input = value === undefined ? {} : { environmentValue: value };
    expect(() => loadSecretKeys(input)).toThrow(/KEELSON_SECRET_KEYS is not set.*node -e .*randomBytes\(32\)/);
  });

  const secret = randomBytes(32).toString('base64url');
  it.each([
    ['no id', secret, /key 1: expected "id:key"/],
    ['an empty id', `:${secret}`, /key 1: expected/],
    ['an id too long', `${'a'.repeat(33)}:${secret}`, /key 1: expected/],
    ['an id with a blank', `a b:${secret}`, /key 1: expected/],
    ['an empty second entry', `a:${secret},`, /key 2: expected/],
    ['31 bytes', `a:${secret.slice(0, 42)}`, /key 1 \("a"\): the key must be 32 bytes/],
    ['33 bytes', `a:${secret}A`, /must be 32 bytes/],
    ['standard base64', `a:${Buffer.alloc(32, 255).toString('base64')}`, /must be 32 bytes/],
    ['other characters', `a:${secret.slice(0, 42)}*`, /must be 32 bytes/],
    ['bits beyond the 32 bytes', `a:${'A'.repeat(42)}B`, /must be 32 bytes/],
    ['an id twice', `a:${secret},a:${keyText(1)}`, /the key id "a" twice/],
    ['too many keys', Array.from({ length: 17 }, (_, index) => `k${index}:${secret}`).join(), /17 keys; at most 16/],
  ])('a list with %s is refused without repeating the key', (_, value, sentence) => {
    expect(() => load(value)).toThrow(sentence);
    expect(() => load(value)).not.toThrow(secret.slice(0, 40));
  });
});
