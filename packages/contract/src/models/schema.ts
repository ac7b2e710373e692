// Makes the few shapes that every model is written with, and the keywords that the server's validator has to know.
import { type Static, type TObject, type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import type { ArgumentCode } from './argument-codes.ts';
import type { TextFormatName } from './text-formats.ts';

interface FieldOptions {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: TextFormatName;
  /** Code of the argument when the value does not fit, where the field has one of its own. */
  readonly 'x-argument-code'?: ArgumentCode;
}

/** Describes an object without unknown fields. */
export function closed<P extends TProperties>(properties: P, title?: string): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...(title === undefined ? {} : { title }) });
}

export function text(description: string, options: FieldOptions = {}) {
  return Type.String({ ...options, description });
}

/** ISO 8601 with offset and milliseconds; written with `Z`, read with the offsets of `dateTimePattern`. */
export function dateTime(description: string) {
  return Type.String({ format: 'date-time', description });
}

export function uuid(description: string) {
  return Type.String({ format: 'uuid', description });
}

export function flag(description: string) {
  return Type.Boolean({ description });
}

export function integer(description: string, range: { readonly minimum?: number; readonly maximum?: number } = {}) {
  return Type.Integer({ ...range, description });
}

/** Declares a whole number that stays within 2^53-1, so that JSON carries it without loss. */
export function long(description: string) {
  return Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });
}

export function choice<const V extends readonly string[]>(
  values: V,
  description: string,
  options: Pick<FieldOptions, 'x-argument-code'> & {
    /** Names that generators of clients give the values, where these are signs. */
    readonly 'x-enum-varnames'?: readonly string[];
  } = {},
): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options, description });
}

/** Folds a name whose case and underscores count nothing: `setPriority` and SET_PRIORITY are the same. */
const foldedChoice = (value: string): string => value.replaceAll('_', '').toLowerCase();

/** Declares a choice that is written in upper case and read in any: it was in lower case once, and clients send that. */
export function anyCaseChoice<const V extends readonly string[]>(values: V, description: string): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ ...choice(values, description), [anyCaseKeyword.keyword]: true });
}

/** Defines the keyword for the validator (the shape of ajv's `addKeyword`) that writes what was read as the choice has it. */
export const anyCaseKeyword = {
  keyword: 'x-any-case',
  schemaType: 'boolean',
  errors: false,
  modifying: true,
  before: 'enum',
  validate(
    _declared: boolean,
    value: unknown,
    parentSchema?: Readonly<Record<string, unknown>>,
    place?: { readonly parentData: Record<string | number, unknown>; readonly parentDataProperty: string | number },
  ): boolean {
    if (typeof value !== 'string') return true;
    const folded = foldedChoice(value);
    const values = (parentSchema?.enum ?? []) as readonly unknown[];
    const meant = values.find((one) => typeof one === 'string' && foldedChoice(one) === folded);
    if (meant !== undefined && place !== undefined) place.parentData[place.parentDataProperty] = meant;
    return true;
  },
} as const;

export function list<S extends TSchema>(
  item: S,
  description: string,
  bounds: { readonly minItems?: number; readonly maxItems?: number; readonly uniqueItems?: true } = {},
): TUnsafe<readonly Static<S>[]> {
  return Type.Unsafe<readonly Static<S>[]>({ type: 'array', items: item, ...bounds, description });
}

/** Declares any JSON value, null included. */
export function anyValue(description: string): TUnsafe<unknown> {
  return Type.Unsafe<unknown>({ description });
}

/** Describes a map of string to any JSON value. */
export function anyMap(
  description: string,
  bounds: { readonly maxProperties?: number; readonly propertyNames?: TSchema } = {},
): TUnsafe<Readonly<Record<string, unknown>>> {
  return Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    ...bounds,
    description,
  });
}

/**
 * Gives the model the name under which the interface has it, where a request is asked for less than an answer holds: documents
 * show one model, whose fields may be missing, and say the rules of the request beside it. `name` is the title of the answer's.
 */
export function namedAs<P extends TProperties>(model: TObject<P>, name: `Svc${string}`): TObject<P> {
  return { ...model, 'x-model': name } as TObject<P>;
}

interface Node {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
}

/**
 * Allows the value or null. A titled model keeps its title by `anyOf` and needs a description of its place; everything else
 * takes null as a further type, which serialises in half the time.
 */
export function nullable<S extends TSchema>(schema: S, description?: string): TUnsafe<Static<S> | null> {
  const node = schema as Node;
  if (node.type === undefined && node.title === undefined) return Type.Unsafe<Static<S> | null>(schema);
  if (node.title !== undefined) {
    const place = description === undefined ? {} : { description };
    return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }], ...place });
  }
  return Type.Unsafe<Static<S> | null>({
    ...node,
    type: [node.type, 'null'].flat(),
    ...(node.enum === undefined ? {} : { enum: [...node.enum, null] }),
  });
}

/** Declares a field that may be left out; null counts as left out, as many clients write every field of their model. */
export function optional<S extends TSchema>(schema: S): TOptional<TUnsafe<Static<S> | null>> {
  // Named, S is not inferred from the result: that costs the compiler a million instantiations.
  return Type.Optional(nullable<S>(schema));
}

/** Declares a field that may be left out and has no null, as in queries and form fields. */
export function maybe<S extends TSchema>(schema: S) {
  return Type.Optional(schema);
}

/** Declares a field that only the server sets: whoever sends it back is not refused, and nobody reads it. */
export function serverSet(schema: TSchema): TOptional<TUnsafe<never>> {
  const { description } = schema as Node;
  return Type.Optional(
    Type.Unsafe<never>({ readOnly: true, description: `${description} Set by the server, ignored.` }),
  );
}

/** Declares a field that answers have and that asks for nothing here: left out, or null as it was answered. */
export function absent(description: string): TOptional<TUnsafe<null>> {
  return Type.Optional(Type.Unsafe<null>({ type: 'null', description }));
}

/** These keywords carry no rule of their own; a strict validator has to know that they exist. */
export const annotationKeywords = ['x-argument-code', 'x-enum-varnames', 'x-model'] as const;
