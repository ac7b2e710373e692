// None start events: a token on every way out, the starter's name, alternatives.
import { describe, expect, it } from 'vitest';
import { processModel } from '../../testing/model-builder.ts';
import { started, startResult, trace } from '../../testing/run.ts';

describe('a none start event', () => {
  it('sends one token on every outgoing flow, in document order', () => {
    const model = processModel({
      nodes: { start: 'startEvent', a: 'task', b: 'task' },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
      ],
    });
    expect(trace(model, started(model))).toEqual([
      '+start',
      '-start',
      'start-a',
      'start-b',
      '+a',
      '+b',
      '-a',
      '-b',
      'end',
    ]);
  });

  it('ends the instance at once when nothing follows', () => {
    const model = processModel({ nodes: { start: 'startEvent' }, flows: [] });
    expect(trace(model, started(model))).toEqual(['+start', '-start', 'end']);
  });

  it('puts the name of the starter into the variable that the model names', () => {
    const model = processModel({ nodes: { start: ['startEvent', { initiatorVariable: 'starter' }] }, flows: [] });
    expect(started(model).state.variables).toEqual({ starter: 'ada' });
  });

  it('puts null into it when the engine itself starts', () => {
    const model = processModel({ nodes: { start: ['startEvent', { initiatorVariable: 'starter' }] }, flows: [] });
    expect(started(model, { facts: { startUserId: null } }).state.variables).toEqual({ starter: null });
  });

  describe('a start event among several', () => {
    const model = processModel({
      nodes: { first: 'startEvent', second: 'startEvent', a: 'task', b: 'task', gate: 'parallelGateway' },
      flows: [
        ['first', 'a'],
        ['second', 'b'],
      ],
    });

    it('begins alone when it is asked for', () => {
      const run = started(model, { facts: { startElementId: 'second' } });
      expect(trace(model, run)).toEqual(['+second', '-second', 'second-b', '+b', '-b', 'end']);
    });

    it('does not begin unless it is named', () => {
      expect(startResult(model)).toEqual({ outcome: 'refused', code: 'START_NODE_AMBIGUOUS' });
    });

    it('leaves the beginning to activities alone, and to no other element', () => {
      for (const startElementId of ['gate', 'nowhere']) {
        expect(startResult(model, { facts: { startElementId } })).toEqual({
          outcome: 'refused',
          code: 'START_NODE_UNKNOWN',
        });
      }
    });
  });
});
