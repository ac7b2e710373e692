// Tests numbers of JSON that stay as they were written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExactNumber, NumberOutOfRange, parseExactJson, parseJsonOfOthers } from './exact-json.ts';

const again = (text: string) => JSON.stringify(parseExactJson(text));

describe('a number', () => {
  it('stays as it was written where a double cannot hold it', () => {
    for (const text of [
      '9007199254740993',
      '-12345678901234567890',
      '0.12345678901234567890123',
      '1.00000000000000000001e3',
    ]) {
      expect(again(`{"a":[${text}]}`)).toBe(`{"a":[${text}]}`);
      expect(isExactNumber(parseExactJson(text))).toBe(true);
    }
  });

  it('is a number wherever a double holds it, however it is written', () => {
    for (const text of [
      '9007199254740992',
      '1e3',
      '0.1',
      '100000000000000000000',
      '1.50000000000000000000',
      '-0.0',
      '0e5',
      '1E+2',
    ]) {
      expect(parseExactJson(text)).toBe(JSON.parse(text));
    }
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseExactJson(JSON.stringify([value]))).toEqual(JSON.parse(JSON.stringify([value])));
      }),
    );
  });

  it('beyond the range of a double is refused: written out it would be thousands of zeros', () => {
    for (const text of ['1e400', '-1e400', '1e-400', '9'.repeat(400)])
      expect(() => parseExactJson(text)).toThrow(NumberOutOfRange);
  });

  it('of any digits is kept as it was, among whatever else the text holds', () => {
    const number = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.nat(30)).map(([digits, point]) => {
      const text = String(digits).padStart(point + 1, '0');
      return point === 0 ? text : `${text.slice(0, -point)}.${text.slice(-point)}`;
    });
    fc.assert(
      fc.property(number, fc.string(), (text, beside) => {
        const value = parseExactJson(`{"n":${text},"s":${JSON.stringify(beside)}}`) as { n: unknown; s: string };
        expect(value.s).toBe(beside);
        const kept = isExactNumber(value.n) ? value.n.rawJSON : String(value.n);
        const same = (of: string) =>
          of.includes('e') ? Number(of) : of.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
        if (kept.includes('e')) expect(Number(kept)).toBe(Number(text));
        else expect(same(kept)).toBe(same(text));
      }),
    );
  });
});

it('a whole number of another system that a double cannot hold is its digits, and every other number is a number', () => {
  const text =
    '{"id":9007199254740993,"list":[-12345678901234567890,9007199254740992,0.12345678901234567890,1e20],"text":"1234567890123456789"}';
  expect(parseJsonOfOthers(text)).toEqual({
    id: '9007199254740993',
    list: ['-12345678901234567890', 9007199254740992, 0.12345678901234568, 1e20],
    text: '1234567890123456789',
  });
});
