// Lets pages of the allowed origins read answers (CORS); nothing is added for anybody else.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReplyHeaders } from './http-reply.ts';

export interface Cors {
  /** Adds what the origin of the request may see. */
  add(headers: ReplyHeaders, request: IncomingMessage): void;
  /** Answers a browser's question beforehand; false when it is none or comes from elsewhere. */
  preflight(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): boolean;
}

/** Ten minutes: what browsers honour at most is two hours, and a changed list should be seen soon. */
const PREFLIGHT_SECONDS = '600';

const allowedHeaders =
  'Authorization, Content-Type, X-API-Key, X-Request-Id, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID';

/** Null when no origin is allowed. `exposed` are the response headers that pages may read. */
export function createCors(allowedOrigins: readonly string[], exposed: readonly string[]): Cors | null {
  if (allowedOrigins.length === 0) return null;
  const allowed = new Set(allowedOrigins);
  const exposedNames = exposed.join(', ');
  const originOf = (request: IncomingMessage): string | null => {
    const { origin } = request.headers;
    return origin !== undefined && allowed.has(origin) ? origin : null;
  };
  return {
    add(headers, request) {
      headers.push('vary', 'Origin');
      const origin = originOf(request);
      if (origin === null) return;
      headers.push('access-control-allow-origin', origin, 'access-control-allow-credentials', 'true');
      headers.push('access-control-expose-headers', exposedNames);
    },
    preflight(request, response, methods) {
      const origin = originOf(request);
      if (request.method !== 'OPTIONS' || origin === null) return false;
      if (request.headers['access-control-request-method'] === undefined) return false;
      response.writeHead(204, {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': PREFLIGHT_SECONDS,
      });
      response.end();
      return true;
    },
  };
}
