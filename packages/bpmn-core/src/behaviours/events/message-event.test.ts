// These tests look at messages: what is sent, what waits, and that one message satisfies one catcher.
import { describe, expect, it } from 'vitest';
import { constant, type NodeDraft, processModel, variable } from '../../testing/model-builder.ts';
import { NESTINGS, nested } from '../../testing/nesting.ts';
import { openWaits, send, waitAt } from '../../testing/occurrences.ts';
import { after, complete, places, type Run, started, startResult } from '../../testing/run.ts';
import { message } from '../../testing/triggers.ts';

const sent = (run: Run) => run.effects.filter(({ kind }) => kind === 'send-message');
const mapped = { kind: 'value', source: variable('sum'), target: 'total', local: false } as const;

describe.each(NESTINGS)('in the %s,', (nesting) => {
  const sending = (type: 'intermediateThrowEvent' | 'endEvent' | 'sendTask', fields: NodeDraft = {}) =>
    nested(
      {
        nodes: {
          start: 'startEvent',
          ask: 'userTask',
          send: [type, { triggers: [message('go', { payload: [mapped], delivery: 'oldest' })], ...fields }],
          ...(type === 'endEvent' ? {} : { next: 'userTask' as const }),
        },
        flows: [['start', 'ask'], ['ask', 'send'], ...(type === 'endEvent' ? [] : [['send', 'next'] as const])],
      },
      nesting,
    );

  it.each([
    ['intermediateThrowEvent', {}],
    ['endEvent', {}],
    ['sendTask', { work: { kind: 'message' } }],
  ] as const)('a %s sends it with what is mapped, and waits for nobody', (type, fields) => {
    const model = sending(type, fields);
    const run = complete(model, started(model, { variables: { sum: 5 } }), 'ask');
    expect(sent(run)).toEqual([
      {
        kind: 'send-message',
        node: expect.any(Number),
        name: 'go',
        keys: [],
        payload: { total: 5 },
        delivery: 'oldest',
      },
    ]);
    expect(run.state.waits).toEqual([]);
    if (type !== 'endEvent') expect(places(model, run.state)).toContain('next');
  });

  it('a catcher waits under the name that an expression gives, and takes one message', () => {
    const waits: NodeDraft = { triggers: [{ ...message('?'), name: variable('name') }] };
    const model = nested(
      {
        nodes: {
          start: 'startEvent',
          a: ['receiveTask', waits],
          b: ['intermediateCatchEvent', waits],
          next: 'userTask',
        },
        flows: [
          ['start', 'a'],
          ['start', 'b'],
          ['a', 'next'],
          ['b', 'next'],
        ],
      },
      nesting,
    );
    const run = started(model, { variables: { name: 'go' } });
    expect(waitAt(model, run, 'b', 'message')).toMatchObject({ name: 'go' });
    const one = send(model, run, 'a', { by: 1 });
    expect(openWaits(model, one)).toEqual(['b message']);
    expect(places(model, one.state).filter((id) => id === 'next')).toHaveLength(1);
    expect(one.state.variables).toEqual({ name: 'go', by: 1 });
  });
});

describe('a message', () => {
  const model = processModel({
    nodes: { start: 'startEvent', catch: ['intermediateCatchEvent', { triggers: [message('go')] }], next: 'userTask' },
    flows: [
      ['start', 'catch'],
      ['catch', 'next'],
    ],
  });

  it('is refused by what does not wait any more', () => {
    const run = started(model);
    const { number: wait } = waitAt(model, run, 'catch', 'message');
    const command = { kind: 'message', at: 2_000, actor: null, wait, payload: {} } as const;
    expect(() => after(model, after(model, run, command), command)).toThrow('WAIT_NOT_OPEN');
  });

  it('a message whose name is none is the failure EXPRESSION_FAILED', () => {
    const wrong = processModel({
      nodes: { start: 'startEvent', send: ['endEvent', { triggers: [{ ...message('?'), name: constant(null) }] }] },
      flows: [['start', 'send']],
    });
    expect(startResult(wrong)).toMatchObject({
      outcome: 'failed',
      failure: { code: 'EXPRESSION_FAILED', elementId: 'send' },
    });
  });

  it('a message without name is waited for by trigger, and sends nothing', () => {
    const nameless = [{ ...message('?'), name: null }];
    const plain = processModel({
      nodes: {
        start: 'startEvent',
        send: ['intermediateThrowEvent', { triggers: nameless }],
        catch: ['intermediateCatchEvent', { triggers: nameless }],
      },
      flows: [
        ['start', 'send'],
        ['send', 'catch'],
      ],
    });
    const run = started(plain);
    expect([sent(run), openWaits(plain, run)]).toEqual([[], ['catch trigger']]);
    const { number: wait } = waitAt(plain, run, 'catch', 'trigger');
    expect(
      after(plain, run, { kind: 'trigger', at: 2_000, actor: 'ada', wait, variables: { a: 1 } }).state.variables,
    ).toEqual({ a: 1 });
  });
});
