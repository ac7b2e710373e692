// Operators move tokens by hand: what begins where, what ends with what, and what is refused with which reasons.

import { describe, expect, it } from 'vitest';
import type { ModifyInstruction } from '../contract/commands/change-commands.ts';
import type { MultiInstanceModel } from '../model/activity-model.ts';
import { changed, openTasks, planOf, refusal, taskAt } from '../testing/changes.ts';
import { computed, constant, processModel } from '../testing/model-builder.ts';
import { instances } from '../testing/nesting.ts';
import { after, complete, places, type Run, started } from '../testing/run.ts';
import { message, signal } from '../testing/triggers.ts';

const parallelTwice: MultiInstanceModel = instances(2);

const model = processModel({
  nodes: {
    start: 'startEvent',
    a: 'userTask',
    sub: 'subProcess',
    x: ['userTask', { in: 'sub' }],
    deep: ['subProcess', { in: 'sub' }],
    y: ['userTask', { in: 'deep' }],
    alarm: ['boundaryEvent', { on: 'deep', triggers: [signal('alarm')] }],
    handler: ['eventSubProcess', { in: 'sub' }],
    called: ['startEvent', { in: 'handler', triggers: [message('call')] }],
    h: ['userTask', { in: 'handler' }],
    each: ['subProcess', { loop: parallelTwice }],
    i: ['userTask', { in: 'each' }],
    oneByOne: ['userTask', { loop: { ...parallelTwice, sequential: true } }],
    split: 'exclusiveGateway',
    join: 'parallelGateway',
    b: 'userTask',
    done: 'endEvent',
    undo: ['task', { activity: { isForCompensation: true } }],
  },
  flows: [
    ['start', 'a'],
    ['a', 'sub'],
    ['x', 'deep'],
    ['called', 'h'],
    ['sub', 'split'],
    ['split', 'b', computed('n == 1', (context) => context.variable('n') === 1)],
    ['split', 'join', computed('n == 2', (context) => context.variable('n') === 2)],
    ['a', 'join'],
    ['join', 'each'],
    ['each', 'oneByOne'],
    ['oneByOne', 'b'],
    ['b', 'done'],
  ],
});

const modify = (...instructions: ModifyInstruction[]) => ({ kind: 'modify', instructions }) as const;
const before = (elementId: string, more: object = {}): ModifyInstruction => ({
  type: 'startBefore',
  elementId,
  ...more,
});
const cancel = (elementId: string): ModifyInstruction => ({ type: 'cancel', elementId });
const atStart = () => started(model, { variables: { n: 1 } });

function reasons(run: Run, ...instructions: ModifyInstruction[]): readonly string[] {
  const [code, ...all] = refusal(model, run, modify(...instructions));
  expect(code).toBe('MODIFICATION_NOT_POSSIBLE');
  return all;
}

