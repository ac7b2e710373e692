// These tests look at signals: who hears them, from where, and what is thrown to the outside.
import { describe, expect, it } from 'vitest';
import type { ProcessModel } from '../../model/process-model.ts';
import { constant, processModel, variable } from '../../testing/model-builder.ts';
import { NESTINGS, nested } from '../../testing/nesting.ts';
import { openWaits, raise } from '../../testing/occurrences.ts';
import { complete, places, type Run, started } from '../../testing/run.ts';
import { signal } from '../../testing/triggers.ts';

const catching = (reach: 'instance' | 'tenant') =>
  processModel({
    nodes: {
      start: 'startEvent',
      ask: 'userTask',
      throw: [
        'intermediateThrowEvent',
        { triggers: [signal('go', { payload: [{ kind: 'value', source: constant(1), target: 'by', local: false }] })] },
      ],
      catch: ['intermediateCatchEvent', { triggers: [signal('go', { scope: reach })] }],
      next: 'userTask',
    },
    flows: [
      ['start', 'ask'],
      ['start', 'catch'],
      ['ask', 'throw'],
      ['catch', 'next'],
    ],
  });
const thrown = (run: Run) => run.effects.flatMap((effect) => (effect.kind === 'throw-signal' ? [effect.name] : []));

describe('a signal from outside', () => {
  it('is heard by every catcher of that name, at once', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: ['intermediateCatchEvent', { triggers: [signal('go')] }],
        b: ['intermediateCatchEvent', { triggers: [signal('go')] }],
        c: ['intermediateCatchEvent', { triggers: [signal('stop')] }],
        next: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['start', 'c'],
        ['a', 'next'],
        ['b', 'next'],
      ],
    });
    expect(places(model, raise(model, started(model), 'go').state).sort()).toEqual(['c', 'next', 'next']);
  });

  it('a signal from outside that nobody waits for is lost: nothing has changed', () => {
    const model = catching('tenant');
    const run = started(model);
    const lost = raise(model, run, 'other');
    expect([lost.state, lost.effects]).toEqual([run.state, []]);
  });

  it('is not heard by catchers that hear their own instance alone', () => {
    const model = catching('instance');
    const run = raise(model, started(model), 'go');
    expect(openWaits(model, run)).toEqual(['catch signal']);
    expect(places(model, complete(model, run, 'ask').state)).toEqual(['next']);
  });
});

it('is heard beside a catcher that hears its own instance alone', () => {
  const model = processModel({
    nodes: {
      start: 'startEvent',
      own: ['intermediateCatchEvent', { triggers: [signal('go', { scope: 'instance' })] }],
      all: ['intermediateCatchEvent', { triggers: [signal('go')] }],
    },
    flows: [
      ['start', 'own'],
      ['start', 'all'],
    ],
  });
  expect(openWaits(model, raise(model, started(model), 'go'))).toEqual(['own signal']);
});

describe.each(NESTINGS)('a signal thrown in the %s', (nesting) => {
  const throwing = (scope: 'instance' | 'tenant'): ProcessModel =>
    nested(
      {
        nodes: {
          start: 'startEvent',
          ask: 'userTask',
          throw: ['intermediateThrowEvent', { triggers: [{ ...signal('?', { scope }), name: variable('name') }] }],
          next: 'userTask',
          catch: ['intermediateCatchEvent', { triggers: [signal('go')] }],
          heard: 'userTask',
        },
        flows: [
          ['start', 'ask'],
          ['start', 'catch'],
          ['ask', 'throw'],
          ['throw', 'next'],
          ['catch', 'heard'],
        ],
      },
      nesting,
    );

  it('is heard inside first, and told to the outside for others', () => {
    const model = throwing('tenant');
    const run = complete(model, started(model, { variables: { name: 'go' } }), 'ask');
    expect(places(model, run.state)).toEqual(expect.arrayContaining(['heard', 'next']));
    expect(thrown(run)).toEqual(['go']);
  });

  it('is told to nobody outside where its reach is the instance', () => {
    const model = throwing('instance');
    const run = complete(model, started(model, { variables: { name: 'go' } }), 'ask');
    expect([places(model, run.state).includes('heard'), thrown(run)]).toEqual([true, []]);
  });

  it('a signal that nobody hears is thrown all the same, and the token goes on', () => {
    const model = throwing('tenant');
    const run = complete(model, started(model, { variables: { name: 'other' } }), 'ask');
    expect(openWaits(model, run)).toEqual(['catch signal']);
    expect([places(model, run.state).includes('next'), thrown(run)]).toEqual([true, ['other']]);
  });
});

it('what a signal brings becomes variables of whoever hears it', () => {
  const model = catching('tenant');
  expect(complete(model, started(model), 'ask').state.variables).toEqual({ by: 1 });
});
