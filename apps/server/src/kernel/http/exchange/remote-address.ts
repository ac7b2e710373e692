// Finds who is at the other end of a connection, behind the proxies that are trusted to say so.
import ipaddr from 'ipaddr.js';
import { isLoopbackHost } from '../../process/config-values.ts';
import type { HttpRequest } from './http-message.ts';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

export interface RemoteAddressReader {
  /** Address of the client: the last one that no trusted proxy added. Of IPv4 in IPv6 the IPv4 form. */
  address(request: HttpRequest): string;
  /** Answers true for HTTPS on the connection, or as the trusted proxy reports it. */
  secure(request: HttpRequest): boolean;
  /** Answers the `host[:port]` that the client asked for, in lower case; empty when absent. */
  host(request: HttpRequest): string;
  /** Answers true for plain HTTP between a client of this machine and a loopback name. */
  loopback(request: HttpRequest): boolean;
  /** Turns true once a peer that is not trusted has sent `X-Forwarded-For`. */
  readonly sawUntrustedForward: boolean;
}

/** Hops that are read at most; more are the work of an attacker. */
const HOPS_MAX = 16;

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function parseRange(text: string): Range {
  if (!text.includes('/')) {
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  return ipaddr.parseCIDR(text);
}

function lastOf(header: string | string[] | undefined): string {
  if (header === undefined) return '';
  const text = Array.isArray(header) ? header.join(',') : header;
  return text
    .slice(text.lastIndexOf(',') + 1)
    .trim()
    .toLowerCase();
}

export function createRemoteAddressReader(trustedProxies: readonly string[]): RemoteAddressReader {
  const ranges = trustedProxies.map(parseRange);
  let sawUntrustedForward = false;

  const isTrusted = (text: string): boolean => {
    if (ranges.length === 0) return false;
    const address = parseAddress(text);
    return (
      address !== null && ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
    );
  };
  const peerOf = (request: HttpRequest): string => {
    const peer = request.socket.remoteAddress ?? '';
    return peer.startsWith('::ffff:') ? peer.slice('::ffff:'.length) : peer;
  };

  const reader: RemoteAddressReader = {
    get sawUntrustedForward() {
      return sawUntrustedForward;
    },
    address(request) {
      const peer = peerOf(request);
      const forwarded = request.headers['x-forwarded-for'];
      if (forwarded === undefined) return peer;
      if (!isTrusted(peer)) {
        sawUntrustedForward = true;
        return peer;
      }
      const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',').slice(-HOPS_MAX);
      let client = peer;
      for (const hop of hops.reverse()) {
        const address = parseAddress(hop);
        if (address === null) break;
        client = address.toString();
        if (!isTrusted(client)) break;
      }
      return client;
    },
    secure(request) {
      if ('encrypted' in request.socket && request.socket.encrypted === true) return true;
      const protocol = request.headers['x-forwarded-proto'];
      return protocol !== undefined && isTrusted(peerOf(request)) && lastOf(protocol) === 'https';
    },
    host(request) {
      const forwarded = request.headers['x-forwarded-host'];
      if (forwarded !== undefined && isTrusted(peerOf(request))) return lastOf(forwarded);
      return (request.headers.host ?? '').toLowerCase();
    },
    loopback(request) {
      const name = reader.host(request).replace(/:\d+$/, '');
      return isLoopbackHost(name) && isLoopbackHost(reader.address(request)) && !reader.secure(request);
    },
  };
  return reader;
}
