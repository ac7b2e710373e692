// These tests look at abstract and manual tasks: no work, no wait, quantities.
import { describe, expect, it } from 'vitest';
import type { NodeType } from '../../model/process-model.ts';
import { type NodeDraft, processModel } from '../../testing/model-builder.ts';
import { complete, places, started, startResult, trace } from '../../testing/run.ts';

function between(type: NodeType, draft: NodeDraft) {
  return processModel({
    nodes: { start: 'startEvent', work: [type, draft], done: 'endEvent' },
    flows: [
      ['start', 'work'],
      ['work', 'done'],
    ],
  });
}

describe.each(['task', 'manualTask'] as const)('a %s', (type) => {
  it('completes at once and is recorded', () => {
    const model = between(type, {});
    expect(trace(model, started(model))).toEqual([
      '+start',
      '-start',
      'start-work',
      '+work',
      '-work',
      'work-done',
      '+done',
      '-done',
      'end',
    ]);
  });

  it('starts once per arriving token when several flows lead into it', () => {
    const model = processModel({
      nodes: { start: 'startEvent', a: 'task', work: type },
      flows: [
        ['start', 'work'],
        ['start', 'a'],
        ['a', 'work'],
      ],
    });
    expect(trace(model, started(model)).filter((word) => word === '-work')).toHaveLength(2);
  });

  it('sends its completion quantity on each flow that it takes', () => {
    const model = between(type, { completionQuantity: 3 });
    expect(trace(model, started(model)).filter((word) => word === 'work-done')).toHaveLength(3);
  });

  it('cannot send more tokens than the instance may have', () => {
    const result = startResult(between(type, { completionQuantity: 2_000_000_000 }));
    expect(result).toMatchObject({
      outcome: 'failed',
      failure: { code: 'LIMIT_EXCEEDED', elementId: 'work', message: expect.stringContaining('10000') },
    });
  });
});

describe('a start quantity', () => {
  const model = processModel({
    nodes: { start: 'startEvent', a: 'userTask', b: 'userTask', c: 'userTask', work: ['task', { startQuantity: 2 }] },
    flows: [
      ['start', 'a'],
      ['start', 'b'],
      ['start', 'c'],
      ['a', 'work'],
      ['b', 'work'],
      ['c', 'work'],
    ],
  });

  it('keeps the activity waiting while fewer tokens are there', () => {
    const run = complete(model, started(model), 'c');
    expect(trace(model, run)).toEqual(['-c', 'c-work']);
    expect(places(model, run.state)).toEqual(['a', 'b', 'work']);
  });

  it('uses up that many tokens for one start, the oldest going on', () => {
    const collecting = complete(model, started(model), 'c');
    const oldest = collecting.state.tokens.at(-1)!.number;
    const run = complete(model, collecting, 'a');
    expect(trace(model, run)).toEqual(['-a', 'a-work', '+work', '-work']);
    expect(run.records.at(-1)!.events).toContainEqual(['a', expect.any(Number), 4, oldest]);
    expect(places(model, run.state)).toEqual(['b']);
  });

  it('starts again with the tokens after these', () => {
    const chain = processModel({
      nodes: {
        start: 'startEvent',
        five: ['task', { completionQuantity: 5 }],
        pairs: ['task', { startQuantity: 2 }],
        wait: 'userTask',
      },
      flows: [
        ['start', 'five'],
        ['start', 'wait'],
        ['five', 'pairs'],
      ],
    });
    const run = started(chain);
    expect(trace(chain, run).filter((word) => word === '+pairs')).toHaveLength(2);
    expect(places(chain, run.state)).toEqual(['wait', 'pairs']);
  });

  it('a start quantity that can never be reached is an incident, not a silent hang', () => {
    const model = between('task', { startQuantity: 2 });
    const failure = {
      code: 'STUCK_TOKENS',
      elementId: 'work',
      message: 'Only tokens that wait for others are left: work has 1 of the 2 tokens that it starts with',
    };
    expect(started(model).state.waits).toMatchObject([{ kind: 'incident', failure }]);
    expect(startResult(model, { host: { keepsIncidents: false } })).toEqual({ outcome: 'failed', failure });
  });
});
