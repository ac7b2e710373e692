// Work done outside and its results: done, failed, error, escalation, for tasks and calls.

import { describe, expect, it } from 'vitest';
import type { WorkResult } from '../../contract/commands/commands.ts';
import type { ActivityModel } from '../../model/activity-model.ts';
import type { CallModel, DecisionModel, WorkModel } from '../../model/work-model.ts';
import { step } from '../../step.ts';
import { multiInstance } from '../../testing/loops.ts';
import { callOf, computed, constant, type NodeDraft, processModel, variable } from '../../testing/model-builder.ts';
import { finishWork, openWaits, waitAt } from '../../testing/occurrences.ts';
import { after, places, placesSorted, started, startResult } from '../../testing/run.ts';
import { error, escalation } from '../../testing/triggers.ts';
import type { Value } from '../../values/values.ts';

const EXTERNAL: Partial<WorkModel> = { kind: 'external', target: constant('pay'), resultVariable: 'paid' };

function service(work: Partial<WorkModel>, activity: Partial<ActivityModel> = {}, draft: NodeDraft = {}) {
  return processModel({
    nodes: {
      start: 'startEvent',
      work: ['serviceTask', { work, activity, ...draft }],
      failed: ['boundaryEvent', { on: 'work', triggers: [error('E')] }],
      raised: ['boundaryEvent', { on: 'work', triggers: [escalation('S')], interrupting: false }],
      care: 'userTask',
      note: 'userTask',
      after: 'userTask',
    },
    flows: [
      ['start', 'work'],
      ['work', 'after'],
      ['failed', 'care'],
      ['raised', 'note'],
    ],
  });
}

const done = (value: Value): WorkResult => ({ outcome: 'done', value, writes: {} });
describe('a result of external work', () => {
  const model = service(EXTERNAL);

  it('a result of external work that is done is written where the model says, and the token goes on', () => {
    const run = finishWork(model, started(model), 'work', { outcome: 'done', value: 7, writes: { note: 'x' } });
    expect([placesSorted(model, run), run.state.variables]).toEqual([['after'], { paid: 7, note: 'x' }]);
  });

  it('a result of external work that is an error goes to the boundary event of its code, and else fails', () => {
    const thrown = (errorCode: string): WorkResult => ({ outcome: 'error', errorCode, message: 'no', variables: {} });
    expect(placesSorted(model, finishWork(model, started(model), 'work', thrown('E')))).toEqual(['care']);
    const run = started(model);
    const { number: wait } = waitAt(model, run, 'work', 'work');
    const result = step(model, run.state, { kind: 'work', at: 2, actor: null, wait, result: thrown('F') });
    expect(result).toMatchObject({ outcome: 'failed', failure: { code: 'UNCAUGHT_ERROR', elementId: 'work' } });
  });

  it('a result of external work that is an escalation goes beside, and the task is done', () => {
    const raised: WorkResult = { outcome: 'escalation', escalationCode: 'S', variables: { why: 1 } };
    const run = finishWork(model, started(model), 'work', raised);
    expect([placesSorted(model, run), run.state.variables]).toEqual([['after', 'note'], { why: 1 }]);
  });

  it('a result of external work that is a failure is an error where the activity maps it, by its code or every one', () => {
    const failed: WorkResult = { outcome: 'failed', failure: { code: 'CALL_FAILED', message: 'unreachable' } };
    const mapped = (failure: string | null) => service(EXTERNAL, { failureMap: [{ failure, errorCode: 'E' }] });
    for (const failure of ['CALL_FAILED', null]) {
      const each = mapped(failure);
      expect(placesSorted(each, finishWork(each, started(each), 'work', failed))).toEqual(['care']);
    }
    const other = mapped('SCRIPT_FAILED');
    const run = started(other);
    const { number: wait } = waitAt(other, run, 'work', 'work');
    const result = step(other, run.state, { kind: 'work', at: 2, actor: null, wait, result: failed });
    expect(result).toMatchObject({ outcome: 'failed', failure: { code: 'CALL_FAILED' } });
  });

  it('is taken once: the wait is not open any more', () => {
    const run = started(model);
    const { number: wait } = waitAt(model, run, 'work', 'work');
    const command = { kind: 'work', at: 2, actor: null, wait, result: done(1) } as const;
    const taken = after(model, run, command);
    expect(step(model, taken.state, command)).toEqual({ outcome: 'refused', code: 'WAIT_NOT_OPEN' });
  });

  it('belongs to its own instance of a loop', () => {
    const each = service({ ...EXTERNAL, localResult: true }, {}, { loop: multiInstance() });
    const run = started(each);
    expect(openWaits(each, run).filter((wait) => wait === 'work work')).toHaveLength(3);
    const one = finishWork(each, run, 'work', done(1));
    expect(one.state.variables).toEqual({});
    expect(openWaits(each, one).filter((wait) => wait === 'work work')).toHaveLength(2);
  });
});

