// Rounds have an order, and bounds end a burst.
import { describe, expect, it } from 'vitest';
import { computed, processModel } from '../testing/model-builder.ts';
import { started, startResult, trace } from '../testing/run.ts';

describe('a round', () => {
  it('moves tokens breadth first: each moves once before any moves twice', () => {
    const model = processModel({
      nodes: { start: 'startEvent', a1: 'task', a2: 'task', b1: 'task', b2: 'task' },
      flows: [
        ['start', 'a1'],
        ['start', 'b1'],
        ['a1', 'a2'],
        ['b1', 'b2'],
      ],
    });
    expect(trace(model, started(model)).filter((word) => word.startsWith('-'))).toEqual([
      '-start',
      '-a1',
      '-b1',
      '-a2',
      '-b2',
    ]);
  });

  it('enters everything in document order of the flows before anything acts in document order of the elements', () => {
    const model = processModel({
      nodes: { start: 'startEvent', late: 'task', early: 'task' },
      flows: [
        ['start', 'early'],
        ['start', 'late'],
      ],
    });
    expect(trace(model, started(model)).slice(4)).toEqual(['+early', '+late', '-late', '-early', 'end']);
  });

  it('sorts what several elements sent by the document order of the flows, not of the senders', () => {
    const model = processModel({
      nodes: { start: 'startEvent', sender1: 'task', sender2: 'task', x: 'task', y: 'task' },
      flows: [
        ['start', 'sender1'],
        ['start', 'sender2'],
        ['sender2', 'y'],
        ['sender1', 'x'],
      ],
    });
    expect(trace(model, started(model)).slice(-5)).toEqual(['+y', '+x', '-x', '-y', 'end']);
  });

  it('lets a condition see what a node before it in the same round wrote', () => {
    const order: string[] = [];
    const note = (name: string) =>
      computed(name, () => {
        order.push(name);
        return true;
      });
    const model = processModel({
      nodes: { start: 'startEvent', first: 'exclusiveGateway', second: 'exclusiveGateway', end: 'endEvent' },
      flows: [
        ['start', 'second'],
        ['start', 'first'],
        ['second', 'end', note('second')],
        ['first', 'end', note('first')],
      ],
    });
    started(model);
    // Every step is taken a second time, from bytes.
    expect(order.slice(0, 2)).toEqual(['first', 'second']);
  });

  it('keeps the order of arrival between tokens of one flow', () => {
    const model = processModel({
      nodes: { start: 'startEvent', three: ['task', { completionQuantity: 3 }], work: 'task' },
      flows: [
        ['start', 'three'],
        ['three', 'work'],
      ],
    });
    const entered = started(model).records[0]!.events.filter((event) => event[0] === 'a' && event[2] === 2);
    const tokens = entered.map((event) => event[3]);
    expect(tokens).toEqual([...tokens].sort((left, right) => Number(left) - Number(right)));
  });
});

describe('an implicit start', () => {
  it('begins with one token at each element without incoming flow', () => {
    const model = processModel({
      nodes: { a: 'task', b: 'task', join: 'parallelGateway' },
      flows: [
        ['a', 'join'],
        ['b', 'join'],
      ],
    });
    const run = started(model);
    expect(trace(model, run)).toEqual(['+a', '+b', '-a', 'a-join', '-b', 'b-join', '+join', '-join', 'end']);
    expect(run.state.facts.startElementId).toBeNull();
  });

  it('can be asked to begin at one activity alone, at nothing else', () => {
    const model = processModel({ nodes: { a: 'task', b: 'task', split: 'parallelGateway' }, flows: [] });
    const run = started(model, { facts: { startElementId: 'b' } });
    expect(trace(model, run)).toEqual(['+b', '-b', 'end']);
    const refused = { outcome: 'refused', code: 'START_NODE_UNKNOWN' };
    expect(startResult(model, { facts: { startElementId: 'split' } })).toEqual(refused);
  });

  it('an implicit start of a process in which nothing can begin is refused', () => {
    const model = processModel({
      nodes: { a: 'task', b: 'task' },
      flows: [
        ['a', 'b'],
        ['b', 'a'],
      ],
    });
    expect(startResult(model)).toEqual({ outcome: 'refused', code: 'START_NODE_UNKNOWN' });
  });

  it('cannot make more tokens than an instance may have', () => {
    const model = processModel({ nodes: { a: 'task', b: 'task', c: 'task' }, flows: [] });
    const result = startResult(model, { limits: { burstSteps: 100, tokens: 2 } });
    expect(result).toMatchObject({ failure: { code: 'LIMIT_EXCEEDED', elementId: 'c' } });
  });
});

describe('a loop without a wait state', () => {
  const endless = processModel({
    nodes: { start: 'startEvent', merge: 'exclusiveGateway', work: 'task' },
    flows: [
      ['start', 'merge'],
      ['merge', 'work'],
      ['work', 'merge'],
    ],
  });

  it('ends as BURST_LIMIT after 100,000 moves', () => {
    expect(startResult(endless)).toMatchObject({
      outcome: 'failed',
      failure: { code: 'BURST_LIMIT', message: expect.stringContaining('100000') },
    });
  });

  it('runs up to the limit exactly', () => {
    const straight = processModel({ nodes: { start: 'startEvent', end: 'endEvent' }, flows: [['start', 'end']] });
    expect(startResult(straight, { limits: { burstSteps: 2, tokens: 10 } }).outcome).toBe('done');
    expect(startResult(straight, { limits: { burstSteps: 1, tokens: 10 } }).outcome).toBe('failed');
  });

  it('a loop without a wait state that multiplies its tokens ends as LIMIT_EXCEEDED', () => {
    const growing = processModel({
      nodes: { start: 'startEvent', work: ['task', { completionQuantity: 2 }], merge: 'exclusiveGateway' },
      flows: [
        ['start', 'merge'],
        ['merge', 'work'],
        ['work', 'merge'],
      ],
    });
    expect(startResult(growing)).toMatchObject({
      outcome: 'failed',
      failure: { code: 'LIMIT_EXCEEDED', elementId: 'work' },
    });
  });
});
