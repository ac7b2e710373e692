// Going back: what ends, what joins give back, what is opened anew, who gets the task, and what is not possible.

import { describe, expect, it } from 'vitest';
import type { FormModel } from '../model/form-model.ts';
import { timelineOf } from '../reading/timeline.ts';
import { changed, openTasks, refusal, taskAt } from '../testing/changes.ts';
import { constant, processModel } from '../testing/model-builder.ts';
import { instances } from '../testing/nesting.ts';
import { after, complete, places, type Run, started } from '../testing/run.ts';
import { message, signal } from '../testing/triggers.ts';
import { returnTargets } from './return.ts';

const line = processModel({
  nodes: {
    start: 'startEvent',
    a: ['userTask', { userTask: { assignee: constant('ann') } }],
    b: 'userTask',
    c: 'userTask',
  },
  flows: [
    ['start', 'a'],
    ['a', 'b'],
    ['b', 'c'],
  ],
});

/** The process has a, then b beside c, which are joined, then d. */
const forked = processModel({
  nodes: {
    start: 'startEvent',
    a: 'userTask',
    split: 'parallelGateway',
    b: 'userTask',
    c: 'userTask',
    join: 'parallelGateway',
    d: 'userTask',
  },
  flows: [
    ['start', 'a'],
    ['a', 'split'],
    ['split', 'b'],
    ['split', 'c'],
    ['b', 'join'],
    ['c', 'join'],
    ['join', 'd'],
  ],
});

const targets = (model: typeof line, run: Run, elementId: string) =>
  returnTargets(model, run.state, taskAt(model, run, elementId)).map((target) => target.elementId);

function atD(): Run {
  let run = complete(forked, started(forked), 'a');
  run = complete(forked, run, 'b');
  return complete(forked, run, 'c');
}

