// Holds what each type of a variable takes, how it is stored, and what it is read as.
import { describe, expect, it } from 'vitest';
import { givenVariables, readTypedValue, typeOf } from './typed-variables.ts';

const LIMIT_BYTES = 1_000;

describe('a typed variable', () => {
  it.each([
    ['STRING', 'a', 'a', 'STRING'],
    ['BOOLEAN', false, false, 'BOOLEAN'],
    ['INTEGER', -2_147_483_647, -2_147_483_647, 'INTEGER'],
    ['LONG', 2_147_483_648, 2_147_483_648, 'LONG'],
    ['LONG', '007', 7, 'INTEGER'],
    ['LONG', '9223372036854775807', '9223372036854775807', 'STRING'],
    ['DOUBLE', 0.5, 0.5, 'DOUBLE'],
    ['DECIMAL', '0.5', 0.5, 'DOUBLE'],
    ['DECIMAL', '1.10', 1.1, 'DOUBLE'],
    ['DECIMAL', '250.00', 250, 'INTEGER'],
    ['DECIMAL', '-0012.500', -12.5, 'DOUBLE'],
    ['DECIMAL', '100', 100, 'INTEGER'],
    ['DECIMAL', '0.12345678901234567890', '0.12345678901234567890', 'STRING'],
    ['DATE', '2028-02-29', '2028-02-29', 'STRING'],
    ['DATETIME', '2028-02-29T12:00:00+03:00', '2028-02-29T09:00:00.000Z', 'STRING'],
    ['DURATION', 'P1DT2H', 'P1DT2H', 'STRING'],
    ['JSON', { a: [1] }, { a: [1] }, 'JSON'],
    ['BYTES', 'aGk=', 'data:application/octet-stream;base64,aGk=', 'BYTES'],
    ['NULL', null, null, 'NULL'],
    ['DATE', null, null, 'NULL'],
  ] as const)('%s takes %j, keeps %j and is read as %s', (type, value, stored, read) => {
    expect(givenVariables({ typedVariables: { a: { type, value } } }, LIMIT_BYTES)).toEqual({ a: stored });
    expect(readTypedValue({ type, value })).toEqual(stored);
    expect(typeOf(stored)).toBe(read);
  });

  it.each([
    ['STRING', 1],
    ['BOOLEAN', 'true'],
    ['INTEGER', 1.5],
    ['INTEGER', 2_147_483_648],
    ['INTEGER', '1'],
    ['LONG', '9223372036854775808'],
    ['LONG', 1.5],
    ['DOUBLE', '1'],
    ['DECIMAL', '1e5'],
    ['DATE', '2027-02-29'],
    ['DATE', '2027-02-28T00:00:00Z'],
    ['DATETIME', '2027-02-28'],
    ['DATETIME', '2027-02-28T10:00:00'],
    ['DURATION', 'P'],
    ['BYTES', 'a'],
    ['BYTES', '####'],
    ['NULL', 0],
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

  it('wins over one without type, whatever its name, and all problems are reported at once', () => {
    const typedVariables = { a: { type: 'INTEGER', value: 2 } } as const;
    expect(givenVariables({ variables: { a: 1, b: 1 }, typedVariables }, LIMIT_BYTES)).toEqual({ a: 2, b: 1 });
    const named = JSON.parse('{"__proto__":{"type":"INTEGER","value":1}}');
    expect(Object.keys(givenVariables({ typedVariables: named }, LIMIT_BYTES))).toEqual(['__proto__']);
    const wrong = { type: 'INTEGER', value: 'x' } as const;
    expect(() => givenVariables({ typedVariables: { a: wrong, b: wrong } }, LIMIT_BYTES)).toThrow(
      expect.objectContaining({ options: { errorArguments: [expect.anything(), expect.anything()] } }),
    );
  });

  it('is measured as it is stored', () => {
    const typedVariables = { a: { type: 'BYTES', value: 'AAAA'.repeat(250) } } as const;
    expect(() => givenVariables({ typedVariables }, LIMIT_BYTES)).toThrow(
      expect.objectContaining({ code: 'VARIABLE_TOO_LARGE' }),
    );
  });
});
