// These tests look at compensation across borders: of called instances, and of transactions that are cancelled.

import { describe, expect, it } from 'vitest';
import type { ProcessModel } from '../model/process-model.ts';
import { booking, handler, throwing } from '../testing/compensations.ts';
import { callOf, type NodeDraft, processModel } from '../testing/model-builder.ts';
import { instances } from '../testing/nesting.ts';
import { finishWork, openWaits } from '../testing/occurrences.ts';
import { after, complete, entered, places, started, trace } from '../testing/run.ts';
import { cancel, compensation } from '../testing/triggers.ts';

describe('a completed call', () => {
  const CALL = callOf({ out: [{ kind: 'all', local: false }] });
  const calling = (fields: NodeDraft = {}) =>
    processModel({
      nodes: {
        start: 'startEvent',
        call: ['callActivity', { call: CALL, ...fields }],
        ask: 'userTask',
        undo: ['endEvent', throwing()],
        uncall: handler(),
      },
      flows: [
        ['start', 'call'],
        ['call', 'ask'],
        ['ask', 'undo'],
      ],
    });
  const returned = (model: ProcessModel, compensable: boolean) =>
    finishWork(model, started(model), 'call', { outcome: 'done', value: 'child-1', writes: { sum: 1 }, compensable });

  it('is undone by the instance that was called, and waited for', () => {
    const model = calling();
    const run = complete(model, returned(model, true), 'ask');
    expect(run.effects).toContainEqual(
      expect.objectContaining({
        kind: 'do-work',
        order: expect.objectContaining({ work: 'call', target: 'child-1', options: { compensates: true } }),
      }),
    );
    const done = finishWork(model, run, 'call', { outcome: 'done', value: null, writes: { sum: 2 } });
    expect([done.state.tokens, done.state.variables]).toEqual([[], { sum: 1 }]);
  });

  it('is undone by its handler where it has one, and by nothing where nothing can be undone', () => {
    const handled = calling({ compensatedBy: 'uncall' });
    expect(entered(handled, complete(handled, returned(handled, true), 'ask'))).toEqual(['undo', 'uncall']);
    const plain = calling();
    expect(entered(plain, complete(plain, returned(plain, false), 'ask'))).toEqual(['undo']);
  });

  it('is undone in the called instance by its records, the last first, and ends again', () => {
    const model = booking({ ask: 'task', undo: 'intermediateThrowEvent', next: 'task' });
    const ended = started(model);
    expect(ended.state.tokens).toEqual([]);
    const command = { kind: 'compensate', at: 3_000, actor: null } as const;
    const run = after(model, ended, command);
    expect([entered(model, run), places(model, run.state)]).toEqual([['refund'], ['refund']]);
    expect(() => after(model, run, command)).toThrow('NOT_POSSIBLE');
    const done = complete(model, run, 'refund');
    expect([entered(model, done), done.effects.at(-1)]).toEqual([['unbook'], { kind: 'end', endState: 'COMPLETED' }]);
    expect(after(model, done, command).effects).toEqual([]);
  });

  it('is undone in the called instance by its compensation event sub-process alone', () => {
    const model = booking(
      {
        ask: 'task',
        undo: 'intermediateThrowEvent',
        next: 'task',
        care: 'eventSubProcess',
        heard: ['startEvent', { in: 'care', triggers: [compensation()] }],
        look: ['userTask', { in: 'care' }],
      },
      {},
      [['heard', 'look']],
    );
    const run = after(model, started(model), { kind: 'compensate', at: 3_000, actor: null });
    expect(entered(model, run)).toEqual(['care', 'heard', 'look']);
    expect(complete(model, run, 'look').effects.at(-1)).toMatchObject({ kind: 'end' });
  });
});

describe('a transaction in a loop', () => {
  it('a transaction in a loop that is cancelled leaves by the cancel event around all iterations', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        tx: ['transaction', { loop: instances(2) }],
        in: ['startEvent', { in: 'tx' }],
        book: ['task', { in: 'tx', compensatedBy: 'unbook' }],
        ask: ['userTask', { in: 'tx' }],
        off: ['endEvent', { in: 'tx', triggers: [cancel] }],
        unbook: ['userTask', { in: 'tx', activity: { isForCompensation: true } }],
        out: ['boundaryEvent', { on: 'tx', triggers: [cancel] }],
        care: 'userTask',
      },
      flows: [
        ['start', 'tx'],
        ['in', 'book'],
        ['book', 'ask'],
        ['ask', 'off'],
        ['out', 'care'],
      ],
    });
    const run = complete(model, started(model), 'ask');
    expect(places(model, run.state)).toContain('unbook');
    const done = complete(model, run, 'unbook');
    expect([places(model, done.state), openWaits(model, done)]).toEqual([['care'], []]);
  });

  it('ends what is being undone already, and undoes what was still to come', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        tx: 'transaction',
        in: ['startEvent', { in: 'tx' }],
        book: ['task', { in: 'tx', compensatedBy: 'unbook' }],
        pay: ['task', { in: 'tx', compensatedBy: 'refund' }],
        ask: ['userTask', { in: 'tx' }],
        undo: ['intermediateThrowEvent', { in: 'tx', ...throwing() }],
        off: ['endEvent', { in: 'tx', triggers: [cancel] }],
        stop: ['userTask', { in: 'tx' }],
        unbook: ['userTask', { in: 'tx', activity: { isForCompensation: true } }],
        refund: ['userTask', { in: 'tx', activity: { isForCompensation: true } }],
        out: ['boundaryEvent', { on: 'tx', triggers: [cancel] }],
        care: 'userTask',
      },
      flows: [
        ['start', 'tx'],
        ['in', 'book'],
        ['book', 'pay'],
        ['pay', 'ask'],
        ['pay', 'stop'],
        ['ask', 'undo'],
        ['stop', 'off'],
        ['out', 'care'],
      ],
    });
    const run = complete(model, complete(model, started(model), 'ask'), 'stop');
    expect(trace(model, run)).toEqual(expect.arrayContaining(['!refund', '!undo', '+unbook']));
    expect(places(model, complete(model, run, 'unbook').state)).toEqual(['care']);
  });
});
