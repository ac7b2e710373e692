// Calls other systems over HTTP on behalf of people: every connection goes to an address that was checked, within bounds.
import { type AddressGuard, createAddressGuard, type GuardedTarget } from './address-guard.ts';
import { exchange } from './exchange.ts';
import { firstHop, type Hop, nextHop } from './hop.ts';
import type { Outbound, OutboundAnswer, OutboundRequest, OutboundResult } from './outbound.types.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';

/** Limit for a connection; a host that needs longer counts as away. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Limit for a call, shorter than the lease of the job that makes it. */
const TOTAL_TIMEOUT_MS = 30_000;
/** Bytes of an answer that are read at most, as they are to fit into variables; larger things are files. */
const ANSWER_BYTES_MAX = 1_048_576;
/** Redirects that are followed at most; more of them are a circle. */
const REDIRECTS_MAX = 3;

export function createOutbound(guard: AddressGuard = createAddressGuard()): Outbound {
  async function follow(request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const { redirects = 'follow', redirectsMax = REDIRECTS_MAX } = request;
    let hop: Hop = firstHop(request);
    for (let count = 0; ; count++) {
      const answer = await sendHop(hop, request, signal);
      const next = redirects === 'manual' ? null : nextHop(hop, answer, redirects);
      if (next === null) return answer;
      if (count >= redirectsMax) throw new OutboundError('REDIRECT_REFUSED', `more than ${redirectsMax} redirects`);
      hop = next;
    }
  }

  /** Sends one hop; the time to connect begins with the resolution of the name. */
  async function sendHop(hop: Hop, request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const { connectTimeoutMs = CONNECT_TIMEOUT_MS, answerBytesMax = ANSWER_BYTES_MAX } = request;
    const { hostname } = hop.url;
    const startedAt = performance.now();
    const target = await within(connectTimeoutMs, hostname, signal, guard.check(hostname, request.allow));
    return exchange({
      ...hop,
      addresses: addressesOf(target, hostname),
      connectTimeoutMs: Math.max(1, connectTimeoutMs - (performance.now() - startedAt)),
      answerBytesMax,
      certificateAuthorities: request.certificateAuthorities,
      signal,
    });
  }

  return {
    async send(request): Promise<OutboundResult> {
      const { totalTimeoutMs = TOTAL_TIMEOUT_MS } = request;
      const abort = new AbortController();
      const late = setTimeout(() => {
        abort.abort(new OutboundError('TIMEOUT', `no whole answer in ${totalTimeoutMs} ms`));
      }, totalTimeoutMs);
      const onAbort = (): void => abort.abort(new OutboundError('ABORTED', 'the call was given up'));
      request.signal?.addEventListener('abort', onAbort, { once: true });
      if (request.signal?.aborted === true) onAbort();
      try {
        return await follow(request, abort.signal);
      } catch (error) {
        const { code, message } = toOutboundError(error, 'the host');
        return { outcome: 'failed', code, message };
      } finally {
        clearTimeout(late);
        request.signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}

function addressesOf(target: GuardedTarget, host: string) {
  switch (target.outcome) {
    case 'allowed':
      return target.addresses;
    case 'unknown':
      throw new OutboundError('HOST_UNKNOWN', `the host ${host} has no address`);
    case 'refused': {
      const rule = `the address rule refuses ${host}: its address is ${target.kind}, and the operator's list does not name it`;
      throw new OutboundError('ADDRESS_REFUSED', rule);
    }
  }
}

/** Ends the wait for a resolver at the limit or the signal, since the resolver itself cannot be cancelled. */
async function within<T>(timeoutMs: number, host: string, signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const message = `no address of ${host} in ${timeoutMs} ms`;
    const late = setTimeout(() => reject(new OutboundError('CONNECT_TIMEOUT', message)), timeoutMs);
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(late);
      signal.removeEventListener('abort', onAbort);
    });
  });
}
