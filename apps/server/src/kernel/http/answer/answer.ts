// Turns what a handler answers into bytes on the socket, by the kind of reply that the contract declares.
import { gunzipSync } from 'node:zlib';
import type {
  BuiltOperation,
  Bytes,
  Cookie,
  EventSpec,
  EventStream,
  PreparedAnswer,
  ReplySpec,
  StreamEvent,
  Unchanged,
} from '@keelson/contract';
import { fail } from '../../request/errors.ts';
import { acceptsJson } from '../exchange/accept.ts';
import { sendText } from '../exchange/compression.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import { type HttpResponse, streamingResponse } from '../exchange/http-message.ts';
import {
  addCookies,
  fileHeaders,
  type HeaderSets,
  type ReplyHeaders,
  send,
  sendNotModified,
  setHeaders,
} from '../exchange/reply.ts';
import type { Downloads } from '../streams/downloads.ts';
import type { Streams } from '../streams/streams.ts';
import type { AnswerSender } from './answer-sender.ts';
import { isKnownTag } from './entity-tag.ts';
import { envelopeOf, VOID_ENVELOPE } from './envelope.ts';
import { createFileAnswer } from './file-answer.ts';
import { type ServedForm, type ServedForms, servedFormOf } from './reply-form.ts';
import { type CompiledSchemas, createSerializer, type Serialize } from './serializers.ts';

const JSON_TYPE = 'application/json';
const EVENT_STREAM_TYPE = 'text/event-stream';

interface AnswerParts {
  readonly validators: CompiledSchemas;
  readonly sets: HeaderSets;
  readonly checkReplies: boolean;
  readonly streams: Streams;
  readonly downloads: Downloads;
  readonly forms: ServedForms;
}

interface WithHeaders {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies?: readonly Cookie[];
}

function needsJson(context: HttpContext): void {
  if (!acceptsJson(context.request.headers.accept)) fail('NOT_ACCEPTABLE');
}

function startHeaders(set: readonly string[], context: HttpContext, extra: ReplyHeaders | null): ReplyHeaders {
  const headers = [...set, 'x-request-id', context.requestId];
  if (extra !== null) headers.push(...extra);
  return headers;
}

function sendCompressible(
  response: HttpResponse,
  status: number,
  headers: ReplyHeaders,
  text: string,
  { request }: HttpContext,
): number | Promise<number> {
  return sendText(response, status, headers, text, request.headers['accept-encoding']);
}

function isPreparedAnswer(body: unknown): body is PreparedAnswer {
  return typeof body === 'object' && body !== null && 'preparedAnswer' in body;
}

function isUnchanged(body: unknown): body is Unchanged {
  return typeof body === 'object' && body !== null && 'unchanged' in body;
}

/** The text of a body without its envelope, which the check against the schema reads. */
function bodyTextOf({ preparedAnswer, encoding }: PreparedAnswer): string {
  const bytes = encoding === null ? preparedAnswer : gunzipSync(preparedAnswer);
  const { body } = JSON.parse(Buffer.from(bytes).toString()) as { readonly body: unknown };
  return JSON.stringify(body);
}

function jsonWriter(spec: Extract<ReplySpec, { kind: 'json' | 'void' }>, dependencies: AnswerParts): AnswerSender {
  const { sets } = dependencies;
  const serialize: Serialize | null = spec.kind === 'void' ? null : createSerializer(spec.schema, dependencies);
  const withHeaders = spec.headers !== undefined;
  const conditional = spec.kind === 'json' && spec.conditional === true;
  const textOf = (body: unknown): string => (serialize === null ? VOID_ENVELOPE : envelopeOf(serialize(body)));
  const preparedPayload = (answer: PreparedAnswer, headers: ReplyHeaders): Uint8Array => {
    if (dependencies.checkReplies) serialize?.({ preparedJson: bodyTextOf(answer) });
    if (answer.encoding !== null) headers.push('content-encoding', answer.encoding);
    return answer.preparedAnswer;
  };
  return {
    negotiate: needsJson,
    write(answer, context, response, extra) {
      const headers = startHeaders(sets.json, context, extra);
      if (conditional && isKnownTag(context.request.headers['if-none-match'], (answer as WithHeaders).headers.etag)) {
        const unchanged = startHeaders(sets.empty, context, extra);
        setHeaders(unchanged, (answer as WithHeaders).headers);
        sendNotModified(response, unchanged);
        return 304;
      }
      const body = withHeaders ? (answer as WithHeaders).body : answer;
      if (conditional && isUnchanged(body)) throw new Error('nothing changed, and the client has another tag');
      const payload = isPreparedAnswer(body) ? preparedPayload(body, headers) : textOf(body);
      if (withHeaders) {
        setHeaders(headers, (answer as WithHeaders).headers);
        addCookies(headers, (answer as WithHeaders).cookies);
      }
      if (typeof payload === 'string') return sendCompressible(response, 200, headers, payload, context);
      send(response, 200, headers, payload);
      return 200;
    },
  };
}

function redirectSender({ sets }: AnswerParts): AnswerSender {
  return {
    negotiate() {},
    write(answer, context, response, extra) {
      const { location, headers: own, cookies } = answer as WithHeaders & { readonly location: string | null };
      const headers = startHeaders(location === null ? sets.json : sets.empty, context, extra);
      setHeaders(headers, own);
      addCookies(headers, cookies);
      if (location === null) {
        send(response, 200, headers, VOID_ENVELOPE);
        return 200;
      }
      setHeaders(headers, { location });
      send(response, 302, headers, '');
      return 302;
    },
  };
}

