// Describes the answers of an operation in a document: success by kind of reply, failures by status.
import type { TSchema } from 'typebox';
import { pageExample } from '../documentation/placeholders.ts';
import { type ErrorCode, errorDefinition } from '../errors/catalogue.ts';
import type { Language } from '../errors/definition.ts';
import { failureResponseSchema, responseSchema, voidSchema } from '../models/envelope.ts';
import { text } from '../models/schema.ts';
import { OTLP, otlpProtobuf } from '../modules/logger-producer/following/otlp-operations.ts';
import { OFREP } from '../modules/system-setting/ofrep-operations.ts';
import type { HeaderSpec, ReplySpec } from '../operations/body-and-reply.ts';
import { formOf, type Operation } from '../operations/define.ts';
import { errorCodesOf } from '../operations/operation-errors.ts';
import type { Example } from '../operations/request.ts';
import type { Components } from './components.ts';
import type { Json, JsonObject } from './json.ts';

/** A body of bytes; `format` is the word that generators of clients look for. */
const bytes: JsonObject = { schema: { type: 'string', format: 'binary' } };

const textHeader = (description: string): JsonObject => ({ description, schema: { type: 'string' } });

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

/** The headers that answers refer to. */
export const sharedHeaders: JsonObject = {
  'X-Request-Id': textHeader('Correlation id, equal to errorDetail.uuid.'),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

function headers(declared: HeaderSpec = {}): JsonObject {
  const own = Object.entries(declared).map(([name, description]) => [name, textHeader(description)]);
  return { ...requestId, ...Object.fromEntries(own) };
}

interface Described {
  readonly title?: string;
  readonly description?: string;
  readonly items?: TSchema;
}

/** Every Long shares one envelope, so that what a number means is said by the answer and not by its model. */
function withoutDescription(schema: TSchema): TSchema {
  const { description: _description, ...rest } = schema as TSchema & Described;
  if (rest.title !== undefined) return schema;
  return rest.items === undefined ? rest : { ...rest, items: withoutDescription(rest.items) };
}

/** Writes an event as it goes over the wire. */
function eventText({ event, data }: { readonly event: string; readonly data: Json }): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Shows the answer of an example; an operation without one has nothing to show. */
function shown<T extends Json>(example: Example | undefined, show: (answer: Json) => T): JsonObject {
  return example === undefined ? {} : { example: show((example.answer ?? {}) as Json) };
}

/** Describes a page, beside what else the answer may be. */
function pageAnswer(description: string, example: Example | undefined, others: JsonObject = {}): JsonObject {
  const content = { ...others, 'text/html': { schema: { type: 'string' }, ...shown(example, () => pageExample) } };
  return { 200: { description, headers: headers(), content } };
}

/** A file with a tag is not sent to whoever has it, and in part to whoever asks for a part. */
function file(
  reply: Extract<ReplySpec, { kind: 'download' }>,
  example: Example | undefined,
  base64: JsonObject,
): JsonObject {
  const answered = example?.answer as { readonly mediaType: string; readonly text: string } | undefined;
  const content = Object.fromEntries(
    reply.mediaTypes.map((mediaType) => {
      const shownText = answered?.mediaType === mediaType ? { example: answered.text } : {};
      return [mediaType, { schema: { type: 'string' }, ...shownText }];
    }),
  );
  const { description } = reply;
  const whole = { ...(reply.base64Max === undefined ? {} : base64), ...content };
  const named = { ...headers(reply.headers), 'Content-Disposition': textHeader('Names the file (RFC 6266).') };
  if (reply.known !== true) return { 200: { description, headers: named, content: whole } };
  const known = { ...named, ETag: textHeader('Of the bytes; for If-None-Match and If-Range.') };
  const part = { ...known, 'Content-Range': textHeader('Which bytes of how many.') };
  return {
    200: { description, headers: known, content: whole },
    206: { description: 'The part that Range asks for.', headers: part, content },
    304: { description: 'As the ETag that If-None-Match names.', headers: headers({ ETag: 'As it was.' }) },
  };
}

function success(reply: ReplySpec, components: Components, example: Example | undefined): JsonObject {
  const enveloped = (schema: TSchema, answer = example) => ({
    'application/json': {
      schema: components.refer(responseSchema(withoutDescription(schema)), 'answered'),
      ...shown(answer, (body) => ({ body, errorDetail: null })),
    },
  });
  switch (reply.kind) {
    case 'json': {
      const { title, description } = reply.schema as Described;
      const summary = title === undefined && description !== undefined ? description : 'Success.';
      const unchanged = { description: 'As the ETag that If-None-Match names.', headers: headers(reply.headers) };
      return {
        200: { description: summary, headers: headers(reply.headers), content: enveloped(reply.schema) },
        ...(reply.conditional === true ? { 304: unchanged } : {}),
      };
    }
    case 'void':
      return { 200: { description: 'Success.', headers: headers(reply.headers), content: enveloped(voidSchema) } };
    case 'redirect-or-void':
      return {
        200: {
          description: 'Success, nowhere to go.',
          headers: headers(),
          content: enveloped(voidSchema, example && {}),
        },
        302: {
          description: 'Success, go on there.',
          headers: {
            ...requestId,
            Location: {
              ...textHeader('Where to go.'),
              ...shown(example, (answer) => (answer as { location: string }).location),
            },
          },
        },
      };
    case 'json-or-bytes': {
      const files = reply.mediaTypes.map((mediaType) => [mediaType, bytes]);
      return {
        200: {
          description: 'Success; the file when Accept admits its media type.',
          headers: headers(),
          content: { ...enveloped(reply.schema), ...Object.fromEntries(files) },
        },
      };
    }
    case 'form': {
      const schema = { type: 'object', additionalProperties: true };
      const others = (reply.mediaTypes ?? []).map((mediaType) => [mediaType, bytes]);
      const json = { 'application/json': { schema, ...shown(example, (answer) => answer) } };
      const content = { ...json, ...Object.fromEntries(others) };
      const { description } = reply;
      if (reply.conditional !== true) return { 200: { description, headers: headers(), content } };
      return {
        200: { description, headers: headers({ etag: 'Of a bulk answer.' }), content },
        304: { description: 'As the ETag that If-None-Match names.', headers: headers() },
      };
    }
    case 'download':
      return file(reply, example, enveloped(text('The bytes of the file in base64.'), { answer: '(base64)' }));
    case 'page-or-void': {
      const others = enveloped(voidSchema, example && {});
      return pageAnswer('Success; a page where Accept likes one better.', example, others);
    }
    case 'html':
      return pageAnswer('The page.', example);
    case 'event-stream': {
      const events = Object.entries(reply.events).map(([name, data]) => [name, components.refer(data, 'answered')]);
      const text = shown(example, (answer) => eventText(answer as { event: string; data: Json }));
      const content = {
        'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(events), ...text },
      };
      return {
        200: { description: 'Server-sent events; x-events has the data of each.', headers: headers(), content },
      };
    }
  }
}

const ofrepFailure: JsonObject = {
  type: 'object',
  properties: {
    key: { type: 'string', description: 'Of a single flag.' },
    errorCode: { type: 'string', enum: ['PARSE_ERROR', 'INVALID_CONTEXT', 'FLAG_NOT_FOUND'] },
    errorDetails: { type: 'string', description: 'One sentence for a person.' },
  },
  required: ['errorDetails'],
};

const rpcStatus: JsonObject = {
  type: 'object',
  description: 'google.rpc.Status, in the encoding of the request.',
  properties: {
    code: { type: 'integer', description: 'google.rpc.Code; 3 INVALID_ARGUMENT for every 400.' },
    message: { type: 'string', description: 'One sentence for a person.' },
  },
  required: ['code', 'message'],
};

/** What failures look like in the forms of other protocols. */
const failuresOfForms: Readonly<Record<string, JsonObject>> = {
  [OFREP]: { 'application/json': { schema: ofrepFailure } },
  [OTLP]: { 'application/json': { schema: rpcStatus }, [otlpProtobuf]: bytes },
};

function failure(status: number, codes: readonly ErrorCode[], content: JsonObject, language: Language): JsonObject {
  return {
    description: codes.map((code) => `${code}: ${errorDefinition(code)[language]}`).join('\n\n'),
    headers: { ...requestId, ...(status === 429 || status === 503 ? retryAfter : {}) },
    content,
    'x-error-codes': codes,
  };
}

function failureContent(form: string | null, components: Components): JsonObject {
  if (form === null) return { 'application/json': { schema: components.refer(failureResponseSchema, 'answered') } };
  const content = failuresOfForms[form];
  if (content === undefined) throw new Error(`nothing says what failures of the form ${form} look like`);
  return content;
}

export function answers(operation: Operation, components: Components, example?: Example): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(operation)) {
    const { status } = errorDefinition(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const form = formOf(operation);
  const failures = [...byStatus].map(([status, codes]) => {
    const name = [status, ...(form === null ? [] : [form.toUpperCase()]), ...codes].join('.');
    const make = () => failure(status, codes, failureContent(form, components), components.language);
    return [status, components.respond(name, make)];
  });
  return { ...(operation.built ? success(operation.reply, components, example) : {}), ...Object.fromEntries(failures) };
}
