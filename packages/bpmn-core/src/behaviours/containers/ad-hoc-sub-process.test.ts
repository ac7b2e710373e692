// These tests look at ad-hoc sub-processes: what begins by itself, what on demand, and when it is over.

import { describe, expect, it } from 'vitest';
import type { Command } from '../../contract/commands/commands.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { AdHocModel } from '../../model/work-model.ts';
import { step } from '../../step.ts';
import { multiInstance } from '../../testing/loops.ts';
import { constant, type FlowDraft, processModel, variable } from '../../testing/model-builder.ts';
import { raise } from '../../testing/occurrences.ts';
import { after, complete, places, placesSorted, type Run, started } from '../../testing/run.ts';
import { signal } from '../../testing/triggers.ts';

const PLAIN: AdHocModel = {
  activation: 'auto',
  sequential: false,
  completionCondition: null,
  cancelRemaining: true,
};

function adHoc(fields: Partial<AdHocModel>, inner: readonly FlowDraft[] = []): ProcessModel {
  return processModel({
    nodes: {
      start: 'startEvent',
      box: ['adHocSubProcess', { adHoc: { ...PLAIN, ...fields } }],
      a: ['userTask', { in: 'box' }],
      b: ['userTask', { in: 'box' }],
      c: ['userTask', { in: 'box' }],
      after: 'userTask',
    },
    flows: [['start', 'box'], ['box', 'after'], ...inner],
  });
}

function tokenAt(model: ProcessModel, { state }: Run, id: string): number {
  return state.tokens.find(({ node }) => model.nodes[node]!.id === id)!.number;
}

function activation(model: ProcessModel, run: Run, ...elementIds: string[]): Command {
  return { kind: 'activate-ad-hoc', at: 2_000, actor: 'bob', token: tokenAt(model, run, 'box'), elementIds };
}

function completion(model: ProcessModel, run: Run): Command {
  return { kind: 'complete-ad-hoc', at: 2_000, actor: 'bob', token: tokenAt(model, run, 'box') };
}

const done = variable('done');

describe('an automatic ad-hoc sub-process', () => {
  it('begins what no flow leads to, all at once, and ends when nothing runs', () => {
    const model = adHoc({}, [['a', 'b']]);
    const run = started(model);
    expect(placesSorted(model, run)).toEqual(['a', 'box', 'c']);
    const next = complete(model, complete(model, run, 'a'), 'c');
    expect(placesSorted(model, next)).toEqual(['b', 'box']);
    expect(placesSorted(model, complete(model, next, 'b'))).toEqual(['after']);
  });

  it('an automatic ad-hoc sub-process in sequence begins one after the other in document order, with what flows lead on to', () => {
    const model = adHoc({ sequential: true }, [['a', 'c']]);
    const run = started(model);
    expect(placesSorted(model, run)).toEqual(['a', 'box']);
    const chain = complete(model, run, 'a');
    expect(placesSorted(model, chain)).toEqual(['box', 'c']);
    const last = complete(model, chain, 'c');
    expect(placesSorted(model, last)).toEqual(['b', 'box']);
    expect(placesSorted(model, complete(model, last, 'b'))).toEqual(['after']);
  });

  it('ends what still runs when its condition comes true', () => {
    const model = adHoc({ completionCondition: done });
    const one = complete(model, started(model), 'b', { done: false });
    expect(placesSorted(model, one)).toEqual(['a', 'box', 'c']);
    expect(placesSorted(model, complete(model, one, 'a', { done: true }))).toEqual(['after']);
  });

  it('waits for what still runs where it does not cancel it, and begins no more', () => {
    const model = adHoc({ completionCondition: done, cancelRemaining: false }, [['a', 'b']]);
    const closing = complete(model, started(model), 'c', { done: true });
    expect(placesSorted(model, closing)).toEqual(['a', 'box']);
    expect(placesSorted(model, complete(model, closing, 'a'))).toEqual(['after']);
    const chained = complete(model, started(model), 'a', { done: true });
    expect(placesSorted(model, chained)).toEqual(['box', 'c']);
  });

  it('an automatic ad-hoc sub-process in sequence begins nothing more after its condition', () => {
    const model = adHoc({ sequential: true, completionCondition: done });
    const one = complete(model, started(model), 'a', { done: false });
    expect(placesSorted(model, one)).toEqual(['b', 'box']);
    expect(placesSorted(model, complete(model, one, 'b', { done: true }))).toEqual(['after']);
  });

  it('an automatic ad-hoc sub-process whose condition never came true stays open, for more or for its end', () => {
    const model = adHoc({ completionCondition: constant(false) });
    const idle = ['a', 'b', 'c'].reduce((run, id) => complete(model, run, id), started(model));
    expect(places(model, idle.state)).toEqual(['box']);
    expect(idle.state.waits).toEqual([]);
    const more = after(model, idle, activation(model, idle, 'b'));
    expect(placesSorted(model, more)).toEqual(['b', 'box']);
    expect(placesSorted(model, after(model, idle, completion(model, idle)))).toEqual(['after']);
  });
});

