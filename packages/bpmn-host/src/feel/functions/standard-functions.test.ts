// Built-in functions by the examples and domains of the standard (DMN 1.5, 10.3.4), and what stands in its conformance tests.
import type { Value } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { resultOf } from '../feel.fixture.ts';

function gives(cases: readonly (readonly [string, Value])[]): void {
  it.each(cases)('%s: %j', (text, expected) => expect(resultOf(text)).toEqual(expected));
}

describe('a position counts from 1 or from the end with -1, and is null for 0, beyond the ends and for fractions:', () => {
  gives([
    ['remove([1,2,3], 2)', [1, 3]],
    ['remove([1,2,3], -1)', [1, 2]],
    ['remove([1,2,3], -3)', [2, 3]],
    ['remove([1,2,3], 0)', null],
    ['remove([1,2,3], 4)', null],
    ['remove([1,2,3], -4)', null],
    ['remove([1,2,3], 1.5)', null],
    ['remove([1,2,3], "1")', null],
    ['remove([1,2,3], null)', null],
    ['insert before([2,3,4,5], 1, 1)', [1, 2, 3, 4, 5]],
    ['insert before([1,2,3,5], 4, 4)', [1, 2, 3, 4, 5]],
    ['insert before([1,2,3,5], -1, 4)', [1, 2, 3, 4, 5]],
    ['insert before([2,3,4,5], -4, 1)', [1, 2, 3, 4, 5]],
    ['insert before([1,2,3], 5, 9)', null],
    ['insert before([2,3,4,5], 5, 1)', null],
    ['insert before([2,3,4,5], 0, 1)', null],
    ['insert before([1,2,3,5], -5, 4)', null],
    ['insert before([1,2,3], 1)', null],
    ['insert before([1], 1, null)', [null, 1]],
    ['list replace([2,4,7,8], 3, 6)', [2, 4, 6, 8]],
    ['list replace([1,2,3], -1, 9)', [1, 2, 9]],
    ['list replace([1,2,3], 0, 9)', null],
    ['list replace([1,2,3], 4, 9)', null],
    ['list replace([1,2,3], 1.5, 9)', null],
    ['list replace([2,4,7,8], function(item, newItem) item < newItem, 5)', [5, 5, 7, 8]],
    ['list replace([2,4], function(item, newItem) "x", 5)', null],
    ['sublist([4,5,6], 1, 2)', [4, 5]],
    ['sublist([1,2,3], -2)', [2, 3]],
    ['sublist([1,2,3], -2, 1)', [2]],
    ['sublist([1,2,3], 0)', null],
    ['sublist([1,2,3], 4)', null],
    ['sublist([1,2,3], -4)', null],
    ['sublist([1,2,3], 2, 3)', null],
    ['sublist([1,2,3], 1, 0)', null],
    ['substring("foobar", 3)', 'obar'],
    ['substring("foobar", 3, 3)', 'oba'],
    ['substring("foobar", -2, 1)', 'a'],
    ['substring("foobar", 5, 9)', 'ar'],
    ['substring("\\U01F40Eab", 2)', 'ab'],
    ['substring("abc", 0)', null],
    ['substring("abc", 4)', null],
    ['substring("abc", -4)', null],
    ['substring("abc", 1.5)', null],
    ['substring("abc", 1, 0)', null],
    ['substring("abc", 1, -1)', null],
  ]);
});

describe('numbers:', () => {
  gives([
    ['number("1 000,0", " ", ",")', 1000],
    ['number("1,000.2", ",", ".")', 1000.2],
    ['number("1,000", ",", ",")', null],
    ['number("1", "a", ".")', null],
    ['number("1.2", " ", ",")', null],
    ['number("", null, null)', null],
    ['number(" 1", null, null)', null],
    ['number("0x10", null, null)', null],
    ['number("-1.5e2", null, null)', -150],
    ['decimal(1/3, 2)', 0.33],
    ['decimal(1/3, 2.5)', 0.33],
    ['decimal(1.5, 0)', 2],
    ['decimal(2.5, 0)', 2],
    ['decimal(1, 6177)', null],
    ['decimal(1, -6112)', null],
    ['round up(5.5, 0)', 6],
    ['round up(-5.5, 0)', -6],
    ['round up(1.121, 2)', 1.13],
    ['round up(5.5, 6177)', null],
    ['round down(5.5, 0)', 5],
    ['round half up(2.5, 0.9)', 3],
    ['round half down(-5.5, 0)', -5],
  ]);
});