describe('a failure in the core', () => {
  const broken: Partial<WorkModel> = { kind: 'expression', expression: variable('unknown') };

  it('is an error where the activity maps it', () => {
    const model = service(broken, { failureMap: [{ failure: 'EXPRESSION_FAILED', errorCode: 'E' }] });
    expect(placesSorted(model, started(model))).toEqual(['care']);
  });

  it('is none where it maps another, and not after its work is done', () => {
    const other = service(broken, { failureMap: [{ failure: 'CALL_FAILED', errorCode: 'E' }] });
    expect(startResult(other)).toMatchObject({ failure: { code: 'EXPRESSION_FAILED', elementId: 'work' } });
  });

  it('a failure in the core of a way out is never mapped: the work was done', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['task', { activity: { failureMap: [{ failure: null, errorCode: 'E' }] } }],
        end: 'endEvent',
      },
      flows: [
        ['start', 'work'],
        ['work', 'end', constant(false)],
      ],
    });
    expect(startResult(model)).toMatchObject({ failure: { code: 'NO_FLOW_SELECTED' } });
  });
});

describe('a service task', () => {
  it('a service task by expression is done at once', () => {
    const model = service({ kind: 'expression', expression: constant(42), resultVariable: 'x' });
    expect([places(model, started(model).state), started(model).state.variables]).toEqual([['after'], { x: 42 }]);
  });

  it('keeps a local result to itself, and a passing one until the burst rests', () => {
    const local = service({ kind: 'expression', expression: constant(1), resultVariable: 'x', localResult: true });
    expect(started(local).state.variables).toEqual({});
    const seen = computed('x is seen', (context) => context.variable('x') === 1);
    const passing = processModel({
      nodes: {
        start: 'startEvent',
        work: [
          'serviceTask',
          { work: { kind: 'expression', expression: constant(1), resultVariable: 'x', transientResult: true } },
        ],
        choice: ['exclusiveGateway', { defaultTo: 'b' }],
        a: 'userTask',
        b: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['work', 'choice'],
        ['choice', 'a', seen],
        ['choice', 'b'],
      ],
    });
    const run = started(passing);
    expect([places(passing, run.state), run.state.variables]).toEqual([['a'], {}]);
  });

  it('a service task that can be triggered waits behind its work', () => {
    const model = service({ kind: 'expression', expression: constant(1), triggerable: true });
    const run = started(model);
    expect(places(model, run.state)).toEqual(['work']);
    const { number: wait } = waitAt(model, run, 'work', 'trigger');
    const variables = { told: true };
    const gone = after(model, run, { kind: 'trigger', at: 2, actor: 'x', wait, variables });
    expect([places(model, gone.state), gone.state.variables]).toEqual([['after'], variables]);
  });

  it('orders what it needs with everything evaluated', () => {
    const parameters = [
      { name: 'to', value: { kind: 'list', items: [{ kind: 'expression', expression: variable('x') }] } },
    ] as const;
    const model = service({ ...EXTERNAL, parameters, priority: constant(3) });
    const order = started(model, { variables: { x: 5 } }).effects.find(({ kind }) => kind === 'do-work');
    expect(order).toMatchObject({
      order: {
        work: 'external',
        target: 'pay',
        parameters: { to: [5] },
        variables: { x: 5 },
        options: { priority: 3 },
      },
    });
  });
});

describe('a script task', () => {
  const script = (draft: NodeDraft) =>
    processModel({
      nodes: { start: 'startEvent', it: ['scriptTask', draft], end: 'userTask' },
      flows: [
        ['start', 'it'],
        ['it', 'end'],
      ],
    });

  it('a script task in a language of the core runs at once', () => {
    const model = script({ script: { language: 'uel', expression: constant(3), resultVariable: 'r' } });
    expect([places(model, started(model).state), started(model).state.variables]).toEqual([['end'], { r: 3 }]);
  });

  it('a script task in JavaScript waits for its result, with what it wrote', () => {
    const model = script({ script: { source: 'x = 1', resultVariable: 'r', autoStoreVariables: true } });
    const run = started(model);
    expect(run.effects).toContainEqual(
      expect.objectContaining({ order: expect.objectContaining({ work: 'script', target: 'x = 1' }) }),
    );
    const over = finishWork(model, run, 'it', { outcome: 'done', value: 2, writes: { x: 1 } });
    expect([places(model, over.state), over.state.variables]).toEqual([['end'], { x: 1, r: 2 }]);
  });
});

