// These tests look at jobs before and behind elements of every kind: where the token waits, and what goes on when they run.
import { describe, expect, it } from 'vitest';
import type { JobModel } from '../model/activity-model.ts';
import type { NodeType, ProcessModel } from '../model/process-model.ts';
import { computed, constant, type NodeDraft, processModel, variable } from '../testing/model-builder.ts';
import { openWaits, raise } from '../testing/occurrences.ts';
import { after, complete, places, type Run, started, trace } from '../testing/run.ts';
import { signal } from '../testing/triggers.ts';

const BEFORE: JobModel = { before: true, after: false, exclusive: true, priority: null, retryCycle: null };
const AFTER: JobModel = { ...BEFORE, before: false, after: true };

function runJob(model: ProcessModel, run: Run): Run {
  const wait = run.state.waits.find(({ kind }) => kind === 'job')!.number;
  return after(model, run, { kind: 'job', at: 3_000, actor: null, wait });
}

function around(type: NodeType, draft: NodeDraft): ProcessModel {
  return processModel({
    nodes: { start: 'startEvent', it: [type, draft], end: 'userTask' },
    flows: [
      ['start', 'it'],
      ['it', 'end'],
    ],
  });
}

const KINDS: readonly (readonly [NodeType, NodeDraft])[] = [
  ['task', {}],
  ['exclusiveGateway', {}],
  ['parallelGateway', {}],
  ['inclusiveGateway', {}],
  ['complexGateway', {}],
  ['intermediateThrowEvent', { triggers: [signal('s')] }],
];

describe.each(KINDS)('a job of %s', (type, draft) => {
  it('a job before an element keeps it from beginning', () => {
    const model = around(type, { ...draft, job: BEFORE });
    const run = started(model);
    expect([places(model, run.state), openWaits(model, run)]).toEqual([['it'], ['it job']]);
    expect(trace(model, run)).not.toContain('+it');
    const done = runJob(model, run);
    expect(trace(model, done)).toEqual(['+it', '-it', 'it-end', '+end']);
  });

  it('a job behind an element keeps its token from leaving, when it is done', () => {
    const model = around(type, { ...draft, job: AFTER });
    const run = started(model);
    expect([places(model, run.state), openWaits(model, run)]).toEqual([['it'], ['it job']]);
    expect(trace(model, run)).toContain('-it');
    expect(trace(model, runJob(model, run))).toEqual(['it-end', '+end']);
  });

  it('a job on both sides waits twice', () => {
    const model = around(type, { ...draft, job: { ...BEFORE, after: true } });
    const second = runJob(model, started(model));
    expect(openWaits(model, second)).toEqual(['it job']);
    expect(places(model, runJob(model, second).state)).toEqual(['end']);
  });
});

describe('a job behind', () => {
  it('a gateway with a job behind it keeps the choice that it made', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        choice: ['exclusiveGateway', { job: AFTER, defaultTo: 'b' }],
        a: 'userTask',
        b: 'userTask',
      },
      flows: [
        ['start', 'choice'],
        ['choice', 'a', variable('x')],
        ['choice', 'b'],
      ],
    });
    const run = started(model, { variables: { x: true } });
    const changed = after(model, run, { kind: 'set-variables', at: 2, actor: null, variables: { x: false } });
    expect(places(model, runJob(model, changed).state)).toEqual(['a']);
  });

  it('an activity with a job behind it chooses its flows when that runs', () => {
    const model = processModel({
      nodes: { start: 'startEvent', work: ['task', { job: AFTER, defaultTo: 'b' }], a: 'userTask', b: 'userTask' },
      flows: [
        ['start', 'work'],
        ['work', 'a', variable('x')],
        ['work', 'b'],
      ],
    });
    const run = started(model, { variables: { x: true } });
    const changed = after(model, run, { kind: 'set-variables', at: 2, actor: null, variables: { x: false } });
    expect(places(model, runJob(model, changed).state)).toEqual(['b']);
  });

  it('a parallel join with a job behind it takes all its flows, whatever their conditions say', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        join: ['parallelGateway', { job: AFTER }],
        a: 'userTask',
        b: 'userTask',
      },
      flows: [
        ['start', 'join'],
        ['start', 'join'],
        ['join', 'a', constant(false)],
        ['join', 'b'],
      ],
    });
    expect(places(model, runJob(model, started(model)).state)).toEqual(['a', 'b']);
  });

  it('a job stands behind a boundary event, also where it is said to be before it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: 'userTask',
        out: ['boundaryEvent', { on: 'work', triggers: [signal('out')], job: BEFORE }],
        away: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['out', 'away'],
      ],
    });
    const run = raise(model, started(model), 'out');
    expect([places(model, run.state), openWaits(model, run)]).toEqual([['out'], ['out job']]);
    expect(places(model, runJob(model, run).state)).toEqual(['away']);
  });

  it('a job behind a task in a sub-process ends with the sub-process', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        begin: ['startEvent', { in: 'sub' }],
        work: ['task', { in: 'sub', job: AFTER }],
        out: ['boundaryEvent', { on: 'sub', triggers: [signal('out')] }],
        away: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['begin', 'work'],
        ['out', 'away'],
      ],
    });
    const run = started(model);
    expect(places(model, run.state)).toEqual(['sub', 'work']);
    expect(runJob(model, run).state.tokens).toEqual([]);
    const out = raise(model, run, 'out');
    expect([places(model, out.state), openWaits(model, out)]).toEqual([['away'], []]);
  });
});

describe('a job before', () => {
  it('an activity with a job before it arms its boundary events only when that has run', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['userTask', { job: BEFORE }],
        out: ['boundaryEvent', { on: 'work', triggers: [signal('out')] }],
      },
      flows: [['start', 'work']],
    });
    const run = started(model);
    expect(openWaits(model, run)).toEqual(['work job']);
    expect(openWaits(model, runJob(model, run))).toEqual(['out signal']);
  });

  it('an activity with a job before it waits in each round of a loop of flows', () => {
    const model = processModel({
      nodes: { start: 'startEvent', merge: 'exclusiveGateway', work: ['userTask', { job: BEFORE }] },
      flows: [
        ['start', 'merge'],
        ['merge', 'work'],
        ['work', 'merge'],
      ],
    });
    const round = complete(model, runJob(model, started(model)), 'work');
    expect(openWaits(model, round)).toEqual(['work job']);
  });

  it('says its priority and retries as they are then', () => {
    const job = {
      ...BEFORE,
      priority: computed('p', ({ variable: of }) => of('p') ?? null),
      retryCycle: constant('R2/PT1S'),
    };
    const model = around('task', { job });
    expect(started(model, { variables: { p: '7' } }).state.waits).toMatchObject([
      { priority: 7, retryCycle: 'R2/PT1S' },
    ]);
    expect(started(model).state.waits[0]).not.toHaveProperty('priority');
  });

  it('a job before an element that nobody asked for is none', () => {
    const job = { ...BEFORE, before: false, priority: constant(5) };
    const model = around('task', { job });
    expect(places(model, started(model).state)).toEqual(['end']);
  });
});