describe('a return', () => {
  it('goes to the user task before this one, with its last assignee', () => {
    const run = complete(line, started(line), 'a');
    const back = changed(line, run, { kind: 'return', task: taskAt(line, run, 'b') });
    expect(openTasks(line, back.run)).toEqual(['a:ann']);
    expect(back.plan.cancels.map(({ elementId }) => elementId)).toEqual(['b']);
    expect(back.plan.starts).toMatchObject([{ elementId: 'a', assignee: 'ann' }]);
    expect(places(line, complete(line, complete(line, back.run, 'a'), 'b').state)).toEqual(['c']);
  });

  it('goes to an earlier one that is named, and from there on again', () => {
    const run = complete(line, complete(line, started(line), 'a'), 'b');
    expect(targets(line, run, 'c')).toEqual(['b', 'a']);
    const back = changed(line, run, { kind: 'return', task: taskAt(line, run, 'c'), targetElementId: 'a' });
    expect(openTasks(line, back.run)).toEqual(['a:ann']);
    const again = complete(line, complete(line, back.run, 'a'), 'b');
    expect(targets(line, again, 'c')).toEqual(['b', 'a']);
    expect(complete(line, again, 'c').state.tokens).toEqual([]);
  });

  it('goes to whom somebody else gave the task, or to whom the model names', () => {
    const claimed = after(line, complete(line, started(line), 'a'), {
      kind: 'claim-task',
      at: 1_500,
      actor: 'eve',
      task: 6,
      assignee: 'eve',
    });
    const run = complete(line, claimed, 'b');
    const task = taskAt(line, run, 'c');
    expect(openTasks(line, changed(line, run, { kind: 'return', task }).run)).toEqual(['b:eve']);
    expect(openTasks(line, changed(line, run, { kind: 'return', task, reassign: 'candidates' }).run)).toEqual(['b']);
  });

  it('puts back the token of the other branch at the join, which can fire again', () => {
    const run = atD();
    const back = changed(forked, run, { kind: 'return', task: taskAt(forked, run, 'd'), targetElementId: 'b' });
    expect(openTasks(forked, back.run)).toEqual(['b']);
    expect(back.plan.restores).toMatchObject([{ elementId: 'join', flowId: 'c-join' }]);
    const entry = timelineOf(forked, back.run.records).find(({ kind }) => kind === 'token-put-back');
    expect(entry).toMatchObject({
      elementId: 'join',
      command: 'return',
      executionNumber: back.plan.restores[0]!.token,
    });
    const done = complete(forked, back.run, 'b');
    expect(openTasks(forked, done)).toEqual(['d']);
    expect(complete(forked, done, 'd').state.tokens).toEqual([]);
  });

  it('ends descendants in every branch when it goes to before the fork', () => {
    const run = complete(forked, complete(forked, started(forked), 'a'), 'b');
    const back = changed(forked, run, { kind: 'return', task: taskAt(forked, run, 'c'), targetElementId: 'a' });
    expect(places(forked, back.run.state)).toEqual(['a']);
    expect(back.plan.cancels.map(({ elementId }) => elementId).sort()).toEqual(['c', 'join']);
    expect(back.plan.restores).toEqual([]);
  });

  it('is not possible to a task of a branch beside this one, to what was not completed, and to what is no user task', () => {
    const run = complete(forked, complete(forked, started(forked), 'a'), 'b');
    const task = taskAt(forked, run, 'c');
    const to = (targetElementId: string) => refusal(forked, run, { kind: 'return', task, targetElementId });
    expect(to('b')).toEqual(['RETURN_NOT_POSSIBLE', 'c does not come of the last completion of b']);
    expect(to('d')).toEqual([
      'RETURN_NOT_POSSIBLE',
      'd was not completed in the scope of c or one around it, or too long ago',
    ]);
    expect(to('join')).toEqual(['RETURN_NOT_POSSIBLE', 'join is no user task']);
    expect(to('x')).toEqual(['RETURN_NOT_POSSIBLE', 'There is no element x']);
    expect(to('start')).toEqual(['RETURN_NOT_POSSIBLE', 'start has no form to go back to']);
    const first = started(forked);
    expect(refusal(forked, first, { kind: 'return', task: taskAt(forked, first, 'a') })).toEqual([
      'RETURN_NOT_POSSIBLE',
      'No user task was completed on the way to this one',
    ]);
    expect(refusal(forked, first, { kind: 'return', task: 99 })).toEqual(['TASK_NOT_OPEN']);
  });

  it('goes back to the form that the instance began with, as a task of who began it', () => {
    const form: FormModel = {
      key: null,
      reference: null,
      binding: 'latest',
      version: null,
      businessKeyField: null,
      fields: [],
    };
    const model = processModel({
      nodes: { start: ['startEvent', { form }], a: 'userTask', b: 'userTask' },
      flows: [
        ['start', 'a'],
        ['a', 'b'],
      ],
    });
    const run = complete(model, started(model), 'a');
    expect(targets(model, run, 'b')).toEqual(['a', 'start']);
    const back = changed(model, run, { kind: 'return', task: taskAt(model, run, 'b'), targetElementId: 'start' });
    expect(openTasks(model, back.run)).toEqual(['start:ada']);
    const again = complete(model, back.run, 'start');
    expect(openTasks(model, again)).toEqual(['a']);
    expect(again.state.returns).toEqual([]);
  });

  it('undoes with the join of a join, and leaves what was beside it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        x: 'userTask',
        y: 'userTask',
        z: 'userTask',
        inner: 'parallelGateway',
        outer: 'parallelGateway',
        last: 'userTask',
      },
      flows: [
        ['start', 'x'],
        ['start', 'y'],
        ['start', 'z'],
        ['x', 'inner'],
        ['y', 'inner'],
        ['inner', 'outer'],
        ['z', 'outer'],
        ['outer', 'last'],
      ],
    });
    let run = started(model);
    for (const id of ['z', 'y', 'x']) run = complete(model, run, id);
    const back = changed(model, run, { kind: 'return', task: taskAt(model, run, 'last'), targetElementId: 'y' });
    expect(back.plan.restores.map(({ flowId }) => flowId).sort()).toEqual(['x-inner', 'z-outer']);
    expect(openTasks(model, complete(model, back.run, 'y'))).toEqual(['last']);
  });

  it('puts back tokens that an activity collected by its start quantity, and releases an inclusive join again', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: 'userTask',
        b: 'userTask',
        or: 'inclusiveGateway',
        two: 'userTask',
        c: 'userTask',
        d: ['userTask', { startQuantity: 2 }],
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['start', 'two'],
        ['a', 'or'],
        ['b', 'or'],
        ['or', 'c'],
        ['c', 'd'],
        ['two', 'd'],
      ],
    });
    let run = started(model);
    for (const id of ['a', 'b', 'c', 'two']) run = complete(model, run, id);
    expect(openTasks(model, run)).toEqual(['d']);
    const back = changed(model, run, { kind: 'return', task: taskAt(model, run, 'd'), targetElementId: 'a' });
    expect(back.plan.restores.map(({ flowId }) => flowId).sort()).toEqual(['b-or', 'two-d']);
    run = back.run;
    for (const id of ['a', 'c']) run = complete(model, run, id);
    expect(openTasks(model, run)).toEqual(['d']);
    expect(complete(model, run, 'd').state.tokens).toEqual([]);
  });
});