describe('dates, times and durations:', () => {
  gives([
    ['years and months duration(date("2011-12-22"), date("2013-08-24"))', 'P1Y8M'],
    ['years and months duration(date("2013-08-24"), date("2011-12-22"))', '-P1Y8M'],
    ['years and months duration(date("2011-12-22"), date("2011-12-30"))', 'P0M'],
    ['time("10:00:00+14:00")', '10:00:00+14:00'],
    ['time("10:00:00+14:01")', null],
    ['time("10:00:00-15:00")', null],
    ['time(23, 59, 0, duration("PT15H"))', null],
    ['time(12, 0, 0.5)', '12:00:00.5'],
    ['time(12.5, 0, 0)', null],
    ['time("23:59:60")', null],
    ['date(2012.5, 12, 25)', null],
    ['date and time("2026-01-01T10:00:00-14:01")', null],
    ['date and time("2012-12-24T23:59:60")', null],
    ['duration("P1Y1D")', null],
    ['duration("P26M")', 'P2Y2M'],
    ['duration("P2DT20H14M")', 'P2DT20H14M'],
    ['is(@"P0Y", @"P0D")', false],
    ['is(@"P0D", @"PT0H")', true],
    ['is(@"P1Y", @"P12M")', true],
    ['is(@"23:00:50z", @"23:00:50+00:00")', true],
    ['is(@"2012-12-25", @"2012-12-26")', false],
  ]);
});

describe('contexts, filters and lists of one:', () => {
  gives([
    ['{a: 1, a: 2}', null],
    ['{a: 1, "a": 2}', null],
    ['{a: 1, b: {a: 2}}', { a: 1, b: { a: 2 } }],
    ['[{x: 1}, {y: 2}][y > 1]', [{ y: 2 }]],
    ['[{x: 1}, {y: 2}][x = 1]', [{ x: 1 }]],
    ['[][y > 1]', []],
    ['matches(["foobar"], "^fo*bar")', true],
    ['split(["a;b"], [";"])', ['a', 'b']],
    ['replace(["abcd"], "(ab)", "[$1]")', '[ab]cd'],
    ['date(["2026-01-01"])', '2026-01-01'],
    ['substring(["foobar"], [3])', 'obar'],
    ['not([true])', false],
    ['floor([1.5])', 1],
    ['not([true, false])', null],
  ]);

  it('a name that no item of a filter has fails as elsewhere, and one of the outside is seen', () => {
    expect(() => resultOf('[{x: 1}][z > 1]')).toThrow('there is no variable z');
    expect(resultOf('[{x: 1}, {x: 5}][x > z]', { z: 2 })).toEqual([{ x: 5 }]);
  });
});

describe('ranges and points:', () => {
  gives([
    ['overlaps before([1..5], [3..8])', true],
    ['overlaps before([1..5], [6..8])', false],
    ['overlaps before([1..5], [5..8])', true],
    ['overlaps before([1..5], (5..8])', false],
    ['overlaps before([1..5), (1..5])', true],
    ['overlaps before([1..5], [1..5])', false],
    ['overlaps after([3..8], [1..5])', true],
    ['overlaps after([6..8], [1..5])', false],
    ['overlaps after((5..8], [1..5])', false],
    ['overlaps after((1..5], [1..5))', true],
    ['overlaps after((1..5), [1..5])', false],
    ['finishes(10, [1..10])', true],
    ['finishes(10, [1..10))', false],
    ['finishes([5..10], [1..10])', true],
    ['finishes((1..10], [1..10])', true],
    ['finished by([1..10], [5..10])', true],
    ['finished by([1..10), (5..10))', true],
    ['during(5, [1..10])', true],
    ['during(10, [1..10))', false],
    ['during([4..6], [1..10])', true],
    ['starts(1, [1..10])', true],
    ['starts(1, (1..10])', false],
    ['starts([1..5), [1..5])', true],
    ['started by([1..10], 1)', true],
    ['started by((1..10], [1..5])', false],
    ['coincides(5, 5)', true],
    ['coincides(3, 4)', false],
    ['coincides([1..5], [1..5))', false],
    ['coincides([1..5], ["a".."b"])', null],
    ['coincides(null, 1)', null],
  ]);
});
