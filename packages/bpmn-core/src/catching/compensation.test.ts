// These tests look at compensation: order, handlers, event sub-processes, loops, transactions, and what is undone but once.

import { describe, expect, it } from 'vitest';
import type { NodeType, ProcessModel } from '../model/process-model.ts';
import { handler } from '../testing/compensations.ts';
import { computed, type NodeDraft, processModel } from '../testing/model-builder.ts';
import { sequential } from '../testing/nesting.ts';
import { complete, entered, places, started, trace } from '../testing/run.ts';
import { cancel, compensation, error } from '../testing/triggers.ts';

/** Two tasks with handlers, then a user task, then a compensation throw. */
function twoUndone(throwing: NodeDraft = {}): ProcessModel {
  return processModel({
    nodes: {
      start: 'startEvent',
      book: ['task', { compensatedBy: 'unbook' }],
      pay: ['task', { compensatedBy: 'refund' }],
      wait: 'userTask',
      undo: ['intermediateThrowEvent', { triggers: [compensation()], ...throwing }],
      after: 'userTask',
      unbook: handler(),
      refund: handler(),
    },
    flows: [
      ['start', 'book'],
      ['book', 'pay'],
      ['pay', 'wait'],
      ['wait', 'undo'],
      ['undo', 'after'],
    ],
  });
}

describe('a compensation throw', () => {
  it('undoes completed activities one after another, the last first, and then goes on', () => {
    const model = twoUndone();
    const run = complete(model, started(model), 'wait');
    expect(entered(model, run)).toEqual(['undo', 'refund', 'unbook', 'after']);
    expect(run.state.root.records).toEqual([]);
  });

  it('a compensation throw of one activity undoes it alone, and each at most once', () => {
    const model = twoUndone({ triggers: [compensation({ activity: 1 }), compensation({ activity: 1 })] });
    const run = complete(model, started(model), 'wait');
    expect(entered(model, run)).toEqual(['undo', 'unbook', 'after']);
    expect(run.state.root.records.map(({ node }) => model.nodes[node]!.id)).toEqual(['pay']);
  });

  it('a compensation throw that does not wait goes on beside its handlers', () => {
    const model = twoUndone({ triggers: [compensation({ waitForCompletion: false })] });
    const run = complete(model, started(model), 'wait');
    expect(entered(model, run).slice(0, 2)).toEqual(['undo', 'refund']);
    expect(places(model, run.state)).toEqual(['after']);
    expect(entered(model, run)).toContain('unbook');
  });

  it('finds nothing to undo and goes on', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        undo: ['intermediateThrowEvent', { triggers: [compensation()] }],
        end: 'endEvent',
      },
      flows: [
        ['start', 'undo'],
        ['undo', 'end'],
      ],
    });
    expect(started(model).state.tokens).toEqual([]);
  });

  it('waits over commands for a handler that waits for people', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        book: ['task', { compensatedBy: 'unbook' }],
        undo: ['endEvent', { triggers: [compensation()] }],
        unbook: ['userTask', { activity: { isForCompensation: true } }],
      },
      flows: [
        ['start', 'book'],
        ['book', 'undo'],
      ],
    });
    const run = started(model);
    expect(places(model, run.state)).toEqual(['undo', 'unbook']);
    const done = complete(model, run, 'unbook');
    expect([done.state.tokens, done.state.endElementIds]).toEqual([[], ['undo']]);
  });
});

/** Makes a sub-process that has completed, and whatever undoes it. */
function subUndone(inner: Readonly<Record<string, readonly [NodeType, NodeDraft]>>, sub: NodeDraft = {}): ProcessModel {
  return processModel({
    nodes: {
      start: 'startEvent',
      sub: ['subProcess', sub],
      in: ['startEvent', { in: 'sub' }],
      a: ['task', { in: 'sub', compensatedBy: 'undoA' }],
      b: ['task', { in: 'sub', compensatedBy: 'undoB' }],
      undoA: ['task', { in: 'sub', activity: { isForCompensation: true } }],
      undoB: ['task', { in: 'sub', activity: { isForCompensation: true } }],
      ...inner,
      wait: 'userTask',
      undo: ['endEvent', { triggers: [compensation()] }],
    },
    flows: [
      ['start', 'sub'],
      ['in', 'a'],
      ['a', 'b'],
      ['sub', 'wait'],
      ['wait', 'undo'],
      ...(inner.heard === undefined ? [] : ([['heard', 'handle']] as const)),
    ],
  });
}

