// Judges whether a browser's request comes from a page that may act for the person whose cookie it carries.
import type { IncomingHttpHeaders } from 'node:http';
import { parseOrigin } from '../../process/config-values.ts';

export interface OriginRules {
  /** The origin of the public address; null when none is configured. */
  readonly publicOrigin: string | null;
  readonly allowedOrigins: ReadonlySet<string>;
  /** Says whether `same-site` suffices as `Sec-Fetch-Site`; off where siblings belong to others. Null: no tenant is known. */
  readonly sameSiteAllowed: (tenantIdentifier: string | null) => boolean;
}

export interface OriginQuestion {
  readonly headers: IncomingHttpHeaders;
  /** The `host[:port]` that the client asked for. */
  readonly host: string;
  readonly secure: boolean;
}

export function createOriginRules(input: {
  readonly publicUrl: string | null;
  readonly allowedOrigins: readonly string[];
  readonly sameSiteAllowed?: OriginRules['sameSiteAllowed'];
}): OriginRules {
  return {
    publicOrigin: input.publicUrl === null ? null : new URL(input.publicUrl).origin,
    allowedOrigins: new Set(input.allowedOrigins),
    sameSiteAllowed: input.sameSiteAllowed ?? (() => true),
  };
}

/** `same-site` is a page of a sibling subdomain, whose word counts only where the tenant lets it. */
export type OriginProof = 'proven' | 'same-site' | 'none';

/** What `Sec-Fetch-Site` or else a matching `Origin` says of the page; a request with neither proves nothing. */
export function originProof(rules: OriginRules, { headers, host, secure }: OriginQuestion): OriginProof {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return 'proven';
  const { origin } = headers;
  if (origin !== undefined && (origin === rules.publicOrigin || rules.allowedOrigins.has(origin))) return 'proven';
  if (site === 'same-site') return 'same-site';
  // Without a browser's word on the site, the own host counts only under the scheme that it is reached by.
  const own = site === undefined && host !== '' ? parseOrigin(`${secure ? 'https' : 'http'}://${host}`) : null;
  return origin !== undefined && origin === own ? 'proven' : 'none';
}

/** Recognises a request that a browser sends before the person clicks; it must change nothing. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  for (const name of ['sec-purpose', 'purpose', 'x-moz'] as const) {
    const value = headers[name];
    if (typeof value === 'string' && value.toLowerCase().includes('prefetch')) return true;
  }
  return false;
}

/**
 * Says whether a GET that changes state was called by a script: an image or a link in a mail would otherwise act for the
 * person. A client that sends no `Sec-Fetch-Dest` is judged by its origin alone.
 */
export function isScriptCall(headers: IncomingHttpHeaders, documentAllowed: boolean): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined || destination === 'empty' || (documentAllowed && destination === 'document');
}
