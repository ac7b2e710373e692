// Compiles reply schemas to serialisers at first use; in tests each reply is held against its schema as well.
import type { PreparedJson } from '@keelson/contract';
import fastJsonStringify from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import type { createValidators } from '../input/validation.ts';

/** JSON text of a body; throws when the body is not what the contract promises. */
export type Serialize = (body: unknown) => string;

function isPrepared(body: unknown): body is PreparedJson {
  return typeof body === 'object' && body !== null && 'preparedJson' in body;
}

/** Dates and undefined fields do not exist on the wire: the check sees what the client will see. */
function checked(serialize: Serialize, schema: TSchema, validators: ReturnType<typeof createValidators>): Serialize {
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
  {
    validators,
    checkReplies,
  }: { readonly validators: ReturnType<typeof createValidators>; readonly checkReplies: boolean },
): Serialize {
  let stringify: ((body: unknown) => string) | undefined;
  const serialize: Serialize = (body) => {
    if (isPrepared(body)) return body.preparedJson;
    stringify ??= fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0]);
    // A body of any kind may be undefined, for which JSON has no word.
    return body === undefined ? 'null' : stringify(body);
  };
  return checkReplies ? checked(serialize, schema, validators) : serialize;
}
