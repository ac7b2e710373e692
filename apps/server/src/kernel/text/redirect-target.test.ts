// Proves that no written form of a foreign address passes for a listed one.
import { describe, expect, it } from 'vitest';
import { resolveRedirectTarget } from './redirect-target.ts';

const listed = ['https://ok.example/app', 'https://open.example', 'http://localhost:3000/'];

describe('authentication 15: refused targets', () => {
  it.each([
    '',
    '//evil',
    '///evil',
    '/\\evil',
    '\\\\evil',
    '/..//evil',
    '/%2e%2e//evil',
    '/.//evil',
    '/\t/evil',
    '/\n/evil',
    ' /ok',
    'https:evil',
    'https:/evil',
    'https:///evil',
    'https:\\\\evil',
    'https://a@b@evil',
    'https://ok.example@evil/app',
    'https://user:secret@ok.example/app',
    'https://@ok.example/app',
    'https://ok.example.evil.com/app',
    'https://ok.example.evil.com',
    'https://evil/https://ok.example/app',
    'https://ok.example/..;/x',
    'https://ok.example/app/..;/x',
    'https://ok.example/app;x=1',
    'https://ok.example/app/%2e%2e/x',
    'https://ok.example/app/..%2fx',
    'https://ok.example/app/..%5cx',
    'https://ok.example/app/../x',
    'https://ok.example/application',
    'https://ok.example/',
    'https://ok.example:8443/app',
    'http://ok.example/app',
    'https://ok.example./app',
    'https://ok.example\u200b/app',
    'https://ok%2eexample/app\u0000',
    'https://ok.example/app%0d%0aSet-Cookie:x=1',
    'https://ok.example/app?next=%0d%0aSet-Cookie:x',
    '/%0d%0aSet-Cookie:x=1',
    'http://127.0.0.1:3000/',
    'http://[::1]:3000/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://ok.example/app',
    '%2f%2fevil',
    '/%2fevil',
    '/%5cevil',
    'evil',
    './evil',
    '../evil',
    `/${'a'.repeat(2_048)}`,
  ])('refuses %j', (target) => {
    expect(resolveRedirectTarget(target, listed)).toBeNull();
  });
});

describe('authentication 15: what stays on the list is written anew', () => {
  it.each([
    ['/', '/'],
    ['/signed-out?reason=user#top', '/signed-out?reason=user#top'],
    ['/a/../b', '/b'],
    ['/ağaç', '/a%C4%9Fa%C3%A7'],
    ['https://ok.example/app', 'https://ok.example/app'],
    ['https://ok.example/app/page?x=1', 'https://ok.example/app/page?x=1'],
    ['HTTPS://OK.EXAMPLE/app', 'https://ok.example/app'],
    ['https://ok.example:443/app', 'https://ok.example/app'],
    ['https://open.example', 'https://open.example/'],
    ['https://open.example/anything?to=https%3A%2F%2Felse', 'https://open.example/anything?to=https%3A%2F%2Felse'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ])('%j leads to %j', (target, location) => {
    expect(resolveRedirectTarget(target, listed)).toBe(location);
  });

  it('an empty list allows the own site only', () => {
    expect(resolveRedirectTarget('/here', [])).toBe('/here');
    expect(resolveRedirectTarget('https://ok.example/app', [])).toBeNull();
  });

  it('a list entry that is no absolute address covers nothing', () => {
    expect(resolveRedirectTarget('https://ok.example/app', ['https:', '/app', 'ok.example', '*'])).toBeNull();
  });
});
