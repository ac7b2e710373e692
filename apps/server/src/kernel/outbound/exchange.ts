// Does one exchange of HTTP with a checked address: sends the request, reads the answer within its bounds.

import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pinned } from './address-guard.ts';
import type { OutboundAnswer } from './outbound.types.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { unpack } from './unpack.ts';

/** One hop of a call, of which redirects may make several. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  readonly addresses: readonly LookupAddress[];
  readonly connectTimeoutMs: number;
  readonly answerBytesMax: number;
  readonly certificateAuthorities: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Agents whose connections serve one exchange each: a kept one would have been checked for another. The global agents
 * may be made by the environment to use a proxy or to trust any certificate.
 */
const httpAgent = new HttpAgent({ keepAlive: false });
const httpsAgent = new HttpsAgent({ keepAlive: false, maxCachedSessions: 0, rejectUnauthorized: true });

/** Does the exchange; throws `OutboundError`. */
export async function exchange(hop: Exchange): Promise<OutboundAnswer> {
  try {
    const answer = await answerOf(hop);
    return {
      outcome: 'answered',
      status: answer.statusCode ?? 0,
      reason: answer.statusMessage ?? '',
      httpVersion: answer.httpVersion,
      headers: answer.headers,
      body: await unpack(answer, hop.answerBytesMax),
    };
  } catch (error) {
    throw hop.signal.aborted ? hop.signal.reason : toOutboundError(error, hop.url.hostname);
  }
}

function answerOf(hop: Exchange): Promise<IncomingMessage> {
  const { url, body, signal, connectTimeoutMs } = hop;
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = isSecure
      ? requestHttps(url, { ...optionsOf(hop), agent: httpsAgent, rejectUnauthorized: true })
      : requestHttp(url, { ...optionsOf(hop), agent: httpAgent });
    const tooLate = setTimeout(() => {
      request.destroy(
        new OutboundError('CONNECT_TIMEOUT', `no connection to ${url.hostname} in ${connectTimeoutMs} ms`),
      );
    }, connectTimeoutMs);
    const onAbort = (): void => void request.destroy(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    request.once('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(tooLate));
    });
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => {
      clearTimeout(tooLate);
      signal.removeEventListener('abort', onAbort);
    });
    request.end(body ?? undefined);
  });
}

function optionsOf({ method, headers, body, addresses, certificateAuthorities }: Exchange): RequestOptions & {
  readonly ca?: string;
} {
  const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return {
    method,
    headers: { 'Accept-Encoding': 'gzip, deflate, br', ...headers, ...length },
    lookup: pinned(addresses),
    ...(certificateAuthorities === undefined ? {} : { ca: certificateAuthorities }),
  };
}
