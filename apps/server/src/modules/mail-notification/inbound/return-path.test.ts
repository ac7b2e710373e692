// Tests that a return path names its mail, whatever mail servers make of its letters, and that nobody else can write one.
import { expect, it } from 'vitest';
import { loadSecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { createReturnPaths } from './return-path.ts';

const keyOf = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64url')}`;
const pathsOf = (...keys: readonly string[]) => createReturnPaths(loadSecretKeys({ environmentValue: keys.join(',') }));
const ours = pathsOf(keyOf('old', 1));

it('mail-notification 19: a return path is read whatever its case, and after a rotation of the keys', () => {
  for (const id of [1, 31, 32, 4_711, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER]) {
    const path = ours.write(id, 'bounce.example');
    expect(path.indexOf('@')).toBeLessThanOrEqual(64);
    for (const seen of [path, path.toUpperCase(), path.replace('bounce.example', 'elsewhere.example')]) {
      expect(ours.read(seen)).toBe(id);
    }
    expect(pathsOf(keyOf('new', 2), keyOf('old', 1)).read(path)).toBe(id);
  }
});

it('mail-notification 19: a return path of another mail or key is forged, and another address is none', () => {
  const path = ours.write(4_711, 'bounce.example');
  const other = ours.write(4_712, 'bounce.example');
  const mixed = `${other.split('.').slice(0, 2).join('.')}.${path.split('.').slice(2).join('.')}`;
  expect(ours.read(mixed)).toBe('FORGED');
  expect(pathsOf(keyOf('new', 2)).read(path)).toBe('FORGED');
  for (const address of ['ada@mail.example', 'b.1@x.example', 'b.1.short@x.example', '@x.example', 'b']) {
    expect(ours.read(address)).toBeNull();
  }
});
