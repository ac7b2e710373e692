// FEEL by table: what expressions give, what they refuse, and that they end.
import { ExpressionError, type Value, type Variables } from '@keelson/bpmn-core';
import fc from 'fast-check';
import { evaluate as evaluateFeelin } from 'feelin';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../bpmn-core/src/testing/cost.ts';
import { compiled, feel, NOW, resultOf } from './feel.fixture.ts';
import { compileFeel } from './feel.ts';

/** Costs as many references as a usual processor does in two seconds. */
const SOON = 4_000;

function failureOf(text: string, variables: Variables = {}): { readonly reason: string; readonly message: string } {
  try {
    return { reason: 'none', message: JSON.stringify(resultOf(text, variables)) };
  } catch (error) {
    if (error instanceof ExpressionError) return { reason: error.reason, message: error.message };
    throw error;
  }
}

const ORDER: Variables = {
  x: 5,
  name: 'Ada',
  yes: true,
  none: null,
  at: new Date('2026-03-01T10:00:00Z'),
  list: [1, 2, 3],
  order: {
    id: 'A-1',
    lines: [
      { sku: 'a', n: 2 },
      { sku: 'b', n: 5 },
    ],
    when: new Date('2026-03-01T10:00:00Z'),
  },
};

describe('FEEL gives', () => {
  it.each<[string, Value]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['-x + 1', -4],
    ['2 ** 3', 8],
    ['10 / 4', 2.5],
    ['1 / 0', null],
    ['0.1 + 0.2', 0.3],
    ['0.1 * 3', 0.3],
    ['1.1 * 1.1', 1.21],
    ['0.3 / 0.1', 3],
    ['9007199254740991 - 1', 9007199254740990],
    ['8134.36 - 9000.68', -866.32],
    ['1 / 3', 0.333333333333333],
    ['1e-7 + 1e-7', 2e-7],
    ['1e300 * 1e300', null],
    ['mean([0.1, 0.2, 0.3])', 0.2],
    ['sum([])', null],
    ['sum([1, "a"])', null],
    ['1e3', 1000],
    ['.5', 0.5],
    ['"a" + "b"', 'ab'],
    ['"a" + 1', null],
    ['"tab\\t \\"q\\" \\u0041 \\\\n"', 'tab\t "q" A \\n'],
    ['x > 3 and name = "Ada"', true],
    ['x > "3"', null],
    ['x = "5"', null],
    ['none = null', true],
    ['x = null', false],
    ['x != null', true],
    ['none > 3', null],
    ['true or none', true],
    ['false and none', false],
    ['true and none', null],
    ['false or none', null],
    ['not(yes)', false],
    ['not(none)', null],
    ['if x > 3 then "big" else "small"', 'big'],
    ['if none then 1 else 2', 2],
    ['if 7 then 1 else 2', 2],
    ['x between 1 and 5', true],
    ['x in [1..5)', false],
    ['x in (1, 2, > 4)', true],
    ['x in (1, 2)', false],
    ['x in list', false],
    ['2 in list', true],
    ['x instance of number', true],
    ['list instance of list<number>', true],
    ['order instance of context<id: string>', true],
    ['order.id', 'A-1'],
    ['order.nothing', null],
    ['none.anything', null],
    ['order.lines.sku', ['a', 'b']],
    ['order.lines[n > 3].sku', ['b']],
    ['order.lines[1].n', 2],
    ['order.lines[-1].n', 5],
    ['order.lines[9]', null],
    ['order.lines[contains(item.sku, "b")].n', [5]],
    ['list[item > 1]', [2, 3]],
    ['list[> 1]', [2, 3]],
    ['[][item > 1]', []],
    ['[1, 2][1]', 1],
    ['x[1]', 5],
    ['for i in 1..3 return i * i', [1, 4, 9]],
    ['for i in 3..1 return i', [3, 2, 1]],
    ['for a in [1, 2], b in [a, 10] return a * b', [1, 10, 4, 20]],
    ['for i in 1..4 return if i < 3 then 1 else partial[-1] + partial[-2]', [1, 1, 2, 3]],
    ['for i in none return i', null],
    ['some l in order.lines satisfies l.n > 4', true],
    ['every l in order.lines satisfies l.n > 4', false],
    ['every l in [] satisfies l', true],
    ['some l in [] satisfies l', false],
    ['{a: 1, b: a + 1, "c d": b}', { a: 1, b: 2, 'c d': 2 }],
    ['{f: function(n) n * 2, r: f(21)}.r', 42],
    ['{f: function(a, b) a - b, r: f(b: 1, a: 3)}.r', 2],
    ['{fac: function(n) if n < 2 then 1 else n * fac(n - 1), r: fac(10)}.r', 3628800],
    ['sort([3, 1, 2], function(a, b) a < b)', [1, 2, 3]],
    ['count(list)', 3],
    ['sum([0.1, 0.2])', 0.3],
    ['min(3, 1, 2)', 1],
    ['max(["a", "c", "b"])', 'c'],
    ['max([])', null],
    ['median([10, 9, 2])', 9],
    ['median([1, 2])', 1.5],
    ['list contains([1, null], null)', true],
    ['list contains([@"2026-01-01"], @"2026-01-01")', true],
    ['index of([1, 2, 1], 1)', [1, 3]],
    ['string length("abc")', 3],
    ['substring("foobar", 3, 3)', 'oba'],
    ['substring(string: "foobar", start position: 3)', 'obar'],
    ['string(1.5)', '1.5'],
    ['number("1.500,5", ".", ",")', 1500.5],
    ['number("abc")', null],
    ['string join(["a", "b"], "-")', 'a-b'],
    ['split("a1b2c", "[0-9]")', ['a', 'b', 'c']],
    ['matches("foobar", "o+b")', true],
    ['matches("FOO", "foo", "i")', true],
    ['replace("abc", "(b)", "[$1$0]")', 'a[bb]c'],
    ['get value({a: 1}, "a")', 1],
    ['get entries({a: 1})', [{ key: 'a', value: 1 }]],
    ['context put({a: 1}, ["b"], 2)', { a: 1, b: 2 }],
    ['flatten([1, [2, [3]]])', [1, 2, 3]],
    ['distinct values([1, 2, 1])', [1, 2]],
    ['is defined(nothing)', false],
    ['is defined(x)', true],
    ['[1..3] = [1..3]', true],
    ['{a: [1, 2]} = {a: [1, 2]}', true],
    ['a  // one line\n + /* more\nlines */ 1', null],
  ])('%s: %j', (text, expected) => {
    expect(resultOf(text, { ...ORDER, a: null })).toEqual(expected);
  });

  it.each<[string, Value]>([
    ['date("2026-03-01")', '2026-03-01'],
    ['date("2026-02-30")', null],
    ['@"2026-03-01" + @"P1M"', '2026-04-01'],
    ['@"2026-01-31" + @"P1M"', '2026-02-28'],
    ['date("2026-03-01").month', 3],
    ['date and time("2026-03-01T10:00:00Z")', new Date('2026-03-01T10:00:00Z')],
    ['date and time("2026-03-01T10:00:00+03:00")', new Date('2026-03-01T07:00:00Z')],
    ['date and time("2026-03-01T10:00:00@Europe/Istanbul")', new Date('2026-03-01T07:00:00Z')],
    ['date and time("2026-03-01T10:00:00")', '2026-03-01T10:00:00'],
    ['time("10:30:00")', '10:30:00'],
    ['duration("P1DT2H").hours', 2],
    ['@"PT1H" + @"PT30M"', 'PT1H30M'],
    ['@"PT1H" * 3', 'PT3H'],
    ['-@"PT1H"', '-PT1H'],
    ['@"PT3H" / @"PT1H"', 3],
    ['@"P1Y" / 2', 'P6M'],
    ['@"P1Y" + @"PT1H"', null],
    ['at + @"PT1H"', new Date('2026-03-01T11:00:00Z')],
    ['at.year', 2026],
    ['order.when < at + @"PT1S"', true],
    ['order.when = at', true],
    ['date and time("2026-03-01T13:00:00+03:00") = at', true],
    ['now()', new Date(NOW)],
    ['today()', '2026-05-17'],
    ['at - @"PT1H" < at', true],
    ['years and months duration(@"2025-01-01", @"2026-03-01")', 'P1Y2M'],
    ['@"2026-03-01" in [@"2026-01-01"..@"2026-12-31"]', true],
    ['day of week(@"2026-03-01")', 'Sunday'],
    ['@"9999-12-31" + duration("P999999999Y")', null],
    ['@"2026-01-01" + @"PT1H"', new Date('2026-01-01T01:00:00Z')],
  ])('dates and times: %s is %j', (text, expected) => {
    expect(resultOf(text, ORDER)).toEqual(expected);
  });

  it('FEEL gives the same object where nothing is changed', () => {
    const big = { a: [{ b: 1 }] };
    expect(resultOf('big', { big })).toBe(big);
  });

  it('FEEL gives the type of the result and the value of literals beforehand', () => {
    const types = ['x > 1', '1', '"a"', '[1]', 'f', 'not(x)', '(a and b)', 'null', 'a + b'];
    expect(types.map((text) => compiled(text).resultType)).toEqual([
      'boolean',
      'number',
      'text',
      'other',
      'unknown',
      'boolean',
      'boolean',
      'other',
      'unknown',
    ]);
    expect(['1', '"a"', 'true', 'null', 'x'].map((text) => compiled(text).constant)).toEqual([
      1,
      'a',
      true,
      null,
      undefined,
    ]);
  });
});

