// Proves what the operators of the language do with values of every kind.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, NOW, resultOf } from '../testing/expression-context.ts';
import type { Value } from '../values/values.ts';

const noon = new Date(NOW);
const VARIABLES: Record<string, Value> = {
  five: 5,
  ten: '10',
  word: 'abc',
  nothing: null,
  none: [],
  list: [1, 'two', { three: 3 }],
  map: { a: 1, b: { c: null } },
  noon,
  noonText: noon.toISOString(),
};

describe('a comparison', () => {
  it.each([
    ['5 == 5.0', true],
    ["five == '5'", true],
    ["'5.0' eq five", true],
    ["'5.0' == '5'", false],
    ['word == 5', false],
    ["true == 'TRUE'", true],
    ["false == 'abc'", false],
    ['null == null', true],
    ['null == false', false],
    ["nothing == ''", false],
    ['five != nothing', true],
    ['word ne null', true],
    ['noon == noonText', true],
    ["noon == '2026-03-01T12:30:00+03:00'", true],
    ['noon == 5', false],
    ['list == list', true],
    ['map == map.b', false],
    ['ten > 9', true],
    ["ten > '9'", false],
    ["'abc' lt 'abd'", true],
    ['five >= 5 && five <= 5 && five ge 5 && five le 5', true],
    ['noon > now()', false],
    ["noon >= '2026-03-01T09:30:00Z'", true],
    ["noon gt '2026-02-28'", true],
    ['nothing < 5', false],
    ['nothing > 5', false],
    ['nothing <= nothing', true],
    ['nothing >= 0', false],
  ])('%s is %s', (source, expected) => {
    expect(resultOf(source, VARIABLES)).toBe(expected);
  });

  it.each(['word < 5', 'true < false', 'list > 1', "noon < 'tomorrow'", "noon < '2026-03-01T09:30:00'", 'map <= map'])(
    'fails for what has no order: %s',
    (source) => expect(failureOf(source, VARIABLES).message).toMatch(/cannot be compared$/),
  );
});

