// Multi-instance activities throw reports when instances complete: None, One, Complex; these tests say who catches them.
import { describe, expect, it } from 'vitest';
import type { MultiInstanceModel } from '../../model/activity-model.ts';
import type { Trigger } from '../../model/event-model.ts';
import { multiInstance } from '../../testing/loops.ts';
import { computed, processModel } from '../../testing/model-builder.ts';
import { after, places, type Run, started, trace } from '../../testing/run.ts';
import { error, escalation, message, signal } from '../../testing/triggers.ts';

function reporting(loop: Partial<MultiInstanceModel>, caught: Trigger, interrupting: boolean) {
  return processModel({
    nodes: {
      start: 'startEvent',
      work: ['userTask', { loop: multiInstance(loop) }],
      seen: ['boundaryEvent', { on: 'work', triggers: [caught], interrupting }],
      note: 'userTask',
      after: 'userTask',
    },
    flows: [
      ['start', 'work'],
      ['work', 'after'],
      ['seen', 'note'],
    ],
  });
}

type Model = ReturnType<typeof reporting>;

function completeWork(model: Model, run: Run): Run {
  const task = run.state.tasks.find(({ node }) => model.nodes[node]!.id === 'work')!.number;
  return after(model, run, { kind: 'complete-task', at: 2_000, actor: 'bob', task, variables: {} });
}

const sorted = (model: Model, run: Run) => places(model, run.state).sort();

describe.each([true, false])('a boundary event (interrupting: %j) on reports', (interrupting) => {
  it('a boundary event on reports of None starts its flow at every completion, and the loop goes on', () => {
    const model = reporting({ behavior: 'None', behaviorEvent: signal('done') }, signal('done'), interrupting);
    const one = completeWork(model, started(model));
    expect(sorted(model, one)).toEqual(['note', 'work', 'work', 'work']);
    const all = completeWork(model, completeWork(model, one));
    expect(sorted(model, all)).toEqual(['after', 'note', 'note', 'note']);
  });

  it('a boundary event on reports of One starts its flow at the first alone', () => {
    const model = reporting({ behavior: 'One', behaviorEvent: signal('done') }, signal('done'), interrupting);
    const all = completeWork(model, completeWork(model, completeWork(model, started(model))));
    expect(sorted(model, all)).toEqual(['after', 'note']);
  });

  it('a boundary event on reports of Complex ends the others only where it interrupts, and the activity completes normally', () => {
    const two = computed('two', (context) => context.variable('nrOfCompletedInstances') === 2);
    const complexBehaviors = [{ condition: two, event: signal('done') }];
    const model = reporting({ behavior: 'Complex', complexBehaviors }, signal('done'), interrupting);
    const one = completeWork(model, started(model));
    expect(sorted(model, one)).toEqual(['work', 'work', 'work']);
    const done = completeWork(model, one);
    expect(sorted(model, done)).toEqual(interrupting ? ['after', 'note'] : ['note', 'work', 'work']);
    expect(trace(model, done).filter((word) => word === 'work-after')).toHaveLength(interrupting ? 1 : 0);
  });
});

describe('a report', () => {
  it('a report of All is none', () => {
    const model = reporting({}, signal('work'), true);
    const run = completeWork(model, started(model));
    expect(sorted(model, run)).toEqual(['work', 'work', 'work']);
    expect(run.records.at(-1)!.events.some(([kind]) => kind === 'g')).toBe(false);
  });

  it.each([
    ['escalation', escalation('E'), escalation('E')],
    ['escalation by a catch-all', escalation('E'), escalation(null)],
    ['error', error('E'), error('E')],
    ['message', message('m'), message('m')],
  ])('a report by %s reaches the boundary event and does not end the loop', (_, thrown, caught) => {
    const model = reporting({ behavior: 'None', behaviorEvent: thrown }, caught, true);
    const run = completeWork(model, started(model));
    expect(sorted(model, run)).toEqual(['note', 'work', 'work', 'work']);
  });

  it('a report that nobody here waits for is sent to others', () => {
    const model = reporting({ behavior: 'None', behaviorEvent: message('m') }, message('other'), true);
    const run = completeWork(model, started(model));
    expect(run.effects).toContainEqual(expect.objectContaining({ kind: 'send-message', name: 'm' }));
    const heard = reporting({ behavior: 'None', behaviorEvent: signal('s') }, signal('other'), true);
    const thrown = completeWork(heard, started(heard));
    expect(thrown.effects).toContainEqual(expect.objectContaining({ kind: 'throw-signal', name: 's' }));
  });

  it('a report by an escalation that nobody catches is recorded, and the loop goes on', () => {
    const model = reporting({ behavior: 'None', behaviorEvent: escalation('E') }, escalation('F'), true);
    const run = completeWork(model, started(model));
    expect(sorted(model, run)).toEqual(['work', 'work', 'work']);
    expect(run.records.at(-1)!.events).toContainEqual(['s', 1, 'E']);
  });

  it('comes before the completion condition is asked', () => {
    const behaviour = { behavior: 'None', behaviorEvent: signal('done') } as const;
    const always = computed('true', () => true);
    const model = reporting({ ...behaviour, completionCondition: always }, signal('done'), false);
    expect(sorted(model, completeWork(model, started(model)))).toEqual(['after', 'note']);
  });

  it('a report that interrupts the scope around ends the activity whole', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['userTask', { loop: multiInstance({ behavior: 'None', behaviorEvent: signal('done') }) }],
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', triggers: [signal('done')] }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'work'],
        ['heard', 'care'],
      ],
    });
    const run = completeWork(model, started(model));
    expect(places(model, run.state)).toEqual(['handler', 'care']);
  });

  it('a report of a loop in a sub-process reaches a catch event beside it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        begin: ['startEvent', { in: 'sub' }],
        work: ['userTask', { in: 'sub', loop: multiInstance({ behavior: 'One', behaviorEvent: signal('done') }) }],
        wait: ['intermediateCatchEvent', { triggers: [signal('done')] }],
        heard: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['start', 'wait'],
        ['begin', 'work'],
        ['wait', 'heard'],
      ],
    });
    expect(places(model, completeWork(model, started(model)).state)).toContain('heard');
  });
});