describe('FEEL refuses', () => {
  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['1 +', 'too early'],
    ['(1', 'too early'],
    ['1 2', 'unexpected'],
    ['if x then', 'too early'],
    ['= 1', 'needs a value on its left side'],
    ['foo(1)', 'there is no function foo'],
    ['last day of month(x)', 'there is no function last day of month'],
    ['function(x) external {java: {class: "a"}}', 'external functions'],
    ['x instance of Thing', 'Thing is no type'],
    ['@"rubbish"', 'no date'],
    [`${'('.repeat(300)}1${')'.repeat(300)}`, 'nested deeper'],
    [`"${'a'.repeat(20_000)}"`, 'longer than'],
  ])('FEEL refuses row %# when it is compiled', (text, problem) => {
    const result = feel(text);
    expect('problem' in result ? result.problem : 'compiled').toContain(problem);
  });

  it.each([
    ['nothing', 'NO_VALUE', 'there is no variable nothing'],
    ['x + nothing', 'NO_VALUE', 'there is no variable nothing'],
    ['order.id(1)', 'NO_VALUE', 'is no function'],
    ['function(x) x', 'WRONG', 'a function is no value outside of FEEL'],
    ['[1..2]', 'WRONG', 'a range is no value outside of FEEL'],
    ['matches("a", "(")', 'WRONG', 'the pattern'],
    ['matches("a", "(?=a)")', 'WRONG', 'the pattern'],
    ['matches("a", "a", "x")', 'WRONG', 'the flag x'],
    ['replace("a", "a", "$7")', 'WRONG', 'replacement'],
    ['for i in 1..1.5 return i', 'WRONG', 'whole numbers'],
    ['x in [1.."a"]', 'WRONG', 'a range has wrong bounds'],
  ])('FEEL refuses %s when it is evaluated: %s', (text, reason, message) => {
    const failure = failureOf(text, ORDER);
    expect(failure.reason).toBe(reason);
    expect(failure.message).toContain(message);
  });
});

