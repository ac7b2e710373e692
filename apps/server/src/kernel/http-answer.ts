// Turns what a handler answers into bytes on the socket, by the kind of reply that the contract declares.
import type { ServerResponse } from 'node:http';
import type { BuiltOperation, Bytes, Cookie, EventStream, ReplySpec } from '@keelson/contract';
import { acceptsJson } from './accept.ts';
import type { Caller } from './caller.ts';
import { envelopeOf, VOID_ENVELOPE } from './envelope.ts';
import { fail } from './errors.ts';
import type { HttpContext } from './http-context.ts';
import { addCookies, fileHeaders, type HeaderSets, type ReplyHeaders, send, setHeaders } from './http-reply.ts';
import { createSerializer, type Serialize } from './http-serializers.ts';
import type { Streams } from './sse.ts';
import type { createValidators } from './validation.ts';

export interface AnswerWriter {
  /** Before the handler runs: refuses a client that takes no form of the answer, and settles which it gets. */
  negotiate(context: HttpContext): void;
  /** Writes the answer with `extra` headers put in; returns the status. */
  write(
    answer: unknown,
    context: HttpContext,
    response: ServerResponse,
    extra: ReplyHeaders | null,
    caller: Caller | null,
  ): number;
}

const JSON_TYPE = 'application/json';
const EVENT_STREAM_TYPE = 'text/event-stream';

interface WriterDependencies {
  readonly validators: ReturnType<typeof createValidators>;
  readonly sets: HeaderSets;
  readonly checkReplies: boolean;
  readonly streams: Streams;
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

function jsonWriter(
  spec: Extract<ReplySpec, { kind: 'json' | 'void' }>,
  dependencies: WriterDependencies,
): AnswerWriter {
  const { sets } = dependencies;
  const serialize: Serialize | null = spec.kind === 'void' ? null : createSerializer(spec.schema, dependencies);
  const withHeaders = spec.headers !== undefined;
  return {
    negotiate: needsJson,
    write(answer, context, response, extra) {
      const headers = startHeaders(sets.json, context, extra);
      const body = withHeaders ? (answer as WithHeaders).body : answer;
      const text = serialize === null ? VOID_ENVELOPE : envelopeOf(serialize(body));
      if (withHeaders) {
        setHeaders(headers, (answer as WithHeaders).headers);
        addCookies(headers, (answer as WithHeaders).cookies);
      }
      send(response, 200, headers, text);
      return 200;
    },
  };
}

function redirectWriter({ sets }: WriterDependencies): AnswerWriter {
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

/** A byte-array answer is the file wherever the client takes it; of a model JSON comes first. */
function bytesWriter(
  spec: Extract<ReplySpec, { kind: 'json-or-bytes' }>,
  dependencies: WriterDependencies,
): AnswerWriter {
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
      send(response, 200, headers, envelopeOf(serialize(body)));
      return 200;
    },
  };
}

function htmlWriter({ sets }: WriterDependencies): AnswerWriter {
  return {
    negotiate() {},
    write(answer, context, response, extra) {
      const { html, headers: own } = answer as { readonly html: string; readonly headers: WithHeaders['headers'] };
      const headers = startHeaders(sets.html, context, extra);
      setHeaders(headers, own);
      send(response, 200, headers, html);
      return 200;
    },
  };
}

/** Each event is held against its schema, like every other reply. */
function checkedStream(stream: EventStream, checks: ReadonlyMap<string, Serialize>): EventStream {
  return {
    open: (sink) =>
      stream.open({
        ...sink,
        send(event) {
          const check = checks.get(event.event);
          if (check === undefined) throw new Error(`the event ${event.event} is not declared`);
          check(event.data);
          sink.send(event);
        },
      }),
  };
}

function streamWriter(
  kind: string,
  { events, streamsMax }: Extract<ReplySpec, { kind: 'event-stream' }>,
  dependencies: WriterDependencies,
): AnswerWriter {
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
        ...{ kind, caller, response, streamsMax },
        remoteAddress: context.remoteAddress,
        headers: startHeaders(sets.stream, context, extra),
      });
      return 200;
    },
  };
}

/** `kind` names the operation among those of the suite. */
export function createAnswerWriter(
  kind: string,
  operation: BuiltOperation,
  dependencies: WriterDependencies,
): AnswerWriter {
  const { reply } = operation;
  switch (reply.kind) {
    case 'json':
    case 'void':
      return jsonWriter(reply, dependencies);
    case 'redirect-or-void':
      return redirectWriter(dependencies);
    case 'json-or-bytes':
      return bytesWriter(reply, dependencies);
    case 'html':
      return htmlWriter(dependencies);
    case 'event-stream':
      return streamWriter(kind, reply, dependencies);
  }
}
