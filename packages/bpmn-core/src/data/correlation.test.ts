// Correlation: by which keys a catcher waits and a message is sent, and how the first message fixes those of a collaboration.
import { describe, expect, it } from 'vitest';
import type { CorrelationKeyModel, MessageTrigger } from '../model/event-model.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { type NodeDraft, processModel, variable } from '../testing/model-builder.ts';
import { send, set, waitAt } from '../testing/occurrences.ts';
import { complete, type Run, started } from '../testing/run.ts';
import { message } from '../testing/triggers.ts';
import { fitsKeys, OWN_KEY } from './correlation.ts';

type Field = 'binding' | 'retrieval';
const key = (name: string, ...properties: readonly (readonly [string, ...Field[]])[]): CorrelationKeyModel => ({
  name,
  properties: properties.map(([property, ...fields]) => ({
    name: property,
    binding: fields.includes('binding') ? variable(property) : null,
    retrieval: fields.includes('retrieval') ? variable(property) : null,
  })),
});
const keyed = (fields: Partial<MessageTrigger>) => message('go', fields);
const conversation = (name = 'Order') => keyed({ subscriptionKeys: [key(name, ['id', 'retrieval'])] });

const keysOf = (model: ProcessModel, run: Run, id: string) =>
  (waitAt(model, run, id, 'message') as { keys: unknown }).keys;
const sentKeys = (run: Run) => run.effects.flatMap((effect) => (effect.kind === 'send-message' ? [effect.keys] : []));
const all = { kind: 'all', local: false } as const;

/** A task, then a message that is sent with everything, then one that is waited for; another is waited for from the start. */
function talking(
  first: MessageTrigger,
  second: MessageTrigger,
  other: MessageTrigger = first,
  wrap: NodeDraft = {},
): ProcessModel {
  return processModel({
    nodes: {
      start: 'startEvent',
      ask: 'userTask',
      throw: ['intermediateThrowEvent', { ...wrap, triggers: [{ ...first, payload: [all] }] }],
      catch: ['intermediateCatchEvent', { triggers: [second] }],
      waiting: ['intermediateCatchEvent', { triggers: [other] }],
    },
    flows: [
      ['start', 'ask'],
      ['start', 'waiting'],
      ['ask', 'throw'],
      ['throw', 'catch'],
    ],
  });
}

describe('a catcher waits', () => {
  const waiting = (trigger: MessageTrigger) =>
    processModel({
      nodes: { start: 'startEvent', catch: ['intermediateCatchEvent', { triggers: [trigger] }] },
      flows: [['start', 'catch']],
    });

  it('a catcher waits by its own key before all others', () => {
    const model = waiting(
      keyed({ correlationKey: variable('id'), subscriptionKeys: [key('Order', ['id', 'binding'])] }),
    );
    expect(keysOf(model, started(model, { variables: { id: 7 } }), 'catch')).toEqual([{ name: OWN_KEY, values: [7] }]);
  });

  it('a catcher waits by the bindings of a subscription, a key for each that is whole', () => {
    const model = waiting(
      keyed({
        subscriptionKeys: [key('Order', ['id', 'binding'], ['part', 'binding']), key('Shop', ['shop', 'binding'])],
      }),
    );
    const run = started(model, { variables: { id: 7, part: 1, shop: null } });
    expect(keysOf(model, run, 'catch')).toEqual([{ name: 'Order', values: [7, 1] }]);
  });

  it('a catcher waits by nothing where nothing has been said yet', () => {
    const model = waiting(conversation());
    expect(keysOf(model, started(model, { variables: { id: 7 } }), 'catch')).toEqual([]);
  });

  it.each(['boundary', 'handler', 'receive', 'gateway'])('a catcher waits with its key at every place: %s', (place) => {
    const triggers = [keyed({ correlationKey: variable('id') })];
    const nodes = {
      boundary: { start: 'startEvent', work: 'userTask', catch: ['boundaryEvent', { on: 'work', triggers }] },
      handler: {
        start: 'startEvent',
        work: 'userTask',
        h: 'eventSubProcess',
        catch: ['startEvent', { in: 'h', triggers }],
      },
      receive: { start: 'startEvent', work: 'task', catch: ['receiveTask', { triggers }] },
      gateway: { start: 'startEvent', work: 'eventBasedGateway', catch: ['intermediateCatchEvent', { triggers }] },
    }[place] as unknown as Parameters<typeof processModel>[0]['nodes'];
    const isBehind = place === 'receive' || place === 'gateway';
    const model = processModel({
      nodes,
      flows: [['start', 'work'], ...(isBehind ? [['work', 'catch'] as const] : [])],
    });
    expect(keysOf(model, started(model, { variables: { id: 7 } }), 'catch')).toEqual([{ name: OWN_KEY, values: [7] }]);
  });
});

