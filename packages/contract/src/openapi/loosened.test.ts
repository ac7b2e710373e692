// A model that answers and requests share holds for both, and is no wider than they ask.
import { describe, expect, it } from 'vitest';
import { closed, dateTime, flag, namedAs, nullable, optional, serverSet, text } from '../models/schema.ts';
import { createComponents } from './components.ts';
import type { JsonObject } from './json.ts';
import { loosened } from './loosened.ts';

const answered = closed(
  {
    id: text('Id.'),
    name: text('Name.'),
    kind: optional(text('Kind.')),
    at: dateTime('When.'),
    open: nullable(flag('Open.')),
  },
  'SvcThing',
);
const asked = namedAs(
  closed(
    {
      id: text('Id.', { maxLength: 5 }),
      name: optional(text('Name.', { minLength: 1 })),
      at: serverSet(dateTime('When.')),
      publish: optional(flag('At once.')),
    },
    'SvcThingInput',
  ),
  'SvcThing',
);

describe('a model of an answer that a request names, too', () => {
  const components = createComponents();
  const reference = components.refer(asked, 'sent');
  components.refer(answered, 'answered');
  const { SvcThing: model, ...others } = components.schemas() as Record<string, JsonObject>;

  it('is the only one, to which the request refers with its rules beside it', () => {
    expect(Object.keys(others).filter((name) => name.startsWith('Svc'))).toEqual([]);
    expect(reference).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/SvcThing' }],
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      then: { required: ['id'], additionalProperties: false, properties: { id: { maxLength: 5 } } },
    });
    expect(JSON.stringify(reference)).not.toContain('SvcThingInput');
  });

  it('requires what both require, and allows what one of them allows', () => {
    expect(model?.required).toEqual(['id']);
    const types = Object.entries(model!.properties as Record<string, JsonObject>).map(([name, { type }]) => [
      name,
      type,
    ]);
    expect(Object.fromEntries(types)).toEqual({
      id: 'string',
      name: ['string', 'null'],
      kind: ['string', 'null'],
      at: 'string',
      open: ['boolean', 'null'],
      publish: ['boolean', 'null'],
    });
  });
});

it('null is added to a reference, to a choice and to several forms', () => {
  const asking = (property: JsonObject): JsonObject => ({ properties: { a: property } });
  const widened = (property: JsonObject) => {
    const model = loosened({ properties: { a: property } }, [asking({ type: ['string', 'null'] })]);
    return (model.properties as Record<string, JsonObject>).a;
  };
  expect(widened({ $ref: '#/x', description: 'An x.' })).toEqual({
    anyOf: [{ $ref: '#/x' }, { type: 'null' }],
    description: 'An x.',
  });
  expect(widened({ type: 'string', enum: ['A'] })).toEqual({ type: ['string', 'null'], enum: ['A', null] });
  expect(widened({ anyOf: [{ $ref: '#/x' }] })).toEqual({ anyOf: [{ $ref: '#/x' }, { type: 'null' }] });
  expect(widened({ anyOf: [{ $ref: '#/x' }, { type: 'null' }] })).toEqual({
    anyOf: [{ $ref: '#/x' }, { type: 'null' }],
  });
});