describe('a manual ad-hoc sub-process', () => {
  const model = adHoc({ activation: 'manual' }, [['a', 'b']]);

  it('begins what it is asked to, also repeatedly, and stays open when nothing runs', () => {
    const run = started(model);
    expect(places(model, run.state)).toEqual(['box']);
    const two = after(model, run, activation(model, run, 'a', 'c', 'a'));
    expect(placesSorted(model, two)).toEqual(['a', 'a', 'box', 'c']);
    const emptied = complete(model, complete(model, complete(model, two, 'a'), 'a'), 'c');
    expect(placesSorted(model, emptied)).toEqual(['b', 'b', 'box']);
    expect(places(model, complete(model, complete(model, emptied, 'b'), 'b').state)).toEqual(['box']);
  });

  it('refuses what a flow leads to and what lies elsewhere, by name, and begins nothing then', () => {
    const run = started(model);
    expect(step(model, run.state, activation(model, run, 'a', 'b', 'after', 'nothing'))).toEqual({
      outcome: 'refused',
      code: 'AD_HOC_NOT_ENABLED',
      reasons: ['b', 'after', 'nothing'],
    });
  });

  it('begins one at a time in sequence: the others wait for their turn', () => {
    const sequential = adHoc({ activation: 'manual', sequential: true });
    const run = started(sequential);
    const asked = after(sequential, run, activation(sequential, run, 'c', 'a'));
    expect(placesSorted(sequential, asked)).toEqual(['box', 'c']);
    const next = complete(sequential, asked, 'c');
    expect(placesSorted(sequential, next)).toEqual(['a', 'box']);
    expect(places(sequential, complete(sequential, next, 'a').state)).toEqual(['box']);
  });

  it('ends by its condition, or when it is asked to', () => {
    const conditional = adHoc({ activation: 'manual', completionCondition: done });
    const run = started(conditional);
    const one = after(conditional, run, activation(conditional, run, 'a', 'b'));
    expect(places(conditional, complete(conditional, one, 'a', { done: true }).state)).toEqual(['after']);
    expect(places(conditional, after(conditional, one, completion(conditional, one)).state)).toEqual(['after']);
  });

  it('a manual ad-hoc sub-process that waits for what runs is closed once', () => {
    const waiting = adHoc({ activation: 'manual', cancelRemaining: false });
    const run = started(waiting);
    const one = after(waiting, run, activation(waiting, run, 'a'));
    const closing = after(waiting, one, completion(waiting, one));
    expect(placesSorted(waiting, closing)).toEqual(['a', 'box']);
    expect(step(waiting, closing.state, completion(waiting, closing))).toMatchObject({ code: 'NOT_POSSIBLE' });
    expect(step(waiting, closing.state, activation(waiting, closing, 'b'))).toMatchObject({
      code: 'AD_HOC_NOT_ENABLED',
    });
    expect(places(waiting, complete(waiting, closing, 'a').state)).toEqual(['after']);
  });

  it('is named by its token: another one is refused', () => {
    const run = started(adHoc({}));
    const token = run.state.tasks[0]!.token;
    const command: Command = { kind: 'complete-ad-hoc', at: 2, actor: null, token };
    expect(step(adHoc({}), run.state, command)).toMatchObject({ outcome: 'refused', code: 'NOT_POSSIBLE' });
    expect(step(adHoc({}), run.state, { ...command, token: 99 })).toMatchObject({ code: 'NOT_POSSIBLE' });
  });
});