describe('a business rule task', () => {
  const rule = (mapResult: DecisionModel['mapResult']) =>
    processModel({
      nodes: {
        start: 'startEvent',
        rate: [
          'businessRuleTask',
          {
            decision: {
              key: constant('rates'),
              binding: { kind: 'version', version: constant(2) },
              resultVariable: 'rate',
              mapResult,
              localResult: false,
            },
          },
        ],
        end: 'userTask',
      },
      flows: [
        ['start', 'rate'],
        ['rate', 'end'],
      ],
    });

  it.each<[DecisionModel['mapResult'], readonly Record<string, Value>[], Value]>([
    ['singleEntry', [{ a: 1 }], 1],
    ['singleEntry', [], null],
    ['singleResult', [{ a: 1, b: 2 }], { a: 1, b: 2 }],
    ['collectEntries', [{ a: 1 }, { a: 2 }], [1, 2]],
    ['resultList', [{ a: 1 }, { b: 2 }], [{ a: 1 }, { b: 2 }]],
  ])('maps by %s', (mapping, rows, expected) => {
    const model = rule(mapping);
    const run = started(model);
    expect(run.effects).toContainEqual(
      expect.objectContaining({
        order: expect.objectContaining({
          work: 'decision',
          target: 'rates',
          options: { binding: 'version', version: 2 },
        }),
      }),
    );
    expect(finishWork(model, run, 'rate', done(rows)).state.variables).toEqual({ rate: expected });
  });

  it.each<[DecisionModel['mapResult'], readonly Record<string, Value>[]]>([
    ['singleEntry', [{ a: 1 }, { a: 2 }]],
    ['singleEntry', [{ a: 1, b: 2 }]],
    ['singleResult', [{ a: 1 }, { a: 2 }]],
    ['collectEntries', [{ a: 1, b: 2 }]],
  ])('fails where %s cannot hold %j', (mapping, rows) => {
    const model = rule(mapping);
    const run = started(model);
    const { number: wait } = waitAt(model, run, 'rate', 'work');
    const result = step(model, run.state, { kind: 'work', at: 2, actor: null, wait, result: done(rows) });
    expect(result).toMatchObject({ failure: { code: 'DECISION_FAILED', elementId: 'rate' } });
  });
});

describe('a call activity', () => {
  const CALL = callOf({
    inheritBusinessKey: true,
    idVariable: 'childId',
    in: [{ kind: 'value', source: variable('x'), target: 'y', local: false }],
    out: [{ kind: 'value', source: variable('z'), target: 'back', local: false }],
  });
  const calling = (call: Partial<CallModel> = {}) =>
    processModel({
      nodes: {
        start: 'startEvent',
        call: ['callActivity', { call: { ...CALL, ...call } }],
        failed: ['boundaryEvent', { on: 'call', triggers: [error('E')] }],
        raised: ['boundaryEvent', { on: 'call', triggers: [escalation('S')], interrupting: false }],
        care: 'userTask',
        note: 'userTask',
        after: 'userTask',
      },
      flows: [
        ['start', 'call'],
        ['call', 'after'],
        ['failed', 'care'],
        ['raised', 'note'],
      ],
    });
  const start = { facts: { businessKey: 'order-7' }, variables: { x: 1 } };

  it('hands in what its mappings say, and takes back what they say', () => {
    const model = calling();
    const run = started(model, start);
    expect(run.effects).toContainEqual(
      expect.objectContaining({
        order: expect.objectContaining({
          work: 'call',
          target: 'child',
          parameters: { y: 1 },
          options: expect.objectContaining({ businessKey: 'order-7', binding: 'latest' }),
        }),
      }),
    );
    const over = finishWork(model, run, 'call', { outcome: 'done', value: 'child-1', writes: { z: 2, other: 3 } });
    expect([places(model, over.state), over.state.variables]).toEqual([
      ['after'],
      { x: 1, childId: 'child-1', back: 2 },
    ]);
  });

  it('hands in everything that is seen, where it inherits', () => {
    const order = started(calling({ inheritVariables: true, in: [] }), start).effects.find(
      ({ kind }) => kind === 'do-work',
    );
    expect(order).toMatchObject({ order: { parameters: { x: 1 } } });
  });

  it('is reached by errors of the child', () => {
    const model = calling();
    const thrown: WorkResult = { outcome: 'error', errorCode: 'E', message: null, variables: {} };
    expect(places(model, finishWork(model, started(model, start), 'call', thrown).state)).toEqual(['care']);
  });

  it('ends with the error of the child that nobody catches', () => {
    const model = calling();
    const thrown: WorkResult = { outcome: 'error', errorCode: 'F', message: null, variables: {} };
    const run = finishWork(model, started(model, start), 'call', thrown);
    expect(run.state.tokens).toEqual([]);
    expect(run.effects.at(-1)).toMatchObject({ kind: 'end', endState: 'ERROR', errorCode: 'F' });
  });

  it('goes on waiting when the child escalates', () => {
    const model = calling();
    const raised: WorkResult = { outcome: 'escalation', escalationCode: 'S', variables: {} };
    const run = finishWork(model, started(model, start), 'call', raised);
    expect(placesSorted(model, run)).toEqual(['call', 'note']);
    const over = finishWork(model, run, 'call', { outcome: 'done', value: 'c', writes: { z: null } });
    expect(placesSorted(model, over)).toEqual(['after', 'note']);
  });

  it('fails where its target is missing', () => {
    const model = calling();
    const run = started(model, start);
    const { number: wait } = waitAt(model, run, 'call', 'work');
    const missing: WorkResult = { outcome: 'failed', failure: { code: 'CALL_TARGET', message: 'no such process' } };
    const result = step(model, run.state, { kind: 'work', at: 2, actor: null, wait, result: missing });
    expect(result).toMatchObject({ failure: { code: 'CALL_TARGET', elementId: 'call' } });
  });
});
