// These tests look at variables that a message or a result of work brings for the place alone where it arrives.
import { describe, expect, it } from 'vitest';
import type { ProcessModel } from '../model/process-model.ts';
import { computed, constant, type NodeDraft, processModel } from '../testing/model-builder.ts';
import { finishWork, startedOnTime, TIMER_HOST, waitAt } from '../testing/occurrences.ts';
import { after, type Run } from '../testing/run.ts';
import { message } from '../testing/triggers.ts';
import type { Variables } from '../values/values.ts';

const seen = (name: string) => computed(name, (context) => context.variable(name) ?? null);
const out = { outputParameters: [{ name: 'out', value: { kind: 'expression', expression: seen('own') } }] } as const;

function brought(model: ProcessModel, run: Run, id: string, localVariables: Variables, payload: Variables = {}): Run {
  const { number: wait } = waitAt(model, run, id, 'message');
  return after(model, run, { kind: 'message', at: 3_000, actor: null, wait, payload, localVariables }, TIMER_HOST);
}

const line = (type: 'receiveTask' | 'intermediateCatchEvent' | 'serviceTask', fields: NodeDraft) =>
  processModel({
    nodes: { start: 'startEvent', place: [type, fields], next: 'userTask' },
    flows: [
      ['start', 'place'],
      ['place', 'next'],
    ],
  });

describe('local variables', () => {
  it('of a message are those of the receive task, whose outputs see them, and are gone with it', () => {
    const model = line('receiveTask', { triggers: [message('m')], activity: out });
    const done = brought(model, startedOnTime(model), 'place', { own: 2 }, { kept: 1 });
    expect([done.state.variables, done.state.scopes]).toEqual([{ kept: 1, out: 2 }, []]);
  });

  it('of a message stay in the scope in which the event stands, and leave alone what has the name further out', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        box: 'subProcess',
        begin: ['startEvent', { in: 'box' }],
        place: ['intermediateCatchEvent', { in: 'box', triggers: [message('m')] }],
        inner: ['userTask', { in: 'box' }],
      },
      flows: [
        ['start', 'box'],
        ['begin', 'place'],
        ['place', 'inner'],
      ],
    });
    const begun = after(
      model,
      startedOnTime(model),
      { kind: 'set-variables', at: 2_000, actor: null, variables: { own: 'outer' } },
      TIMER_HOST,
    );
    const done = brought(model, begun, 'place', { own: 'inner' }, { kept: 1 });
    expect(done.state.variables).toEqual({ own: 'outer', kept: 1 });
    expect(done.state.scopes.map(({ variables }) => variables)).toEqual([{ own: 'inner' }]);
  });

  it('of work that is done are those of the activity, whose outputs see them, and are gone with it', () => {
    const work = { kind: 'external', target: constant('topic') } as const;
    const model = line('serviceTask', { work, activity: out });
    const result = { outcome: 'done', value: null, writes: { kept: 1 }, localVariables: { own: 2 } } as const;
    const done = finishWork(model, startedOnTime(model), 'place', result);
    expect([done.state.variables, done.state.scopes]).toEqual([{ kept: 1, out: 2 }, []]);
  });
});