function isBytes(answer: unknown): answer is Bytes {
  return typeof answer === 'object' && answer !== null && 'bytes' in answer;
}

/** Writes bytes as a file wherever the client takes the media type; of a model JSON comes first. */
function bytesWriter(spec: Extract<ReplySpec, { kind: 'json-or-bytes' }>, dependencies: AnswerParts): AnswerSender {
  const { sets } = dependencies;
  const serialize = createSerializer(spec.schema, dependencies);
  const isFile = (spec.schema as { readonly type?: unknown }).type === 'string';
  const offered = isFile ? [...spec.mediaTypes, JSON_TYPE] : [JSON_TYPE, ...spec.mediaTypes];
  return {
    negotiate(context) {
      const chosen = context.negotiate(offered);
      if (chosen === null) fail('NOT_ACCEPTABLE');
      context.acceptedBytes = chosen === JSON_TYPE ? null : chosen;
    },
    write(answer, context, response, extra) {
      if (isBytes(answer) && context.acceptedBytes !== null) {
        const headers = fileHeaders(sets, answer);
        headers.push('x-request-id', context.requestId, 'vary', 'Accept', ...(extra ?? []));
        send(response, 200, headers, answer.bytes);
        return 200;
      }
      const body = isBytes(answer) ? Buffer.from(answer.bytes).toString('base64') : answer;
      const headers = startHeaders(sets.json, context, extra);
      headers.push('vary', 'Accept');
      return sendCompressible(response, 200, headers, envelopeOf(serialize(body)), context);
    },
  };
}

function formSender({ form }: ServedForm, { sets }: AnswerParts): AnswerSender {
  return {
    negotiate: form.followsRequest === true ? () => {} : needsJson,
    write(answer, context, response, extra) {
      const formed = form.answer(answer, context.request.headers['if-none-match']);
      const headers = startHeaders(formed.payload === null ? sets.empty : sets.json, context, extra);
      setHeaders(headers, formed.headers);
      if (formed.payload === null) sendNotModified(response, headers);
      else if (typeof formed.payload === 'string')
        return sendCompressible(response, formed.status, headers, formed.payload, context);
      else send(response, formed.status, headers, formed.payload);
      return formed.status;
    },
  };
}

function htmlSender({ sets }: AnswerParts): AnswerSender {
  return {
    negotiate() {},
    write(answer, context, response, extra) {
      const { html, headers: own } = answer as { readonly html: string; readonly headers: WithHeaders['headers'] };
      const headers = startHeaders(sets.html, context, extra);
      setHeaders(headers, own);
      return sendCompressible(response, 200, headers, html, context);
    },
  };
}

function pageOrVoidSender({ sets }: AnswerParts): AnswerSender {
  return {
    negotiate() {},
    write(answer, context, response, extra) {
      const isPage = context.prefersHtml;
      const headers = startHeaders(isPage ? sets.html : sets.json, context, extra);
      headers.push('vary', 'Accept');
      send(response, 200, headers, isPage ? (answer as { readonly html: string }).html : VOID_ENVELOPE);
      return 200;
    },
  };
}

/** Each event is held against its schema, like every other reply. */
function checkedStream(stream: EventStream, checks: ReadonlyMap<string, Serialize>): EventStream {
  const check = ({ event, data }: StreamEvent<EventSpec>): void => {
    const serialize = checks.get(event);
    if (serialize === undefined) throw new Error(`the event ${event} is not declared`);
    serialize(data);
  };
  return {
    ...stream,
    open: (sink) =>
      stream.open({
        ...sink,
        send(event) {
          check(event);
          sink.send(event);
        },
        relay(event, id) {
          check(event.source);
          sink.relay(event, id);
        },
      }),
  };
}

function streamWriter(
  kind: string,
  { events, streamsMax }: Extract<ReplySpec, { kind: 'event-stream' }>,
  dependencies: AnswerParts,
): AnswerSender {
  const { sets, streams, checkReplies } = dependencies;
  const checks = new Map(
    Object.entries(events).map(([name, schema]) => [name, createSerializer(schema, dependencies)]),
  );
  return {
    negotiate(context) {
      if (context.negotiate([EVENT_STREAM_TYPE]) === null) fail('NOT_ACCEPTABLE');
    },
    write(answer, context, response, extra, caller) {
      const stream = answer as EventStream;
      streams.open(checkReplies ? checkedStream(stream, checks) : stream, {
        kind,
        caller,
        response: streamingResponse(response),
        streamsMax,
        remoteAddress: context.remoteAddress,
        headers: startHeaders(sets.stream, context, extra),
      });
      return 200;
    },
  };
}

/** `kind` names the operation among those of the suite. */
export function createAnswerSender(kind: string, operation: BuiltOperation, dependencies: AnswerParts): AnswerSender {
  const { reply } = operation;
  switch (reply.kind) {
    case 'json':
    case 'void':
      return jsonWriter(reply, dependencies);
    case 'redirect-or-void':
      return redirectSender(dependencies);
    case 'json-or-bytes':
      return bytesWriter(reply, dependencies);
    case 'form':
      return formSender(servedFormOf(dependencies.forms, reply.form), dependencies);
    case 'page-or-void':
      return pageOrVoidSender(dependencies);
    case 'html':
      return htmlSender(dependencies);
    case 'download':
      return createFileAnswer(reply, dependencies);
    case 'event-stream':
      return streamWriter(kind, reply, dependencies);
  }
}
