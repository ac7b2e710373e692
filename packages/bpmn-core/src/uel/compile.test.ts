// Proves which texts are expressions, what their parts make together, and what is refused before anything runs.
import { describe, expect, it } from 'vitest';
import { isBooleanShaped } from '../expression/expression.ts';
import { compiled, contextWith, problemOf } from '../testing/expression-context.ts';
import { compileExpression } from './compile.ts';

describe('a text with parts', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [`\${a}`, 7],
    ['#{a}', 7],
    [`a is \${a}!`, 'a is 7!'],
    [`\${a}#{a}`, '77'],
    [` \${a}`, ' 7'],
    [`\${n}/\${list}/\${map}/\${date}`, '/[1,"x"]/{"k":null}/2026-03-01T09:30:00.000Z'],
    [`\${'}'}`, '}'],
    [`\\\${a}`, `\${a}`],
    [`\\#{a} \${a}`, '#{a} 7'],
    ['$a {b} #', '$a {b} #'],
    [`\${'it\\'s \\\\ \\n'}`, "it's \\ \\n"],
    [`\${"\u00e7ay"}`, '\u00e7ay'],
    [`\${\n a\t+ 1 }`, 8],
  ])('%j gives %j', (text, expected) => {
    const context = contextWith({ a: 7, n: null, list: [1, 'x'], map: { k: null }, date: new Date(contextWith().now) });
    expect(compiled(text).evaluate(context)).toBe(expected);
  });

  it('is a constant where nothing has to be evaluated', () => {
    expect(compiled('plain').constant).toBe('plain');
    expect(compiled(`\\\${a}`).constant).toBe(`\${a}`);
    expect(compiled(`\${-3}`).constant).toBe(-3);
    expect(compiled(`\${null}`).constant).toBeNull();
    expect(compiled(`\${a}`).constant).toBeUndefined();
  });
});

describe('an expression in the position of a condition', () => {
  it.each([
    ['a > 5', true],
    [`  \${a > 5}\n`, true],
    ['a', 7],
    ['true', true],
  ])('%j is the expression itself: %j', (text, expected) => {
    const expression = compiled(text, true);
    expect(expression.evaluate(contextWith({ a: 7 }))).toBe(expected);
  });

  it.each([
    ['true', true],
    ['a', true],
    [`\${a}`, true],
    ['!a', true],
    ['a > 1 ? true : b', true],
    ["name.startsWith('x')", true],
    ['5', false],
    ["'true'", false],
    ['null', false],
    ['now()', false],
    ['a + b', false],
    [`a is \${a}`, false],
    [`\${a} > 5`, false],
    ['name.trim()', false],
  ])('%j can be a boolean: %j (EXE-08)', (text, expected) => {
    expect(isBooleanShaped(compiled(text, true))).toBe(expected);
  });
});

describe('what is refused at compile time (EXE-07)', () => {
  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['a b', 'syntax error: unexpected "b"'],
    ['a +', 'syntax error: unexpected "}"'],
    ['(a', 'syntax error: unexpected "}"'],
    ['a ? b', 'syntax error: unexpected "}"'],
    ['a = 1', 'syntax error: unexpected "="'],
    ['a -> b', 'syntax error: unexpected ">"'],
    ['[1, 2]', 'syntax error: unexpected "["'],
    ['a instanceof b', 'syntax error: unexpected "instanceof"'],
    ["'abc", 'syntax error: text literal without end'],
    ['5x', 'syntax error: unexpected "x"'],
    ['1e999', 'syntax error: number out of range'],
    ['a @ b', 'syntax error: unexpected "@"'],
    ['a.', 'syntax error: unexpected "}"'],
    ['foo(1)', 'unknown function foo'],
    ['variables:foo(x)', 'unknown function variables:foo'],
    ['fn:length(x)', 'syntax error: unexpected ":"'],
    ['a.foo()', 'unknown method foo'],
    ["'a'.intValue()", 'unknown method intValue'],
    ['5.5.trim()', 'unknown method trim'],
    ['a.getClass()', 'unknown method getClass'],
    ['a.substring()', 'substring takes 1 to 2 arguments, not 0'],
    ['now(1)', 'function now takes 0 arguments, not 1'],
    ['execution', 'execution is no value, it has properties and methods'],
    ['execution.foo', 'unknown property execution.foo'],
    ['execution.foo()', 'unknown method execution.foo'],
    ["task.setVariable('a')", 'method task.setVariable takes 2 arguments, not 1'],
    ['variables:get(1 + 1)', 'variables:get needs the name of a variable first'],
    ['variables:get()', 'variables:get needs the name of a variable first'],
  ])('%j is refused at compile time: %s', (source, problem) => {
    expect(problemOf(source)).toBe(problem);
  });

  it('says where: the offset counts in the whole text', () => {
    expect(compileExpression(`Dear \${name}, \${a b}`)).toEqual({
      problem: 'syntax error: unexpected "b"',
      offset: 18,
    });
    expect(compileExpression(`open \${a`)).toEqual({ problem: 'syntax error: unexpected end', offset: 8 });
    expect(compileExpression('', { bare: true })).toEqual({ problem: 'empty', offset: 0 });
  });
});
