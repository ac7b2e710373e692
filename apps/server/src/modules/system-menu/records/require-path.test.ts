// Proves the rule of paths and addresses against what browsers make of hostile ones.
import { describe, expect, it } from 'vitest';
import { checkUrl, normalizePath } from './require-path.ts';

describe('a path', () => {
  it.each([
    '',
    'a',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    '/a/../b',
    '/a/./b',
    '/..',
    '/a/%2e%2e/b',
    '/a/.%2E',
    '/a b',
    '/a\tb',
    '/a\nb',
    '/\t/evil.example',
    '/a%00',
    '/a%0d%0aSet-Cookie:x',
    '/a%7f',
    '/a%5cb',
    '/a\u0085b',
    '/a\u2028b',
    `/${'a'.repeat(512)}`,
  ])('system-menu 16: %j is refused as a path', (text) => expect(normalizePath(text)).toBeNull());

  it.each([
    ['/', '/'],
    [' /a ', '/a'],
    ['/a/', '/a'],
    ['/a//', '/a'],
    ['/a?x##', '/a?x'],
    ['/a/?x=1', '/a?x=1'],
    ['/a?', '/a'],
    ['/a#', '/a'],
    ['/a?#', '/a'],
    ['/a?#x', '/a#x'],
    ['/a?x=1#y', '/a?x=1#y'],
    ['/A', '/A'],
    ['/a%20b', '/a%20b'],
    ['/a?next=..', '/a?next=..'],
    ['/caf\u0065\u0301', '/caf\u00e9'],
    [`/${'a'.repeat(511)}`, `/${'a'.repeat(511)}`],
  ])('system-menu 16: the path %j is kept as %j, which means itself', (text, kept) => {
    expect(normalizePath(text)).toBe(kept);
    expect(normalizePath(kept)).toBe(kept);
  });
});

describe('an address', () => {
  it.each([
    'ftp://host',
    'javascript:alert(1)',
    'https://u@h',
    'https://u:p@h',
    'https://@h',
    '//host',
    'https://',
    'https:/host',
    'https://h\t.example',
    ' https://h.example',
    'https://h.example/a b',
    `https://h.example/${'a'.repeat(2_048)}`,
  ])('system-menu 16: %j is refused as an address', (text) => expect(checkUrl(text)).toBeNull());

  it.each(['https://h.example', 'http://h.example:8080/a?b=c#d', 'HTTPS://h.example/@x'])(
    'system-menu 16: the address %j is kept',
    (text) => expect(checkUrl(text)).toBe(text),
  );
});
