// Tests the shapes of models as a validator sees them.
import { Ajv } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  annotationKeywords,
  choice,
  closed,
  flag,
  integer,
  list,
  long,
  notBuilt,
  notBuiltKeyword,
  nullable,
  optional,
  serverSet,
  text,
} from './schema.ts';

function problems(schema: TSchema, value: unknown): string[] {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, formats: { int64: true } });
  ajv.addKeyword(notBuiltKeyword);
  ajv.addVocabulary([...annotationKeywords]);
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map(({ keyword, instancePath }) => `${keyword} ${instancePath}`);
}

describe('a field that is not built', () => {
  const filter = closed({ orphaned: notBuilt(flag('Orphaned.')) });
  const model = closed({
    name: text('Name.'),
    rememberMe: notBuilt(flag('Remember.')),
    onFailure: notBuilt(choice(['ROLLBACK', 'INCIDENT'], 'Failure.'), 'ROLLBACK'),
    attributeMap: notBuilt(closed({})),
    conditions: notBuilt(list(text('Condition.'), 'Conditions.')),
    or: optional(list(filter, 'Alternatives.')),
  });

  it('is refused by name when it asks for something, however deep it lies', () => {
    const value = {
      name: 'a',
      rememberMe: true,
      onFailure: 'INCIDENT',
      conditions: ['x'],
      or: [{}, { orphaned: true }],
    };
    expect(problems(model, value)).toEqual([
      'x-not-built /rememberMe',
      'x-not-built /onFailure',
      'x-not-built /conditions',
      'x-not-built /or/1/orphaned',
    ]);
  });

  it('is taken when it is absent, null, false, empty or says what happens anyway', () => {
    expect(problems(model, { name: 'a' })).toEqual([]);
    const nothing = { name: 'a', rememberMe: false, onFailure: 'ROLLBACK', attributeMap: {}, conditions: [] };
    expect(problems(model, nothing)).toEqual([]);
    expect(problems(model, { name: 'a', rememberMe: null, onFailure: null, attributeMap: null })).toEqual([]);
  });

  it('cannot be read by a handler', () => {
    expectTypeOf<Static<typeof model>['rememberMe']>().toEqualTypeOf<undefined>();
  });
});

describe('a model', () => {
  const model = closed({
    state: nullable(choice(['ACTIVE', 'ENDED'], 'State.')),
    count: optional(integer('Count.', { minimum: 0 })),
    names: list(text('Name.'), 'Names.'),
    place: nullable(closed({ id: text('Id.') }, 'Place')),
  });
  const whole = { state: 'ACTIVE', names: [], place: { id: 'a' } };

  it('takes null where a value may be missing, and refuses every other value of another kind', () => {
    expect(problems(model, whole)).toEqual([]);
    expect(problems(model, { ...whole, state: null, count: null, place: null })).toEqual([]);
    expect(problems(model, { ...whole, state: 'GONE', count: -1, names: null })).toEqual([
      'enum /state',
      'minimum /count',
      'type /names',
    ]);
  });

  it('refuses every unknown field', () => {
    expect(problems(model, { ...whole, sate: 1, cuont: 2 })).toEqual([
      'additionalProperties ',
      'additionalProperties ',
    ]);
  });

  it('gives handlers the types that it describes', () => {
    expectTypeOf<Static<typeof model>>().toEqualTypeOf<{
      state: 'ACTIVE' | 'ENDED' | null;
      count?: number | null;
      names: readonly string[];
      place: { id: string } | null;
    }>();
  });

  it('takes back what the server set and keeps handlers from reading it', () => {
    const record = closed({ locked: serverSet(flag('Locked.')) });
    expect(problems(record, { locked: { anything: true } })).toEqual([]);
    expectTypeOf<Static<typeof record>['locked']>().toEqualTypeOf<undefined>();
  });

  it('keeps whole numbers within what JSON carries without loss', () => {
    expect(problems(long('Id.'), Number.MAX_SAFE_INTEGER)).toEqual([]);
    expect(problems(long('Id.'), 2 ** 53)).toEqual(['maximum ']);
  });
});
