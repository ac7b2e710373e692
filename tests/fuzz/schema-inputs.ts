// Makes inputs from schemas: mostly what the schema asks for, with something hostile in some of the places.
import fc from 'fast-check';
import type { Reader, Schema } from './document.ts';
import { hostileText, hostileValue } from './hostile-values.ts';

/** These values exist on the server, so that some requests reach further than the first look-up. */
export interface KnownValues {
  /** Answers fit values of a field or parameter of this name; values of any kind where the name says nothing. */
  forName(name: string): readonly string[];
}

/** One place in so many is hostile. */
const HOSTILE_WEIGHT = 1;
const FIT_WEIGHT = 9;
const DEPTH_MAX = 4;

/** Small whole numbers, or those next to the smallest that the schema allows. */
function numberFor({ minimum = -10, maximum = 300 }: { readonly minimum?: number; readonly maximum?: number }) {
  const min = Math.ceil(Math.max(minimum, -10));
  return fc.integer({ min, max: Math.max(min, Math.min(maximum, 300)) });
}

function textFor(
  { format, minLength = 0, maxLength = 60 }: Schema,
  known: KnownValues,
  name: string,
): fc.Arbitrary<string> {
  if (format === 'date-time') {
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
      .map((date) => date.toISOString());
  }
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...known.forName(name)), fc.uuid());
  const shortest = Math.min(minLength, 60);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known.forName(name)) },
    fc.string({ minLength: shortest, maxLength: Math.max(shortest, Math.min(maxLength, 60)) }),
    hostileText,
  );
}

function fitFor(
  schema: Schema,
  reader: Reader,
  known: KnownValues,
  name: string,
  depth: number,
): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  // A schema may name itself, as that of any JSON value does.
  if (depth > DEPTH_MAX) return hostileValue;
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((option) => inputFor(option, reader, known, name, depth + 1)));
  }
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberFor(schema);
    case 'string':
      return textFor(schema, known, name);
    case 'array':
      return fc.array(inputFor(schema.items ?? {}, reader, known, name, depth + 1), { maxLength: 4 });
    case 'object':
      return objectFor(schema, reader, known, depth);
    default:
      return hostileValue;
  }
}

function objectFor(schema: Schema, reader: Reader, known: KnownValues, depth: number): fc.Arbitrary<unknown> {
  const { properties, required = [] } = schema;
  if (properties === undefined)
    return fc.dictionary(
      fc.oneof(fc.constantFrom('days', 'decideBy', 'approved', 'employee', '__proto__'), hostileText),
      hostileValue,
      {
        maxKeys: 4,
      },
    );
  if (depth >= DEPTH_MAX) return fc.constant({});
  // Most requests name few of the fields.
  const fields = Object.entries(properties).map(([name, field]) => {
    const value = inputFor(field, reader, known, name, depth + 1);
    return [
      name,
      required.includes(name)
        ? value
        : fc
            .option(value, { nil: undefined, freq: 1 })
            .chain((given) => fc.nat(6).map((draw) => (draw === 0 ? given : undefined))),
    ] as const;
  });
  const extra = fc
    .nat(20)
    .chain((draw) => (draw === 0 ? fc.dictionary(hostileText, hostileValue, { maxKeys: 1 }) : fc.constant({})));
  return fc.tuple(fc.record(Object.fromEntries(fields)), extra).map(([own, more]) => ({ ...own, ...more }));
}

export function inputFor(
  schema: Schema,
  reader: Reader,
  known: KnownValues,
  name = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const resolved = reader.resolve(schema);
  return fc.oneof(
    { weight: FIT_WEIGHT, arbitrary: fitFor(resolved, reader, known, name, depth) },
    { weight: HOSTILE_WEIGHT, arbitrary: hostileValue },
  );
}
