// These tests look at work that is done outside: ordered anew, ended while it is done, told of, and given up with an incident.
import { describe, expect, it } from 'vitest';
import type { Command } from '../contract/commands/commands.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { activitiesOf } from '../reading/activities.ts';
import { timelineOf } from '../reading/timeline.ts';
import { step } from '../step.ts';
import { openTasks } from '../testing/changes.ts';
import { throwing } from '../testing/compensations.ts';
import { callOf, computed, constant, type NodeDraft, processModel, variable } from '../testing/model-builder.ts';
import { instances, NESTINGS, nested } from '../testing/nesting.ts';
import { finishWork, fire, openWaits, startedOnTime, TIMER_HOST, waitAt } from '../testing/occurrences.ts';
import { after, complete, type Run, started } from '../testing/run.ts';
import { signal, timer } from '../testing/triggers.ts';
import type { Variables } from '../values/values.ts';

const asked = (command: object): Command => ({ at: 3_000, actor: null, ...command }) as Command;
const DONE = { outcome: 'done', value: 'late', writes: { late: true } } as const;
const failure = { code: 'CALL_FAILED', message: 'connection refused' } as const;
const JOB = { before: false, after: false, exclusive: true, priority: null, retryCycle: null };
const script = { language: 'javascript', source: 'slow()', expression: null, resultVariable: 'r' } as const;
const http = (target = constant('https://example.org')) => ({ work: { kind: 'http', target } }) as const;

function redo(model: ProcessModel, run: Run, id: string): Run {
  return after(model, run, asked({ kind: 'redo-work', wait: waitAt(model, run, id, 'work').number }), TIMER_HOST);
}

function giveUp(model: ProcessModel, run: Run, id: string, kind: 'work' | 'job' = 'work'): Run {
  return after(model, run, asked({ kind: 'raise-incident', wait: waitAt(model, run, id, kind).number, failure }));
}

function resolved(model: ProcessModel, run: Run, id: string, kind: string, variables: Variables = {}): Run {
  return after(model, run, asked({ kind, wait: waitAt(model, run, id, 'incident').number, variables }));
}

function refused(model: ProcessModel, { state }: Run, command: object): string {
  const result = step(model, state, asked(command), TIMER_HOST);
  return result.outcome === 'refused' ? result.code : result.outcome;
}

const one = (fields: NodeDraft, type: 'scriptTask' | 'serviceTask' | 'callActivity' = 'serviceTask') =>
  processModel({
    nodes: { start: 'startEvent', work: [type, fields], next: 'userTask' },
    flows: [
      ['start', 'work'],
      ['work', 'next'],
    ],
  });

describe('work that is ordered anew', () => {
  it.each(NESTINGS)('keeps its wait and is evaluated from what the instance knows now, in the %s', (nesting) => {
    const model = nested(
      { nodes: { start: 'startEvent', work: ['serviceTask', http(variable('url'))] }, flows: [['start', 'work']] },
      nesting,
    );
    const run = started(model, { variables: { url: 'a' } });
    const [first] = run.effects.filter(({ kind }) => kind === 'do-work');
    const changed = after(model, run, asked({ kind: 'set-variables', variables: { url: 'b' } }));
    const again = redo(model, changed, 'work');
    expect([again.state, again.records.at(-1)!.events]).toEqual([changed.state, []]);
    const { order, ...place } = first as Extract<typeof first, { kind: 'do-work' }>;
    const variables = { ...order.variables, url: 'b' };
    expect(again.effects).toEqual([{ ...place, order: { ...order, target: 'b', variables } }]);
  });

  it('is the script, the decision and the call that it was, in each instance of a loop its own', () => {
    const place = { resultVariable: null, localResult: false, mapResult: 'resultList' } as const;
    const decision = { key: constant('d'), binding: { kind: 'latest' }, ...place } as const;
    const kinds: readonly ProcessModel[] = [
      one({ script, loop: instances(2) }, 'scriptTask'),
      one({ decision }),
      one({ call: callOf() }, 'callActivity'),
    ];
    for (const model of kinds) {
      const run = started(model);
      const orders = run.effects.filter(({ kind }) => kind === 'do-work');
      expect(redo(model, run, 'work').effects).toEqual([orders[0]]);
    }
  });

  it('fails where it cannot be evaluated any more, and nothing has changed', () => {
    const model = { ...one(http(variable('url'))), onFailure: 'INCIDENT' as const };
    const run = started(model, { variables: { url: 'a' } });
    const without = after(model, run, asked({ kind: 'set-variables', variables: {}, removals: ['url'] }));
    expect(refused(model, without, { kind: 'redo-work', wait: waitAt(model, run, 'work', 'work').number })).toBe(
      'failed',
    );
  });

  it('is refused where nothing is done, and where an instance was called already', () => {
    const model = one({ call: callOf() }, 'callActivity');
    const run = started(model);
    const { number: wait } = waitAt(model, run, 'work', 'work');
    const begun = after(model, run, asked({ kind: 'begun-call', wait, instanceId: 'c-1' }));
    expect(refused(model, begun, { kind: 'redo-work', wait })).toBe('NOT_POSSIBLE');
    expect(refused(model, begun, { kind: 'redo-work', wait: 99 })).toBe('WAIT_NOT_OPEN');
  });
});

