// What scripts see, give, write, log and throw.
import { describe, expect, it } from 'vitest';
import { answerOf, workResultOf } from './script-answers.ts';
import { failureOf, openSandbox, resultOf, runnerOf } from './testing/sandboxes.ts';

const run = runnerOf(openSandbox());

const valueIn = async (...given: Parameters<typeof run>) => resultOf(await run(...given));
const failureIn = async (...given: Parameters<typeof run>) => failureOf(await run(...given));
const writesIn = async (...given: Parameters<typeof run>) => {
  const outcome = await run(...given);
  if (outcome.outcome === 'failed') throw new Error(outcome.message);
  return outcome.writes;
};

describe('the value of a script', () => {
  it.each([
    ['1 + 1', 2],
    ['var total = 3; total * 2', 6],
    ['if (1 < 2) { "yes" } else { "no" }', 'yes'],
    ['var a = 1;', null],
    ['undefined', null],
    ['({ a: [1, { b: null }], c: undefined, d() {} })', { a: [1, { b: null }] }],
    ['[1, , undefined, 3]', [1, null, null, 3]],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['[new String("s"), new Number(2), new Boolean(false)]', ['s', 2, false]],
    ['class Money { constructor() { this.amount = 5 } } new Money()', { amount: 5 }],
    ['({ toJSON() { return { told: true } } })', { told: true }],
    ['Promise.resolve(5)', 5],
    ['(async () => { await null; return [await 1] })()', [1]],
    ['JSON.parse("{\\"__proto__\\":{\\"x\\":1}}")', JSON.parse('{"__proto__":{"x":1}}')],
    ['"İstanbul \\u{1F600}"', 'İstanbul \u{1F600}'],
    ['eval("1 + 2")', 3],
    ['new Function("return 4")()', 4],
  ])('the value of a script of %s is the last expression as JSON', async (source, value) => {
    expect(await valueIn(source)).toEqual(value);
  });

  it.each([
    ['NaN', 'NaN is no JSON value'],
    ['({ x: 1 / 0 })', 'Infinity is no JSON value'],
    ['10n', 'a bigint is no JSON value'],
    ['() => 1', 'a function is no JSON value'],
    ['Symbol("s")', 'a symbol is no JSON value'],
    ['new Map([[1, 2]])', 'a Map is no JSON value'],
    ['({ set: new Set([1]) })', 'a Set is no JSON value'],
    ['/a/', 'a regular expression is no JSON value'],
    ['new Uint8Array(3)', 'a typed array is no JSON value'],
    ['new Date(NaN)', 'an invalid date is no JSON value'],
    ['[Promise.resolve(1)]', 'a Promise is no JSON value'],
  ])('%s is refused, never bent into something else', async (source, message) => {
    expect(await failureIn(source)).toContain(`SCRIPT_FAILED: TypeError: ${message}`);
  });

  it('the value of a script need not be JSON where nobody takes it', async () => {
    expect(await valueIn('new Map()', {}, { resultWanted: false })).toBeNull();
  });
});

describe('variables', () => {
  it('variables are globals and known to execution', async () => {
    const source =
      '[order.lines[0], execution.getVariable("order").id, execution.hasVariable("none"), execution.getVariable("none")]';
    expect(await valueIn(source, { order: { id: 7, lines: ['x'] } })).toEqual(['x', 7, false, null]);
  });

  it('variables whose name is no identifier are known to execution and as a property', async () => {
    const source = '[execution.getVariable("a-b"), globalThis["c.d"]]';
    expect(await valueIn(source, { 'a-b': 1, 'c.d': 2 })).toEqual([1, 2]);
  });

  it('variables named like what every object has are their own values', async () => {
    const variables = JSON.parse('{"__proto__": 1, "constructor": 2, "undefined": 3}');
    const source = '["__proto__", "constructor", "undefined"].map((name) => execution.getVariable(name))';
    expect(await valueIn(source, variables)).toEqual([1, 2, 3]);
    expect(await valueIn('typeof undefined', variables)).toBe('undefined');
    expect(await valueIn('[execution.hasVariable("toString"), execution.getVariable("valueOf")]')).toEqual([
      false,
      null,
    ]);
  });

  it('may be declared again by the script, and its own objects stay its own', async () => {
    expect(await valueIn('const amount = 2; amount', { amount: 1 })).toBe(2);
    expect(await valueIn('typeof execution.getVariable', { execution: 1 })).toBe('function');
  });

  it('variables are written by setVariable as they were at that moment, and read back at once', async () => {
    const source =
      'const list = [1]; execution.setVariable("list", list); execution.setVariables({ n: n + 1, none: undefined }); list.push(2); globalThis.n';
    const outcome = await run(source, { n: 1 });
    expect(outcome).toMatchObject({ outcome: 'done', value: 2, writes: { list: [1], n: 2, none: null } });
  });

  it('variables are not written by assignment alone', async () => {
    expect(await writesIn('n = 5; other = 6; var third = 7', { n: 1 })).toEqual({});
  });

  it('variables are written by assignment with autoStoreVariables: new, changed and changed inside, not the untouched', async () => {
    const source = 'n = 5; var added = 7; plain = true; order.total = 9; let own = 1; function helper() {}';
    const writes = await writesIn(
      source,
      { n: 1, order: { id: 1 }, kept: { deep: [1] } },
      { autoStoreVariables: true },
    );
    expect(writes).toEqual({ n: 5, added: 7, plain: true, order: { id: 1, total: 9 } });
  });

  it('variables whose name no variable may have fail the script', async () => {
    expect(await failureIn('execution.setVariable("a b", 1)')).toBe('SCRIPT_FAILED: a b is no name of a variable');
    expect(await failureIn('$x = 1', {}, { autoStoreVariables: true })).toBe(
      'SCRIPT_FAILED: $x is no name of a variable',
    );
  });

  it.each(['removeVariable', 'getVariableLocal', 'setVariableLocal'])('%s is refused by name', async (method) => {
    expect(await failureIn(`execution.${method}("x", 1)`)).toContain(`execution.${method} is not executed in scripts`);
  });

  it('execution tells the facts that were handed over, in both spellings', async () => {
    const execution = { processInstanceId: 'i-1', processBusinessKey: null, currentActivityId: 'task' };
    const source = '[execution.processInstanceId, execution.getCurrentActivityId(), execution.processBusinessKey]';
    expect(await valueIn(source, {}, { execution })).toEqual(['i-1', 'task', null]);
  });
});

