// Declares what a call to another system takes, and how it ends.
import type { IncomingHttpHeaders } from 'node:http';
import type { AllowList } from './allow-list.ts';

export interface OutboundRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  readonly allow: AllowList;
  /** `manual` answers a redirect as it came; `same-origin` fails where one leads elsewhere, for calls that carry secrets. */
  readonly redirects?: 'follow' | 'same-origin' | 'manual';
  readonly redirectsMax?: number;
  readonly connectTimeoutMs?: number;
  /** Bounds the whole call, redirects and the reading of the answer included. */
  readonly totalTimeoutMs?: number;
  /** Bounds the body as it came and as it is after unpacking. */
  readonly answerBytesMax?: number;
  readonly signal?: AbortSignal;
  /** Certificates that are trusted instead of those of the system. */
  readonly certificateAuthorities?: string;
}

export interface OutboundAnswer {
  readonly outcome: 'answered';
  readonly status: number;
  readonly reason: string;
  /** `1.1` */
  readonly httpVersion: string;
  readonly headers: IncomingHttpHeaders;
  /** The body, unpacked, whatever `content-encoding` says. */
  readonly body: Buffer;
}

export interface OutboundFailure {
  readonly outcome: 'failed';
  readonly code: OutboundFailureCode;
  /** Names the host and never the rest of the URL, which may hold what is confidential. */
  readonly message: string;
}

export type OutboundFailureCode =
  | 'URL_INVALID'
  | 'REQUEST_INVALID'
  | 'ADDRESS_REFUSED'
  | 'HOST_UNKNOWN'
  | 'CONNECTION_FAILED'
  | 'CONNECT_TIMEOUT'
  | 'TLS_FAILED'
  | 'TIMEOUT'
  | 'ANSWER_TOO_LARGE'
  | 'ANSWER_UNREADABLE'
  | 'REDIRECT_REFUSED'
  | 'ABORTED';

export type OutboundResult = OutboundAnswer | OutboundFailure;

export interface Outbound {
  /** Sends the request. Never rejects: a failure is a value. */
  send(request: OutboundRequest): Promise<OutboundResult>;
}
