// Variables of a running instance are set.
import { describe, expect, it } from 'vitest';
import type { Command } from '../contract/commands/commands.ts';
import { step } from '../step.ts';
import { processModel } from '../testing/model-builder.ts';
import { after, complete, started } from '../testing/run.ts';
import type { Variables } from '../values/values.ts';

const model = processModel({
  nodes: { start: 'startEvent', wait: 'userTask' },
  flows: [['start', 'wait']],
});

function set(variables: Variables): Command {
  return { kind: 'set-variables', at: 2_000, actor: 'bob', variables };
}

describe('setting variables', () => {
  it('writes them with the value before, and moves nothing', () => {
    const before = started(model, { variables: { a: 1, keep: 'x' } });
    const run = after(model, before, set({ a: null, b: 2 }));
    expect(run.state).toEqual({ ...before.state, variables: { a: null, keep: 'x', b: 2 } });
    expect(run.records[1]!.events).toEqual([
      ['v', 'a', null, 1],
      ['v', 'b', 2],
    ]);
    expect(run.effects).toEqual([]);
  });

  it('setting variables to what they are already changes nothing: the state is the same object', () => {
    const { state } = started(model, { variables: { a: 1, zero: 0 } });
    const result = step(model, state, set({ a: 1, zero: -0 }));
    expect(result).toEqual({ outcome: 'done', state, history: [], effects: [] });
    expect(result.outcome === 'done' && result.state).toBe(state);
  });

  it('setting variables named like parts of every object are variables like all others', () => {
    const run = after(model, started(model), set(JSON.parse('{"__proto__": 1, "constructor": 2}')));
    expect(run.records[1]!.events).toEqual([
      ['v', '__proto__', 1],
      ['v', 'constructor', 2],
    ]);
    expect(JSON.stringify(run.state.variables)).toBe('{"__proto__":1,"constructor":2}');
  });

  it('setting variables of an instance that has ended is refused', () => {
    const ended = complete(model, started(model), 'wait');
    expect(step(model, ended.state, set({ a: 1 }))).toEqual({ outcome: 'refused', code: 'INSTANCE_ENDED' });
  });
});

describe('setting variables as seen from a token', () => {
  const nested = processModel({
    data: { sub: [{ name: 'x', initial: 1, collection: false }] },
    nodes: { start: 'startEvent', sub: 'subProcess', work: ['userTask', { in: 'sub' }] },
    flows: [['start', 'sub']],
  });
  const run = started(nested);
  const token = run.state.tasks[0]!.token;
  const write = (fields: Partial<Command & { local: boolean; token: number; removals: string[] }>): Command =>
    ({ kind: 'set-variables', at: 2_000, actor: 'bob', variables: { x: 5, y: 6 }, token, ...fields }) as Command;

  it('writes where they are found, else in the process', () => {
    const changed = after(nested, run, write({}));
    expect([changed.state.scopes[0]!.variables, changed.state.variables]).toEqual([{ x: 5 }, { y: 6 }]);
  });

  it('writes local ones in the activity alone', () => {
    const changed = after(nested, run, write({ local: true }));
    expect(changed.state.scopes.map(({ variables }) => variables)).toEqual([{ x: 1 }, { x: 5, y: 6 }]);
    expect(complete(nested, changed, 'work').state.variables).toEqual({});
  });

  it('removes the innermost', () => {
    const changed = after(nested, run, write({ variables: {}, removals: ['x'] } as never));
    expect(changed.state.scopes[0]!.variables).toEqual({});
  });

  it('setting variables as seen from a token that is not there is refused', () => {
    expect(step(nested, run.state, write({ token: 99 }))).toEqual({ outcome: 'refused', code: 'NOT_POSSIBLE' });
  });
});