describe('beginning by hand', () => {
  it('begins before an element beside what runs, with variables', () => {
    const { run, plan } = changed(model, atStart(), modify(before('b', { variables: { n: 7, why: 'late' } })));
    expect(openTasks(model, run)).toEqual(['a', 'b']);
    expect(run.state.variables).toEqual({ n: 7, why: 'late' });
    expect(plan.starts.map(({ elementId }) => elementId)).toEqual(['b']);
  });

  it('opens the sub-processes around it where none runs, armed, with nothing else begun inside', () => {
    const { run, plan } = changed(model, atStart(), modify(cancel('a'), before('y')));
    expect(places(model, run.state).sort()).toEqual(['deep', 'sub', 'y']);
    expect(run.state.waits.map(({ kind, node }) => [kind, model.nodes[node]!.id])).toEqual([
      ['message', 'called'],
      ['signal', 'alarm'],
    ]);
    expect(plan.starts.map(({ elementId }) => elementId)).toEqual(['sub', 'deep', 'y']);
    expect(openTasks(model, complete(model, run, 'y'))).toEqual(['b']);
  });

  it('begins in the running instance of the scope, and in the chosen one where there are several', () => {
    const two = changed(model, atStart(), modify(before('x'))).run;
    expect(openTasks(model, changed(model, two, modify(before('y'))).run)).toEqual(['a', 'x', 'y']);
    const both = changed(model, two, modify(before('sub'))).run;
    const subs = both.state.tokens.filter(({ node }) => model.nodes[node]!.id === 'sub').map(({ number }) => number);
    expect(reasons(both, before('y'))).toEqual([
      `y can begin in several instances of sub: choose one of ${subs.join(', ')}`,
    ]);
    const { run } = changed(model, both, modify(before('y', { scopeToken: subs[1]! })));
    const deep = run.state.tokens.find(({ node }) => model.nodes[node]!.id === 'deep')!;
    expect(run.state.scopes.find(({ number }) => number === deep.scope)!.token).toBe(subs[1]);
    const third = changed(model, both, modify(before('y', { scopeToken: 0 }))).run;
    expect(places(model, third.state).filter((id) => id === 'sub')).toHaveLength(3);
  });

  it('begins an event sub-process by an element inside, which interrupts if its event does', () => {
    const run = changed(model, atStart(), modify(cancel('a'), before('x'))).run;
    const handled = changed(model, run, modify(before('h')));
    expect(openTasks(model, handled.run)).toEqual(['h']);
    expect(handled.plan.cancels.map(({ elementId }) => elementId)).toEqual(['x']);
    expect(handled.run.state.waits).toEqual([]);
    expect(openTasks(model, complete(model, handled.run, 'h'))).toEqual(['b']);
  });

  it('leaves an element as if it had completed, and takes a flow', () => {
    const afterSub = changed(model, atStart(), modify(cancel('a'), { type: 'startAfter', elementId: 'sub' }));
    expect(openTasks(model, afterSub.run)).toEqual(['b']);
    const flow = changed(model, atStart(), modify(cancel('a'), { type: 'startTransition', elementId: 'split-b' }));
    expect(openTasks(model, flow.run)).toEqual(['b']);
    expect(flow.run.records.at(-1)!.events).toContainEqual([
      'f',
      model.flows.find(({ id }) => id === 'split-b')!.index,
    ]);
  });

  it('joins what comes by a flow that is taken by hand', () => {
    const half = changed(model, atStart(), modify({ type: 'startTransition', elementId: 'split-join' })).run;
    expect(openTasks(model, half)).toEqual(['a']);
    const both = changed(model, half, modify({ type: 'startTransition', elementId: 'a-join' })).run;
    expect(openTasks(model, both)).toEqual(['a', 'i', 'i']);
  });

  it('frees tokens that were stuck, whose incident closes with them', () => {
    const waiting = changed(
      model,
      atStart(),
      modify({ type: 'startTransition', elementId: 'a-join' }, cancel('a')),
    ).run;
    expect(waiting.state.waits).toMatchObject([{ kind: 'incident', failure: { code: 'STUCK_TOKENS' } }]);
    const freed = changed(model, waiting, modify({ type: 'startTransition', elementId: 'split-join' })).run;
    expect(openTasks(model, freed)).toEqual(['i', 'i']);
    expect(freed.state.waits).toEqual([]);
  });

  it('is refused with all reasons, and changes nothing', () => {
    const run = atStart();
    expect(
      reasons(
        run,
        before('nowhere'),
        before('join'),
        before('alarm'),
        before('handler'),
        before('undo'),
        before('i'),
        before('x', { scopeToken: 1 }),
        { type: 'startAfter', elementId: 'done' },
        { type: 'startAfter', elementId: 'split' },
        { type: 'startTransition', elementId: 'b' },
        cancel('b'),
        { type: 'cancel', token: 77 },
        { type: 'cancel' },
      ),
    ).toEqual([
      'There is no element nowhere',
      'join joins tokens: take one of its incoming flows, or begin after it',
      'alarm is a boundary event: begin after it',
      'handler begins by its event: begin an element inside',
      'undo only compensates',
      'i lies in the loop each, which does not run: begin that',
      'Token 1 is in no sub-process',
      'Nothing comes after done',
      'split has several flows: take one of them',
      'There is no sequence flow b',
      'Nothing runs or waits at b',
      'There is no token 77',
      'Nothing to cancel is named',
    ]);
    expect(reasons(run)).toEqual(['There is no instruction']);
  });
});

describe('cancelling by hand', () => {
  it('ends all of an element, or one token with what is inside', () => {
    const run = changed(
      model,
      changed(model, atStart(), modify(before('sub'), before('sub'))).run,
      modify(before('b')),
    ).run;
    const all = changed(model, run, modify(cancel('sub')));
    expect(openTasks(model, all.run)).toEqual(['a', 'b']);
    expect(all.plan.cancels.map(({ elementId }) => elementId)).toEqual(['sub', 'x', 'sub', 'x']);
    const token = run.state.tokens.find(({ node }) => model.nodes[node]!.id === 'sub')!.number;
    expect(openTasks(model, changed(model, run, modify({ type: 'cancel', token })).run)).toEqual(['a', 'x', 'b']);
  });

  it('ends the scopes that it leaves empty, but is refused where nothing at all would be left', () => {
    const run = changed(model, atStart(), modify(before('y'))).run;
    const empty = changed(model, run, modify(cancel('y')));
    expect(openTasks(model, empty.run)).toEqual(['a']);
    expect(empty.plan.cancels.map(({ elementId }) => elementId)).toEqual(['y', 'deep', 'sub']);
    expect(reasons(empty.run, cancel('a'))).toEqual(['Nothing would be left: cancel the instance instead']);
    expect(reasons(empty.run, cancel('a'), before('gone'))).toEqual(['There is no element gone']);
  });

  it('lets the instance complete by what begins and is done at once', () => {
    const ended = changed(model, atStart(), modify(cancel('a'), before('done')));
    expect(ended.plan.warnings).toEqual([]);
    expect(ended.run.effects.at(-1)).toEqual({ kind: 'end', endState: 'COMPLETED' });
    expect(ended.run.state.tokens).toEqual([]);
  });

  it('ends one iteration of a parallel loop, which the loop counts, and no single one of a loop one by one', () => {
    const run = changed(model, atStart(), modify(cancel('a'), before('each'))).run;
    const one = run.state.tasks[0]!.token;
    const half = changed(model, run, modify({ type: 'cancel', token: one })).run;
    expect(half.state.scopes.find(({ loop }) => loop !== null)!.loop).toMatchObject({ terminated: 1, completed: 0 });
    const next = complete(model, half, 'i');
    expect(openTasks(model, next)).toEqual(['oneByOne']);
    const iteration = next.state.tasks[0]!.token;
    expect(reasons(next, { type: 'cancel', token: iteration })).toEqual([
      'oneByOne loops one by one: cancel the whole loop',
    ]);
    const whole = changed(model, next, modify(cancel('oneByOne'), before('b'))).run;
    expect(openTasks(model, whole)).toEqual(['b']);
  });

  it('begins inside an iteration that is named', () => {
    const run = changed(model, atStart(), modify(cancel('a'), before('each'))).run;
    const loop = run.state.tokens.find(({ role, node }) => role === 'flow' && model.nodes[node]!.id === 'each')!;
    const [iteration] = run.state.tokens.filter(({ role }) => role === 'iteration');
    expect(reasons(run, before('i'))[0]).toContain('i can begin in several instances of each');
    expect(reasons(run, before('i', { scopeToken: loop.number }))).toEqual([
      'each is a loop: choose one of its iterations',
    ]);
    const more = changed(model, run, modify(before('i', { scopeToken: iteration!.number }))).run;
    expect(openTasks(model, more)).toEqual(['i', 'i', 'i']);
  });
});

