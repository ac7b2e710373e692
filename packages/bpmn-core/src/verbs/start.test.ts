// These tests look at starting: facts and variables of the new instance, and that a failure leaves nothing.
import { describe, expect, it } from 'vitest';
import { step } from '../step.ts';
import { constant, instanceFacts, processModel } from '../testing/model-builder.ts';
import { started, startResult, trace } from '../testing/run.ts';

const model = processModel({
  nodes: { start: 'startEvent', wait: 'userTask' },
  flows: [['start', 'wait']],
});

describe('the start of an instance', () => {
  it('records the instance and its variables before the first token', () => {
    const run = started(model, { variables: { a: 1, b: { c: [true, null] } } });
    expect(run.records[0]!.events.slice(0, 4)).toEqual([
      ['i'],
      ['v', 'a', 1],
      ['v', 'b', { c: [true, null] }],
      ['a', 2, 0, 1],
    ]);
    expect(run.state.variables).toEqual({ a: 1, b: { c: [true, null] } });
    expect(trace(model, run).slice(2, 4)).toEqual(['+start', '-start']);
  });

  it('names the start event in the facts when the caller did not', () => {
    expect(started(model).state.facts).toEqual(instanceFacts({ startElementId: 'start' }));
  });

  it('stores dates as text with Z, in lists and maps too', () => {
    const date = new Date(0);
    const run = started(model, { variables: { at: date, all: [{ at: date }] } });
    const text = '1970-01-01T00:00:00.000Z';
    expect(run.state.variables).toEqual({ at: text, all: [{ at: text }] });
    expect(run.records[0]!.events[1]).toEqual(['v', 'at', text]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, new Date(Number.NaN)])('refuses the variable %s', (value) => {
    const result = startResult(model, { variables: { bad: [value] } });
    expect(result).toMatchObject({ failure: { code: 'LIMIT_EXCEEDED', message: expect.stringContaining('bad') } });
  });

  it('keeps hostile names as plain variables', () => {
    const variables = JSON.parse('{"__proto__": {"admin": true}, "constructor": 1, "toString": 2}');
    const { state } = started(model, { variables });
    expect(JSON.stringify(state.variables)).toBe('{"__proto__":{"admin":true},"constructor":1,"toString":2}');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(Object.getPrototypeOf(state.variables)).toBe(Object.prototype);
  });

  it('the start of an instance that fails anywhere answers only the failure', () => {
    const failing = processModel({
      nodes: { start: 'startEvent', a: 'userTask', b: 'task', end: 'endEvent' },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['b', 'end', constant(false)],
      ],
    });
    expect(Object.keys(startResult(failing))).toEqual(['outcome', 'failure']);
  });

  it('the start of an instance that exists, or a command without one, is a mistake of the caller', () => {
    const { state } = started(model);
    const command = { at: 1, actor: null, variables: {} };
    expect(() => step(model, state, { kind: 'start', facts: instanceFacts(), ...command })).toThrow('exists');
    expect(() => step(model, null, { kind: 'set-variables', ...command })).toThrow('needs an instance');
  });
});