describe('hostile FEEL', () => {
  const doubled = (last: string) =>
    `{a0: [1, 1], ${Array.from({ length: 40 }, (_, i) => `a${i + 1}: [a${i}, a${i}]`).join(', ')}, r: ${last}}.r`;

  it.each([
    'for i in 1..100000000000 return i',
    'count(for i in 1..100000, j in 1..100000 return 1)',
    'some i in 1..9007199254740991 satisfies false',
    '{f: function(n) f(n + 1), r: f(1)}.r',
    '{f: function(n) if n = 0 then 1 else f(n - 1) + f(n - 1), r: f(60)}.r',
    '{f: function(g) g(g), r: f(f)}.r',
    doubled('string(a40)'),
    doubled('flatten(a40)'),
    doubled('a40'),
    doubled('a40 = [a39, a39]'),
    doubled('distinct values(a40)'),
    `{s0: "${'x'.repeat(1000)}", ${Array.from({ length: 40 }, (_, i) => `s${i + 1}: s${i} + s${i}`).join(', ')}}.s40`,
    'replace(text, "a", text)',
    'for i in 1..1000 return replace(text, "a?b?c?d?", "x")',
    'distinct values(for i in 1..20000 return {a: i})',
    'for i in 1..1000000 return concatenate(partial, partial)',
  ])('row %# ends at a limit, soon', (text) => {
    const { result, references } = costOf(() => failureOf(text, { text: 'a'.repeat(100_000) }));
    expect(result.reason).toBe('LIMIT');
    expect(references).toBeLessThan(SOON);
  });

  it('recursion ends long before the call stack does', () => {
    const failure = failureOf('{f: function(n) f(n + 1), r: f(1)}.r');
    expect(failure.message).toBe('limit of nested calls exceeded: 1024');
  });

  it.each([
    ['matches(text, "(a+)+b")', false],
    ['matches(text, "(a|aa)+$")', true],
  ])('%s takes linear time', (text, expected) => {
    const { result, references } = costOf(() => resultOf(text, { text: 'a'.repeat(20_000) }));
    expect(result).toBe(expected);
    expect(references).toBeLessThan(SOON);
  });

  it.each([
    'x.constructor',
    'x.__proto__',
    'order.constructor',
    'order.toString',
    'order.hasOwnProperty',
    'list.length',
    'list.map',
    'name.length',
    'at.value',
    'at.iso',
    'at.unwrap',
    'at.constructor',
    'get value(order, "constructor")',
    'get value(order, "__proto__")',
    '@"PT1H".yearsMonths',
    '[1..2].valueType',
    '{a: 1}.__proto__',
  ])('%s reaches nothing of the host', (text) => {
    const value = resultOf(text, ORDER);
    expect(Array.isArray(value) ? value : [value]).toEqual(Array.isArray(value) ? value.map(() => null) : [null]);
  });

  it.each(['constructor', 'globalThis', 'process', 'toString', '__proto__', 'hasOwnProperty'])(
    '%s is no name',
    (text) => {
      expect(failureOf(text).reason).toBe('NO_VALUE');
    },
  );

  it('keeps an entry named __proto__ an entry', () => {
    const value = resultOf('{"__proto__": {polluted: true}}') as Readonly<Record<string, Value>>;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    ['opening brackets', '['.repeat(16_000)],
    ['empty brackets', '[]'.repeat(8_000)],
    ['empty brackets up to the limit', '[]'.repeat(500)],
    ['brackets the wrong way round', ']['.repeat(8_000)],
    ['entries', `{${Array.from({ length: 1_500 }, (_, index) => `a${index}:1`).join(',')}}`],
    ['names', 'a '.repeat(8_000)],
    ['operators', '+'.repeat(16_000)],
    ['quotes', '"'.repeat(16_001)],
    ['a long sum', `${'1+'.repeat(8_000)}1`],
    ['ifs', 'if a then '.repeat(1_600)],
    ['dots', `a${'.a'.repeat(8_000)}`],
  ])('a text of %s is read or refused soon', (_, text) => {
    const { references } = costOf(() => [feel(text), compileFeel(text, 'unary-tests', {})]);
    expect(references).toBeLessThan(3 * SOON);
  });

  it('any text gives an expression or a problem, never something else', () => {
    const word = fc.constantFrom(
      '1',
      'x',
      '"a"',
      '+',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      'if',
      'then',
      'for',
      'in',
      '..',
      ',',
      ':',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const result = feel(words.join(' '));
        if ('problem' in result) expect(result.offset).toBeGreaterThanOrEqual(0);
        else expect(['none', 'NO_VALUE', 'WRONG', 'LIMIT']).toContain(failureOf(words.join(' '), ORDER).reason);
      }),
      { numRuns: 300 },
    );
  });

  it('whole numbers and sums and products of decimals are exact', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(resultOf('a + b', { a, b })).toBe(a + b === 0 ? 0 : a + b);
        expect(resultOf('a / 100 + b / 100', { a, b })).toBe((a + b) / 100 || 0);
        expect(resultOf('a / 100 * b', { a: a % 1e6, b: b % 1e6 })).toBe(((a % 1e6) * (b % 1e6)) / 100 || 0);
      }),
    );
  });
});

