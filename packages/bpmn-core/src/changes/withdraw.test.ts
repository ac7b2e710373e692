// People take back their own completed task, unless something that has happened since forbids it.
import { describe, expect, it } from 'vitest';
import { changed, openTasks, refusal, taskAt } from '../testing/changes.ts';
import { constant, processModel } from '../testing/model-builder.ts';
import { complete, places, type Run, started } from '../testing/run.ts';
import { message } from '../testing/triggers.ts';

const line = processModel({
  nodes: { start: 'startEvent', a: 'userTask', b: 'userTask', c: 'userTask' },
  flows: [
    ['start', 'a'],
    ['a', 'b'],
    ['b', 'c'],
  ],
});

const withdraw = (task: number) => ({ kind: 'withdraw', task }) as const;

describe('a withdrawal', () => {
  it('gives the task back to whom completed it, while nothing after it is done', () => {
    const run = started(line);
    const task = taskAt(line, run, 'a');
    const back = changed(line, complete(line, run, 'a'), withdraw(task));
    expect(openTasks(line, back.run)).toEqual(['a:bob']);
    expect(back.plan.cancels.map(({ elementId }) => elementId)).toEqual(['b']);
  });

  it('is not possible for another, after a later completion, and for a task that is open or unknown', () => {
    const first = started(line);
    const task = taskAt(line, first, 'a');
    const run = complete(line, first, 'a');
    expect(refusal(line, run, withdraw(task), 'eve')).toEqual([
      'WITHDRAW_NOT_POSSIBLE',
      'a was completed by somebody else',
    ]);
    expect(refusal(line, complete(line, run, 'b'), withdraw(task))).toEqual([
      'WITHDRAW_NOT_POSSIBLE',
      'b was completed after it',
    ]);
    for (const unknown of [taskAt(line, run, 'b'), 0, 99]) {
      expect(refusal(line, run, withdraw(unknown))).toEqual([
        'WITHDRAW_NOT_POSSIBLE',
        'The task is open, or is not the last completion of its element here',
      ]);
    }
    expect(refusal(line, complete(line, complete(line, run, 'b'), 'c'), withdraw(task))).toEqual(['INSTANCE_ENDED']);
  });

  it('is not possible once a message was sent', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: 'userTask',
        tell: ['intermediateThrowEvent', { triggers: [message('done')] }],
        b: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['a', 'tell'],
        ['tell', 'b'],
      ],
    });
    const first = started(model);
    const run = complete(model, first, 'a');
    expect(refusal(model, run, withdraw(taskAt(model, first, 'a')))).toEqual([
      'WITHDRAW_NOT_POSSIBLE',
      'After a a task was completed or a message was sent',
    ]);
    const back = changed(model, run, { kind: 'return', task: taskAt(model, run, 'b') });
    expect(openTasks(model, back.run)).toEqual(['a']);
  });

  it('is not possible while a worker holds a task after it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: 'userTask',
        work: ['serviceTask', { work: { kind: 'external', target: constant('topic') } }],
      },
      flows: [
        ['start', 'a'],
        ['a', 'work'],
      ],
    });
    const first = started(model);
    const run = complete(model, first, 'a');
    const task = taskAt(model, first, 'a');
    const wait = run.state.waits[0]!.number;
    expect(refusal(model, run, { ...withdraw(task), locked: [wait] })).toEqual([
      'WITHDRAW_NOT_POSSIBLE',
      'A worker has locked a task after it',
    ]);
    expect(openTasks(model, changed(model, run, { ...withdraw(task), locked: [] }).run)).toEqual(['a:bob']);
  });

  const nested = processModel({
    nodes: {
      start: 'startEvent',
      first: 'userTask',
      sub: 'subProcess',
      p: ['userTask', { in: 'sub' }],
      q: ['userTask', { in: 'sub' }],
      last: 'userTask',
    },
    flows: [
      ['start', 'first'],
      ['first', 'sub'],
      ['p', 'q'],
      ['sub', 'last'],
    ],
  });

  it('opens the sub-process anew that completed with it', () => {
    let run = complete(nested, complete(nested, started(nested), 'first'), 'p');
    const task = taskAt(nested, run, 'q');
    run = complete(nested, run, 'q');
    const back = changed(nested, run, withdraw(task));
    expect(places(nested, back.run.state)).toEqual(['sub', 'q']);
    expect(openTasks(nested, complete(nested, back.run, 'q'))).toEqual(['last']);
  });

  it('is not possible from outside once a task inside was completed, whatever the sub-process keeps of it', () => {
    const at = (ids: readonly string[]): Run => ids.reduce((run, id) => complete(nested, run, id), started(nested));
    const task = taskAt(nested, started(nested), 'first');
    expect(openTasks(nested, changed(nested, at(['first']), withdraw(task)).run)).toEqual(['first:bob']);
    const sealed = 'After first a task was completed or a message was sent';
    expect(refusal(nested, at(['first', 'p']), withdraw(task))).toEqual(['WITHDRAW_NOT_POSSIBLE', sealed]);
    expect(refusal(nested, at(['first', 'p', 'q']), withdraw(task))[1]).toBe('sub was completed after it');
  });
});
