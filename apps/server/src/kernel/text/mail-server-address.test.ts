// Proves which addresses of mail servers are read, and what they mean.
import { expect, it } from 'vitest';
import { parseMailServer } from './mail-server-address.ts';

it('reads host, port, security and who signs in', () => {
  const login = { username: 'mail@x.org', password: 'p:w/ü' };
  expect(parseMailServer('smtp://mail%40x.org:p%3Aw%2F%C3%BC@relay.example')).toEqual({
    host: 'relay.example',
    port: 587,
    security: 'STARTTLS',
    login,
  });
  expect(parseMailServer('smtps://relay.example')).toEqual({
    host: 'relay.example',
    port: 465,
    security: 'TLS',
    login: null,
  });
  expect(parseMailServer('smtp://[::1]:2525/?security=none')).toEqual({
    host: '::1',
    port: 2525,
    security: 'NONE',
    login: null,
  });
});

it.each([
  'relay.example:25',
  'http://relay.example',
  'smtp://',
  'smtp://user@relay.example',
  'smtp://relay.example/queue',
  'smtp://relay.example?security=some',
  'smtps://relay.example?security=none',
  'smtp://u:%0d%0a@relay.example',
  'smtp://u:%ff@relay.example',
])('refuses %s', (value) => {
  expect(parseMailServer(value)).toBeNull();
});
