// Proves that files of secrets are private from their first byte and made once.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePrivateFileOnce, readPrivateFile } from './private-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'keelson-private-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('makes a file of mode 0600 under any umask and leaves no draft', () => {
  const before = process.umask(0);
  try {
    expect(makePrivateFileOnce(join(directory, 'file'), 'secret')).toEqual({ text: 'secret', made: true });
  } finally {
    process.umask(before);
  }
  expect(statSync(join(directory, 'file')).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['file']);
});

it('a second maker gets the text of the first', () => {
  makePrivateFileOnce(join(directory, 'file'), 'first');
  expect(makePrivateFileOnce(join(directory, 'file'), 'second')).toEqual({ text: 'first', made: false });
  expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('first');
});

it('answers nothing for a file that is not there', () => {
  expect(readPrivateFile(join(directory, 'none'))).toBeUndefined();
});

it.each([0o644, 0o640, 0o602])('refuses a file of mode %o with a sentence without its text', (mode) => {
  makePrivateFileOnce(join(directory, 'file'), 'hidden-text');
  chmodSync(join(directory, 'file'), mode);
  expect(() => readPrivateFile(join(directory, 'file'))).toThrow(/mode 0[0-7]{3}: others may read it.*chmod 600/);
  expect(() => readPrivateFile(join(directory, 'file'))).not.toThrow('hidden-text');
});
