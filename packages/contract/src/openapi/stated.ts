// Says in the words of JSON Schema what the contract says in its own: formats, needs, and texts without U+0000.
import type { Need } from '../models/needs.ts';
import { type Reading, readAsKeyword, readingInWords } from '../models/read-as.ts';
import { anyCaseKeyword } from '../models/schema.ts';
import { findTextFormat, plainTextPattern } from '../models/text-formats.ts';
import type { Json, JsonObject } from './json.ts';
import { portablePattern } from './portable-pattern.ts';

/** Whether a schema is of what is sent, with every rule, or of what the server answers, with the shape alone. */
export type Direction = 'sent' | 'answered';

export const anyJsonName = 'AnyJson';
const anyJsonReference = { $ref: `#/components/schemas/${anyJsonName}` };
const plainText = { type: 'string', pattern: plainTextPattern };

/**
 * Admits any value that a request may hold. Generators of clients read a schema that says more of it as a union that holds itself,
 * and leave out the operations that have it; what it says in words, the server checks.
 */
export const anyJson: JsonObject = { description: 'Any JSON value whose texts and names are without U+0000.' };

/** Name of the model for a map of answers. Written in place, generators take the whole model around it for a map. */
export const anyObjectName = 'AnyObject';
export const anyObject: JsonObject = { type: 'object', additionalProperties: true };

export function isAnyObject(schema: JsonObject): boolean {
  const [type, ...others] = typesOf(schema).filter((name) => name !== 'null');
  const isMap = schema.additionalProperties === true && schema.properties === undefined;
  return type === 'object' && others.length === 0 && isMap;
}

function statedObject(schema: JsonObject): JsonObject {
  const { type: _type, additionalProperties: _properties, ...rest } = schema;
  const map = { $ref: `#/components/schemas/${anyObjectName}` };
  return typesOf(schema).includes('null') ? { ...rest, anyOf: [map, { type: 'null' }] } : { ...rest, ...map };
}

const shapeKeywords = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'] as const;

/** Whether a schema says nothing of the value. */
export function isAnyValue(schema: JsonObject): boolean {
  return schema.additionalProperties === true || !shapeKeywords.some((keyword) => keyword in schema);
}

function typesOf({ type }: JsonObject): readonly Json[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}

const isNull = (branch: Json): boolean => (branch as JsonObject).type === 'null';

/** The schema of a property without null, and without the empty text. */
function withoutNull(property: JsonObject): JsonObject {
  const { type, anyOf, enum: values, ...rest } = property;
  const types = typesOf(property).filter((name) => name !== 'null');
  const branches = (anyOf as readonly Json[] | undefined)?.filter((branch) => !isNull(branch));
  const filled = types[0] === 'string' && values === undefined && !('minLength' in property);
  return {
    ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...(branches === undefined ? {} : { anyOf: branches }),
    ...(values === undefined ? {} : { enum: (values as readonly Json[]).filter((value) => value !== null) }),
    ...rest,
    ...(filled ? { minLength: 1 } : {}),
  };
}

/** A schema by which the field is there and neither null nor an empty text. */
function given(name: string, properties: JsonObject): JsonObject {
  const isText = typesOf(properties[name] as JsonObject).includes('string');
  const nothing: JsonObject = isText ? { type: ['string', 'null'], maxLength: 0 } : { type: 'null' };
  return { required: [name], not: { required: [name], properties: { [name]: nothing } } };
}

function statedNeeds(schema: JsonObject): JsonObject {
  const { 'x-needs': needs, ...rest } = schema;
  if (needs === undefined) return schema;
  const properties = schema.properties as JsonObject;
  const all = needs as unknown as readonly Need[];
  const single = all.flatMap(({ fields }) => (fields.length === 1 ? fields : []));
  const several = all.filter(({ fields }) => fields.length > 1);
  const narrowed = single.map((name) => [name, withoutNull(properties[name] as JsonObject)] as const);
  const branchesOf = ({ fields, exclusive }: Need): JsonObject => {
    const branches = fields.map((name) => given(name, properties));
    return exclusive === true ? { oneOf: branches } : { anyOf: branches };
  };
  return {
    ...rest,
    ...(single.length === 0
      ? {}
      : {
          required: [...new Set([...((rest.required as readonly string[] | undefined) ?? []), ...single])],
          properties: { ...properties, ...Object.fromEntries(narrowed) },
        }),
    // Of `allOf`, `anyOf`, `oneOf` and `not` beside the properties generators make models of their own, whose parts do not fit.
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    ...(several.length === 0 ? {} : { if: { type: 'object' }, then: { allOf: several.map(branchesOf) } }),
  };
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

/** States a choice in any case: a document offers the case that is answered, and describes the rest in words. */
function statedCase(schema: JsonObject): JsonObject {
  const { [anyCaseKeyword.keyword]: anyCase, ...rest } = schema;
  if (anyCase !== true) return schema;
  return { ...rest, description: `${rest.description ?? ''} Read in any case.`.trim() };
}

/** States other ways of reading a field in words: a document offers the one that is declared. */
function statedReading(schema: JsonObject): JsonObject {
  const { [readAsKeyword.keyword]: reading, ...rest } = schema;
  if (reading === undefined) return schema;
  const properties = Object.entries(rest.properties as JsonObject).map(([name, property]) => {
    const how = (reading as unknown as Reading)[name];
    if (how === undefined) return [name, property] as const;
    const declared = property as JsonObject;
    return [name, { ...declared, description: `${declared.description ?? ''} ${readingInWords(how)}`.trim() }] as const;
  });
  return { ...rest, properties: Object.fromEntries(properties) };
}

function portable(schema: JsonObject): JsonObject {
  const { pattern } = schema;
  return typeof pattern === 'string' ? { ...schema, pattern: portablePattern(pattern) } : schema;
}

/** States one node of a schema; what lies below it was stated before. */
export function stated(declared: JsonObject, direction: Direction): JsonObject {
  const schema = statedReading(statedCase(declared));
  if (direction === 'sent') return portable(statedNeeds(statedText(statedValue(schema))));
  if (isAnyObject(schema)) return statedObject(schema);
  return portable(schema.format === 'date-time' ? statedText(schema) : schema);
}