describe('a call that has begun an instance', () => {
  const model = one({ call: callOf(), loop: instances(2) }, 'callActivity');

  it('is told: in its wait, in the timeline and by its activity, each instance of a loop its own', () => {
    const run = started(model);
    const { number: wait } = run.state.waits[1]!;
    const begun = after(model, run, asked({ kind: 'begun-call', wait, instanceId: 'c-2' }));
    expect(begun.state.waits[1]).toEqual({ ...run.state.waits[1], called: 'c-2' });
    expect(begun.effects).toEqual([{ kind: 'change-wait', wait: begun.state.waits[1] }]);
    expect(timelineOf(model, begun.records).at(-1)).toMatchObject({
      kind: 'call-begun',
      elementId: 'work',
      detail: { calledProcessInstanceId: 'c-2' },
    });
    const calls = activitiesOf(model, begun.records).filter(({ loopCounter }) => loopCounter !== null);
    expect(calls.map(({ loopCounter, calledInstanceId }) => [loopCounter, calledInstanceId])).toEqual([
      [0, null],
      [1, 'c-2'],
    ]);
  });

  it('is reported once, of a call, while it waits, also in a suspended instance', () => {
    const run = after(model, started(model), asked({ kind: 'suspend' }));
    const command = { kind: 'begun-call', wait: run.state.waits[0]!.number, instanceId: 'c-1' };
    const begun = after(model, run, asked(command));
    expect(after(model, begun, asked(command)).state).toBe(begun.state);
    expect(refused(model, begun, { ...command, instanceId: 'c-9' })).toBe('NOT_POSSIBLE');
    expect(refused(model, begun, { ...command, wait: 99 })).toBe('WAIT_NOT_OPEN');
    const other = one(http());
    const wait = waitAt(other, started(other), 'work', 'work').number;
    expect(refused(other, started(other), { ...command, wait })).toBe('NOT_POSSIBLE');
  });
});

describe('a script of the same burst', () => {
  const model = processModel({
    nodes: {
      start: 'startEvent',
      slow: ['scriptTask', { script }],
      off: ['boundaryEvent', { on: 'slow', triggers: [timer('1000')] }],
      late: 'userTask',
    },
    flows: [
      ['start', 'slow'],
      ['off', 'late'],
    ],
  });

  it('is ended by its boundary timer; its late result changes nothing', () => {
    const run = startedOnTime(model);
    const wait = waitAt(model, run, 'slow', 'work');
    const fired = fire(model, run, 'off');
    expect(fired.effects).toContainEqual({ kind: 'close-wait', wait, reason: 'CANCELLED' });
    expect(openTasks(model, fired)).toEqual(['late']);
    expect(refused(model, fired, { kind: 'work', wait: wait.number, result: DONE })).toBe('WAIT_NOT_OPEN');
  });

  it('is ended by a cancel; its late result finds nothing', () => {
    const run = startedOnTime(model);
    const { number: wait } = waitAt(model, run, 'slow', 'work');
    const cancelled = after(model, run, asked({ kind: 'cancel' }), TIMER_HOST);
    expect(refused(model, cancelled, { kind: 'work', wait, result: DONE })).toBe('INSTANCE_ENDED');
  });
});

describe('what the model says of jobs', () => {
  it('counts for the work and the timer of an element as well; a worker brings his own retries', () => {
    const job = { ...JOB, priority: variable('rank'), retryCycle: constant('R5/PT1M') };
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['serviceTask', { ...http(), job }],
        wait: ['intermediateCatchEvent', { triggers: [timer('5')], job }],
        worker: ['serviceTask', { work: { kind: 'external', target: constant('w') }, job }],
      },
      flows: [
        ['start', 'work'],
        ['start', 'wait'],
        ['start', 'worker'],
      ],
    });
    const { state } = started(model, { host: TIMER_HOST, variables: { rank: 7 } });
    expect(state.waits.map(({ kind, ...wait }) => [kind, 'priority' in wait, 'retryCycle' in wait])).toEqual([
      ['timer', true, true],
      ['work', true, true],
      ['work', false, false],
    ]);
    expect(state.waits[0]).toMatchObject({ priority: 7, retryCycle: 'R5/PT1M' });
  });
});

