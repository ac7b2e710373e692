// Proves that the shipped list is big enough and asked as a whole.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { findPasswordProblems } from './password-policy.ts';

const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8');
const entries = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const context = {
  tenantIdentifier: 'default',
  username: 'ada',
  displayName: null,
  minLength: 15,
  blocklist: true,
};

it('authentication 16: 3,000 entries are long enough to stand alone, and the list tells source and licence', () => {
  const alone = entries.filter((entry) => [...entry].length >= 15 && [...entry].length <= 128);
  expect(alone.length).toBeGreaterThanOrEqual(3_000);
  expect(new Set(entries).size).toBe(entries.length);
  expect(text).toMatch(/^# Source: .+\n# Licence: .+\n/m);
});

it('authentication 16: each entry of the list is refused, also where another rule refuses it as well', () => {
  const passing = entries.filter((entry) => !isCommonPassword(entry));
  expect(passing).toEqual([]);
  for (const password of ['QwertyuiopASDFGHJKL', '1qaz2wsx3edc4rfv5tgb6yhn', 'password1234567']) {
    const problems = findPasswordProblems(password, context);
    expect(problems.map(({ code }) => code)).toEqual(['PASSWORD_TOO_COMMON']);
  }
});

it('authentication 16: a whole match is refused whatever its case, a part of a longer one is not', () => {
  const entry = entries.find((candidate) => /^[a-z]{10,}$/.test(candidate)) ?? '';
  const codes = (password: string) =>
    findPasswordProblems(password, { ...context, minLength: 8 }).map(({ code }) => code);
  expect(codes(entry)).toEqual(['PASSWORD_TOO_COMMON']);
  expect(codes(entry.toUpperCase())).toEqual(['PASSWORD_TOO_COMMON']);
  expect(codes(`${entry} beside the mill`)).toEqual([]);
  expect(isCommonPassword('')).toBe(false);
  expect(isCommonPassword('# Source: x')).toBe(false);
});
