// Proves that one text is one address, and that nothing else passes for one.
import { describe, expect, it } from 'vitest';
import { parseMailAddress } from './mail-address.ts';

describe('an address', () => {
  it.each([
    ['ada@example.org', 'ada@example.org'],
    ['Ada.Lovelace+x@Mail.EXAMPLE.org', 'Ada.Lovelace+x@mail.example.org'],
    ['ışık@örnek.com.tr', 'ışık@xn--rnek-4qa.com.tr'],
    ["o'brien@example.org", "o'brien@example.org"],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  ])('%s is %s', (typed, canonical) => {
    expect(parseMailAddress(typed)).toBe(canonical);
  });

  it.each([
    '',
    'ada',
    '@example.org',
    'ada@',
    'ada@localhost',
    'ada@127.0.0.1',
    'a@x.org, b@x.org',
    'a@x.org;b@x.org',
    'Ada <ada@example.org>',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada\n@example.org',
    'ada @example.org',
    '"ada lovelace"@example.org',
    'ada..l@example.org',
    '.ada@example.org',
    'ada@-example.org',
    'ada@example..org',
    'ada@exa\u200bmple.org',
    'ada@example.org/x',
    'ada@eve@example.org',
    '=?utf-8?q?eve=40evil.example=2C?=@example.org',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a.'.repeat(130)}org`,
  ])('%j is none', (typed) => {
    expect(parseMailAddress(typed)).toBeNull();
  });
});
