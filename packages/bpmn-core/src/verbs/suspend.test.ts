// These tests look at a suspended instance: what it refuses, what manages it all the same, and what comes when it is activated.
import { describe, expect, it } from 'vitest';
import type { Command } from '../contract/commands/commands.ts';
import { BARE_HOST, type Host } from '../contract/host.ts';
import { step } from '../step.ts';
import { changed, openTasks, taskAt } from '../testing/changes.ts';
import { computed, constant, processModel } from '../testing/model-builder.ts';
import { after, type Run, started } from '../testing/run.ts';
import { conditional, message, signal, timer } from '../testing/triggers.ts';

/** A cycle fires every second: a counted one makes up for what was missed, an endless one goes on with its grid. */
const host: Host = {
  ...BARE_HOST,
  calendar: {
    first: ({ at, value }) => ({ dueAt: at + 1_000, remaining: value === 'endless' ? null : 2, cycle: String(value) }),
    next: ({ dueAt, remaining, cycle }, at) => {
      if (remaining === 0) return null;
      const next = dueAt + 1_000;
      const missed = remaining === null ? Math.max(0, Math.floor((at - next) / 1_000) + 1) : 0;
      return { dueAt: next + missed * 1_000, remaining: remaining === null ? null : remaining - 1, cycle };
    },
  },
};

const model = processModel({
  nodes: {
    start: 'startEvent',
    a: 'userTask',
    late: ['boundaryEvent', { on: 'a', triggers: [timer('counted', 'cycle')], interrupting: false }],
    grid: ['boundaryEvent', { on: 'a', triggers: [timer('endless', 'cycle')], interrupting: false }],
    call: ['boundaryEvent', { on: 'a', triggers: [message('call')], interrupting: false }],
    alarm: ['boundaryEvent', { on: 'a', triggers: [signal('alarm')], interrupting: false }],
    hot: [
      'boundaryEvent',
      {
        on: 'a',
        triggers: [conditional(computed('hot', (context) => context.variable('hot') === true))],
        interrupting: false,
      },
    ],
    wait: ['manualTask', { waits: true }],
    work: ['serviceTask', { work: { kind: 'external', target: constant('topic') } }],
    later: ['task', { job: { before: true, after: false, exclusive: true, priority: null, retryCycle: null } }],
    care: 'userTask',
  },
  flows: [
    ['start', 'a'],
    ['start', 'wait'],
    ['start', 'work'],
    ['start', 'later'],
    ['hot', 'care'],
    ['late', 'care'],
    ['grid', 'care'],
  ],
});

const act = (command: object): Command => ({ at: 2_000, actor: 'op', ...command }) as Command;

function suspended(): Run {
  return after(model, started(model, { host }), act({ kind: 'suspend' }), host);
}

const waitOf = ({ state }: Run, id: string) => state.waits.find(({ node }) => model.nodes[node]!.id === id)!.number;

describe('a suspended instance', () => {
  it('refuses every job, delivery, result and completion', () => {
    const run = suspended();
    const task = taskAt(model, run, 'a');
    const commands = [
      { kind: 'complete-task', task, variables: {} },
      { kind: 'claim-task', task, assignee: 'bob' },
      { kind: 'unclaim-task', task },
      { kind: 'update-task', task, changes: {} },
      { kind: 'delegate-task', task, user: 'carl' },
      { kind: 'resolve-task', task, variables: {} },
      { kind: 'throw-error', task, code: 'p', message: null, variables: {} },
      { kind: 'throw-escalation', task, code: 'p', variables: {} },
      { kind: 'message', wait: waitOf(run, 'call'), payload: {} },
      { kind: 'signal', name: 'alarm', payload: {} },
      { kind: 'timer', wait: waitOf(run, 'late') },
      { kind: 'trigger', wait: waitOf(run, 'wait'), variables: {} },
      { kind: 'work', wait: waitOf(run, 'work'), result: { outcome: 'done', value: null, writes: {} } },
      { kind: 'job', wait: waitOf(run, 'later') },
      { kind: 'redo-work', wait: waitOf(run, 'work') },
      { kind: 'raise-incident', wait: waitOf(run, 'work'), failure: { code: 'CALL_FAILED', message: '' } },
      { kind: 'evaluate-conditions', variables: {} },
      { kind: 'return', task },
      { kind: 'withdraw', task },
    ];
    for (const command of commands) {
      expect(step(model, run.state, act(command), host)).toEqual({ outcome: 'refused', code: 'INSTANCE_SUSPENDED' });
    }
  });

  it('takes what manages it: variables, modification, jump, cancellation; suspending again changes nothing', () => {
    const run = suspended();
    expect(after(model, run, act({ kind: 'suspend' }), host).state).toBe(run.state);
    expect(after(model, run, act({ kind: 'set-variables', variables: { n: 1 } }), host).state.variables).toEqual({
      n: 1,
    });
    const modify = { kind: 'modify', instructions: [{ type: 'startBefore', elementId: 'care' }] } as const;
    const more = changed(model, run, modify, 'op', host).run;
    expect(openTasks(model, more)).toEqual(['a', 'care']);
    expect(more.state.suspended).toBe(true);
    const jump = { kind: 'jump', task: taskAt(model, run, 'a'), targetElementIds: ['care'] } as const;
    expect(openTasks(model, changed(model, run, jump, 'op', host).run)).toEqual(['care']);
    expect(after(model, run, act({ kind: 'cancel' }), host).state.tokens).toEqual([]);
  });

  it('lets no condition fire until it is activated', () => {
    const hot = after(model, suspended(), act({ kind: 'set-variables', variables: { hot: true } }), host);
    expect(openTasks(model, hot)).toEqual(['a']);
    expect(openTasks(model, after(model, hot, act({ kind: 'activate' }), host))).toEqual(['a', 'care']);
  });

  it('runs timers that fell due when it is activated: a counted cycle all of them, an endless one once', () => {
    let run = after(model, suspended(), act({ kind: 'activate', at: 9_500 }), host);
    expect(run.state.suspended).toBe(false);
    // Both are due at the same instant, so the first command fires both.
    for (let count = 0; count < 3; count++) {
      run = after(model, run, act({ kind: 'timer', at: 9_500, wait: waitOf(run, 'late') }), host);
    }
    expect(run.state.waits.some(({ node }) => model.nodes[node]!.id === 'late')).toBe(false);
    expect(run.state.waits.find(({ node }) => model.nodes[node]!.id === 'grid')).toMatchObject({
      firing: { dueAt: 10_000 },
    });
    expect(openTasks(model, run)).toEqual(['a', 'care', 'care', 'care', 'care']);
  });
});
