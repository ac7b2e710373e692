// Finds the operation of a request that was read directly, by the same router and rules as the framework does.
import createRouter, { type HTTPMethod } from 'find-my-way';
import type { HttpResponse, RequestParts } from '../exchange/http-message.ts';
import type { DirectRequest } from './direct-request.ts';

/** Answers the request, whatever happens; never throws. */
export type Serve = (request: RequestParts, response: HttpResponse) => void;

export interface DirectRoutes {
  /** `serve` is null for what the framework serves. */
  add(method: string, pattern: string, serve: Serve | null): void;
  /** Answers null for what is not served here. */
  find(request: DirectRequest): FoundRoute | null;
}

export interface FoundRoute {
  readonly serve: Serve;
  readonly request: RequestParts;
}

export interface RouterRules {
  readonly maxParamLength: number;
  readonly querystringParser: (text: string) => unknown;
}

export function createDirectRoutes(rules: RouterRules): DirectRoutes {
  const router = createRouter(rules);
  return {
    add(method, pattern, serve) {
      router.on(method as HTTPMethod, pattern, () => undefined, serve);
    },
    find(raw) {
      const found = router.find(raw.method as HTTPMethod, raw.url);
      if (found === null || found.store === null) return null;
      return { serve: found.store as Serve, request: { raw, params: found.params, query: found.searchParams } };
    },
  };
}
