// Proves that nobody but a trusted proxy says where a request comes from.
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createRemoteAddressReader } from './remote-address.ts';

const request = (peer: string, headers: Record<string, string> = {}): IncomingMessage =>
  // The reader looks at nothing else of a request.
  ({ socket: { remoteAddress: peer }, headers }) as unknown as IncomingMessage;
const trusting = createRemoteAddressReader(['10.0.0.0/8', '2001:db8::/32']);

it.each([
  ['203.0.113.9', '1.2.3.4', '203.0.113.9', 'an untrusted peer is the client, whatever it says'],
  ['10.0.0.1', '1.2.3.4', '1.2.3.4', 'a trusted one is believed'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9', '1.2.3.4', 'the last one that no trusted proxy added counts'],
  ['10.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1', 'a chain of trusted ones begins at its first'],
  ['10.0.0.1', 'nonsense, 10.2.2.2', '10.2.2.2', 'nonsense ends the chain'],
  ['10.0.0.1', '[2001:db9::1]:443', '2001:db9::1', 'ports and brackets are taken off'],
  ['::ffff:10.0.0.1', '::ffff:1.2.3.4', '1.2.3.4', 'IPv4 in IPv6 is IPv4'],
])('peer %s with X-Forwarded-For %j is %s: %s', (peer, forwarded, client) => {
  expect(trusting.address(request(peer, { 'x-forwarded-for': forwarded }))).toBe(client);
});

it('scheme and host are taken from trusted proxies only', () => {
  const headers = { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'App.example.org', host: 'internal:80' };
  expect([trusting.secure(request('10.0.0.1', headers)), trusting.host(request('10.0.0.1', headers))]).toEqual([
    true,
    'app.example.org',
  ]);
  expect([trusting.secure(request('9.9.9.9', headers)), trusting.host(request('9.9.9.9', headers))]).toEqual([
    false,
    'internal:80',
  ]);
});

it('loopback is a client of this machine, plain HTTP and a loopback name', () => {
  const reader = createRemoteAddressReader(['127.0.0.1']);
  for (const host of ['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]:8080', '[::1]']) {
    expect(reader.loopback(request('127.0.0.1', { host })), host).toBe(true);
  }
  expect(reader.loopback(request('127.0.0.1', { host: 'app.example.org' }))).toBe(false);
  expect(reader.loopback(request('127.0.0.1', { host: '127.0.0.1.evil.example' }))).toBe(false);
  expect(reader.loopback(request('203.0.113.9', { host: 'localhost' }))).toBe(false);
  expect(reader.loopback(request('127.0.0.1', { host: 'localhost', 'x-forwarded-for': '203.0.113.9' }))).toBe(false);
  expect(reader.loopback(request('127.0.0.1', { host: 'localhost', 'x-forwarded-proto': 'https' }))).toBe(false);
});

it('remembers that an unlisted peer forwards', () => {
  const reader = createRemoteAddressReader([]);
  expect(reader.sawUntrustedForward).toBe(false);
  reader.address(request('203.0.113.9', { 'x-forwarded-for': '1.2.3.4' }));
  expect(reader.sawUntrustedForward).toBe(true);
});
