// Proves how Accept and Accept-Language are weighed.
import { expect, it } from 'vitest';
import { acceptsGzip, chooseLanguage, chooseMediaType, prefersHtml } from './accept.ts';

it.each([
  [undefined, ['a/x', 'a/y'], 'a/x'],
  ['', ['a/x'], 'a/x'],
  ['a/y, a/x', ['a/x', 'a/y'], 'a/x'],
  ['a/y, a/x;q=0.9', ['a/x', 'a/y'], 'a/y'],
  ['A/Y', ['a/x', 'a/y'], 'a/y'],
  ['a/*;q=0.5, b/z', ['a/x', 'b/z'], 'b/z'],
  ['*/*, a/x;q=0', ['a/x', 'a/y'], 'a/y'],
  ['a/x;q=nonsense', ['a/x'], null],
  ['a/x;q=2', ['a/x'], null],
  ['c/c', ['a/x'], null],
])('Accept %j of %j chooses %j', (header, offered, chosen) => {
  expect(chooseMediaType(header, offered)).toBe(chosen);
});

it('a person who follows a link prefers a page, a script does not', () => {
  expect(prefersHtml('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')).toBe(true);
  expect(prefersHtml('application/json, text/html;q=0.9')).toBe(false);
  expect(prefersHtml('*/*')).toBe(false);
  expect(prefersHtml(undefined)).toBe(false);
});

it.each([
  ['', 'en'],
  ['tr', 'tr'],
  ['tr-TR,tr;q=0.9,en;q=0.8', 'tr'],
  ['de,tr;q=0.3', 'tr'],
  ['en;q=0.4, tr;q=0.5', 'tr'],
  ['tr;q=0', 'en'],
  ['*', 'en'],
  ['trx', 'en'],
])('Accept-Language %j speaks %s', (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});

it.each<[string | null, boolean]>([
  [null, false],
  ['', false],
  ['identity', false],
  ['gzip', true],
  ['br, GZIP;q=0.3', true],
  ['x-gzip', true],
  ['gzip;q=0, *', false],
  ['*', true],
  ['*;q=0', false],
  ['gzipped', false],
])('Accept-Encoding %j takes gzip: %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});
