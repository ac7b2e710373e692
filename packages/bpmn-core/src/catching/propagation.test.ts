// These tests look at errors and escalations on their way outward: who catches them, what it costs, and what nobody catches.

import { describe, expect, it } from 'vitest';
import type { Trigger } from '../model/event-model.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { step } from '../step.ts';
import {
  callOf,
  constant,
  type NodeDraft,
  type ProcessDraft,
  processModel,
  variable,
} from '../testing/model-builder.ts';
import { instances, sequential } from '../testing/nesting.ts';
import { finishWork, openWaits, TIMER_HOST, waitAt } from '../testing/occurrences.ts';
import { after, complete, entered, places, type Run, started, trace } from '../testing/run.ts';
import { error, escalation } from '../testing/triggers.ts';

const external = { work: { kind: 'external', target: constant('work') } } as const;
const fail = (model: ProcessModel, run: Run, code: string | null, variables = {}) =>
  finishWork(model, run, 'work', { outcome: 'error', errorCode: code, message: 'it broke', variables });
const escalate = (model: ProcessModel, run: Run, code: string) =>
  finishWork(model, run, 'work', { outcome: 'escalation', escalationCode: code, variables: { how: 'loud' } });

/** Puts `work` in `inner` in `outer`, with a catcher at each place that is asked for, which leads to an end of its name. */
function levels(catchers: Readonly<Record<string, NodeDraft>>, work: NodeDraft = external): ProcessModel {
  const places: Record<string, string | undefined> = { work: 'inner', inner: 'outer', outer: undefined };
  const nodes: Record<string, ProcessDraft['nodes'][string]> = {
    start: 'startEvent',
    outer: 'subProcess',
    o: ['startEvent', { in: 'outer' }],
    inner: ['subProcess', { in: 'outer' }],
    i: ['startEvent', { in: 'inner' }],
    work: [work.triggers === undefined ? 'serviceTask' : 'endEvent', { in: 'inner', ...work }],
    other: ['userTask', { in: 'inner' }],
    done: 'endEvent',
  };
  const flows: [string, string][] = [
    ['start', 'outer'],
    ['outer', 'done'],
    ['o', 'inner'],
    ['i', 'work'],
    ['i', 'other'],
  ];
  for (const [id, fields] of Object.entries(catchers)) {
    const [kind, place] = id.split('_') as [string, string];
    if (kind.startsWith('on')) {
      const scope = places[place];
      nodes[id] = ['boundaryEvent', { ...(scope === undefined ? {} : { in: scope }), on: place, ...fields }];
      nodes[`${id}_end`] = ['endEvent', scope === undefined ? {} : { in: scope }];
      flows.push([id, `${id}_end`]);
    } else {
      const scope = place === 'process' ? {} : { in: place };
      nodes[`${id}_sub`] = ['eventSubProcess', scope];
      nodes[id] = ['startEvent', { in: `${id}_sub`, ...fields }];
      nodes[`${id}_end`] = ['userTask', { in: `${id}_sub` }];
      flows.push([id, `${id}_end`]);
    }
  }
  return processModel({ nodes, flows });
}

const catches = (...triggers: readonly Trigger[]): NodeDraft => ({ triggers });
const any = catches(error(null));
const catcherOf = (model: ProcessModel, run: Run) =>
  entered(model, run).filter((id) => /^(on\w*|in)_\w+$/.test(id) && !/_(end|sub)$/.test(id));