describe('a message is sent', () => {
  it('a message is sent with its own key, evaluated where it is thrown', () => {
    const model = talking(keyed({ correlationKey: variable('id') }), conversation());
    expect(sentKeys(complete(model, started(model, { variables: { id: 7 } }), 'ask'))).toEqual([
      [{ name: OWN_KEY, values: [7] }],
    ]);
  });

  it('a message is sent with the keys that its payload has in full, and with nothing of the instance', () => {
    const trigger = keyed({
      subscriptionKeys: [key('Order', ['id', 'retrieval']), key('Shop', ['shop', 'retrieval'])],
    });
    const model = processModel({
      nodes: {
        start: 'startEvent',
        throw: [
          'endEvent',
          {
            triggers: [
              { ...trigger, payload: [{ kind: 'value', source: variable('id'), target: 'id', local: false }] },
            ],
          },
        ],
      },
      flows: [['start', 'throw']],
    });
    expect(sentKeys(started(model, { variables: { id: 7, shop: 'S' } }))).toEqual([[{ name: 'Order', values: [7] }]]);
  });
});

describe('the keys of a collaboration', () => {
  it('the keys of a collaboration are fixed by the first message that is sent with them, for what waits already and for what will wait', () => {
    const model = talking(conversation(), conversation());
    const run = complete(model, started(model), 'ask', { id: 7 });
    const fixed = [{ name: 'Order', values: [7] }];
    expect([keysOf(model, run, 'catch'), keysOf(model, run, 'waiting'), run.state.root.keys]).toEqual([
      fixed,
      fixed,
      fixed,
    ]);
    expect(run.effects).toContainEqual(expect.objectContaining({ kind: 'change-wait' }));
  });

  it('the keys of a collaboration are fixed by the first message that is received with them, and a later one changes nothing', () => {
    const model = talking(conversation(), conversation());
    const received = send(model, started(model), 'waiting', { id: 7 });
    expect(received.state.root.keys).toEqual([{ name: 'Order', values: [7] }]);
    const run = complete(model, set(model, received, { id: 8 }), 'ask');
    expect([sentKeys(run), keysOf(model, run, 'catch')]).toEqual([
      [[{ name: 'Order', values: [8] }]],
      [{ name: 'Order', values: [7] }],
    ]);
  });

  it('the keys of a collaboration are fixed by the message that starts the instance', () => {
    const model = processModel({
      nodes: {
        start: ['startEvent', { triggers: [conversation()] }],
        catch: ['intermediateCatchEvent', { triggers: [conversation()] }],
      },
      flows: [['start', 'catch']],
    });
    const run = started(model, { facts: { startElementId: 'start' }, trigger: 0, variables: { id: 7 } });
    expect(keysOf(model, run, 'catch')).toEqual([{ name: 'Order', values: [7] }]);
  });

  it('the keys of a collaboration are each fixed for itself, and go with messages that do not bring them', () => {
    const model = talking(
      conversation('Order'),
      conversation('Shop'),
      keyed({ subscriptionKeys: [key('Order', ['number', 'retrieval'])] }),
    );
    const run = complete(model, started(model), 'ask', { id: 7 });
    expect([keysOf(model, run, 'catch'), keysOf(model, run, 'waiting')]).toEqual([
      [],
      [{ name: 'Order', values: [7] }],
    ]);
  });

  it('the keys of a collaboration do not touch a catcher that is bound by a subscription', () => {
    const bound = keyed({ subscriptionKeys: [key('Order', ['id', 'binding', 'retrieval'])] });
    const model = talking(conversation(), conversation(), bound);
    const run = complete(model, started(model, { variables: { id: 1 } }), 'ask', { id: 7 });
    expect(keysOf(model, run, 'waiting')).toEqual([{ name: 'Order', values: [1] }]);
  });
});

describe('a key fits', () => {
  it('a key fits when all its values are equal, by the same name', () => {
    const wanted = [
      { name: 'A', values: [1, 'x'] },
      { name: 'B', values: [{ c: 2 }] },
    ];
    expect(fitsKeys(wanted, [{ name: 'A', values: [1, 'x'] }])).toBe(true);
    expect(fitsKeys(wanted, [{ name: 'B', values: [{ c: 2 }] }])).toBe(true);
    expect(fitsKeys(wanted, [{ name: 'A', values: [1] }])).toBe(false);
    expect(fitsKeys(wanted, [{ name: 'A', values: ['1', 'x'] }])).toBe(false);
    expect(fitsKeys(wanted, [{ name: 'C', values: [1, 'x'] }])).toBe(false);
  });
});
