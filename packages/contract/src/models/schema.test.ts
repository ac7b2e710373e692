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
  nullable,
  optional,
  serverSet,
  text,
} from './schema.ts';

function problems(schema: TSchema, value: unknown): string[] {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, formats: { int64: true } });
  ajv.addVocabulary([...annotationKeywords]);
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map(({ keyword, instancePath }) => `${keyword} ${instancePath}`);
}

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
