// Says in the words of JSON Schema what the contract says in its own: formats, needs, and texts without U+0000.
import type { Need } from '../models/needs.ts';
import { findTextFormat, plainTextPattern } from '../models/text-formats.ts';
import type { Json, JsonObject } from './json.ts';
import { portablePattern } from './portable-pattern.ts';

/** Of what is sent a document states every rule; of what is answered, which the server writes, only the shape. */
export type Direction = 'sent' | 'answered';

export const anyJsonName = 'AnyJson';
const anyJsonReference = { $ref: `#/components/schemas/${anyJsonName}` };
const plainText = { type: 'string', pattern: plainTextPattern };

/**
 * Admits any value that a request may hold. A list says twice "not" where `items` would do: in TypeScript a property cannot
 * be a list of itself, so that the types which generators make of `items` would not compile.
 */
export const anyJson: JsonObject = {
  description: 'Any JSON value whose texts and names are without U+0000.',
  anyOf: [
    plainText,
    { type: ['number', 'boolean', 'null'] },
    { type: 'array', not: { contains: { not: anyJsonReference } } },
    { type: 'object', propertyNames: plainText, additionalProperties: anyJsonReference },
  ],
};

const shapeKeywords = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'] as const;

/** Nothing is said of the value. */
export function isAnyValue(schema: JsonObject): boolean {
  return schema.additionalProperties === true || !shapeKeywords.some((keyword) => keyword in schema);
}

function typesOf({ type }: JsonObject): readonly Json[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}

/** The field is there and neither null nor an empty text. */
function given(name: string, properties: JsonObject): JsonObject {
  const property = properties[name] as JsonObject;
  const types = typesOf(property).filter((type) => type !== 'null');
  const [type] = types;
  const schema = {
    ...(types.length === 1 ? { type } : { not: { type: 'null' } }),
    ...(type === 'string' ? { minLength: 1 } : {}),
  };
  return { required: [name], properties: { [name]: schema } };
}

function statedNeed({ fields, exclusive }: Need, properties: JsonObject): JsonObject {
  const branches = fields.map((name) => given(name, properties));
  if (branches.length === 1) return branches[0] as JsonObject;
  return exclusive === true ? { oneOf: branches } : { anyOf: branches };
}

function statedNeeds(schema: JsonObject): JsonObject {
  const { 'x-needs': needs, ...rest } = schema;
  if (needs === undefined) return schema;
  const properties = schema.properties as JsonObject;
  return { ...rest, allOf: (needs as unknown as readonly Need[]).map((need) => statedNeed(need, properties)) };
}

function statedText(schema: JsonObject): JsonObject {
  const format = findTextFormat(schema.format);
  if (format !== undefined) return { ...schema, pattern: format.pattern };
  const bare =
    typesOf(schema).includes('string') && !['pattern', 'enum', 'const', 'format'].some((key) => key in schema);
  return bare ? { ...schema, pattern: plainTextPattern } : schema;
}

function statedValue(schema: JsonObject): JsonObject {
  if (!isAnyValue(schema)) return schema;
  if (schema.additionalProperties !== true) return { ...schema, ...anyJsonReference };
  return { propertyNames: plainText, ...schema, additionalProperties: anyJsonReference };
}

function portable(schema: JsonObject): JsonObject {
  const { pattern } = schema;
  return typeof pattern === 'string' ? { ...schema, pattern: portablePattern(pattern) } : schema;
}

/** States one node of a schema; what lies below it was stated before. */
export function stated(schema: JsonObject, direction: Direction): JsonObject {
  if (direction === 'sent') return portable(statedNeeds(statedText(statedValue(schema))));
  return portable(schema.format === 'date-time' ? statedText(schema) : schema);
}
