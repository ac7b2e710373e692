// Says what each hop of a call asks for: the first as the caller wants it, the others as redirects send it on.

import type { OutboundAnswer, OutboundRequest } from './outbound.types.ts';
import { OutboundError } from './outbound-error.ts';

export type Hop = Pick<OutboundRequest, 'method' | 'headers' | 'body'> & { readonly url: URL };

/** Headers of the connection, which a caller may not set: with them one call could become two. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const METHOD = /^[A-Z]{3,16}$/;
/** Methods that are refused: `CONNECT` opens a tunnel, `TRACE` gives headers back. */
const REFUSED_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE']);

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers that follow a redirect to another origin; any other one may be a credential, whatever its name. */
const HEADERS_FOR_STRANGERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'user-agent',
]);

/** Makes the first hop; throws `OutboundError` for a request that is not sent. */
export function firstHop({ method, url, headers, body }: OutboundRequest): Hop {
  if (!METHOD.test(method) || REFUSED_METHODS.has(method)) {
    throw new OutboundError('REQUEST_INVALID', 'the method is none that can be sent');
  }
  const wrong = Object.keys(headers).find((name) => OWN_HEADERS.has(name.toLowerCase()));
  if (wrong !== undefined) throw new OutboundError('REQUEST_INVALID', `the header ${wrong} is not for callers to give`);
  return { method, url: readTarget(url), headers, body };
}

/**
 * Makes the next hop; null where the answer is no redirect. Throws `OutboundError` for one that must not be followed.
 */
export function nextHop(hop: Hop, answer: OutboundAnswer, redirects: 'follow' | 'same-origin'): Hop | null {
  const { location } = answer.headers;
  if (!REDIRECTS.has(answer.status) || location === undefined) return null;
  const url = readTarget(location, hop.url);
  const isSame = url.origin === hop.url.origin;
  if (!isSame && redirects === 'same-origin') {
    throw new OutboundError(
      'REDIRECT_REFUSED',
      `a call that carries a secret does not follow from ${hop.url.hostname} to another host`,
    );
  }
  const becomesGet = answer.status === 303 ? hop.method !== 'HEAD' : answer.status <= 302 && hop.method === 'POST';
  const kept = (name: string): boolean =>
    (isSame || HEADERS_FOR_STRANGERS.has(name)) && !(becomesGet && name.startsWith('content-'));
  const headers = Object.entries(hop.headers).filter(([name]) => kept(name.toLowerCase()));
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    body: becomesGet ? null : hop.body,
    headers: Object.fromEntries(headers),
  };
}

function readTarget(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;
  if (url === null) throw new OutboundError('URL_INVALID', 'the text is no URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('URL_INVALID', `${url.protocol} is not called, only http: and https:`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('URL_INVALID', 'a URL carries no user name and password: they belong into a header');
  }
  return url;
}