describe('a calculation', () => {
  it.each([
    ['1 + 2 * 3 - 4', 3],
    ['(1 + 2) * 3', 9],
    ['7 / 2', 3.5],
    ['7 div 2', 3.5],
    ['7 % 4', 3],
    ['-7 mod 4', -3],
    ['10 - 3 - 2', 5],
    ['-five + 1', -4],
    ['- -five', 5],
    ["ten * '1.5'", 15],
    ["'' + nothing", 0],
    ['1e3 + .5', 1000.5],
    ["word += five += '!'", 'abc5!'],
    ['null += true', 'true'],
  ])('%s is %s', (source, expected) => {
    expect(resultOf(source, VARIABLES)).toBe(expected);
  });

  it.each([
    ['1 / 0', 'division by zero'],
    ['1 % nothing', 'division by zero'],
    ["'a' + 'b'", 'a text that is not numeric is not a number'],
    ['true + 1', 'a boolean is not a number'],
    ['noon - 1', 'a date is not a number'],
    ["'0x10' * 1", 'a text that is not numeric is not a number'],
    ["'Infinity' * 1", 'a text that is not numeric is not a number'],
    ['1e308 * 10', 'the number is out of range'],
  ])('%s fails: %s', (source, message) => {
    expect(failureOf(source, VARIABLES).message).toBe(message);
  });

  type Tree = { readonly text: string; readonly value: number };
  const number = fc.integer({ min: -1000, max: 1000 }).map((value): Tree => ({ text: `${value}`, value }));
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      number,
      fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('tree')).map(([left, operator, right]): Tree => {
        const sides = `(${left.text}) ${operator} (${right.text})`;
        const results = { '+': left.value + right.value, '-': left.value - right.value, '*': left.value * right.value };
        return { text: sides, value: results[operator as keyof typeof results] };
      }),
    ),
  }));

  it('gives what plain arithmetic gives', () => {
    fc.assert(
      fc.property(tree, ({ text, value }) => {
        expect(resultOf(text)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('binds operators without parentheses as the table of precedence says', () => {
    const operators = ['+', '-', '*', '<', '>', '==', '!=', '&&', '||'] as const;
    const operand = fc.integer({ min: 0, max: 3 });
    const chain = fc.tuple(operand, fc.array(fc.tuple(fc.constantFrom(...operators), operand), { maxLength: 8 }));
    fc.assert(
      fc.property(chain, ([first, rest]) => {
        const source = [first, ...rest.flat()].join(' ');
        const groups = (level: number): RegExp => [/ \|\| /, / && /, / (?:==|!=) /, / (?:<|>) /][level] ?? /$^/;
        // Comparisons of comparisons have no meaning in this language, so only chains without them are compared.
        fc.pre(source.split(/ (?:\|\||&&) /).every((part) => part.split(/ (?:==|!=|<|>) /).length === 2));
        const naive = (text: string, level: number): boolean => {
          const parts = text.split(groups(level));
          if (level === 0) return parts.some((part) => naive(part, 1));
          if (level === 1) return parts.every((part) => naive(part, 2));
          const [, left = '', operator = '', right = ''] = /^(.*) (==|!=|<|>) (.*)$/.exec(text) ?? [];
          const [a, b] = [sum(left), sum(right)];
          return { '==': a === b, '!=': a !== b, '<': a < b, '>': a > b }[operator] ?? false;
        };
        expect(resultOf(source)).toBe(naive(source, 0));
      }),
      { numRuns: 300 },
    );
  });
});

/** Sums and differences of products, from left to right. */
function sum(text: string): number {
  const [first = '', ...rest] = text.split(/ (?=[+-] )/);
  const product = (part: string) => part.split(' * ').reduce((result, factor) => result * Number(factor), 1);
  return rest.reduce(
    (result, part) => (part.startsWith('+') ? result + product(part.slice(2)) : result - product(part.slice(2))),
    product(first),
  );
}

describe('a decision', () => {
  it.each([
    ['true && !false', true],
    ['not true or true', true],
    ['false and unknown', false],
    ['true || unknown', true],
    ["!'' && 'True'", true],
    ['!nothing', true],
    ["'yes' ? 1 : 2", 2],
    ['five > 4 ? five > 6 ? 1 : 2 : 3', 2],
    ["empty none && empty nothing && empty ''", true],
    ['empty list || empty map || empty 0', false],
    ['not empty list', true],
  ])('%s is %s', (source, expected) => {
    expect(resultOf(source, VARIABLES)).toBe(expected);
  });

  it.each(['1 && true', '!list', 'noon ? 1 : 2'])(
    'fails where a boolean is needed and something else comes: %s',
    (source) => {
      expect(failureOf(source, VARIABLES).message).toMatch(/is not a boolean$/);
    },
  );
});

describe('reading an entry', () => {
  it.each([
    ['map.a', 1],
    ["map['a']", 1],
    ['map.missing', null],
    ['map.b.c', null],
    ['list[0]', 1],
    ["list['1']", 'two'],
    ['list[2].three', 3],
    ['list[9]', null],
    ['word[1]', 'b'],
    ['word[3]', null],
  ])('%s is %s', (source, expected) => {
    expect(resultOf(source, VARIABLES)).toBe(expected);
  });

  it.each([
    ['nothing.a', 'nothing is null'],
    ['map.b.c.d', 'map.b.c is null'],
    ['nothing[0]', 'nothing is null'],
    ['(list[7])[0]', 'list[7] is null'],
    ['nothing.trim()', 'trim is called on nothing, which is null'],
  ])('names the null receiver of %s', (source, message) => {
    expect(failureOf(source, VARIABLES)).toMatchObject({ message, reason: 'NO_VALUE', expression: `\${${source}}` });
  });

  it.each([
    ['five.x', 'five is a number and has no property x'],
    ['word.length', 'word is a text and has no property length'],
    ['list.size', 'list is a list and has no property size'],
    ['five[0]', 'five is a number and has no entries'],
    ['list[0.5]', 'a whole number is needed'],
    ['absent', 'unknown variable absent'],
    ['absent.a.b', 'unknown variable absent'],
  ])('fails for %s: %s', (source, message) => {
    expect(failureOf(source, VARIABLES).message).toBe(message);
  });

  it('takes a variable of the whole dotted name where there is none of the first part', () => {
    const variables = { 'order.total': 7, 'order.customer': { name: 'Ada' }, both: { x: 1 }, 'both.x': 2 };
    expect(resultOf('order.total + 1', variables)).toBe(8);
    expect(resultOf('order.customer.name.toUpperCase()', variables)).toBe('ADA');
    expect(resultOf('both.x', variables)).toBe(1);
  });
});
