// Lets pages of the allowed origins read answers (CORS); nothing is added for anybody else.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest } from '../exchange/http-message.ts';
import type { ReplyHeaders } from '../exchange/reply.ts';

export interface Cors {
  /** Adds what the origin of the request may see. */
  add(headers: ReplyHeaders, request: HttpRequest): void;
  /** Answers a preflight request; false when it is none or comes from another origin. */
  preflight(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): boolean;
}

/** Ten minutes let a changed list be seen soon; browsers honour at most two hours. */
const PREFLIGHT_SECONDS = '600';

const allowedHeaders =
  'Authorization, Content-Type, X-API-Key, X-Request-Id, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID';

/** Says who may read answers, and what of them. Names of headers stand as they are sent. */
export interface CorsRules {
  readonly origins: () => ReadonlySet<string>;
  readonly requestHeaders: string;
  /** Pages may read these response headers. */
  readonly exposed: string;
}

interface WholeRules extends CorsRules {
  /** Says whether the session cookie may come along. */
  readonly credentials: boolean;
}

function corsOf({ origins, credentials, requestHeaders, exposed }: WholeRules): Cors {
  const originOf = (request: HttpRequest): string | null => {
    const { origin } = request.headers;
    return origin !== undefined && origins().has(origin) ? origin : null;
  };
  const withCredentials = credentials ? { 'access-control-allow-credentials': 'true' } : {};
  return {
    add(headers, request) {
      if (origins().size === 0) return;
      headers.push('vary', 'Origin');
      const origin = originOf(request);
      if (origin === null) return;
      headers.push('access-control-allow-origin', origin, ...Object.entries(withCredentials).flat());
      headers.push('access-control-expose-headers', exposed);
    },
    preflight(request, response, methods) {
      const origin = originOf(request);
      if (request.method !== 'OPTIONS' || origin === null) return false;
      if (request.headers['access-control-request-method'] === undefined) return false;
      response.writeHead(204, {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        ...withCredentials,
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': requestHeaders,
        'access-control-max-age': PREFLIGHT_SECONDS,
      });
      response.end();
      return true;
    },
  };
}

/** Answers null when no origin is allowed. `exposed` are the response headers that pages may read. */
export function createCors(allowedOrigins: readonly string[], exposed: readonly string[]): Cors | null {
  if (allowedOrigins.length === 0) return null;
  const allowed = new Set(allowedOrigins);
  return corsOf({
    origins: () => allowed,
    credentials: true,
    requestHeaders: allowedHeaders,
    exposed: exposed.join(', '),
  });
}

/**
 * Origins of the configuration as everywhere, and those of the rules, which read with a token of their own or with none; the
 * cookie of a session is not theirs.
 */
export function createWiderCors(cors: Cors | null, rules: CorsRules): Cors {
  const own = corsOf({ ...rules, credentials: false });
  return {
    add(headers, request) {
      const before = headers.length;
      cors?.add(headers, request);
      // An origin of the configuration has these headers already.
      if (!headers.includes('access-control-allow-origin', before)) own.add(headers, request);
    },
    preflight: (request, response, methods) =>
      cors?.preflight(request, response, methods) === true || own.preflight(request, response, methods),
  };
}