describe('a return in scopes', () => {
  const nested = processModel({
    nodes: {
      start: 'startEvent',
      before: 'userTask',
      sub: 'subProcess',
      begin: ['startEvent', { in: 'sub' }],
      x: ['userTask', { in: 'sub' }],
      y: ['userTask', { in: 'sub' }],
      both: ['parallelGateway', { in: 'sub' }],
      z: ['userTask', { in: 'sub' }],
      cancel: ['boundaryEvent', { on: 'sub', triggers: [message('stop')] }],
      after: 'userTask',
    },
    flows: [
      ['start', 'before'],
      ['before', 'sub'],
      ['begin', 'x'],
      ['begin', 'y'],
      ['x', 'both'],
      ['y', 'both'],
      ['both', 'z'],
      ['sub', 'after'],
    ],
  });

  function inside(...ids: string[]): Run {
    let run = complete(nested, started(nested), 'before');
    for (const id of ids) run = complete(nested, run, id);
    return run;
  }

  it('goes to a task of the same sub-process and leaves what is around it', () => {
    const run = inside('x', 'y');
    const back = changed(nested, run, { kind: 'return', task: taskAt(nested, run, 'z'), targetElementId: 'x' });
    expect(openTasks(nested, back.run)).toEqual(['x']);
    expect(back.run.state.waits.map(({ kind }) => kind)).toEqual(['message']);
    expect(openTasks(nested, complete(nested, back.run, 'x'))).toEqual(['z']);
  });

  it('goes to a task around the sub-process, which ends whole', () => {
    const run = inside('x');
    expect(targets(nested, run, 'y')).toEqual(['before']);
    const back = changed(nested, run, { kind: 'return', task: taskAt(nested, run, 'y') });
    expect(places(nested, back.run.state)).toEqual(['before']);
    expect(back.plan.cancels.map(({ elementId }) => elementId)).toEqual(['sub', 'y', 'both']);
    expect(back.run.state.waits).toEqual([]);
  });

  it('opens a completed sub-process anew, armed, with its data and the tokens of the other branch', () => {
    const run = inside('x', 'y', 'z');
    expect(openTasks(nested, run)).toEqual(['after']);
    expect(targets(nested, run, 'after')).toEqual(['z', 'y', 'x', 'before']);
    const back = changed(nested, run, { kind: 'return', task: taskAt(nested, run, 'after'), targetElementId: 'x' });
    expect(openTasks(nested, back.run)).toEqual(['x']);
    expect(back.plan.restores.map(({ elementId, flowId }) => [elementId, flowId])).toEqual([
      ['sub', null],
      ['both', 'y-both'],
    ]);
    expect(back.run.state.waits.map(({ kind }) => kind)).toEqual(['message']);
    const again = complete(nested, complete(nested, back.run, 'x'), 'z');
    expect(openTasks(nested, again)).toEqual(['after']);
  });

  const iterated = processModel({
    nodes: {
      start: 'startEvent',
      first: 'userTask',
      each: [
        'subProcess',
        {
          loop: instances(2),
        },
      ],
      begin: ['startEvent', { in: 'each' }],
      p: ['userTask', { in: 'each' }],
      q: ['userTask', { in: 'each' }],
      last: 'userTask',
    },
    flows: [
      ['start', 'first'],
      ['first', 'each'],
      ['begin', 'p'],
      ['p', 'q'],
      ['each', 'last'],
    ],
  });

  it('stays in its own iteration, and ends the whole loop on its way out', () => {
    const run = complete(iterated, complete(iterated, started(iterated), 'first'), 'p');
    const task = taskAt(iterated, run, 'q');
    const own = changed(iterated, run, { kind: 'return', task });
    expect(openTasks(iterated, own.run)).toEqual(['p', 'p']);
    const other = { kind: 'return', task: taskAt(iterated, run, 'p'), targetElementId: 'p' } as const;
    expect(refusal(iterated, run, other)).toEqual([
      'RETURN_NOT_POSSIBLE',
      'p does not come of the last completion of p',
    ]);
    const out = changed(iterated, run, { kind: 'return', task, targetElementId: 'first' });
    expect(places(iterated, out.run.state)).toEqual(['first']);
  });

  it('is not possible into iterations that are done', () => {
    let run = complete(iterated, started(iterated), 'first');
    for (const id of ['p', 'p', 'q', 'q']) run = complete(iterated, run, id);
    expect(openTasks(iterated, run)).toEqual(['last']);
    expect(targets(iterated, run, 'last')).toEqual(['first']);
  });
});

