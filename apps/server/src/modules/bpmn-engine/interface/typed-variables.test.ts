// Holds what each type of a variable takes, how it is stored, and what it is read as.
import { describe, expect, it } from 'vitest';
import { givenVariables, readTypedValue, typeOf } from './typed-variables.ts';

const LIMIT_BYTES = 1_000;

describe('a typed variable', () => {
  it.each([
    ['string', 'a', 'a', 'string'],
    ['boolean', false, false, 'boolean'],
    ['integer', -2_147_483_647, -2_147_483_647, 'integer'],
    ['long', 2_147_483_648, 2_147_483_648, 'long'],
    ['long', '007', 7, 'integer'],
    ['long', '9223372036854775807', '9223372036854775807', 'string'],
    ['double', 0.5, 0.5, 'double'],
    ['decimal', '0.5', 0.5, 'double'],
    ['decimal', '1.10', 1.1, 'double'],
    ['decimal', '250.00', 250, 'integer'],
    ['decimal', '-0012.500', -12.5, 'double'],
    ['decimal', '100', 100, 'integer'],
    ['decimal', '0.12345678901234567890', '0.12345678901234567890', 'string'],
    ['date', '2028-02-29', '2028-02-29', 'string'],
    ['datetime', '2028-02-29T12:00:00+03:00', '2028-02-29T09:00:00.000Z', 'string'],
    ['duration', 'P1DT2H', 'P1DT2H', 'string'],
    ['json', { a: [1] }, { a: [1] }, 'json'],
    ['bytes', 'aGk=', 'data:application/octet-stream;base64,aGk=', 'bytes'],
    ['null', null, null, 'null'],
    ['date', null, null, 'null'],
  ] as const)('%s takes %j, keeps %j and is read as %s', (type, value, stored, read) => {
    expect(givenVariables({ typedVariables: { a: { type, value } } }, LIMIT_BYTES)).toEqual({ a: stored });
    expect(readTypedValue({ type, value })).toEqual(stored);
    expect(typeOf(stored)).toBe(read);
  });

  it.each([
    ['string', 1],
    ['boolean', 'true'],
    ['integer', 1.5],
    ['integer', 2_147_483_648],
    ['integer', '1'],
    ['long', '9223372036854775808'],
    ['long', 1.5],
    ['double', '1'],
    ['decimal', '1e5'],
    ['date', '2027-02-29'],
    ['date', '2027-02-28T00:00:00Z'],
    ['datetime', '2027-02-28'],
    ['datetime', '2027-02-28T10:00:00'],
    ['duration', 'P'],
    ['bytes', 'a'],
    ['bytes', '####'],
    ['null', 0],
  ] as const)('%s refuses %j', (type, value) => {
    const problem = { code: 'TYPE', message: `Must be a value of the type ${type}.` };
    const refusalAt = (field: string) =>
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        options: { errorArguments: [{ field, ...problem }] },
      });
    expect(() => givenVariables({ typedVariables: { a: { type, value } } }, LIMIT_BYTES)).toThrow(
      refusalAt('typedVariables.a.value'),
    );
    expect(() => readTypedValue({ type, value })).toThrow(refusalAt('value'));
  });

  it('wins over one without type, whatever its name, and all problems are told at once', () => {
    const typedVariables = { a: { type: 'integer', value: 2 } } as const;
    expect(givenVariables({ variables: { a: 1, b: 1 }, typedVariables }, LIMIT_BYTES)).toEqual({ a: 2, b: 1 });
    const named = JSON.parse('{"__proto__":{"type":"integer","value":1}}');
    expect(Object.keys(givenVariables({ typedVariables: named }, LIMIT_BYTES))).toEqual(['__proto__']);
    const wrong = { type: 'integer', value: 'x' } as const;
    expect(() => givenVariables({ typedVariables: { a: wrong, b: wrong } }, LIMIT_BYTES)).toThrow(
      expect.objectContaining({ options: { errorArguments: [expect.anything(), expect.anything()] } }),
    );
  });

  it('is measured as it is stored', () => {
    const typedVariables = { a: { type: 'bytes', value: 'AAAA'.repeat(250) } } as const;
    expect(() => givenVariables({ typedVariables }, LIMIT_BYTES)).toThrow(
      expect.objectContaining({ code: 'VARIABLE_TOO_LARGE' }),
    );
  });
});
