// Tests models that another thread is handed; what they do there, the tests of running models show.
import type { Expression, ExpressionContext, Value } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { keepOrigins } from '../compile/compilation/expression-origins.ts';
import {
  compileBare,
  compileFeel,
  compileJavaScript,
  compileText,
  constantExpression,
  mapExpression,
  variableExpression,
} from '../compile/compilation/expressions.ts';
import { TEST_LANGUAGES } from '../testing/compile-text.ts';
import { fromPortable, toPortable } from './portable-model.ts';

keepOrigins();

const handedOver = <T>(part: T): T => fromPortable(structuredClone(toPortable(part)), TEST_LANGUAGES);

const variables: Record<string, Value> = { a: 2, b: 'x' };
const context = { now: 0, variable: (name: string) => variables[name], ask: (source: string) => `asked ${source}` };
const evaluated = (expression: Expression) =>
  expression.evaluate(context as Partial<ExpressionContext> as ExpressionContext);

describe('an expression that is handed over', () => {
  const languages = { languages: TEST_LANGUAGES };
  it.each([
    ['text', compileText('n ${a + 1}'), 'n 3'],
    ['a condition', compileBare('a > 1'), true],
    ['FEEL', compileFeel(languages, '= a * 4'), 8],
    ['JavaScript', compileJavaScript(languages, 'a()'), 'asked a()'],
    ['a constant', constantExpression({ list: [1, null] }), { list: [1, null] }],
    ['a constant null', constantExpression(null), null],
    ['a variable', variableExpression('b'), 'x'],
    [
      'a map',
      mapExpression([
        { name: 'one', value: compileText('${a}') },
        { name: 'two', value: mapExpression([{ name: 'three', value: variableExpression('b') }]) },
      ]),
      { one: 2, two: { three: 'x' } },
    ],
  ])('gives the same: %s', (_, expression, value) => {
    const there = handedOver(expression);
    const { evaluate: _here, ...shown } = expression;
    expect(there).toMatchObject(shown);
    expect([evaluated(expression), evaluated(there), evaluated(there)]).toEqual([value, value, value]);
  });

  it('is refused where nobody knows what it was compiled from', () => {
    const { evaluate, ...rest } = compileText('${a}');
    expect(() => toPortable({ deep: [{ ...rest, evaluate }] })).toThrow('nobody knows');
  });
});

describe('a part of a model that is handed over', () => {
  it('keeps what is the same object, and no record of a file is taken for an expression', () => {
    const shared = { name: 'evaluate', evaluate: 'a text' };
    const there = handedOver({ first: shared, second: [shared] });
    expect(there).toEqual({ first: shared, second: [shared] });
    expect(there.first).toBe(there.second[0]);
  });

  it('is refused where it is no plain data', () => {
    expect(() => toPortable({ at: new Date(0) })).toThrow('Date');
  });
});
