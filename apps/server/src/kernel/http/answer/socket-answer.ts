// Failures of what never becomes a request: node's parser gives up, and the answer is written to the socket by hand.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorDefinition } from '@keelson/contract';
import type { Clock } from '../../database/clock.ts';
import type { FailOptions } from '../../request/errors.ts';
import { notFoundError } from '../../request/not-found.ts';
import { type ContextSources, HttpContext } from '../exchange/http-context.ts';
import { failureEnvelope, failureSentence } from './envelope.ts';
import type { FormedFailure, ReplyForm } from './reply-form.ts';

/** One code has one status, on the wire as in the documents. */
const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'SERVICE_UNAVAILABLE',
};
const malformed = { field: '', code: 'FORMAT', message: 'The request is not HTTP/1.1 as it should be.' };
const requestLine = /^[A-Z]+ (\S+) HTTP\//;
/**
 * Time for which bytes of the client are still read after its last answer: a connection closed with unread bytes loses
 * the answer (RFC 9112, 9.6). A client that never closes its side holds the connection, and a stop of the process, no
 * longer than this.
 */
const LINGER_MS = 1_000;

export interface ParserError extends NodeJS.ErrnoException {
  /** The last bytes that arrived: they hold the request line, unless that came in a packet of its own. */
  readonly rawPacket?: Buffer;
}

interface SocketFailure {
  readonly code: ErrorCode;
  readonly options: FailOptions;
  readonly headers?: readonly string[];
  readonly path: string;
  /** Undefined where not even the headers were complete. */
  readonly request?: IncomingMessage | undefined;
}

export function createSocketAnswers(input: {
  readonly clock: Clock;
  readonly sources: ContextSources;
  readonly headerBytes: number;
  readonly alwaysOk: boolean;
  /** Finds the form of failures at an address; undefined stands for the envelope. */
  readonly formAt: (url: string) => ReplyForm | undefined;
}) {
  const { clock, sources, headerBytes, alwaysOk, formAt } = input;

  const answer = (socket: Duplex, { code, options, headers = [], path, request }: SocketFailure): void => {
    const context =
      request === undefined
        ? ({ language: 'en', requestId: sources.newRequestId() } as const)
        : new HttpContext(request, sources);
    const form = formAt(path);
    const { status: truthful } = errorDefinition(code);
    const payload =
      (form === undefined
        ? null
        : formedText(form, {
            code,
            status: truthful,
            message: failureSentence(code, options, context.language),
            url: path,
            mediaType: null,
          })) ?? failureEnvelope(code, options, { service: 'keelson', time: clock.now(), context });
    const status = alwaysOk && form === undefined ? 200 : truthful;
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `x-request-id: ${context.requestId}`,
      ...(code === 'SERVICE_UNAVAILABLE' ? ['retry-after: 1'] : []),
      ...headers,
      `content-length: ${Buffer.byteLength(payload)}`,
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${payload}`);
    linger(socket);
  };

  return {
    /** `unfinished` is the request whose body is malformed, or did not arrive in time; undefined where a head is. */
    parserFailed(error: ParserError, socket: Duplex, unfinished: IncomingMessage | undefined): void {
      const code = codes[error.code ?? ''] ?? 'VALIDATION_FAILED';
      const options =
        code === 'VALIDATION_FAILED' ? { errorArguments: [malformed] } : { parameters: { limit: headerBytes } };
      const path = unfinished?.url ?? requestLine.exec(error.rawPacket?.toString('latin1') ?? '')?.[1] ?? '';
      answer(socket, { code, options, path, request: unfinished });
    },

    /** Refuses CONNECT, for which node hands over the socket: there is nothing to be connected to. */
    connectRefused(request: IncomingMessage, socket: Duplex, methods: readonly string[]): void {
      const path = request.url ?? '';
      if (methods.length === 0) {
        const { code, options } = notFoundError('OPERATION_NOT_FOUND', [{ operation: `CONNECT ${path}` }]);
        answer(socket, { code, options, path, request });
        return;
      }
      const options = { parameters: { method: 'CONNECT' } };
      const headers = [`allow: ${methods.join(', ')}`];
      answer(socket, { code: 'METHOD_NOT_ALLOWED', options, headers, path, request });
    },
  };
}

/** Reads and drops what still comes, for a while, once nothing more is to be written. */
export function linger(socket: Duplex): void {
  socket.end();
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
  socket.resume();
}

/**
 * Lets the connection of a request whose body is left linger once it has been answered: node would destroy it, and whoever
 * still sends would lose the answer.
 */
export function lingerBehind(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    request.unpipe();
    request.removeAllListeners('data');
    request.resume();
    linger(socket);
  };
}

export type SocketAnswers = ReturnType<typeof createSocketAnswers>;

/** Text of a failure in the form; null where the form encodes it as something other than text. */
function formedText(form: ReplyForm, failure: FormedFailure): string | null {
  const text = form.failure(failure);
  return typeof text === 'string' ? text : null;
}