describe('flows inside an ad-hoc sub-process', () => {
  it('flows inside an ad-hoc sub-process join and split as everywhere', () => {
    const model = processModel({
      nodes: {
        box: ['adHocSubProcess', { adHoc: PLAIN }],
        a: ['userTask', { in: 'box' }],
        b: ['userTask', { in: 'box' }],
        join: ['parallelGateway', { in: 'box' }],
        last: ['userTask', { in: 'box' }],
      },
      flows: [
        ['a', 'join'],
        ['b', 'join'],
        ['join', 'last'],
      ],
    });
    const half = complete(model, started(model), 'b');
    expect(placesSorted(model, half)).toEqual(['a', 'box', 'join']);
    const joined = complete(model, half, 'a');
    expect(placesSorted(model, joined)).toEqual(['box', 'last']);
    expect(complete(model, joined, 'last').state.tokens).toEqual([]);
  });

  it('flows inside an ad-hoc sub-process end with it: tokens at its joins do not outlive its condition', () => {
    const model = processModel({
      nodes: {
        box: ['adHocSubProcess', { adHoc: { ...PLAIN, completionCondition: done, cancelRemaining: false } }],
        a: ['userTask', { in: 'box' }],
        b: ['userTask', { in: 'box' }],
        c: ['userTask', { in: 'box' }],
        join: ['parallelGateway', { in: 'box' }],
        last: ['userTask', { in: 'box' }],
      },
      flows: [
        ['a', 'join'],
        ['b', 'join'],
        ['join', 'last'],
      ],
    });
    const half = complete(model, started(model), 'a', { done: false });
    const closing = complete(model, half, 'c', { done: true });
    expect(placesSorted(model, closing)).toEqual(['b', 'box']);
    expect(complete(model, closing, 'b').state.tokens).toEqual([]);
  });
});

describe('an ad-hoc sub-process', () => {
  it('is ended by a boundary event with all that runs in it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        box: ['adHocSubProcess', { adHoc: PLAIN }],
        a: ['userTask', { in: 'box' }],
        stop: ['boundaryEvent', { on: 'box', triggers: [signal('stop')] }],
        away: 'userTask',
      },
      flows: [
        ['start', 'box'],
        ['stop', 'away'],
      ],
    });
    expect(places(model, raise(model, started(model), 'stop').state)).toEqual(['away']);
  });

  it('as multi-instance is open once for each instance', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        box: [
          'adHocSubProcess',
          { adHoc: { ...PLAIN, activation: 'manual' }, loop: multiInstance({ cardinality: constant(2) }) },
        ],
        a: ['userTask', { in: 'box' }],
      },
      flows: [['start', 'box']],
    });
    const run = started(model);
    const [outer, first, second] = run.state.tokens.map(({ number }) => number) as [number, number, number];
    const ask = (token: number): Command => ({ kind: 'activate-ad-hoc', at: 2, actor: null, token, elementIds: ['a'] });
    expect(step(model, run.state, ask(outer))).toMatchObject({ code: 'NOT_POSSIBLE' });
    const one = after(model, run, ask(first));
    expect(places(model, one.state).filter((place) => place === 'a')).toHaveLength(1);
    const closed = after(model, one, { kind: 'complete-ad-hoc', at: 2, actor: null, token: second });
    expect(closed.state.tokens).toHaveLength(3);
    expect(after(model, closed, { kind: 'complete-ad-hoc', at: 2, actor: null, token: first }).state.tokens).toEqual(
      [],
    );
  });

  it('an ad-hoc sub-process without anything that could begin is done at once', () => {
    const model = processModel({
      nodes: { start: 'startEvent', box: ['adHocSubProcess', { adHoc: PLAIN }], after: 'userTask' },
      flows: [
        ['start', 'box'],
        ['box', 'after'],
      ],
    });
    expect(places(model, started(model).state)).toEqual(['after']);
  });
});