describe('FEEL agrees with the library it is read by', () => {
  const { numeric, logical } = fc.letrec<{ numeric: string; logical: string }>((tie) => ({
    numeric: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('0', '1', '7', '-3', 'x', 'n.a', 'l[2]'),
      fc
        .tuple(tie('numeric'), fc.constantFrom('+', '-', '*'), tie('numeric'))
        .map(([a, sign, b]) => `(${a} ${sign} ${b})`),
      fc.tuple(tie('logical'), tie('numeric'), tie('numeric')).map(([c, a, b]) => `(if ${c} then ${a} else ${b})`),
      fc.tuple(tie('numeric'), tie('numeric')).map(([a, b]) => `sum(for i in [${a}, ${b}] return i + x)`),
      fc.tuple(tie('numeric'), tie('numeric')).map(([a, b]) => `count(l[item > ${a} and item != ${b}])`),
    ),
    logical: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('true', 'false', 'yes'),
      fc
        .tuple(tie('numeric'), fc.constantFrom('<', '<=', '>', '>=', '=', '!='), tie('numeric'))
        .map(([a, sign, b]) => `(${a} ${sign} ${b})`),
      fc
        .tuple(tie('logical'), fc.constantFrom('and', 'or'), tie('logical'))
        .map(([a, sign, b]) => `(${a} ${sign} ${b})`),
      tie('logical').map((a) => `not(${a})`),
      fc.tuple(tie('numeric'), tie('numeric'), tie('numeric')).map(([a, b, c]) => `(${a} in [${b}..${c}])`),
      fc.tuple(tie('numeric'), tie('numeric')).map(([a, b]) => `(some i in l satisfies i + ${a} > ${b})`),
    ),
  }));
  const variables = { x: 5, n: { a: 2 }, l: [1, 8, 4], yes: true };

  it('FEEL agrees with the library it is read by wherever types fit', () => {
    fc.assert(
      fc.property(fc.oneof(numeric, logical), (text) => {
        const expected = evaluateFeelin(text, variables).value;
        // The library has a minus zero.
        expect(resultOf(text, variables)).toEqual(expected === 0 ? 0 : expected);
      }),
      { numRuns: 400 },
    );
  });
});
