// These tests look at messages and signals between instances: who is reached, in which order, and what becomes of those for nobody.
import { describe, expect, it } from 'vitest';
import { message, signal } from '../../../bpmn-core/src/testing/triggers.ts';
import { chain, definition, linesOf, run, standing, uel } from './testing/deployments.ts';

describe('messages', () => {
  const receiver = (key: string, fields = {}) =>
    definition(key, {
      nodes: {
        s: 'startEvent',
        r: ['intermediateCatchEvent', { triggers: [message('order', fields)] }],
        e: 'endEvent',
      },
      flows: chain('s', 'r', 'e'),
    });
  const started = definition('started', {
    nodes: { m: ['startEvent', { triggers: [message('order')] }], t: 'userTask' },
    flows: [['m', 't']],
  });

  it('messages reach who waits, with their variables', async () => {
    const result = await run({ definitions: [receiver('a')], steps: [{ message: 'order', variables: { n: 1 } }] });
    expect(result.instances[0]).toMatchObject({ state: 'ENDED', variables: { n: 1 } });
  });

  it('messages go by the key before the name', async () => {
    const keyed = receiver('keyed', { correlationKey: uel('${id}') });
    const result = await run({
      definitions: [keyed],
      variables: { id: 'k1' },
      steps: [
        { start: 'keyed', variables: { id: 'k2' } },
        { message: 'order', key: 'k2' },
      ],
    });
    expect(standing(result)).toEqual(['1 ACTIVE: r MESSAGE', '2 COMPLETED']);
  });

  it('messages go by the business key before the name', async () => {
    const plain = receiver('plain');
    const result = await run({
      definitions: [plain],
      businessKey: 'b1',
      steps: [
        { start: 'plain', businessKey: 'b2' },
        { message: 'order', key: 'b2' },
      ],
    });
    expect(standing(result)).toEqual(['1 ACTIVE: r MESSAGE', '2 COMPLETED']);
  });

  it('messages for several are refused, unless all are meant', async () => {
    const steps = [{ start: 'a' }, { message: 'order' }];
    const result = await run({ definitions: [receiver('a')], steps });
    expect(result.failures[0]!.message).toContain('2 receivers wait for the message order');
    const all = await run({ definitions: [receiver('a')], steps: [{ start: 'a' }, { message: 'order', all: true }] });
    expect(standing(all)).toEqual(['1 COMPLETED', '2 COMPLETED']);
  });

  it('messages start an instance where nobody waits, with the key as business key', async () => {
    const result = await run({
      definitions: [started],
      key: null,
      steps: [{ message: 'order', key: 'b', variables: { n: 1 } }],
    });
    expect(result.instances).toMatchObject([
      { process: 'started', businessKey: 'b', variables: { n: 1 }, elements: ['t'] },
    ]);
  });

  it('messages for nobody end the run by name', async () => {
    const result = await run({ definitions: [started], key: null, steps: [{ message: 'other' }] });
    expect(result.failures).toMatchObject([{ message: 'step 1: nobody waits for the message other' }]);
  });

  const sender = (delivery: 'one' | 'oldest' | 'all') =>
    definition('sender', {
      nodes: {
        s: 'startEvent',
        x: ['intermediateThrowEvent', { triggers: [message('order', { delivery })] }],
        e: 'endEvent',
      },
      flows: chain('s', 'x', 'e'),
    });

  it('messages of an instance reach others after its burst, never itself', async () => {
    const self = definition('self', {
      nodes: {
        s: 'startEvent',
        fork: 'parallelGateway',
        x: ['intermediateThrowEvent', { triggers: [message('order')] }],
        r: ['intermediateCatchEvent', { triggers: [message('order')] }],
      },
      flows: [...chain('s', 'fork', 'x'), ['fork', 'r']],
    });
    const result = await run({ definitions: [self, started] });
    expect(standing(result)).toEqual(['1 ACTIVE: r MESSAGE', '2 ACTIVE: t TASK']);
  });

  it('messages of an instance that fit several fail it, or go to the oldest or to all', async () => {
    const definitions = (delivery: 'one' | 'oldest' | 'all') => [receiver('a'), sender(delivery)];
    const steps = [{ start: 'a' }, { start: 'sender' }];
    const one = await run({ definitions: definitions('one'), steps });
    expect(one.failures).toMatchObject([{ code: 'MESSAGE_AMBIGUOUS', elementId: 'x' }]);
    expect(standing(one)).toHaveLength(2);
    expect(standing(await run({ definitions: definitions('oldest'), steps }))).toEqual([
      '1 COMPLETED',
      '2 ACTIVE: r MESSAGE',
      '3 COMPLETED',
    ]);
    expect(standing(await run({ definitions: definitions('all'), steps }))).toEqual([
      '1 COMPLETED',
      '2 COMPLETED',
      '3 COMPLETED',
    ]);
  });

  it('messages of an instance that nobody receives are told', async () => {
    expect(linesOf(await run({ definitions: [sender('one')] }))).toContain('1 MESSAGE_UNRECEIVED x');
  });

  it('messages of a parallel start are collected for the same key', async () => {
    const both = definition('both', {
      nodes: {
        s: ['startEvent', { triggers: [message('one'), message('two')], parallelMultiple: true }],
        t: 'userTask',
      },
      flows: [['s', 't']],
    });
    const steps = [
      { message: 'one', key: 'k', variables: { a: 1 } },
      { message: 'two', key: 'other' },
      { message: 'two', key: 'k', variables: { b: 2 } },
    ];
    const result = await run({ definitions: [both], key: null, steps });
    expect(result.instances).toMatchObject([{ businessKey: 'k', variables: { a: 1, b: 2 } }]);
  });
});

describe('signals', () => {
  const hears = definition('hears', {
    nodes: { s: 'startEvent', c: ['intermediateCatchEvent', { triggers: [signal('go')] }], e: 'endEvent' },
    flows: chain('s', 'c', 'e'),
  });
  const begun = definition('begun', {
    nodes: { s: ['startEvent', { triggers: [signal('go')] }], t: 'userTask' },
    flows: [['s', 't']],
  });

  it('signals reach every instance and start what they start', async () => {
    const result = await run({
      definitions: [hears, begun],
      steps: [{ start: 'hears' }, { signal: 'go', variables: { n: 1 } }],
    });
    expect(standing(result)).toEqual(['1 COMPLETED', '2 COMPLETED', '3 ACTIVE: t TASK']);
    expect(result.instances.map(({ variables }) => variables)).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
  });

  it('signals of an instance reach the others after its burst', async () => {
    const throws = definition('throws', {
      nodes: { s: 'startEvent', e: ['endEvent', { triggers: [signal('go')] }] },
      flows: [['s', 'e']],
    });
    const result = await run({ definitions: [hears, throws], steps: [{ start: 'throws' }] });
    expect(standing(result)).toEqual(['1 COMPLETED', '2 COMPLETED']);
  });

  it('signals for nobody are lost', async () => {
    expect((await run({ definitions: [hears], steps: [{ signal: 'other' }] })).failures).toEqual([]);
  });
});
