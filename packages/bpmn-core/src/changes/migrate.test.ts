// An instance goes on to another version: what goes on where, what is armed and disarmed, and what makes it illegal.

import { describe, expect, it } from 'vitest';
import { decodeHistory, encodeHistory } from '../codec/history-codec.ts';
import { decodeState, encodeState } from '../codec/state-codec.ts';
import type { MigrateCommand } from '../contract/commands/change-commands.ts';
import { BARE_HOST, type Host } from '../contract/host.ts';
import type { LoopModel } from '../model/activity-model.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { activitiesOf } from '../reading/activities.ts';
import { replay } from '../reading/replay.ts';
import { timelineOf } from '../reading/timeline.ts';
import { step } from '../step.ts';
import { openTasks, taskAt } from '../testing/changes.ts';
import { constant, type NodeDraft, processModel } from '../testing/model-builder.ts';
import { instances } from '../testing/nesting.ts';
import { after, complete, deepFreeze, places, type Run, started } from '../testing/run.ts';
import { message, signal, timer } from '../testing/triggers.ts';
import { returnTargets } from './return.ts';

const host: Host = {
  ...BARE_HOST,
  calendar: { first: ({ at }) => ({ dueAt: at + 1_000, remaining: 0, cycle: null }), next: () => null },
};

function commandTo(model: ProcessModel, input: Partial<MigrateCommand> = {}): MigrateCommand {
  const target = { processDefinitionId: 'process:2:hgfedcba', model: deepFreeze(model) };
  return { kind: 'migrate', at: 3_000, actor: 'op', target, mapping: [], autoMap: true, ...input };
}

/** Dry and for real; the history must replay to the state by both models. */
function moved(source: ProcessModel, run: Run, target: ProcessModel, input: Partial<MigrateCommand> = {}): Run {
  const command = commandTo(target, input);
  const dry = step(source, deepFreeze(run.state), { ...command, dryRun: true }, host);
  const result = step(source, deepFreeze(run.state), command, host);
  if (result.outcome !== 'done' || dry.outcome !== 'done') throw new Error(JSON.stringify(result));
  expect(dry).toMatchObject({ state: run.state, history: [], effects: [] });
  expect(dry.plan).toEqual(result.plan);
  const { state, history, effects } = result;
  expect(encodeState(decodeState(encodeState(state)))).toEqual(encodeState(state));
  const record = { at: 3_000, actor: 'op', command: 'migrate' as const, events: history };
  const records = [...run.records, decodeHistory(encodeHistory(record))];
  const models = (id: string) => (id === 'process:2:hgfedcba' ? target : undefined);
  const replayed = replay(source, records, models);
  const inside = state.tokens.filter(({ activity }) => activity !== 0);
  const nodes = (each: readonly { readonly token: number; readonly node: number }[]) =>
    each.map(({ token, node }) => [token, node]).sort((left, right) => left[0]! - right[0]!);
  expect(nodes(replayed.activities)).toEqual(nodes(inside.map(({ number, node }) => ({ token: number, node }))));
  expect([...replayed.waits.keys()]).toEqual(state.waits.map(({ number }) => number));
  expect([...replayed.waits.values()].map(({ node }) => node)).toEqual(state.waits.map(({ node }) => node));
  const running = activitiesOf(source, records, models).filter(({ endedAt }) => endedAt === null);
  const places = running.map(({ executionNumber, nodeIndex }) => ({ token: executionNumber, node: nodeIndex }));
  expect(nodes(places)).toEqual(nodes(inside.map(({ number, node }) => ({ token: number, node }))));
  expect(running.every(({ processDefinitionId }) => processDefinitionId === 'process:2:hgfedcba')).toBe(true);
  expect(timelineOf(source, records, models).some(({ kind }) => kind === 'migrated')).toBe(true);
  expect(() => timelineOf(source, records)).toThrow('The model of process:2:hgfedcba is needed');
  // What follows is history of the other model.
  return { state, records: [], effects };
}

function reasons(source: ProcessModel, run: Run, target: ProcessModel, input: Partial<MigrateCommand> = {}): unknown {
  const result = step(source, run.state, commandTo(target, input), host);
  if (result.outcome !== 'refused') throw new Error('It was not refused');
  expect(result.code).toBe('MIGRATION_NOT_POSSIBLE');
  const dry = step(source, run.state, { ...commandTo(target, input), dryRun: true }, host);
  expect(dry).toMatchObject({ outcome: 'done', plan: { legal: false, reasons: result.reasons } });
  return result.reasons;
}

