// These tests look at what can be changed of an instance as a whole, and at who sees it.
import { describe, expect, it } from 'vitest';
import type { Command } from '../contract/commands/commands.ts';
import type { InstanceUpdate } from '../contract/instance-state.ts';
import { timelineOf } from '../reading/timeline.ts';
import { step } from '../step.ts';
import { processModel } from '../testing/model-builder.ts';
import { after, complete, started } from '../testing/run.ts';

const model = processModel({
  nodes: { start: 'startEvent', first: 'userTask', second: 'userTask' },
  flows: [
    ['start', 'first'],
    ['first', 'second'],
  ],
});
const update = (changes: InstanceUpdate): Command => ({ kind: 'update-instance', at: 2_000, actor: 'op', changes });

describe('an instance that is changed as a whole', () => {
  it('has the new facts and keeps the others; open tasks keep what they have, later ones inherit', () => {
    const before = started(model, { facts: { name: 'Order', priority: 10 } });
    const run = after(model, before, update({ businessKey: 'b-2', priority: 90, dueAt: 9_000, name: 'Order' }));
    const changes = { businessKey: 'b-2', priority: 90, dueAt: 9_000 };
    expect(run.state.facts).toEqual({ ...before.state.facts, ...changes });
    expect(run.effects).toEqual([{ kind: 'update-instance', facts: run.state.facts }]);
    const previousChanges = { businessKey: null, priority: 10, dueAt: null };
    expect(run.records[1]!.events).toEqual([['Y', changes, previousChanges]]);
    expect(timelineOf(model, run.records).at(-1)).toMatchObject({
      kind: 'instance-updated',
      elementId: null,
      detail: { changes, previousChanges },
    });
    expect(run.state.tasks[0]!.priority).toBe(10);
    expect(complete(model, run, 'first').state.tasks[0]).toMatchObject({ priority: 90, dueAt: 9_000 });
  });

  it('is the same object where it is so already, also suspended', () => {
    const suspended = after(model, started(model), { kind: 'suspend', at: 1_500, actor: 'op' });
    const { state } = after(model, suspended, update({ name: 'Order' }));
    for (const changes of [{}, { name: 'Order', businessKey: null }]) {
      expect(step(model, state, update(changes))).toEqual({ outcome: 'done', state, history: [], effects: [] });
    }
  });

  it.each([{ businessKey: 'x'.repeat(256) }, { name: 'x'.repeat(256) }, { priority: 101 }, { priority: -1 }])(
    'fails with what it cannot hold, and nothing has changed (%o)',
    (changes) => {
      expect(step(model, started(model).state, update(changes))).toMatchObject({
        outcome: 'failed',
        failure: { code: 'LIMIT_EXCEEDED' },
      });
    },
  );

  it('is refused once it has ended', () => {
    const ended = after(model, started(model), { kind: 'cancel', at: 2_000, actor: 'op' });
    expect(step(model, ended.state, update({ name: 'x' }))).toEqual({ outcome: 'refused', code: 'INSTANCE_ENDED' });
  });
});
