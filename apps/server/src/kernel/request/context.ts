// Declares what a request carries beside its parameters and body, as handlers see it.

import type { Language } from '@keelson/contract';

export type Carrier = 'bearer' | 'api-key' | 'cookie' | 'none';

/** Read-only view of one request; most values are read from the headers when first asked for. */
export interface Context {
  /** Correlates `X-Request-Id` of the answer, `uuid` of an error and the log line. */
  readonly requestId: string;
  /** Address of the client as the trusted proxies report it. */
  readonly remoteAddress: string;
  /** Holds at most 512 characters; empty when absent. */
  readonly userAgent: string;
  /** Language of texts for this caller. */
  readonly language: Language;
  /** Holds the header as sent, at most 256 characters; empty when absent. */
  readonly acceptLanguage: string;
  /** Says how the credential travelled; `none` also when a public operation was called without one. */
  readonly carrier: Carrier;
  /** The presented session token, live or dead; null for API keys. Never logged, never stored. */
  readonly token: string | null;
  /** The host name that the client asked for, lower case, without the port; empty when there is none. */
  readonly host: string;
  /** Says whether it is HTTPS, as the connection or the trusted proxy reports it. */
  readonly secure: boolean;
  /** True where the client speaks plain HTTP to a loopback address of this machine. */
  readonly loopback: boolean;
  /** Says that `Accept` names text/html, and JSON not before it. */
  readonly prefersHtml: boolean;
  /** The media type of an operation that answers JSON or bytes, when the client wants the file; else null. */
  readonly acceptedBytes: string | null;
  /** `Idempotency-Key` of an operation that honours it, 1..128 characters, already checked. */
  readonly idempotencyKey: string | null;
  /** Holds `Last-Event-ID` of a stream that can be resumed, at most 256 characters; null when the client comes anew. */
  readonly lastEventId: string | null;
  /** Cookies by name; the first of equal names counts, as browsers send the most specific one first. */
  readonly cookies: Readonly<Record<string, string>>;
  /**
   * True where the headers prove that the request comes from a page of this service; only a browser's request can fail
   * this.
   */
  readonly originProven: boolean;
  /** Calls once when the client closes its connection before the answer; the answered function stops listening. */
  onHangUp(action: () => void): () => void;
  /** Answers a header by its lower-case name; null when it is absent or there are several. */
  header(name: string): string | null;
}
