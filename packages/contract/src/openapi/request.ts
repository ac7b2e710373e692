// Describes parameters and request body of an operation in a document.
import type { TObject, TSchema } from 'typebox';
import { plainTextPattern } from '../models/text-formats.ts';
import { type BodySpec, idempotencyKeyPattern } from '../operations/body-and-reply.ts';
import type { Operation } from '../operations/define.ts';
import { lastEventIdMax } from '../operations/event-stream.ts';
import type { Example } from '../operations/request.ts';
import type { Components } from './components.ts';
import type { Json, JsonObject } from './json.ts';

/** Lists the names of the path parameters of an address, in order. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
}

function parameter(
  where: 'path' | 'query' | 'header',
  name: string,
  required: boolean,
  schema: JsonObject,
): JsonObject {
  const { description, ...rest } = schema;
  // A text that is JSON itself is described as what it holds.
  const { contentMediaType, contentSchema = {} } = rest;
  const form =
    typeof contentMediaType === 'string'
      ? { content: { [contentMediaType]: { schema: contentSchema } } }
      : { schema: rest };
  return { name, in: where, required, ...(description === undefined ? {} : { description }), ...form };
}

/** A whole number in an address is one that JSON carries without loss. */
function bounded(schema: JsonObject): JsonObject {
  const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number;
  return schema.type === 'integer' ? { minimum, maximum, ...schema } : schema;
}

function parametersOf(
  where: 'path' | 'query',
  fields: TObject | undefined,
  components: Components,
  values: Example['params'] = {},
): JsonObject[] {
  if (fields === undefined) return [];
  const required = new Set<string>(fields.required ?? []);
  return Object.entries(fields.properties).map(([name, schema]) => ({
    ...parameter(where, name, required.has(name), bounded(components.refer(schema, 'sent'))),
    ...(name in values ? { example: values[name] as Json } : {}),
  }));
}

const idempotencyKey = parameter('header', 'Idempotency-Key', false, {
  description: 'The same key and body within 24 hours get the first answer.',
  type: 'string',
  pattern: idempotencyKeyPattern,
});

const lastEventId = parameter('header', 'Last-Event-ID', false, {
  description: 'Id of the last event that was received: the stream goes on behind it.',
  type: 'string',
  maxLength: lastEventIdMax,
});

export function parameters(operation: Operation, components: Components, example: Example = {}): Json[] {
  if (!operation.built) {
    return pathParameters(operation.path).map((name) => parameter('path', name, true, { type: 'string' }));
  }
  return [
    ...parametersOf('path', operation.params, components, example.params),
    ...parametersOf('query', operation.query, components, example.query),
    ...(operation.idempotent ? [idempotencyKey] : []),
    ...(operation.reply.kind === 'event-stream' && operation.reply.resumable ? [lastEventId] : []),
  ];
}

const anyBytes: JsonObject = { schema: { type: 'string', format: 'binary' } };
const anyText: JsonObject = { schema: { type: 'string', pattern: plainTextPattern } };

type MultipartBody = Extract<BodySpec, { readonly kind: 'multipart' }>;

function multipart(body: MultipartBody, components: Components): JsonObject {
  const { properties = {}, required = [] } = components.refer(body.fields, 'sent') as {
    readonly properties?: JsonObject;
    readonly required?: readonly string[];
  };
  const files: Record<string, Json> = {};
  for (const [name, { min, max, description }] of Object.entries(body.files)) {
    // `contentMediaType` is the word of the standard, `format` the one that generators of clients look for.
    const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
    files[name] =
      max === 1 ? { ...file, description } : { type: 'array', items: file, minItems: min, maxItems: max, description };
  }
  const needed = Object.entries(body.files)
    .filter(([, { min }]) => min > 0)
    .map(([name]) => name);
  return {
    type: 'object',
    required: [...needed, ...required],
    properties: { ...files, ...properties },
    additionalProperties: false,
  };
}

/** Shows a form: each file as its text. */
function formExample(body: MultipartBody, { files = {}, fields = {} }: Example): JsonObject {
  const texts = Object.entries(files).map(([name, list]) => {
    const contents = list.map(({ bytes }) => String(bytes));
    return [name, body.files[name]?.max === 1 ? contents[0] : contents];
  });
  return { ...Object.fromEntries(texts), ...(fields as JsonObject) };
}

/** An empty body counts as none. */
function plainText(content: JsonObject, optional: true | undefined): JsonObject {
  return optional ? content : { ...content, schema: { minLength: 1, ...(content.schema as JsonObject) } };
}

type SomeBody = Exclude<BodySpec, { readonly kind: 'none' }>;

function content(body: SomeBody, components: Components, example: Example | undefined): JsonObject {
  const shown: JsonObject = example?.body === undefined ? {} : { example: example.body as Json };
  const one = (schema: TSchema): JsonObject => ({ schema: components.refer(schema, 'sent'), ...shown });
  switch (body.kind) {
    case 'json':
      return { 'application/json': one(body.schema) };
    case 'string':
      return { 'text/plain': plainText(one(body.schema), body.optional), 'application/json': one(body.schema) };
    case 'list': {
      const { minItems, maxItems } = body;
      const items = components.refer(body.schema, 'sent');
      return { 'application/json': { schema: { type: 'array', items, minItems, maxItems }, ...shown } };
    }
    case 'any':
      return body.documented === undefined
        ? { 'application/json': one(body.schema), 'text/plain': anyText }
        : { 'application/json': one(body.documented) };
    case 'bytes': {
      const [json, ...others] = body.mediaTypes;
      return { [json]: one(body.schema), ...Object.fromEntries(others.map((type) => [type, anyBytes])) };
    }
    case 'multipart': {
      const form = example === undefined ? {} : { example: formExample(body, example) };
      return { 'multipart/form-data': { schema: multipart(body, components), ...form } };
    }
    case 'form':
      return {
        'application/x-www-form-urlencoded': one(body.schema),
        ...(body.multipart === true ? { 'multipart/form-data': one(body.schema) } : {}),
      };
    case 'raw':
      return Object.fromEntries(body.mediaTypes.map((type) => [type, { ...anyText, ...shown }]));
  }
}

const anyValue: JsonObject = { 'application/json': { schema: {} } };
const anyFields: JsonObject = { schema: { type: 'object' } };

/** The bodies of planned operations, of which nothing is known but how they travel. */
const plannedContents: Readonly<Record<BodySpec['kind'], JsonObject | null>> = {
  none: null,
  json: anyValue,
  list: anyValue,
  any: anyValue,
  bytes: anyValue,
  string: { 'text/plain': anyText },
  multipart: { 'multipart/form-data': anyFields },
  form: { 'application/x-www-form-urlencoded': anyFields },
  raw: { 'application/octet-stream': anyBytes },
};

/** An operation without a body has none: undefined. */
export function requestBody(operation: Operation, components: Components, example?: Example): JsonObject | undefined {
  if (!operation.built) {
    const planned = plannedContents[operation.bodyKind];
    return planned === null ? undefined : { required: true, content: planned };
  }
  const { body } = operation;
  if (body.kind === 'none') return undefined;
  return { required: !('optional' in body && body.optional), content: content(body, components, example) };
}
