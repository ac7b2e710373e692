// These tests look at errors and escalations that a person or an operator throws: who catches them, and what is left.
import { describe, expect, it } from 'vitest';
import type { Command } from '../contract/commands/commands.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { step } from '../step.ts';
import { openTasks, taskAt } from '../testing/changes.ts';
import { processModel } from '../testing/model-builder.ts';
import { instances } from '../testing/nesting.ts';
import { after, type Run, started, trace } from '../testing/run.ts';
import { error, escalation, signal } from '../testing/triggers.ts';

type Asked = Omit<Extract<Command, { kind: 'throw-error' }>, 'at' | 'actor' | 'kind'>;

function throwing(thrower: { task: number } | { token: number }, given: Partial<Asked> = {}): Command {
  return {
    kind: 'throw-error',
    at: 2_000,
    actor: 'bob',
    code: 'p',
    message: null,
    variables: {},
    ...given,
    ...thrower,
  };
}

function escalating(thrower: { task: number } | { token: number }, code = 'p', variables = {}): Command {
  return { kind: 'throw-escalation', at: 2_000, actor: 'bob', code, variables, ...thrower };
}

const at = (model: ProcessModel, run: Run, id: string) => ({ task: taskAt(model, run, id) });
const tokenAt = (model: ProcessModel, { state }: Run, id: string) => ({
  token: state.tokens.find(({ node }) => model.nodes[node]!.id === id)!.number,
});

const nested = processModel({
  nodes: {
    start: 'startEvent',
    sub: 'subProcess',
    begin: ['startEvent', { in: 'sub' }],
    review: ['userTask', { in: 'sub' }],
    beside: ['userTask', { in: 'sub' }],
    own: ['boundaryEvent', { on: 'review', triggers: [error('p', { codeVariable: 'code', messageVariable: 'said' })] }],
    all: ['boundaryEvent', { on: 'sub', triggers: [error(null)] }],
    asked: ['boundaryEvent', { on: 'sub', triggers: [escalation('p')], interrupting: false }],
    stopped: ['boundaryEvent', { on: 'sub', triggers: [escalation('stop')] }],
    mended: ['userTask', { in: 'sub' }],
    outside: 'userTask',
  },
  flows: [
    ['start', 'sub'],
    ['begin', 'review'],
    ['begin', 'beside'],
    ['own', 'mended'],
    ['all', 'outside'],
    ['asked', 'outside'],
    ['stopped', 'outside'],
  ],
});

describe('an error that a person throws from a task', () => {
  it('is caught by the boundary event of the task, with code, message and variables', () => {
    const run = started(nested);
    const thrown = throwing(at(nested, run, 'review'), { message: 'no good', variables: { why: 7 } });
    const caught = after(nested, run, thrown);
    expect(openTasks(nested, caught)).toEqual(['beside', 'mended']);
    expect(caught.state.scopes[0]!.variables).toEqual({ code: 'p', said: 'no good', why: 7 });
    expect(trace(nested, caught)).toContain('!review');
  });

  it('goes outward where the codes differ, and what catches it ends all that is inside', () => {
    const run = started(nested);
    const caught = after(nested, run, throwing(at(nested, run, 'review'), { code: 'q' }));
    expect(openTasks(nested, caught)).toEqual(['outside']);
  });

  it('is caught around the loop that its task is an instance of', () => {
    const looped = processModel({
      nodes: {
        start: 'startEvent',
        each: ['userTask', { loop: instances(3) }],
        off: ['boundaryEvent', { on: 'each', triggers: [error('p')] }],
        after: 'userTask',
      },
      flows: [
        ['start', 'each'],
        ['off', 'after'],
      ],
    });
    const run = started(looped);
    const { number: task } = run.state.tasks[1]!;
    expect(openTasks(looped, after(looped, run, throwing({ task })))).toEqual(['after']);
  });

  it.each(['ROLLBACK', 'INCIDENT'] as const)('fails where nobody catches it and changes nothing (%s)', (onFailure) => {
    const plain = {
      ...processModel({ nodes: { start: 'startEvent', review: 'userTask' }, flows: [['start', 'review']] }),
      onFailure,
    };
    const run = started(plain);
    expect(step(plain, run.state, throwing(at(plain, run, 'review'), { message: 'no good' }))).toEqual({
      outcome: 'failed',
      failure: {
        code: 'UNCAUGHT_ERROR',
        elementId: 'review',
        message: 'Nobody catches the error p of review: no good',
      },
    });
  });
});

describe('an error that an operator throws from an execution', () => {
  it('is thrown by the activity that the token is in, a sub-process as a whole', () => {
    const run = started(nested);
    expect(openTasks(nested, after(nested, run, throwing(tokenAt(nested, run, 'sub'))))).toEqual(['outside']);
    expect(openTasks(nested, after(nested, run, throwing(tokenAt(nested, run, 'review'))))).toEqual([
      'beside',
      'mended',
    ]);
  });

  it('is thrown around an event, and around an activity that a job has yet to begin', () => {
    const job = { before: true, after: false, exclusive: true, priority: null, retryCycle: null };
    const waiting = processModel({
      nodes: {
        start: 'startEvent',
        event: ['intermediateCatchEvent', { triggers: [signal('go')] }],
        later: ['userTask', { job }],
        early: ['boundaryEvent', { on: 'later', triggers: [error('p')] }],
        wrong: 'userTask',
        handler: 'eventSubProcess',
        caught: ['startEvent', { in: 'handler', triggers: [error(null)] }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'event'],
        ['start', 'later'],
        ['early', 'wrong'],
        ['caught', 'care'],
      ],
    });
    for (const id of ['event', 'later']) {
      const run = started(waiting);
      const caught = after(waiting, run, throwing(tokenAt(waiting, run, id)));
      expect(openTasks(waiting, caught)).toEqual(['care']);
    }
  });
});

describe('an escalation that a person throws', () => {
  it('begins what catches it beside the task, which goes on', () => {
    const run = started(nested);
    const caught = after(nested, run, escalating(at(nested, run, 'review'), 'p', { level: 2 }));
    expect(openTasks(nested, caught)).toEqual(['review', 'beside', 'outside']);
    expect(caught.state.variables).toEqual({ level: 2 });
    expect(caught.records[1]!.events[0]).toEqual(['s', 3, 'p']);
  });

  it('ends the task where what catches it interrupts', () => {
    const run = started(nested);
    const caught = after(nested, run, escalating(tokenAt(nested, run, 'review'), 'stop'));
    expect(openTasks(nested, caught)).toEqual(['outside']);
  });

  it('that nobody catches is recorded and goes on to whoever called the instance', () => {
    const run = started(nested);
    const uncaught = after(nested, run, escalating(at(nested, run, 'review'), 'z', { level: 3 }));
    expect(openTasks(nested, uncaught)).toEqual(['review', 'beside']);
    expect(uncaught.effects).toEqual([{ kind: 'escalate', code: 'z', variables: { level: 3 } }]);
  });
});

it('Nothing is thrown from a task that is not open, nor from a token that is not there', () => {
  const { state } = started(nested);
  for (const command of [throwing({ task: 99 }), escalating({ task: 99 })]) {
    expect(step(nested, state, command)).toEqual({ outcome: 'refused', code: 'TASK_NOT_OPEN' });
  }
  for (const command of [throwing({ token: 99 }), escalating({ token: 99 })]) {
    expect(step(nested, state, command)).toEqual({ outcome: 'refused', code: 'NOT_POSSIBLE' });
  }
});