describe('an error', () => {
  const all = { on_work: any, in_inner: any, on_inner: any, in_outer: any, on_outer: any, in_process: any };
  const order = ['on_work', 'in_inner', 'on_inner', 'in_outer', 'on_outer', 'in_process'] as const;

  it.each(order.map((id, index) => [id, index] as const))(
    'is caught by %s when nothing further in does',
    (id, index) => {
      const model = levels(Object.fromEntries(order.slice(index).map((each) => [each, all[each]])));
      const run = fail(model, started(model), 'E');
      expect(catcherOf(model, run)).toEqual([id]);
      expect(trace(model, run).includes('!other')).toBe(id !== 'on_work');
    },
  );

  it('an error thrown by an end event asks no boundary of its own, but all from its scope on', () => {
    const model = levels({ in_inner: any, on_inner: any }, catches(error('E')));
    expect(catcherOf(model, started(model))).toEqual(['in_inner']);
  });

  it('prefers an exact code to a catch-all within one level, and a catch-all further in to an exact code further out', () => {
    const exact = catches(error('E'));
    const level = levels({ on_inner: any, on2_inner: exact });
    expect(catcherOf(level, fail(level, started(level), 'E'))).toEqual(['on2_inner']);
    const outside = levels({ on_inner: any, on_outer: exact });
    expect(catcherOf(outside, fail(outside, started(outside), 'E'))).toEqual(['on_inner']);
  });

  it('an error of another code passes by', () => {
    const model = levels({
      on_work: catches(error('A')),
      on_inner: catches(error('B')),
      on_outer: catches(error('E')),
    });
    expect(catcherOf(model, fail(model, started(model), 'E'))).toEqual(['on_outer']);
    expect(catcherOf(model, fail(model, started(model), 'B'))).toEqual(['on_inner']);
  });

  it('is compared by the code that an expression gives', () => {
    const model = levels({ on_inner: catches({ ...error('?'), code: variable('wanted') }), on_outer: any });
    const run = started(model, { variables: { wanted: 'E' } });
    expect([catcherOf(model, fail(model, run, 'E')), catcherOf(model, fail(model, run, 'F'))]).toEqual([
      ['on_inner'],
      ['on_outer'],
    ]);
  });

  it('hands code, message and what it brings to its handler, in the scope that this handles', () => {
    const named = error(null, { codeVariable: 'code', messageVariable: 'text' });
    const model = levels({ in_inner: catches(named) });
    const run = fail(model, started(model), 'E', { detail: 7 });
    expect(run.state.variables).toEqual({});
    expect(run.state.scopes.map(({ variables }) => variables)).toContainEqual({
      code: 'E',
      text: 'it broke',
      detail: 7,
    });
    const known = fail(model, started(model, { variables: { code: null } }), 'E');
    expect(known.state.variables).toEqual({ code: 'E' });
  });

  it('can be mapped, its code and message with the rest of what it brings', () => {
    const from = (source: string, target: string) =>
      ({ kind: 'value', source: variable(source), target, local: false }) as const;
    const payload = [from('errorCode', 'what'), from('errorMessage', 'why'), from('detail', 'more')];
    const model = levels({ on_outer: catches(error('E', { payload })) });
    const run = fail(model, started(model), 'E', { detail: 7, lost: 8 });
    expect(run.state.variables).toEqual({ what: 'E', why: 'it broke', more: 7 });
  });

  it('ends what the boundary catches whole, without compensation', () => {
    const model = levels({ on_outer: any });
    const run = fail(model, started(model), 'E');
    expect(trace(model, run)).toEqual(expect.arrayContaining(['!work', '!other', '!inner', '!outer']));
    expect([run.state.tokens, run.state.waits, run.state.tasks]).toEqual([[], [], []]);
  });

  it('an error in one iteration of a loop ends them all by the boundary around it', () => {
    for (const loop of [sequential(3), instances(3)]) {
      const model = processModel({
        nodes: {
          start: 'startEvent',
          work: ['serviceTask', { ...external, loop }],
          broken: ['boundaryEvent', { on: 'work', triggers: [error('E')] }],
          care: 'userTask',
        },
        flows: [
          ['start', 'work'],
          ['broken', 'care'],
        ],
      });
      const run = fail(model, started(model), 'E');
      expect([places(model, run.state), run.state.waits]).toEqual([['care'], []]);
    }
  });

  it('an error of an activity that nobody catches is the failure UNCAUGHT_ERROR; of an end event it ends the instance', () => {
    const model = levels({ on_inner: catches(error('A')) });
    const run = started(model);
    const { number: wait } = waitAt(model, run, 'work', 'work');
    const result = { outcome: 'error', errorCode: 'E', message: null, variables: {} } as const;
    const failed = step(model, run.state, { kind: 'work', at: 2_000, actor: null, wait, result });
    expect(failed).toMatchObject({ outcome: 'failed', failure: { code: 'UNCAUGHT_ERROR', elementId: 'work' } });
    const ending = levels(
      { on_inner: catches(error('A')) },
      catches(error('E', { payload: [{ kind: 'all', local: false }] })),
    );
    const ended = started(ending, { variables: { sum: 3 } });
    expect(ended.effects.at(-1)).toEqual({
      kind: 'end',
      endState: 'ERROR',
      errorCode: 'E',
      errorElementId: 'work',
      errorVariables: { sum: 3 },
    });
  });

  it('an error thrown in a handler is caught from outside of what that handles, not by its neighbours', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        bad: ['endEvent', { in: 'sub', triggers: [error('A')] }],
        first: ['eventSubProcess', { in: 'sub' }],
        heard: ['startEvent', { in: 'first', triggers: [error('A')] }],
        again: ['endEvent', { in: 'first', triggers: [error('B')] }],
        second: ['eventSubProcess', { in: 'sub' }],
        never: ['startEvent', { in: 'second', triggers: [error('B')] }],
        out: ['boundaryEvent', { on: 'sub', triggers: [error('B')] }],
        care: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['in', 'bad'],
        ['heard', 'again'],
        ['out', 'care'],
      ],
    });
    const run = started(model);
    expect(entered(model, run)).toEqual(expect.arrayContaining(['heard', 'again', 'out', 'care']));
    expect(entered(model, run)).not.toContain('never');
  });
});