const waitsOf = (model: ProcessModel, { state }: Run) =>
  state.waits.map(({ kind, node }) => [kind, model.nodes[node]!.id]);

const source = processModel({
  nodes: { start: 'startEvent', a: ['userTask', { userTask: { assignee: constant('ann') } }], b: 'userTask' },
  flows: [
    ['start', 'a'],
    ['a', 'b'],
  ],
});

describe('a migration', () => {
  it('takes tasks along with id, assignee and variables, to other indexes', () => {
    const target = processModel({
      nodes: { before: 'task', start: 'startEvent', check: 'userTask', b: 'userTask', a: 'userTask' },
      flows: [
        ['start', 'check'],
        ['check', 'a'],
        ['a', 'b'],
      ],
    });
    const run = started(source, { variables: { n: 1 } });
    const task = run.state.tasks[0]!;
    const next = moved(source, run, target, { variables: { m: 2 } });
    expect(next.state.tasks).toEqual([{ ...task, node: 4 }]);
    expect(next.state.variables).toEqual({ n: 1, m: 2 });
    expect(next.state.facts.processDefinitionId).toBe('process:2:hgfedcba');
    expect(next.effects).toContainEqual({ kind: 'update-task', task: { ...task, node: 4 } });
    expect(openTasks(target, complete(target, next, 'a'))).toEqual(['b']);
  });

  it('takes an explicit pair before equal ids, and needs one without them', () => {
    const target = processModel({
      nodes: { start: 'startEvent', a: 'userTask', other: 'userTask', b: 'userTask' },
      flows: [
        ['start', 'a'],
        ['a', 'other'],
        ['other', 'b'],
      ],
    });
    const run = started(source);
    const mapping = [{ source: 'a', target: 'other' }];
    expect(openTasks(target, moved(source, run, target, { mapping }))).toEqual(['other:ann']);
    expect(openTasks(target, moved(source, run, target, { mapping, autoMap: false }))).toEqual(['other:ann']);
    expect(reasons(source, run, target, { autoMap: false })).toEqual(['a is active and goes on as nothing']);
    expect(reasons(source, run, target, { mapping: [{ source: 'x', target: 'y' }, ...mapping, ...mapping] })).toEqual([
      'The source has no element x',
      'The target has no element y',
      'a is mapped twice',
    ]);
  });

  it('is not possible from one kind, loop or scope to another, with all reasons', () => {
    const both = processModel({
      nodes: { start: 'startEvent', a: 'userTask', b: 'userTask', c: 'userTask', d: 'receiveTask' },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['start', 'c'],
        ['start', 'd'],
      ],
    });
    const loop: LoopModel = { kind: 'standard', testBefore: false, condition: null, maximum: constant(1) };
    const target = processModel({
      nodes: {
        start: 'startEvent',
        a: 'manualTask',
        b: ['userTask', { loop }],
        sub: 'subProcess',
        c: ['userTask', { in: 'sub' }],
      },
      flows: [['start', 'a']],
    });
    expect(reasons(both, started(both), target)).toEqual([
      'a cannot go on as a: userTask is no manualTask',
      'b cannot go on as b: one has no loop, one a standard loop',
      'c cannot go on as c: they do not lie in the same scope',
      'd is active and goes on as nothing',
    ]);
  });

  it('gives what runs a scope of its own where the target keeps data there', () => {
    const outputs = { sources: [], target: 'seen', transformation: constant(1), assignments: [] };
    const io = { inputSets: [], outputSets: [], inputs: [], outputs: [], inputAssociations: [] };
    const target = processModel({
      nodes: {
        start: 'startEvent',
        a: ['userTask', { activity: { io: { ...io, outputAssociations: [outputs] } } }],
        b: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['a', 'b'],
      ],
    });
    const next = complete(target, moved(source, started(source), target), 'a');
    expect(next.state.variables).toEqual({ seen: 1 });
    expect(openTasks(target, next)).toEqual(['b']);
  });

  it('keeps a token before a join by its flow, and is not possible when that is gone', () => {
    const joined = (nodes: readonly string[]) =>
      processModel({
        nodes: {
          start: 'startEvent',
          ...Object.fromEntries(nodes.map((id) => [id, 'userTask'] as const)),
          join: 'parallelGateway',
          end: 'userTask',
        },
        flows: [...nodes.flatMap((id) => [['start', id] as const, [id, 'join'] as const]), ['join', 'end'] as const],
      });
    const two = joined(['a', 'b']);
    const run = complete(two, started(two), 'a');
    const three = joined(['c', 'b', 'a']);
    const next = moved(two, run, three);
    expect(places(three, next.state).sort()).toEqual(['b', 'join']);
    expect(openTasks(three, complete(three, next, 'b'))).toEqual([]);
    expect(reasons(two, run, joined(['b', 'c']))).toEqual([
      'A token waits before join that came by a-join, which goes on as no flow',
    ]);
  });

  it('keeps what can be returned to and what joins took in, or nothing before a join that is gone', () => {
    const shape = (extra: Record<string, 'userTask'>) =>
      processModel({
        nodes: { start: 'startEvent', ...extra, a: 'userTask', b: 'userTask', join: 'parallelGateway', c: 'userTask' },
        flows: [
          ['start', 'a'],
          ['start', 'b'],
          ['a', 'join'],
          ['b', 'join'],
          ['join', 'c'],
        ],
      });
    const one = shape({});
    const two = shape({ z: 'userTask' });
    const run = complete(one, complete(one, started(one), 'a'), 'b');
    const next = moved(one, run, two);
    const task = taskAt(two, next, 'c');
    expect(returnTargets(two, next.state, task).map(({ elementId }) => elementId)).toEqual(['b', 'a']);
    const back = after(two, next, { kind: 'return', at: 4_000, actor: 'bob', task, targetElementId: 'a' });
    expect(openTasks(two, complete(two, back, 'a'))).toEqual(['c']);
    const gone = processModel({ nodes: { start: 'startEvent', b: 'userTask', c: 'userTask' }, flows: [['b', 'c']] });
    const rest = moved(one, run, gone);
    expect(returnTargets(gone, rest.state, taskAt(gone, rest, 'c'))).toEqual([]);
  });
});

