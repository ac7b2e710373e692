// What the rooms of this server need of a request and of an answer, whoever reads the one and writes the other.
import { type IncomingMessage, ServerResponse } from 'node:http';

/** Is a request of node, or one that was read directly. */
export type HttpRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'socket' | 'complete'>;

/** Holds a request and what its router has found in its address. */
export interface RequestParts {
  readonly raw: HttpRequest;
  readonly params: unknown;
  /** Is the text behind the question mark as it is. */
  readonly query: unknown;
}

/** Takes an answer whole; nothing may be written to it afterwards. */
export interface HttpResponse {
  readonly headersSent: boolean;
  /** Is true once nobody can hear the answer. */
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