describe('work that has failed for the last time', () => {
  it.each(NESTINGS)(
    'becomes an incident of its element that is retried, skipped or cancelled, in the %s',
    (nesting) => {
      const draft = { nodes: { start: 'startEvent', work: ['serviceTask', http()], next: 'userTask' } } as const;
      const model = nested(
        {
          ...draft,
          flows: [
            ['start', 'work'],
            ['work', 'next'],
          ],
        },
        nesting,
      );
      expect(model.onFailure).toBe('ROLLBACK');
      const run = started(model);
      const wait = waitAt(model, run, 'work', 'work');
      const given = giveUp(model, run, 'work');
      expect(given.effects[0]).toEqual({ kind: 'close-wait', wait, reason: 'CANCELLED' });
      expect(waitAt(model, given, 'work', 'incident')).toMatchObject({
        stage: 'work',
        failure: { ...failure, elementId: 'work' },
      });
      const set = after(model, given, asked({ kind: 'set-variables', variables: { mended: true } }));
      const retried = resolved(model, set, 'work', 'retry-incident');
      const order = retried.effects.find(({ kind }) => kind === 'do-work');
      expect(order).toMatchObject({ order: { work: 'http', variables: { mended: true } } });
      expect(openTasks(model, finishWork(model, retried, 'work', DONE))).toContain('next');
      const skipped = resolved(model, given, 'work', 'skip-incident', { skipped: true });
      expect(openTasks(model, skipped)).toContain('next');
      expect(after(model, given, asked({ kind: 'cancel' })).state.tokens).toEqual([]);
    },
  );

  it('is the undoing of a called instance: the retry undoes and does not call again', () => {
    for (const onFailure of ['ROLLBACK', 'INCIDENT'] as const) {
      const model = {
        ...processModel({
          nodes: {
            start: 'startEvent',
            call: ['callActivity', { call: callOf() }],
            ask: 'userTask',
            undo: ['endEvent', throwing()],
          },
          flows: [
            ['start', 'call'],
            ['call', 'ask'],
            ['ask', 'undo'],
          ],
        }),
        onFailure,
      };
      const called = finishWork(model, started(model), 'call', { ...DONE, value: 'child-1', compensable: true });
      const undoing = complete(model, called, 'ask');
      expect(waitAt(model, undoing, 'call', 'work')).toMatchObject({ called: 'child-1' });
      const order = undoing.effects.find(({ kind }) => kind === 'do-work');
      expect(redo(model, undoing, 'call').effects).toEqual([order]);
      const failed =
        onFailure === 'ROLLBACK'
          ? giveUp(model, undoing, 'call')
          : finishWork(model, undoing, 'call', { outcome: 'failed', failure });
      const retried = resolved(model, failed, 'call', 'retry-incident');
      expect(retried.effects.find(({ kind }) => kind === 'do-work')).toMatchObject({
        order: { target: 'child-1', options: { compensates: true } },
      });
      expect(finishWork(model, retried, 'call', DONE).state.tokens).toEqual([]);
    }
  });
});

describe('a job that has failed for the last time', () => {
  it('becomes an incident before its element, which enters when that is retried', () => {
    const model = one({ ...http(), job: { ...JOB, before: true } });
    const given = giveUp(model, started(model), 'work', 'job');
    expect(waitAt(model, given, 'work', 'incident')).toMatchObject({ stage: 'enter' });
    expect(openWaits(model, resolved(model, given, 'work', 'retry-incident'))).toEqual(['work work']);
    expect(openTasks(model, resolved(model, given, 'work', 'skip-incident'))).toEqual(['next']);
  });

  it('becomes an incident behind its gateway, which takes the flows that it had chosen, retried however often', () => {
    const atLeast = (least: number) =>
      computed(`x >= ${least}`, (context) => {
        context.setVariable('asked', Number(context.variable('asked') ?? 0) + 1);
        return (context.variable('x') as number) >= least;
      });
    const model = processModel({
      nodes: {
        start: 'startEvent',
        choice: ['exclusiveGateway', { job: { ...JOB, after: true } }],
        a: 'userTask',
        b: 'userTask',
      },
      flows: [
        ['start', 'choice'],
        ['choice', 'a', atLeast(2)],
        ['choice', 'b', atLeast(1)],
      ],
    });
    const run = started(model, { variables: { x: 1 } });
    const given = giveUp(model, run, 'choice', 'job');
    expect(waitAt(model, given, 'choice', 'incident')).toMatchObject({ stage: 'leave', flows: [2] });
    const retried = resolved(model, given, 'choice', 'retry-incident', { x: 5 });
    expect([openTasks(model, retried), retried.state.variables.asked]).toEqual([['b'], 2]);
  });

  it('is neither of a wait that is not open nor of one that the outside has nothing to do for', () => {
    const model = processModel({
      nodes: { start: 'startEvent', catch: ['intermediateCatchEvent', { triggers: [timer('5'), signal('s')] }] },
      flows: [['start', 'catch']],
    });
    const run = startedOnTime(model);
    expect(refused(model, run, { kind: 'raise-incident', wait: 99, failure })).toBe('WAIT_NOT_OPEN');
    for (const { number: wait } of run.state.waits) {
      expect(refused(model, run, { kind: 'raise-incident', wait, failure })).toBe('NOT_POSSIBLE');
    }
  });
});
