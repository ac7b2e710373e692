// Tokens that nothing can wake: the instance says so, keeps them where they are, and forgets it when one moves.
import { describe, expect, it } from 'vitest';
import { constant, processModel } from '../testing/model-builder.ts';
import { openWaits, raise } from '../testing/occurrences.ts';
import { after, complete, places, started } from '../testing/run.ts';
import { signal } from '../testing/triggers.ts';

const model = processModel({
  nodes: {
    start: 'startEvent',
    choice: ['exclusiveGateway', { defaultTo: 'a' }],
    a: 'userTask',
    b: 'task',
    join: 'parallelGateway',
    end: 'endEvent',
  },
  flows: [
    ['start', 'choice'],
    ['choice', 'a'],
    ['choice', 'b', constant(false)],
    ['a', 'join'],
    ['b', 'join'],
    ['join', 'end'],
  ],
});

describe('tokens at joins alone', () => {
  it('tokens at joins alone are an incident that names join, missing flow and cause', () => {
    const run = complete(model, started(model), 'a');
    expect(places(model, run.state)).toEqual(['join']);
    expect(run.state.waits).toMatchObject([
      {
        kind: 'incident',
        failure: { code: 'STUCK_TOKENS', elementId: 'join', message: expect.stringContaining('b-join') },
      },
    ]);
    expect(run.records.at(-1)!.events.at(-1)).toMatchObject(['p', expect.any(Number), 4, 'STUCK_TOKENS']);
  });

  it('tokens at joins alone stay at their join: another token on the missing flow goes on with them, and the incident ends', () => {
    const stuck = complete(model, started(model), 'a');
    const instructions = [{ type: 'startBefore', elementId: 'b' }] as const;
    const run = after(model, stuck, { kind: 'modify', at: 3, actor: 'op', instructions });
    expect([run.state.tokens, run.state.waits]).toEqual([[], []]);
  });

  it('tokens at joins alone that another token could not free get an incident anew', () => {
    const stuck = complete(model, started(model), 'a');
    const instructions = [{ type: 'startBefore', elementId: 'a' }] as const;
    const moved = after(model, stuck, { kind: 'modify', at: 3, actor: 'op', instructions });
    expect(openWaits(model, moved)).toEqual([]);
    const again = complete(model, moved, 'a');
    expect(openWaits(model, again)).toEqual(['join incident']);
    expect(again.state.waits[0]!.number).not.toBe(stuck.state.waits[0]!.number);
  });

  it('tokens at joins alone are none while a signal could wake the instance', () => {
    const heard = processModel({
      nodes: {
        start: 'startEvent',
        split: ['exclusiveGateway', { defaultTo: 'join' }],
        b: 'task',
        join: 'parallelGateway',
        handler: 'eventSubProcess',
        hear: ['startEvent', { in: 'handler', triggers: [signal('s')], interrupting: false }],
        care: ['task', { in: 'handler' }],
      },
      flows: [
        ['start', 'split'],
        ['split', 'join'],
        ['split', 'b', constant(false)],
        ['b', 'join'],
        ['hear', 'care'],
      ],
    });
    const run = started(heard);
    expect(openWaits(heard, run)).toEqual(['hear signal']);
    expect(openWaits(heard, raise(heard, run, 's'))).toEqual(['hear signal']);
  });

  it('tokens at joins alone in a sub-process are found as in the process', () => {
    const inner = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        begin: ['startEvent', { in: 'sub' }],
        work: ['task', { in: 'sub', startQuantity: 2 }],
      },
      flows: [
        ['start', 'sub'],
        ['begin', 'work'],
      ],
    });
    const run = started(inner);
    expect(openWaits(inner, run)).toEqual(['work incident']);
    expect(run.state.waits).toMatchObject([{ failure: { message: expect.stringContaining('1 of the 2 tokens') } }]);
  });
});
