// Describes what a call needs to know of its operation: the part of a declaration that a request and its answer depend on.
import { formOf, type Operation } from '@keelson/contract';

/** How a body travels; `none` sends nothing. */
type BodyKind = 'none' | 'json' | 'text' | 'raw' | 'form' | 'multipart';

/** How an answer is read: out of the envelope, as the stream that it is, or as the JSON of another protocol. */
type ReplyKind = 'enveloped' | 'stream' | 'form';

/** All that a call needs of an operation; small enough that a table of them goes into a page. */
export interface CallShape {
  readonly method: string;
  /** Path, with parameters written as `{name}`. */
  readonly path: string;
  readonly body: BodyKind;
  /** Media type of a raw body, else empty. */
  readonly rawType: string;
  readonly accept: string;
  readonly reply: ReplyKind;
  /** Names of the headers that the operation declares; absent: none. */
  readonly declaredHeaders?: readonly string[];
}

const bodyKinds: Readonly<Record<string, BodyKind>> = {
  none: 'none',
  string: 'text',
  raw: 'raw',
  form: 'form',
  multipart: 'multipart',
};

const EVENT_STREAM = 'text/event-stream, application/json';

function replyOf(operation: Operation): Pick<CallShape, 'accept' | 'reply'> {
  const json = { accept: 'application/json', reply: formOf(operation) === null ? 'enveloped' : 'form' } as const;
  if (!operation.built) return json;
  const { reply } = operation;
  if (reply.kind === 'html') return { ...json, accept: 'text/html' };
  if (reply.kind === 'download')
    return { accept: [...reply.mediaTypes, 'application/json'].join(', '), reply: 'stream' };
  return reply.kind === 'event-stream' ? { accept: EVENT_STREAM, reply: 'stream' } : json;
}

function declaredHeadersOf(operation: Operation): Pick<CallShape, 'declaredHeaders'> {
  const { headers = {} } = (operation.built ? operation.reply : {}) as { readonly headers?: object };
  const declaredHeaders = Object.keys(headers);
  return declaredHeaders.length === 0 ? {} : { declaredHeaders };
}

/** Takes from a declaration what a call needs. */
export function shapeOf(operation: Operation): CallShape {
  const body = operation.built ? operation.body : null;
  return {
    method: operation.method,
    path: operation.path,
    body: bodyKinds[body === null ? (operation as { bodyKind: string }).bodyKind : body.kind] ?? 'json',
    rawType: body?.kind === 'raw' ? body.mediaTypes[0] : '',
    ...replyOf(operation),
    ...declaredHeadersOf(operation),
  };
}
