// Proves that a sealed text opens for its owner and purpose alone, and in no shortened or altered form.
import { describe, expect, it } from 'vitest';
import { createSeal } from './seal.ts';
import { loadSecretKeys } from './secret-keys.ts';

const keyText = (id: string, fill: number): string => `${id}:${Buffer.alloc(32, fill).toString('base64url')}`;
const keysOf = (...texts: string[]) => loadSecretKeys({ environmentValue: texts.join(',') });
const keys = keysOf(keyText('k1', 1));
const seal = createSeal(keys, 'setting');
const OWNER = 'demo.secret|GLOBAL|';
const TAG_BYTES = 16;

/** Answers the same text with other bytes behind the key id. */
function altered(sealed: string, change: (body: Buffer) => Buffer): string {
  const [id = '', body = ''] = sealed.split('.');
  return `${id}.${change(Buffer.from(body, 'base64url')).toString('base64url')}`;
}

describe('system-setting 9: a sealed text', () => {
  const sealed = seal.seal('hunter2', OWNER);

  it('opens for its owner, names its key, and is another one each time', () => {
    expect(seal.open(sealed, OWNER)).toBe('hunter2');
    expect(sealed).toMatch(/^k1\.[A-Za-z0-9_-]+$/);
    expect(seal.seal('hunter2', OWNER)).not.toBe(sealed);
    expect(seal.open(seal.seal('', OWNER), OWNER)).toBe('');
    expect(seal.open(seal.seal('ğüş\u0000🔑', OWNER), OWNER)).toBe('ğüş\u0000🔑');
  });

  it.each(['demo.secret|TENANT|north', 'demo.other|GLOBAL|', ''])('does not open in the row of %j', (owner) => {
    expect(seal.open(sealed, owner)).toBeNull();
  });

  it('does not open for another purpose, nor under other bytes or another id of the key', () => {
    expect(createSeal(keys, 'mail').open(sealed, OWNER)).toBeNull();
    expect(createSeal(keysOf(keyText('k1', 2)), 'setting').open(sealed, OWNER)).toBeNull();
    expect(createSeal(keysOf(keyText('k2', 1)), 'setting').open(sealed, OWNER)).toBeNull();
    expect(createSeal(keysOf(keyText('k2', 2), keyText('k1', 1)), 'setting').open(sealed, OWNER)).toBe('hunter2');
  });

  it('does not open with a shorter tag, whatever its length', () => {
    for (let cut = 1; cut <= TAG_BYTES; cut += 1) {
      const shortened = altered(sealed, (body) => body.subarray(0, body.length - cut));
      expect(seal.open(shortened, OWNER)).toBeNull();
    }
  });

  it('does not open with any bit turned', () => {
    const length = Buffer.from(sealed.split('.')[1] ?? '', 'base64url').length;
    for (let at = 0; at < length; at += 1) {
      const turned = altered(sealed, (body) => {
        body[at] = (body[at] ?? 0) ^ 1;
        return body;
      });
      expect(seal.open(turned, OWNER)).toBeNull();
    }
  });

  it.each(['', '.', 'k1', 'k1.', 'k1.AAAA', 'k1.%%%%', '.AAAA', `k1.${'A'.repeat(100)}`])('%j is none', (text) => {
    expect(seal.open(text, OWNER)).toBeNull();
  });
});