describe('a completed sub-process', () => {
  it('is undone from the inside, the last first', () => {
    const model = subUndone({});
    const run = complete(model, started(model), 'wait');
    expect(entered(model, run)).toEqual(['undo', 'sub', 'undoB', 'undoA']);
    expect(run.state.tokens).toEqual([]);
  });

  it('a completed sub-process with a compensation event sub-process is undone by that alone', () => {
    const model = subUndone({
      handler: ['eventSubProcess', { in: 'sub' }],
      heard: ['startEvent', { in: 'handler', triggers: [compensation()] }],
      handle: ['task', { in: 'handler' }],
    });
    const run = complete(model, started(model), 'wait');
    expect(entered(model, run)).toEqual(['undo', 'sub', 'handler', 'heard', 'handle']);
    expect(run.state.tokens).toEqual([]);
  });

  it('a completed sub-process with a loop is undone instance by instance, the last first', () => {
    const model = subUndone({}, { loop: sequential(2) });
    const run = complete(model, started(model), 'wait');
    expect(entered(model, run).filter((id) => id.startsWith('undo'))).toEqual([
      'undo',
      'undoB',
      'undoA',
      'undoB',
      'undoA',
    ]);
    expect(run.state.tokens).toEqual([]);
  });
});

describe('a transaction', () => {
  const model = processModel({
    nodes: {
      start: 'startEvent',
      tx: 'transaction',
      in: ['startEvent', { in: 'tx' }],
      book: ['task', { in: 'tx', compensatedBy: 'unbook' }],
      ask: ['userTask', { in: 'tx' }],
      other: ['userTask', { in: 'tx' }],
      choice: ['exclusiveGateway', { in: 'tx', defaultTo: 'fine' }],
      fine: ['endEvent', { in: 'tx' }],
      off: ['endEvent', { in: 'tx', triggers: [cancel] }],
      bad: ['endEvent', { in: 'tx', triggers: [error('E')] }],
      unbook: ['task', { in: 'tx', activity: { isForCompensation: true } }],
      cancelled: ['boundaryEvent', { on: 'tx', triggers: [cancel] }],
      hazard: ['boundaryEvent', { on: 'tx', triggers: [error(null)] }],
      done: 'endEvent',
      notDone: 'endEvent',
      broken: 'endEvent',
    },
    flows: [
      ['start', 'tx'],
      ['in', 'book'],
      ['book', 'ask'],
      ['book', 'other'],
      ['ask', 'choice'],
      ['choice', 'off', computed('off', (context) => context.variable('how') === 'off')],
      ['choice', 'bad', computed('bad', (context) => context.variable('how') === 'bad')],
      ['choice', 'fine'],
      ['other', 'fine'],
      ['tx', 'done'],
      ['cancelled', 'notDone'],
      ['hazard', 'broken'],
    ],
  });

  it('a transaction that is cancelled ends all else, undoes what it did, and leaves by the cancel event', () => {
    const run = complete(model, started(model), 'ask', { how: 'off' });
    expect(trace(model, run)).toContain('!other');
    expect(entered(model, run)).toEqual(['choice', 'off', 'unbook', 'cancelled', 'notDone']);
    expect(run.state.endElementIds).toEqual(['notDone']);
  });

  it('a transaction with an error inside undoes nothing', () => {
    const run = complete(model, started(model), 'ask', { how: 'bad' });
    expect(entered(model, run)).toEqual(['choice', 'bad', 'hazard', 'broken']);
  });

  it('a transaction that succeeds can be undone from outside', () => {
    const run = complete(model, complete(model, started(model), 'ask'), 'other');
    expect(run.state.endElementIds).toEqual(['done']);
  });
});
