// Compiles reply schemas to serialisers at first use; in tests each reply is held against its schema as well.
import type { PreparedJson } from '@keelson/contract';
import fastJsonStringify from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { createValidators } from '../input/validation.ts';

/** JSON text of a body; throws when the body is not what the contract promises. */
export type Serialize = (body: unknown) => string;

type Stringify = (body: unknown) => string;

/** Compiles each schema once, at its first use. Servers that are given the same one share what it has compiled. */
export function createCompiledSchemas() {
  const { compile } = createValidators();
  const stringifiers = new WeakMap<TSchema, Stringify>();
  return {
    compile,
    stringifierOf(schema: TSchema): Stringify {
      const known = stringifiers.get(schema);
      if (known !== undefined) return known;
      const made: Stringify = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0]);
      stringifiers.set(schema, made);
      return made;
    },
  };
}

export type CompiledSchemas = ReturnType<typeof createCompiledSchemas>;

function isPrepared(body: unknown): body is PreparedJson {
  return typeof body === 'object' && body !== null && 'preparedJson' in body;
}

/** Holds a body against its schema as the client will see it: dates and undefined fields do not exist in JSON. */
function checked(serialize: Serialize, schema: TSchema, validators: CompiledSchemas): Serialize {
  const validator = validators.compile(schema);
  return (body) => {
    const promised = isPrepared(body) ? JSON.parse(body.preparedJson) : JSON.parse(JSON.stringify(body) ?? 'null');
    const problems = validator.check(promised);
    if (problems !== null) throw new Error(`reply is not what the contract promises: ${JSON.stringify(problems)}`);
    return serialize(body);
  };
}

/** `checkReplies` validates every body before it is sent; what is wrong answers 500 with the cause in the log. */
export function createSerializer(
  schema: TSchema,
  { validators, checkReplies }: { readonly validators: CompiledSchemas; readonly checkReplies: boolean },
): Serialize {
  let stringify: Stringify | undefined;
  const serialize: Serialize = (body) => {
    if (isPrepared(body)) return body.preparedJson;
    stringify ??= validators.stringifierOf(schema);
    // A body of any kind may be undefined, for which JSON has no word.
    return body === undefined ? 'null' : stringify(body);
  };
  return checkReplies ? checked(serialize, schema, validators) : serialize;
}