describe('events in a migration', () => {
  const withEvents = (
    events: Record<string, readonly ['boundaryEvent' | 'eventSubProcess' | 'startEvent', NodeDraft]>,
  ) => processModel({ nodes: { start: 'startEvent', a: 'userTask', ...events }, flows: [['start', 'a']] });
  const late = ['boundaryEvent', { on: 'a', triggers: [timer('PT1H')], interrupting: false }] as const;
  const called = ['boundaryEvent', { on: 'a', triggers: [message('call')] }] as const;
  const plain = withEvents({});

  it('events in a migration are armed where they are new and disarmed where they are gone', () => {
    const armed = withEvents({ late, called });
    const next = moved(plain, started(plain), armed);
    expect(waitsOf(armed, next)).toEqual([
      ['timer', 'late'],
      ['message', 'called'],
    ]);
    const back = moved(armed, started(armed, { host }), plain);
    expect(back.state.waits).toEqual([]);
    expect(back.effects.filter(({ kind }) => kind === 'close-wait')).toHaveLength(2);
  });

  it('events in a migration keep their timers, unless they are to be armed anew', () => {
    const armed = withEvents({ late });
    const renamed = withEvents({ called, later: late });
    const run = started(armed, { host, at: 500 });
    const mapping = [{ source: 'late', target: 'later' }];
    const kept = moved(armed, run, renamed, { mapping });
    expect(kept.state.waits[0]).toEqual({
      ...run.state.waits[0],
      node: renamed.nodes.find(({ id }) => id === 'later')!.index,
    });
    expect(waitsOf(renamed, kept)).toEqual([
      ['timer', 'later'],
      ['message', 'called'],
    ]);
    const anew = moved(armed, run, renamed, { mapping: [{ ...mapping[0]!, updateTrigger: true }] });
    expect(anew.state.waits.find(({ kind }) => kind === 'timer')).toMatchObject({ firing: { dueAt: 4_000 } });
  });

  it('events in a migration that have fired are not armed again', () => {
    const armed = withEvents({ late });
    const run = started(armed, { host, at: 500 });
    const fired = after(armed, run, { kind: 'timer', at: 2_000, actor: null, wait: run.state.waits[0]!.number }, host);
    expect(fired.state.waits).toEqual([]);
    expect(moved(armed, fired, withEvents({ called, late })).state.waits.map(({ kind }) => kind)).toEqual(['message']);
  });

  it('cannot be mapped to another kind or another activity; equal ids of another kind are armed anew', () => {
    const armed = withEvents({ late });
    const run = started(armed, { host });
    const other = withEvents({ called, late: ['boundaryEvent', { on: 'a', triggers: [signal('late')] }] });
    expect(waitsOf(other, moved(armed, run, other))).toEqual([
      ['message', 'called'],
      ['signal', 'late'],
    ]);
    expect(reasons(armed, run, other, { mapping: [{ source: 'late', target: 'called' }] })).toEqual([
      'late cannot go on as called: it waits in another place, or for something else',
    ]);
  });

  it('events in a migration begin event sub-processes that are new, of the process and of a running sub-process', () => {
    const body = { sub: 'subProcess', x: ['userTask', { in: 'sub' }] } as const;
    const one = processModel({ nodes: { ...body }, flows: [] });
    const handlerIn = (id: string, name: string, more: NodeDraft) => ({
      [id]: ['eventSubProcess', more] as const,
      [`${id}Start`]: ['startEvent', { in: id, triggers: [message(name)], interrupting: false }] as const,
      [`${id}Task`]: ['userTask', { in: id }] as const,
    });
    const two = processModel({
      nodes: { ...handlerIn('outer', 'out', {}), ...body, ...handlerIn('inner', 'in', { in: 'sub' }) },
      flows: [
        ['outerStart', 'outerTask'],
        ['innerStart', 'innerTask'],
      ],
    });
    const next = moved(one, started(one), two);
    expect(waitsOf(two, next)).toEqual([
      ['message', 'outerStart'],
      ['message', 'innerStart'],
    ]);
    const wait = next.state.waits[1]!.number;
    const begun = after(two, next, { kind: 'message', at: 4_000, actor: null, wait, payload: {} });
    expect(openTasks(two, begun)).toEqual(['x', 'innerTask']);
  });

  it('events in a migration that a token waits in go with it, also behind an event-based gateway', () => {
    const shape = (more: Record<string, readonly ['intermediateCatchEvent', NodeDraft]>) =>
      processModel({
        nodes: {
          start: 'startEvent',
          ...more,
          gate: 'eventBasedGateway',
          m: ['intermediateCatchEvent', { triggers: [message('m')] }],
          alone: ['intermediateCatchEvent', { triggers: [timer('PT1H')] }],
        },
        flows: [
          ['start', 'gate'],
          ['start', 'alone'],
          ['gate', 'm'],
          ...Object.keys(more).map((id) => ['gate', id] as const),
        ],
      });
    const one = shape({});
    const two = shape({ s: ['intermediateCatchEvent', { triggers: [signal('s')] }] });
    const run = started(one, { host });
    const next = moved(one, run, two);
    expect(waitsOf(two, next)).toEqual([
      ['message', 'm'],
      ['timer', 'alone'],
      ['signal', 's'],
    ]);
    const anew = moved(one, run, two, { mapping: [{ source: 'alone', target: 'alone', updateTrigger: true }] });
    expect(anew.state.waits.find(({ kind }) => kind === 'timer')).toMatchObject({ firing: { dueAt: 4_000 } });
    expect(waitsOf(one, moved(two, started(two, { host }), one))).toEqual([
      ['message', 'm'],
      ['timer', 'alone'],
    ]);
  });
});

describe('loops in a migration', () => {
  it('loops in a migration go on with the iterations that ran, with a boundary event around all of them', () => {
    const loop: LoopModel = instances(3);
    const shape = (more: Record<string, readonly ['boundaryEvent', NodeDraft]>, sequential = false) =>
      processModel({
        nodes: {
          ...more,
          each: ['subProcess', { loop: { ...loop, sequential } }],
          p: ['userTask', { in: 'each' }],
          end: 'userTask',
        },
        flows: [['each', 'end']],
      });
    const one = shape({});
    const run = complete(one, started(one), 'p');
    const two = shape({ stop: ['boundaryEvent', { on: 'each', triggers: [message('stop')] }] });
    let next = moved(one, run, two);
    expect(waitsOf(two, next)).toEqual([['message', 'stop']]);
    next = complete(two, complete(two, next, 'p'), 'p');
    expect(openTasks(two, next)).toEqual(['end']);
    expect(reasons(one, run, shape({}, true))).toEqual([
      'each cannot go on as each: one has a parallel multi-instance loop, one a sequential multi-instance loop',
    ]);
  });
});
