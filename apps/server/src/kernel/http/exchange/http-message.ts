// Declares what this server needs of a request and of an answer, whether node or the direct reader handles them.
import { type IncomingMessage, ServerResponse } from 'node:http';

/** A request of node, or one that was read directly. */
export type HttpRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'socket' | 'complete'>;

/** Holds a request and what its router has found in its address. */
export interface RequestParts {
  readonly raw: HttpRequest;
  readonly params: unknown;
  /** The text behind the question mark, as it was sent. */
  readonly query: unknown;
}

/** Takes an answer whole; a second write is a mistake. */
export interface HttpResponse {
  readonly headersSent: boolean;
  /** True once the client has gone. */
  readonly destroyed: boolean;
  /** Names and values alternate. */
  writeHead(status: number, headers: string[]): unknown;
  end(payload?: string | Uint8Array): unknown;
}

/** An answer that lasts is written by node; operations that have one are not served directly. */
export function streamingResponse(response: HttpResponse): ServerResponse {
  if (response instanceof ServerResponse) return response;
  throw new Error('a stream is written by node alone');
}