describe('a script that throws', () => {
  it('a BpmnError ends with its code, message and what was written before', async () => {
    const outcome = await run('execution.setVariable("x", 1); throw new BpmnError("E-1", "no stock")');
    expect(workResultOf(outcome)).toEqual({
      outcome: 'error',
      errorCode: 'E-1',
      message: 'no stock',
      variables: { x: 1 },
    });
    expect(answerOf(outcome)).toEqual({ errorCode: 'E-1', message: 'no stock' });
  });

  it('an Escalation ends with its code, which an expression may not', async () => {
    const outcome = await run('throw new Escalation("late")');
    expect(workResultOf(outcome)).toEqual({ outcome: 'escalation', escalationCode: 'late', variables: {} });
    expect(answerOf(outcome)).toMatchObject({ failure: { code: 'SCRIPT_FAILED' } });
  });

  it('a class of its own beneath BpmnError is one', async () => {
    const outcome = await run('class Stock extends BpmnError { constructor() { super("S") } } throw new Stock()');
    expect(outcome).toMatchObject({ outcome: 'error', errorCode: 'S', message: null });
  });

  it('a script that caught what it threw goes on', async () => {
    expect(await valueIn('try { throw new BpmnError("E") } catch (error) { error.errorCode }')).toBe('E');
  });

  it.each([
    ['null.x', "TypeError: cannot read property 'x' of null (line 1)"],
    ['1;\n2;\nmissing()', "ReferenceError: 'missing' is not defined (line 3)"],
    ['throw "text"', 'threw text'],
    ['throw null', 'threw null'],
    ['throw { name: "BpmnError", errorCode: "E" }', 'BpmnError'],
    ['throw Object.create(BpmnError.prototype)', 'Error'],
    ['new BpmnError()', 'TypeError: BpmnError needs a code (line 1)'],
    ['Promise.reject(new RangeError("far"))', 'RangeError: far (line 1)'],
    ['new Promise(() => {})', 'the script gives a promise that nothing will ever fulfil'],
  ])('%s fails with what it says', async (source, message) => {
    expect(await failureIn(source)).toBe(`SCRIPT_FAILED: ${message}`);
  });
});

describe('what a script has read', () => {
  it.each([
    ['a + 1', ['a']],
    ['typeof b', ['b']],
    ['a = 2; a', []],
    ['execution.setVariable("a", 5); a + execution.getVariable("b")', ['b']],
    ['execution.getVariable("none") ?? execution.hasVariable("gone")', ['none', 'gone']],
    ['execution.getVariables()', ['a', 'b']],
    ['a; throw new Error("x")', ['a']],
    ['Array.prototype.toJSON = () => ["z"]; a', ['a']],
    ['1', []],
  ])('is told of %s', async (source, read) => {
    expect((await run(source, { a: 1, b: [2] }, { autoStoreVariables: true })).read ?? []).toEqual(read);
  });
});

describe('the log', () => {
  it('takes console and print, values as JSON', async () => {
    const { log, logTruncated } = await run(
      'console.log("a", 1, { b: [2] }); print(null, undefined); console.error(new Error("x"))',
    );
    expect({ log, logTruncated }).toEqual({
      log: ['a 1 {"b":[2]}', 'null undefined', 'Error: x'],
      logTruncated: false,
    });
  });

  it('keeps what was logged before a failure', async () => {
    expect((await run('print("before"); null.x')).log).toEqual(['before']);
  });

  it('is cut at 64 KiB and says so', async () => {
    const { log, logTruncated } = await run('for (let i = 0; i < 1000; i++) print("x".repeat(99))');
    expect(logTruncated).toBe(true);
    expect(log.join('\n').length + 1).toBe(64 * 1024);
  });

  it('shows what cannot be shown', async () => {
    expect((await run('print(1n, Symbol("s"), { toJSON() { throw 1 } })')).log).toEqual([
      '1 Symbol(s) a value that cannot be shown',
    ]);
  });
});
