// Proves how tags are compared.
import { expect, it } from 'vitest';
import { isKnownTag } from './entity-tag.ts';

it.each<[string | null | undefined, string | undefined, boolean]>([
  [undefined, '"a"', false],
  [null, '"a"', false],
  ['"a"', undefined, false],
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a"', '"a"', true],
  ['"b"', '"a"', false],
  ['a', '"a"', false],
  [' * ', '"a"', true],
])('If-None-Match %j names %j: %s', (header, etag, expected) => {
  expect(isKnownTag(header, etag)).toBe(expected);
});
