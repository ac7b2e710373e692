// Proves the one-time passwords against the vectors of their standards, and which steps are taken.
import { describe, expect, it } from 'vitest';
import { findTotpStep, otpauthUri, toBase32, totpCode, totpStepAt } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('RFC 6238, appendix B, last six digits', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s the code is %s', (seconds, code) => {
    expect(totpCode(secret, totpStepAt(seconds * 1_000))).toBe(code);
  });
});

describe('RFC 4648, section 10', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is %j', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
  });
});

describe('which steps are taken', () => {
  const nowMs = 1_234_567_890_000;
  const current = totpStepAt(nowMs);

  it('authentication 8: takes the current one and one before, and refuses two before and the next one', () => {
    const found = [-2, -1, 0, 1].map((shift) => findTotpStep(secret, totpCode(secret, current + shift), nowMs, 1));
    expect(found).toEqual([null, current - 1, current, null]);
  });

  it('authentication 8: takes no past step where none is allowed', () => {
    expect(findTotpStep(secret, totpCode(secret, current - 1), nowMs, 0)).toBeNull();
  });

  it('authentication 8: what has another length than a code is none', () => {
    for (const code of ['', '12345', '1234567', 'x'.repeat(64), '１２３４５６']) {
      expect(findTotpStep(secret, code, nowMs, 1)).toBeNull();
    }
  });
});

it('the address for apps escapes what a name may contain', () => {
  const uri = new URL(otpauthUri({ issuer: 'Keelson', account: 'ayşe?secret=x&y', secret: 'MZXW6' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toBe('/Keelson:ayşe?secret=x&y');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'MZXW6',
    issuer: 'Keelson',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
