// Finds what answers at the address of a request, whoever has read the request.
import type { IncomingMessage, ServerResponse } from 'node:http';
import createRouter, { type HTTPMethod } from 'find-my-way';
import type { HttpRequest, HttpResponse, RequestParts } from './exchange/http-message.ts';

/**
 * Characters of a parameter of a path, such as an id or a name; a longer one is answered 400 instead of being cut off.
 */
export const PATH_PARAMETER_LENGTH_MAX = 2_048;

export interface Route {
  /** True where requests that were read directly may be served: the answer is no stream and the body no upload. */
  readonly isDirect: boolean;
  /** Answers the request, whatever happens; never throws. */
  serve(request: RequestParts, response: HttpResponse): void;
}

export interface FoundRoute {
  readonly serve: Route['serve'];
  readonly request: RequestParts;
}

/** `FORMAT`: the path is no percent-encoded UTF-8; `TOO_LONG`: a parameter of it has too many characters. */
export type PathFault = 'FORMAT' | 'TOO_LONG';

export interface Routes {
  /** Writes parameters of the path as `{name}`; a path that ends with `/*` stands for every path that goes on there. */
  add(method: string, path: string, route: Route): void;
  /** Finds the route of a request that was read directly; null where node has to serve it. */
  findDirect(request: HttpRequest): FoundRoute | null;
  /** Serves a request that node has read, or refuses it for its path; answers false where there is no route. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Answers the router's pattern of a path; a colon that is no parameter is doubled. */
function routePattern(path: string): string {
  return path.replaceAll(':', '::').replace(/\{([^}]+)\}/g, ':$1');
}

/** `refuse` answers a request whose path has a fault. */
export function createRoutes(
  refuse: (fault: PathFault, request: IncomingMessage, response: ServerResponse) => void,
): Routes {
  // The parameter readers want the text of the query; parsing it twice would lose what was malformed.
  const querystringParser = (text: string): unknown => text;
  const router = createRouter({
    maxParamLength: PATH_PARAMETER_LENGTH_MAX,
    querystringParser: querystringParser as (text: string) => Record<string, unknown>,
    onBadUrl: (_path, request, response) => refuse('FORMAT', request as IncomingMessage, response as ServerResponse),
    onMaxParamLength: (_path, request, response) =>
      refuse('TOO_LONG', request as IncomingMessage, response as ServerResponse),
  });
  const find = (method: string | undefined, url: string | undefined) => router.find(method as HTTPMethod, url ?? '');
  return {
    add(method, path, route) {
      router.on(method as HTTPMethod, routePattern(path), () => undefined, route);
    },
    findDirect(raw) {
      const found = find(raw.method, raw.url);
      const route = found?.store as Route | null | undefined;
      if (found === null || route?.isDirect !== true) return null;
      return { serve: route.serve, request: { raw, params: found.params, query: found.searchParams } };
    },
    serve(raw, response) {
      const found = find(raw.method, raw.url);
      if (found === null) return false;
      const { store, params, searchParams: query } = found;
      // The router calls its own handler, `refuse`, for a path with a fault.
      if (store === null) found.handler(raw, response, {}, null, {});
      else (store as Route).serve({ raw, params, query }, response);
      return true;
    },
  };
}