describe('a return beside other things', () => {
  it('lets a complex gateway that started with what is undone start again', () => {
    const model = processModel({
      nodes: { start: 'startEvent', x: 'userTask', y: 'userTask', first: 'complexGateway', c: 'userTask' },
      flows: [
        ['start', 'x'],
        ['start', 'y'],
        ['x', 'first'],
        ['y', 'first'],
        ['first', 'c'],
      ],
    });
    const run = complete(model, started(model), 'x');
    const back = changed(model, run, { kind: 'return', task: taskAt(model, run, 'c') }).run;
    expect(back.state.root.gateways).toEqual([]);
    const again = complete(model, back, 'x');
    expect(openTasks(model, again)).toEqual(['y', 'c']);
    expect(complete(model, complete(model, again, 'y'), 'c').state.tokens).toEqual([]);
  });

  const watched = processModel({
    nodes: {
      start: 'startEvent',
      a: 'userTask',
      b: 'userTask',
      nudge: ['boundaryEvent', { on: 'b', triggers: [signal('nudge')], interrupting: false }],
      remind: 'userTask',
      handler: 'eventSubProcess',
      asked: ['startEvent', { in: 'handler', triggers: [signal('ask')], interrupting: false }],
      one: ['userTask', { in: 'handler' }],
      two: ['userTask', { in: 'handler' }],
    },
    flows: [
      ['start', 'a'],
      ['a', 'b'],
      ['nudge', 'remind'],
      ['asked', 'one'],
      ['one', 'two'],
    ],
  });
  const heard = (run: Run, name: string) =>
    after(watched, run, { kind: 'signal', at: 2_000, actor: null, name, payload: {} });

  it('ends what a boundary event began on the way, and not what runs beside', () => {
    const run = heard(heard(complete(watched, started(watched), 'a'), 'nudge'), 'ask');
    expect(openTasks(watched, run)).toEqual(['b', 'remind', 'one']);
    const back = changed(watched, run, { kind: 'return', task: taskAt(watched, run, 'remind') });
    expect(openTasks(watched, back.run)).toEqual(['one', 'a']);
    expect(back.plan.cancels.map(({ elementId }) => elementId).sort()).toEqual(['b', 'remind']);
  });

  it('stays inside an instance of an event sub-process, which does not come of the tasks around it', () => {
    const run = complete(watched, heard(complete(watched, started(watched), 'a'), 'ask'), 'one');
    const task = taskAt(watched, run, 'two');
    expect(targets(watched, run, 'two')).toEqual(['one']);
    expect(openTasks(watched, changed(watched, run, { kind: 'return', task }).run)).toEqual(['b', 'one']);
    expect(refusal(watched, run, { kind: 'return', task, targetElementId: 'a' })[1]).toBe(
      'two does not come of the last completion of a',
    );
  });

  it('a return beside other things of a loop of user tasks begins the whole loop again', () => {
    const loop = { kind: 'standard', testBefore: false, condition: null, maximum: constant(2) } as const;
    const model = processModel({
      nodes: { start: 'startEvent', a: ['userTask', { loop }], b: 'userTask' },
      flows: [
        ['start', 'a'],
        ['a', 'b'],
      ],
    });
    const run = complete(model, complete(model, started(model), 'a'), 'a');
    const back = changed(model, run, { kind: 'return', task: taskAt(model, run, 'b') }).run;
    expect(openTasks(model, complete(model, back, 'a'))).toEqual(['a']);
    expect(openTasks(model, complete(model, complete(model, back, 'a'), 'a'))).toEqual(['b']);
  });
});

