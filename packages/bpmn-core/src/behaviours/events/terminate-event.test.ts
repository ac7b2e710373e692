// Terminate end events: what they end, and what they leave running.
import { describe, expect, it } from 'vitest';
import { type ProcessDraft, processModel } from '../../testing/model-builder.ts';
import { instances, sequential } from '../../testing/nesting.ts';
import { openWaits, raise } from '../../testing/occurrences.ts';
import { complete, places, started, trace } from '../../testing/run.ts';
import { compensation, signal, terminate } from '../../testing/triggers.ts';

const off = (fields = {}) => ['endEvent', { in: 'sub', triggers: [{ ...terminate, ...fields }] }] as const;

/** Makes a sub-process that is terminated when `ask` is completed, beside a task of the process. */
function terminating(sub: ProcessDraft['nodes'][string], end: ProcessDraft['nodes'][string]) {
  return processModel({
    nodes: {
      start: 'startEvent',
      beside: 'userTask',
      sub,
      in: ['startEvent', { in: 'sub' }],
      ask: ['userTask', { in: 'sub' }],
      also: ['userTask', { in: 'sub' }],
      catch: ['intermediateCatchEvent', { in: 'sub', triggers: [signal('go')] }],
      off: end,
      alarm: ['boundaryEvent', { on: 'sub', triggers: [signal('stop')] }],
      handler: ['eventSubProcess', { in: 'sub' }],
      heard: ['startEvent', { in: 'handler', interrupting: false, triggers: [signal('help')] }],
      care: ['userTask', { in: 'handler' }],
      next: 'userTask',
    },
    flows: [
      ['start', 'beside'],
      ['start', 'sub'],
      ['in', 'ask'],
      ['in', 'also'],
      ['in', 'catch'],
      ['ask', 'off'],
      ['sub', 'next'],
      ['heard', 'care'],
    ],
  });
}

describe('a terminate end event', () => {
  it.each(['subProcess', 'transaction'] as const)(
    'a terminate end event in a %s ends all in it and its handlers, which is then left by its normal flows',
    (type) => {
      const model = terminating(type, off());
      const run = complete(model, raise(model, started(model), 'help'), 'ask');
      expect(trace(model, run)).toEqual(
        expect.arrayContaining(['!also', '!catch', '!care', '!handler', '-sub', '+next']),
      );
      expect([places(model, run.state), openWaits(model, run)]).toEqual([['beside', 'next'], []]);
    },
  );

  it.each([
    ['parallel', instances(2), 1],
    ['sequential', sequential(2), 1],
  ] as const)('a terminate end event in one of %s instances ends that one alone', (_, loop, left) => {
    const model = terminating(['subProcess', { loop }], off());
    const run = complete(model, started(model), 'ask');
    expect(places(model, run.state).filter((id) => id === 'ask')).toHaveLength(left);
    expect(places(model, complete(model, run, 'ask').state)).toEqual(['beside', 'next']);
  });

  it('a terminate end event of the multi-instance ends all its instances, and the activity is left', () => {
    const model = terminating(['subProcess', { loop: instances(3) }], off({ multiInstance: true }));
    const run = complete(model, started(model), 'ask');
    expect([places(model, run.state), openWaits(model, run)]).toEqual([['beside', 'next'], []]);
  });

  it('a terminate end event of all ends the root instance from wherever it is', () => {
    const model = terminating('subProcess', off({ all: true }));
    const run = complete(model, started(model), 'ask');
    expect([run.state.tokens, run.state.waits, run.state.tasks]).toEqual([[], [], []]);
    expect(run.effects.at(-1)).toEqual({ kind: 'end', endState: 'TERMINATED', terminateRoot: true });
  });

  it('a terminate end event of the process ends the instance, and calls no handler and no compensation', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        book: ['task', { compensatedBy: 'unbook' }],
        ask: 'userTask',
        beside: 'userTask',
        off: ['endEvent', { triggers: [signal('gone'), terminate] }],
        unbook: ['task', { activity: { isForCompensation: true } }],
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', triggers: [compensation()] }],
      },
      flows: [
        ['start', 'book'],
        ['book', 'ask'],
        ['book', 'beside'],
        ['ask', 'off'],
      ],
    });
    const run = complete(model, started(model), 'ask');
    expect(trace(model, run)).not.toContain('+unbook');
    expect(run.effects.at(-1)).toEqual({ kind: 'end', endState: 'TERMINATED' });
    expect([run.state.endElementIds, run.state.tokens]).toEqual([['off'], []]);
  });

  it('a terminate end event in an event sub-process ends only that; what it handles goes on or is left', () => {
    const build = (interrupting: boolean) =>
      processModel({
        nodes: {
          start: 'startEvent',
          beside: 'userTask',
          handler: 'eventSubProcess',
          heard: ['startEvent', { in: 'handler', interrupting, triggers: [signal('go')] }],
          also: ['userTask', { in: 'handler' }],
          off: ['endEvent', { in: 'handler', triggers: [terminate] }],
        },
        flows: [
          ['start', 'beside'],
          ['heard', 'also'],
          ['heard', 'off'],
        ],
      });
    const beside = raise(build(false), started(build(false)), 'go');
    expect([places(build(false), beside.state), openWaits(build(false), beside)]).toEqual([
      ['beside'],
      ['heard signal'],
    ]);
    const ended = raise(build(true), started(build(true)), 'go');
    expect([ended.state.tokens, ended.effects.at(-1)]).toEqual([[], { kind: 'end', endState: 'COMPLETED' }]);
  });
});
