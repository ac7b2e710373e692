// Proves the rules of new passwords, and that each refusal names its reason.
import { argumentText } from '@keelson/contract';
import { describe, expect, it } from 'vitest';
import { normalizePassword } from '../../ground/hashing/normalize-password.ts';
import { findPasswordProblems, isHashable } from './password-policy.ts';

const context = {
  tenantIdentifier: 'default',
  username: 'ayse.yilmaz@example.com',
  displayName: 'Ayşe Yılmaz',
  minLength: 15,
  blocklist: true,
};
const codes = (password: string): string[] => findPasswordProblems(password, context).map(({ code }) => code);

describe('password rules', () => {
  it('authentication 16: 14 characters are refused, 15 stand alone', () => {
    expect(codes('kırmızı balık ')).toEqual(['PASSWORD_TOO_SHORT']);
    expect(codes('kırmızı balık g')).toEqual([]);
  });

  it('authentication 16: 128 characters pass, 129 do not', () => {
    const long = 'correct horse battery staple '.repeat(5);
    expect(codes(`${long.slice(0, 127)}!`)).toEqual([]);
    expect(codes(`${long.slice(0, 128)}!`)).toEqual(['PASSWORD_TOO_LONG']);
  });

  it('authentication 16: emoji count as one character each', () => {
    const faces = ['😀', '🐟', '🌲', '🚲', '🎈', '🧭', '🪐', '🍋', '🎻', '🧊', '🪁', '🦉', '🌋', '🪵', '🫖'];
    expect(codes(faces.join(''))).toEqual([]);
    expect(codes(faces.slice(0, 14).join(''))).toEqual(['PASSWORD_TOO_SHORT']);
  });

  it('authentication 16: composed and decomposed letters are one password, outer spaces stay', () => {
    expect(normalizePassword('cafe\u0301')).toBe(normalizePassword('caf\u00e9'));
    expect(normalizePassword('  x  ')).toBe('  x  ');
  });

  it.each([
    'aaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabc',
    'horsehorsehorseho',
    'abcdefghijklmnopqr',
    'ZYXWVUTSRQPONMLKJ',
    '012345678901234567',
    '9876543210987654',
    'xyzabcdefghijklmn',
  ])('authentication 16: %s is one repeated or running sequence', (password) => {
    expect(codes(password)).toEqual(['PASSWORD_TOO_COMMON']);
  });

  it.each(['Keelson-2026-!!-0001', '...ayseyilmaz123456', '1Ayşe 2 Yılmaz 345', 'default#########1'])(
    'authentication 16: %s is a context word with decoration',
    (password) => {
      expect(codes(password)).toContain('PASSWORD_CONTAINS_CONTEXT_WORD');
    },
  );

  it('authentication 16: a phrase that holds a context word beside others passes', () => {
    expect(codes('keelson boats sail at dawn')).toEqual([]);
  });

  it('authentication 16: every reason is reported at once, in both languages', () => {
    const problems = findPasswordProblems('keelson', context);
    expect(problems.map(({ code }) => code)).toEqual(['PASSWORD_TOO_SHORT', 'PASSWORD_CONTAINS_CONTEXT_WORD']);
    expect(problems[0]?.message).toContain('at least 15 characters');
    expect(problems.map(({ message }) => argumentText(message, 'tr'))).toEqual([
      expect.stringContaining('En az 15 karakter'),
      expect.stringContaining('Kendi adınızı'),
    ]);
  });

  it('authentication 16: 1,025 bytes are refused before anything is computed, empty too', () => {
    expect(isHashable('ş'.repeat(512))).toBe(true);
    expect(isHashable(`${'ş'.repeat(512)}x`)).toBe(false);
    expect(isHashable('')).toBe(false);
  });
});