describe('a return with compensation', () => {
  const booked = processModel({
    nodes: {
      start: 'startEvent',
      a: 'userTask',
      book: ['userTask', { compensatedBy: 'unbook' }],
      pay: ['task', { compensatedBy: 'refund' }],
      c: 'userTask',
      unbook: ['userTask', { activity: { isForCompensation: true } }],
      refund: ['task', { activity: { isForCompensation: true } }],
    },
    flows: [
      ['start', 'a'],
      ['a', 'book'],
      ['book', 'pay'],
      ['pay', 'c'],
    ],
  });

  it('undoes first, in reverse, what completed after the task, then opens it for its last assignee', () => {
    const done = complete(booked, complete(booked, started(booked), 'a'), 'book');
    const input = { kind: 'return', task: taskAt(booked, done, 'c'), targetElementId: 'a', compensate: true } as const;
    const back = changed(booked, done, input);
    expect(back.plan.compensates.map(({ elementId }) => elementId)).toEqual(['book', 'pay']);
    expect(openTasks(booked, back.run)).toEqual(['unbook']);
    const again = complete(booked, back.run, 'unbook');
    expect(openTasks(booked, again)).toEqual(['a']);
    expect(again.state.root.records).toEqual([]);
  });

  it('undoes what a sub-process did that is opened anew, before its task begins', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        x: ['userTask', { in: 'sub' }],
        book: ['task', { in: 'sub', compensatedBy: 'unbook' }],
        unbook: ['userTask', { in: 'sub', activity: { isForCompensation: true } }],
        y: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['x', 'book'],
        ['sub', 'y'],
      ],
    });
    const run = complete(model, started(model), 'x');
    const input = { kind: 'return', task: taskAt(model, run, 'y'), compensate: true } as const;
    const back = changed(model, run, input);
    expect(back.plan.compensates.map(({ elementId }) => elementId)).toEqual(['book']);
    expect(openTasks(model, back.run)).toEqual(['unbook']);
    const again = complete(model, back.run, 'unbook');
    expect(openTasks(model, again)).toEqual(['x']);
    expect(openTasks(model, complete(model, again, 'x'))).toEqual(['y']);
  });

  it('keeps what completed when it is not asked to', () => {
    const done = complete(booked, complete(booked, started(booked), 'a'), 'book');
    const back = changed(booked, done, { kind: 'return', task: taskAt(booked, done, 'c'), targetElementId: 'a' });
    expect(openTasks(booked, back.run)).toEqual(['a']);
    expect(back.run.state.root.records).toHaveLength(2);
  });
});
