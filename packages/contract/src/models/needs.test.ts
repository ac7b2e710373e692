// Needs of a request, text formats and U+0000: the validator and the document say the same.
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { createComponents } from '../openapi/components.ts';
import type { Json, JsonObject } from '../openapi/json.ts';
import { needing, needsKeyword, unmetNeeds } from './needs.ts';
import { closed, integer, optional, text } from './schema.ts';
import { textFormats } from './text-formats.ts';

const fields = closed({ uuid: optional(text('Uuid.')), name: optional(text('Name.')) });
const some = needing(fields, 'SvcSome', { fields: ['uuid', 'name'] });
const one = needing(fields, 'SvcOne', { fields: ['uuid', 'name'], exclusive: true });

function documented(model: typeof fields): JsonObject {
  const components = createComponents();
  components.refer(model, 'sent');
  return Object.values(components.schemas())[0] as JsonObject;
}

describe('a need', () => {
  const values: readonly [object, boolean, boolean][] = [
    [{}, false, false],
    [{ uuid: null }, false, false],
    [{ name: '' }, false, false],
    [{ uuid: 'a' }, true, true],
    [{ uuid: 'a', name: null }, true, true],
    [{ uuid: 'a', name: 'b' }, true, false],
  ];

  it.each(values)('a need of %j means the same to the validator and in a document', (value, isSome, isOne) => {
    const validator = new Ajv({ allowUnionTypes: true, strictTypes: false }).addKeyword(needsKeyword);
    const reader = new Ajv({ strict: false, unicodeRegExp: true });
    for (const [model, expected] of [
      [some, isSome],
      [one, isOne],
    ] as const) {
      expect(validator.compile(model)(value)).toBe(expected);
      expect(reader.compile(documented(model))(value)).toBe(expected);
    }
  });

  it('a need that is not met names its fields, and a single field by its place', () => {
    const either = { fields: ['uuid', 'name'] };
    expect(unmetNeeds({}, [either, { fields: ['version'] }])).toEqual([
      { field: null, code: 'REQUIRED', message: 'Give at least one of uuid, name.' },
      { field: 'version', code: 'REQUIRED', message: 'Must be given.' },
    ]);
    expect(unmetNeeds({ uuid: 'a', name: 'b' }, [{ ...either, exclusive: true }])).toMatchObject([
      { code: 'NOT_ALLOWED', message: 'Give exactly one of uuid, name.' },
    ]);
  });
});

it('a document states what a request has to give: a single field as one that is required, of several beside the model', () => {
  const fields = {
    uuid: optional(text('Uuid.')),
    name: optional(text('Name.')),
    version: optional(integer('Version.')),
  };
  const model = needing(closed(fields), 'SvcNeedy', { fields: ['uuid', 'name'] }, { fields: ['version'] });
  const components = createComponents();
  components.refer(model, 'sent');
  expect(components.schemas().SvcNeedy).toMatchObject({
    required: ['version'],
    properties: { version: { type: 'integer' }, uuid: { type: ['string', 'null'] } },
  });
  const fits = new Ajv({ strict: false, unicodeRegExp: true }).compile(components.schemas().SvcNeedy as object);
  const good = [
    { uuid: 'a', version: 1 },
    { uuid: null, name: 'b', version: 1 },
  ];
  const bad = [{ version: 1 }, { uuid: null, name: '', version: 1 }, { uuid: 'a' }, { uuid: 'a', version: null }];
  expect([good.every((value) => fits(value)), bad.filter((value) => fits(value))]).toEqual([true, []]);
});

it('a document states of what is sent that no text holds U+0000, and leaves alone what is answered', () => {
  const model = closed({ name: text('Name.') }, 'SvcThing');
  const components = createComponents();
  components.refer(model, 'answered');
  expect(JSON.stringify(components.schemas())).not.toContain('pattern');
  components.refer(model, 'sent');
  const { pattern } = (components.schemas().SvcThing as { properties: { name: { pattern: string } } }).properties.name;
  expect([new RegExp(pattern, 'u').test('a\u0000'), new RegExp(pattern, 'u').test('a\n')]).toEqual([false, true]);
  const map: Json = components.refer({ type: 'object', additionalProperties: true }, 'sent');
  expect(map).toMatchObject({ additionalProperties: { $ref: '#/components/schemas/AnyJson' } });
});

it('a document says of any value nothing that a generator could stumble on, and of its names that they hold no U+0000', () => {
  const components = createComponents();
  const map = components.refer({ type: 'object', additionalProperties: true }, 'sent');
  expect(Object.keys(components.schemas().AnyJson as object)).toEqual(['description']);
  const reader = new Ajv({ strict: false, unicodeRegExp: true });
  const fits = reader.compile({ ...map, components: { schemas: components.schemas() } });
  expect([{}, { a: null }, { a: [1, ['b', { c: [] }]] }].map((value) => fits(value))).toEqual([true, true, true]);
  expect(fits({ 'a\u0000': 1 })).toBe(false);
});

describe('a text format', () => {
  it.each([
    [
      'address-range',
      ['10.0.0.1', '10.0.0.0/8', '::', '::/0', '::1', '2001:db8::/32', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4'],
      ['10.1', '010.0.0.1', '10.0.0.0/33', '::/129', '1::2::3', '256.1.1.1', 'a'],
    ],
    ['one-time-code', ['123456', '123 456', 'abcde-ABCDE-12345-12'], ['12345', '123456789', 'abc', '']],
    ['host-name', ['a', 'Example.org', 'example.org.', '10.0.0.1', '[::1]'], ['a_b', 'http://a', 'a:80', '-a', '']],
    ['page-path', ['/', '/a/b?c#d', ' /a '], ['', 'a', '//evil', '/\\evil', '/a\tb']],
    ['user-name', ['ayşe', 'a.b@c'], ['a b', 'a\u200bb', 'a\u0000']],
    ['locale', ['en', 'tr-TR', 'zh-Hant-TW'], ['e', 'en_US', '']],
    ['time-zone', ['UTC', 'Europe/Istanbul', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'], ['+03:00', '', 'a b']],
    ['idn-email', ['name@example.org', 'ä@ö.example'], ['000', '@', 'a b@c']],
    ['web-address', ['https://example.org/a', 'HTTP://h'], ['/a', 'https://u@h', 'ftp://h', '//h']],
    ['redirect-target', ['/', '/a', 'https://h/a'], ['//h', 'a', '/\\h']],
  ] as const)('%s takes %j and refuses %j', (name, taken, refused) => {
    const form = new RegExp(textFormats[name].pattern, 'u');
    expect(taken.filter((value) => !form.test(value))).toEqual([]);
    expect(refused.filter((value) => form.test(value))).toEqual([]);
  });
});
