// Proves that no expression reaches anything of the host, and that each ends within its bounds.
import { afterEach, describe, expect, it } from 'vitest';
import { costOf } from '../testing/cost.ts';
import { compiled, contextWith, failureOf, problemOf, resultOf } from '../testing/expression-context.ts';
import type { Value } from '../values/values.ts';
import { compileExpression } from './compile.ts';
import { EXPRESSION_DEPTH_MAX, EXPRESSION_LENGTH_MAX, PRODUCED_LENGTH_MAX, VALUE_DEPTH_MAX } from './syntax/bounds.ts';

/** Something that the types forbid and a careless caller could still hand in. */
function unsafe(value: unknown): Value {
  return value as Value;
}

describe('nothing of the host', () => {
  const names = ['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'];
  const map = { own: 1 };

  it.each(names)('is behind the name %s', (name) => {
    const variables: Record<string, Value> = { map, list: [1], text: 'x', number: 1 };
    expect(failureOf(name, variables).message).toBe(`unknown variable ${name}`);
    expect(resultOf(`map.${name}`, variables)).toBeNull();
    expect(resultOf(`map['${name}']`, variables)).toBeNull();
    expect(resultOf(`map.get('${name}')`, variables)).toBeNull();
    expect(resultOf(`map.containsKey('${name}')`, variables)).toBe(false);
    expect(resultOf(`execution.getVariable('${name}')`, variables)).toBeNull();
    expect(resultOf(`variables:exists(${name})`, variables)).toBe(false);
    expect(failureOf(`list['${name}']`, variables).message).toMatch(/not a number$/);
    expect(failureOf(`text.${name}`, variables).message).toMatch(/has no property/);
    expect(failureOf(`number.${name}`, variables).message).toMatch(/has no property/);
    expect(problemOf(`execution.${name}`)).toMatch(/^unknown property/);
    expect(problemOf(`execution.${name}()`)).toMatch(/^unknown method/);
    expect(problemOf(`${name}()`)).toMatch(/^unknown function/);
    expect(problemOf(`variables:${name}(map)`)).toMatch(/^unknown function/);
  });

  it.each([
    'constructor',
    '__proto__',
    'valueOf',
    'hasOwnProperty',
    'call',
    'bind',
    'forEach',
    'repeat',
    'padEnd',
    'toJSON',
  ])('is callable as method %s', (name) => expect(problemOf(`map.${name}()`)).toBe(`unknown method ${name}`));

  afterEach(() => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('is changed by variables of such names', () => {
    const variables: Record<string, Value> = { value: { polluted: true } };
    resultOf("execution.setVariable('__proto__', value)", variables);
    expect(resultOf('__proto__.polluted', variables)).toBe(true);
    expect(resultOf("execution.hasVariable('polluted')", variables)).toBe(false);
    expect(failureOf("execution.setVariable('a b', 1)").message).toBe('"a b" is no name of a variable');
    expect(failureOf("execution.setVariable('', 1)").message).toBe('"" is no name of a variable');
  });

  it('is run by reading a value: getters, functions, classes and their texts', () => {
    let called = false;
    const trap = (): never => {
      called = true;
      throw new Error('the host was reached');
    };
    const trapped = Object.defineProperty({ toJSON: trap, toString: trap, valueOf: trap }, 'secret', {
      get: trap,
      enumerable: true,
    });
    const variables = { trapped: unsafe(trapped), action: unsafe(trap), object: unsafe(new URL('urn:x')) };
    expect(resultOf('trapped.secret', variables)).toBeNull();
    expect(resultOf('trapped.toString', variables)).toBeNull();
    expect(resultOf("trapped += ''", variables)).toBe('{"toJSON":null,"toString":null,"valueOf":null,"secret":null}');
    expect(resultOf('trapped == trapped', variables)).toBeTypeOf('boolean');
    expect(failureOf('action += 1', variables).message).toBe('function is no value of an expression');
    expect(failureOf('action', variables).message).toBe('function is no value of an expression');
    expect(failureOf('true ? action : 1', variables).message).toBe('function is no value of an expression');
    expect(failureOf('object.href', variables).message).toBe('an object of a class is no value of an expression');
    expect(called).toBe(false);
  });
});

describe('the bounds of UEL', () => {
  it.each([
    ['(', ')'],
    ['!', ''],
    ['-', ''],
    ['empty ', ''],
    ['a[', ']'],
    ['a.contains(', ')'],
    ['a ? ', ' : b'],
    ['variables:getOrDefault(a, ', ')'],
  ])('the bounds of UEL refuse to nest deeper than the call stack allows: %s', (open, close) => {
    const source = (depth: number) => `\${${open.repeat(depth)}a${close.repeat(depth)}}`;
    expect(compileExpression(source(EXPRESSION_DEPTH_MAX / 2))).not.toHaveProperty('problem');
    expect(compileExpression(source(EXPRESSION_DEPTH_MAX + 1))).toMatchObject({
      problem: 'nested deeper than 256 levels',
    });
  });

  it('the bounds of UEL refuse chains that would evaluate as deep', () => {
    expect(problemOf(`1${' + 1'.repeat(4_000)}`)).toBe('nested deeper than 256 levels');
    expect(problemOf(`a${'.b'.repeat(4_000)}`)).toBe('nested deeper than 256 levels');
    expect(resultOf(`1${' + 1'.repeat(200)}`)).toBe(201);
  });

  it('the bounds of UEL refuse source that is too long', () => {
    const problem = compileExpression('x'.repeat(EXPRESSION_LENGTH_MAX + 1));
    expect(problem).toMatchObject({ problem: `longer than ${EXPRESSION_LENGTH_MAX} characters` });
  });

  it.each([
    ['doubling', `${'('.repeat(20)}word${' += word)'.repeat(20)}`],
    ['concat', `word${'.concat(word)'.repeat(20)}`],
    ['replace', "word.replace('', word)"],
    ['replace of every character', "word.replace('a', word.replace('a', 'aaaa'))"],
  ])('the bounds of UEL end a text that grows too long: %s', (_, source) => {
    const failure = failureOf(source, { word: 'a'.repeat(PRODUCED_LENGTH_MAX / 16) });
    expect(failure.reason).toBe('LIMIT');
  });

  it('the bounds of UEL end texts of mixed parts and of lists that grow too long', () => {
    const context = contextWith({
      word: 'a'.repeat(PRODUCED_LENGTH_MAX / 2),
      list: Array(40_000).fill('x'.repeat(40)),
    });
    expect(() => compiled('#{word}#{word}#{word}').evaluate(context)).toThrow(/produced text/);
    expect(() => compiled('list: #{list}').evaluate(context)).toThrow(/limit/);
  });

  it.each([
    ['walks over long lists', 'list.containsAll(list)'],
    ['comparison of long lists', Array(30).fill('list == list').join(' && ')],
    ['searches that backtrack', 'text.contains(needle) || text.indexOf(needle) == 1'],
    ['split into too many parts', "text.split('')"],
  ])('the bounds of UEL end %s by steps', (_, source) => {
    const variables = {
      list: Array.from({ length: 5_000 }, (_, index) => index),
      text: 'a'.repeat(1_000_000),
      needle: `b${'a'.repeat(400_000)}`,
    };
    const { result, references } = costOf(() => failureOf(source, variables));
    expect(result).toMatchObject({ reason: 'LIMIT', message: 'limit expression.steps exceeded: 100000' });
    expect(references).toBeLessThan(5_000);
  });

  it('the bounds of UEL end walks into values that are nested too deep', () => {
    let deep: Value = [];
    let twin: Value = [];
    for (let depth = 0; depth <= VALUE_DEPTH_MAX + 10_000; depth += 1) [deep, twin] = [[deep], [twin]];
    expect(failureOf('deep == twin', { deep, twin }).reason).toBe('LIMIT');
    expect(failureOf("deep += ''", { deep }).reason).toBe('LIMIT');
  });

  it('the bounds of UEL count each evaluation on its own', () => {
    const expression = compiled('#{list.containsAll(list)}');
    const context = contextWith({ list: Array.from({ length: 300 }, (_, index) => index) });
    for (let round = 0; round < 5; round += 1) expect(expression.evaluate(context)).toBe(true);
  });
});