describe('an error of a called instance', () => {
  const calling = (catcher: Readonly<Record<string, readonly ['boundaryEvent', NodeDraft]>>) =>
    processModel({
      nodes: {
        start: 'startEvent',
        work: ['callActivity', { call: { ...CALL } }],
        ...catcher,
        other: 'userTask',
        care: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['start', 'other'],
        ...(catcher.broken === undefined ? [] : [['broken', 'care'] as const]),
      ],
    });
  const CALL = callOf();

  it('reaches the call activity', () => {
    const model = calling({ broken: ['boundaryEvent', { on: 'work', triggers: [error('E')] }] });
    expect(places(model, fail(model, started(model), 'E').state).sort()).toEqual(['care', 'other']);
  });

  it('an error of a called instance that nobody here catches ends this instance, too, with its code', () => {
    const model = calling({});
    const run = fail(model, started(model), 'E', { detail: 7 });
    expect([run.state.tokens, run.state.tasks]).toEqual([[], []]);
    expect(run.effects.at(-1)).toMatchObject({
      endState: 'ERROR',
      errorCode: 'E',
      errorElementId: 'work',
      errorVariables: { detail: 7 },
    });
  });

  it('is an escalation that leaves it running where the catcher does not interrupt', () => {
    const model = calling({
      broken: ['boundaryEvent', { on: 'work', interrupting: false, triggers: [escalation('X')] }],
    });
    const run = escalate(model, started(model), 'X');
    expect([places(model, run.state).sort(), openWaits(model, run)]).toEqual([
      ['care', 'other', 'work'],
      ['work work'],
    ]);
    const again = escalate(model, run, 'X');
    expect(places(model, again.state).filter((id) => id === 'care')).toHaveLength(2);
    const done = finishWork(model, again, 'work', { outcome: 'done', value: 'id', writes: {} });
    expect(places(model, done.state)).not.toContain('work');
  });

  it('is an escalation that ends it where the catcher interrupts', () => {
    const model = calling({ broken: ['boundaryEvent', { on: 'work', triggers: [escalation('X')] }] });
    const run = escalate(model, started(model), 'X');
    expect([places(model, run.state).sort(), openWaits(model, run)]).toEqual([['care', 'other'], []]);
    expect(run.effects).toContainEqual(expect.objectContaining({ kind: 'close-wait', reason: 'CANCELLED' }));
  });
});

describe('an escalation', () => {
  const quiet = { interrupting: false, triggers: [escalation(null)] };
  const thrown = catches(
    escalation('X', { payload: [{ kind: 'value', source: constant(9), target: 'sum', local: false }] }),
  );

  it('is caught by the first on its way, and by nobody further out', () => {
    const model = levels({ in_inner: quiet, on_inner: quiet, in_process: quiet }, thrown);
    const run = started(model);
    expect(catcherOf(model, run)).toEqual(['in_inner']);
    expect(run.effects.some(({ kind }) => kind === 'escalate')).toBe(false);
    expect(trace(model, run)).not.toContain('!other');
    expect(places(model, run.state)).toContain('other');
    expect(run.state.scopes.map(({ variables }) => variables)).toContainEqual({ sum: 9 });
  });

  it('an escalation of another code goes on to the next', () => {
    const model = levels({ in_inner: { interrupting: false, triggers: [escalation('Y')] }, on_outer: quiet }, thrown);
    expect(catcherOf(model, started(model))).toEqual(['on_outer']);
  });

  it('ends its thrower where the catcher interrupts', () => {
    const model = levels({ in_inner: catches(escalation('X')) }, thrown);
    const run = started(model);
    expect(trace(model, run)).toEqual(expect.arrayContaining(['!work', '!other']));
    expect(places(model, run.state)).not.toContain('other');
  });

  it('an escalation that nobody catches is recorded, and its branch ends or goes on', () => {
    const model = levels({}, thrown);
    const run = started(model);
    expect(run.records[0]!.events).toContainEqual(['s', 5, 'X']);
    expect(run.effects).toContainEqual({ kind: 'escalate', code: 'X', variables: { sum: 9 } });
    expect(trace(model, run)).toContain('-work');
    expect(complete(model, run, 'other').state.endElementIds).toEqual(['done']);
  });

  it('can be caught again and again by a handler that does not interrupt', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['task', { loop: sequential(2) }],
        loud: ['intermediateThrowEvent', { triggers: [escalation('X')] }],
        again: ['intermediateThrowEvent', { triggers: [escalation('X')] }],
        next: 'userTask',
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', ...quiet }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'work'],
        ['work', 'loud'],
        ['loud', 'again'],
        ['again', 'next'],
        ['heard', 'care'],
      ],
    });
    expect(started(model).state.tasks).toHaveLength(3);
  });
});

describe('a failure', () => {
  it('is caught by no boundary event, unless the activity maps it to an error', () => {
    const boundary = { on_work: any };
    const plain = levels(boundary);
    const result = { outcome: 'failed', failure: { code: 'CALL_FAILED', message: 'unreachable' } } as const;
    const run = started(plain);
    const wait = waitAt(plain, run, 'work', 'work').number;
    const command = { kind: 'work', at: 2_000, actor: null, wait, result } as const;
    expect(step(plain, run.state, command)).toMatchObject({ outcome: 'failed', failure: { code: 'CALL_FAILED' } });
    const mapped = levels(boundary, {
      ...external,
      activity: { failureMap: [{ failure: 'CALL_FAILED', errorCode: 'E' }] },
    });
    const after_ = after(mapped, started(mapped), command, TIMER_HOST);
    expect(catcherOf(mapped, after_)).toEqual(['on_work']);
  });
});