describe('listeners and mappings', () => {
  const heard = (name: string) =>
    computed(name, (context) => {
      context.setVariable(name, true);
      return null;
    });
  const loud = processModel({
    nodes: {
      start: 'startEvent',
      a: 'userTask',
      b: [
        'userTask',
        {
          listeners: [{ event: 'create', expression: heard('created'), script: null } as never],
          activity: { inputParameters: [{ name: 'own', value: { kind: 'expression', expression: constant(1) } }] },
        },
      ],
    },
    flows: [
      ['start', 'a'],
      ['a', 'b'],
    ],
  });

  it('listeners and mappings are run, unless they are to be left out', () => {
    const run = started(loud);
    const usual = changed(loud, run, modify(before('b'))).run;
    expect(usual.state.variables).toEqual({ created: true });
    expect(usual.state.scopes[0]!.variables).toEqual({ own: 1 });
    const quiet = changed(loud, run, { ...modify(before('b')), skipListeners: true, skipMappings: true }).run;
    expect(quiet.state.variables).toEqual({});
    expect(quiet.state.scopes[0]!.variables).toEqual({});
  });
});

describe('a jump', () => {
  const jump = (run: Run, task: string, ...targetElementIds: string[]) =>
    ({ kind: 'jump', task: taskAt(model, run, task), targetElementIds }) as const;

  it('cancels the task and begins elsewhere, inside the same scope instance where it can', () => {
    const run = atStart();
    const there = changed(model, run, jump(run, 'a', 'x', 'b'));
    expect(openTasks(model, there.run)).toEqual(['x', 'b']);
    const inner = changed(model, there.run, jump(there.run, 'x', 'y'));
    expect(places(model, inner.run.state).filter((id) => id === 'sub')).toHaveLength(1);
    const out = changed(model, inner.run, jump(inner.run, 'y', 'a'));
    expect(openTasks(model, out.run)).toEqual(['b', 'a']);
    expect(out.plan.cancels.map(({ elementId }) => elementId)).toEqual(['y', 'deep', 'sub']);
  });

  it('keeps the way back to what was completed before it', () => {
    const first = complete(model, atStart(), 'a');
    const run = changed(model, first, jump(first, 'x', 'b')).run;
    const back = changed(model, run, { kind: 'return', task: taskAt(model, run, 'b'), targetElementId: 'a' });
    expect(openTasks(model, back.run)).toEqual(['a']);
  });

  it('is refused with reasons', () => {
    const run = atStart();
    expect(refusal(model, run, jump(run, 'a', 'join', 'nowhere'))).toEqual([
      'MODIFICATION_NOT_POSSIBLE',
      'join joins tokens: take one of its incoming flows, or begin after it',
      'There is no element nowhere',
    ]);
    expect(refusal(model, run, jump(run, 'a'))[1]).toBe('There is no element to go to');
    expect(refusal(model, run, { kind: 'jump', task: 99, targetElementIds: ['b'] })).toEqual(['TASK_NOT_OPEN']);
  });
});

describe('a dry run', () => {
  it('tells what is not possible without refusing, and never changes anything', () => {
    const run = atStart();
    expect(planOf(model, run, modify(before('join')))).toMatchObject({ legal: false, reasons: [expect.any(String)] });
    const suspended = after(model, run, { kind: 'suspend', at: 2_000, actor: 'op' });
    expect(planOf(model, suspended, modify(before('b')))).toMatchObject({ legal: true, reasons: [] });
  });
});
