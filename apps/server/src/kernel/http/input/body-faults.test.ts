// Tests where texts are said to cease to be JSON.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { failAsJson, findJsonFault } from './body-faults.ts';

it.each([
  ['{"a":1,}', 7],
  ['{"name":', 8],
  ['{"a" 1}', 5],
  ['{a:1}', 1],
  ['[1,2', 4],
  ['[1,]', 3],
  ['[1}', 2],
  ['"abc', 4],
  ['"a\\x"', 2],
  ['"a\nb"', 2],
  ['[1]x', 3],
  ['{"a":x}', 5],
  ['[01]', 1],
  ['[1.]', 1],
  ['nul', 0],
  ["{'a':1}", 1],
  ['{"a":1} // why', 8],
  ['', 0],
  [' \n ', 3],
])('%j is no JSON from index %i on', (text, index) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(findJsonFault(text)).toBe(index);
});

const far = `[${'1,'.repeat(60_000)}`;
it.each([
  [`${far}${'x'.repeat(200_000)}`, 131_073, 'Is JSON as far as line 1, column 131073, and not behind it.'],
  [`${far}${'1'.repeat(200_000)}`, 131_073, 'Is JSON as far as line 1, column 131073, and not behind it.'],
  [`${far}x,${'1,'.repeat(60_000)}`, 120_002, 'Is no JSON from line 1, column 120002 on.'],
  [`[x${'1,'.repeat(200_000)}`, 2, 'Is no JSON from line 1, column 2 on.'],
])('what is wrong is looked for in the first part of a body alone', (text, column, message) => {
  const argument = { line: 1, column, message };
  expect(() => failAsJson(text)).toThrow(
    expect.objectContaining({ code: 'MALFORMED_BODY', options: { errorArguments: [argument] } }),
  );
});

it('agrees with the parser about every text: what it passes is JSON, and what it stops at is not', () => {
  const damaged = fc
    .tuple(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('', '"', '}', ']', ',', ':', '\\', '\n', '0', 'x', '{', '['),
      fc.nat(3),
    )
    .map(([value, at, put, out]) => {
      const text = JSON.stringify(value, null, 1);
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + out);
    });
  fc.assert(
    fc.property(damaged, (text) => {
      const index = findJsonFault(text);
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      if (parses) return index === text.length;
      if (index === text.length) return true;
      // What stands before could still become JSON; with the mark, or the whole word, that follows it cannot.
      const [wrong] = /^[\w.+-]+|^[\s\S]/.exec(text.slice(index))!;
      const before = text.slice(0, index);
      return findJsonFault(before) === index && findJsonFault(`${before}${wrong} `) === index;
    }),
    { numRuns: 2_000 },
  );
});

it('is not ended by depth', () => {
  expect(findJsonFault('['.repeat(1_000_000))).toBe(1_000_000);
  expect(findJsonFault(`${'{"a":'.repeat(200_000)}x`)).toBe(1_000_000);
});
