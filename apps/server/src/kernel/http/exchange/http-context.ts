// The context of one HTTP request: identity at once, everything else read from the headers when first asked for.
import type { Language } from '@keelson/contract';
import type { Caller } from '../../request/caller.ts';
import type { Carrier, Context } from '../../request/context.ts';
import { chooseLanguage, chooseMediaType, prefersHtml } from './accept.ts';
import type { HttpRequest } from './http-message.ts';
import { type OriginProof, type OriginRules, originProof } from './origin-proof.ts';
import type { Rejection } from './rejection.ts';
import type { RemoteAddressReader } from './remote-address.ts';

/** Enough for every real browser; it is stored with sessions. */
const USER_AGENT_LENGTH_MAX = 512;
/** Ten languages with their weights fit into it. */
const ACCEPT_LANGUAGE_LENGTH_MAX = 256;
/** Browsers keep 180 cookies a site at most. */
const COOKIES_MAX = 200;

/** An IPv6 address has its colons in brackets. */
const PORT = /:\d*$/;

// An id that looks like a token is not kept: it would stand in every log line.
const keptRequestId = /^(?!svc_)[A-Za-z0-9._-]{8,64}$/;

/** Parts that all requests of a server share. */
export interface ContextSources {
  readonly remote: RemoteAddressReader;
  readonly origins: OriginRules;
  readonly newRequestId: () => string;
}

export function parseCookies(header: string | undefined): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = Object.create(null);
  if (header === undefined) return cookies;
  for (const part of header.split(';', COOKIES_MAX)) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    if (name in cookies) continue;
    const value = part.slice(at + 1).trim();
    cookies[name] = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return cookies;
}

/** A class, because an object per request with a fixed shape and lazy fields is the cheapest. */
export class HttpContext implements Context {
  readonly requestId: string;
  readonly request: HttpRequest;
  /** `performance.now()` at the request line. */
  readonly startedMs: number;
  carrier: Carrier = 'none';
  token: string | null = null;
  /**
   * Refusal of a dead token at a public operation, answered once the parameters have been read; null where there is
   * none.
   */
  rejection: Rejection | null = null;
  /** The caller, once the guard knows; null where nobody has signed in. */
  caller: Caller | null = null;
  acceptedBytes: string | null = null;
  idempotencyKey: string | null = null;
  lastEventId: string | null = null;
  /** Counts the bytes of the body that are held in memory. */
  bodyBytes = 0;
  readonly #sources: ContextSources;
  #remoteAddress: string | undefined;
  #language: Language | undefined;
  #cookies: Readonly<Record<string, string>> | undefined;

  constructor(request: HttpRequest, sources: ContextSources) {
    const given = request.headers['x-request-id'];
    this.requestId = typeof given === 'string' && keptRequestId.test(given) ? given : sources.newRequestId();
    this.request = request;
    this.startedMs = performance.now();
    this.#sources = sources;
  }

  onHangUp(action: () => void): () => void {
    const { socket } = this.request;
    socket.once('close', action);
    return () => void socket.off('close', action);
  }

  get remoteAddress(): string {
    this.#remoteAddress ??= this.#sources.remote.address(this.request);
    return this.#remoteAddress;
  }

  get userAgent(): string {
    return (this.request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  }

  get acceptLanguage(): string {
    return (this.request.headers['accept-language'] ?? '').slice(0, ACCEPT_LANGUAGE_LENGTH_MAX);
  }

  get language(): Language {
    this.#language ??= chooseLanguage(this.acceptLanguage);
    return this.#language;
  }

  get host(): string {
    const host = this.#sources.remote.host(this.request).toLowerCase();
    return host.replace(PORT, '').replace(/\.$/, '');
  }

  get secure(): boolean {
    return this.#sources.remote.secure(this.request);
  }

  get loopback(): boolean {
    return this.#sources.remote.loopback(this.request);
  }

  get prefersHtml(): boolean {
    return prefersHtml(this.request.headers.accept);
  }

  get cookies(): Readonly<Record<string, string>> {
    this.#cookies ??= parseCookies(this.request.headers.cookie);
    return this.#cookies;
  }

  header(name: string): string | null {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : null;
  }

  get originProof(): OriginProof {
    const host = this.#sources.remote.host(this.request);
    return originProof(this.#sources.origins, { headers: this.request.headers, host, secure: this.secure });
  }

  /** Says whether the page may act for the person whose cookie the request carries. */
  provesOriginTo(tenantIdentifier: string | null): boolean {
    const proof = this.originProof;
    if (proof === 'same-site') return this.#sources.origins.sameSiteAllowed(tenantIdentifier);
    return proof === 'proven';
  }

  get originProven(): boolean {
    return this.provesOriginTo(null);
  }

  /** Chooses what the client gets of an operation that can answer bytes: one of the media types offered, or null. */
  negotiate(offered: readonly string[]): string | null {
    return chooseMediaType(this.request.headers.accept, offered);
  }
}
