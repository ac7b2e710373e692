// Tests bodies of the removal of a favorite as they come over the wire, with and without a length, a type and a browser.
import { request } from 'node:http';
import type { SvcMenuFavoriteModel } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MenuServer, signInWith, startMenuServer } from '../menu-server.fixture.ts';

let server: MenuServer;
let paul: string;

beforeAll(async () => {
  server = await startMenuServer();
  paul = await signInWith(server, 'paul');
});
afterAll(() => server.stop());
beforeEach(() => server.as(paul, 'POST', '/menu-favorites', { path: '/kept' }));

const kept = async () =>
  (await server.as<SvcMenuFavoriteModel[]>(paul, 'GET', '/menu-favorites/data/list')).body.map(({ path }) => path);

/** Sends these headers alone beside the credential; a body that does not go in chunks has its length. */
function remove(
  body: string | Buffer | null,
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<number> {
  const length = body === null || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = { authorization: `Bearer ${paul}`, ...length, ...headers };
    const options = { method: 'DELETE', agent: false, headers: sent };
    const asked = request(`${server.url}/menu-favorites${query}`, options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    asked.on('error', reject);
    asked.end(body ?? undefined);
  });
}

const json = { 'content-type': 'application/json' };

describe('the body of a removal', () => {
  it.each<[string, string | Buffer | null, Readonly<Record<string, string>>, string]>([
    ['text without a type', '/kept', {}, ''],
    ['text in chunks', '/kept', { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }, ''],
    ['text with a character set', '/kept', { 'content-type': 'text/plain; charset=UTF-8' }, ''],
    ['text with a mark of the byte order', '\ufeff/kept', { 'content-type': 'text/plain' }, ''],
    ['a JSON string with an escape', '"\\u002fkept"', json, ''],
    ['a JSON string with white space around', ' "/kept"\n', json, ''],
    ['raw text with white space around', ' /kept\r\n', json, ''],
    ['nothing, with JSON type and no length', null, json, '?path=/kept'],
    ['nothing, with JSON type and the length 0', '', { ...json, 'content-length': '0' }, '?path=/kept'],
    ['nothing in chunks, with JSON type', '', { ...json, 'transfer-encoding': 'chunked' }, '?path=%2Fkept'],
    ['an empty JSON string and a parameter', '""', json, '?path=/kept'],
    ['the same in both, spelt otherwise', '"/kept/"', json, '?path=%2Fkept%3F'],
  ])('system-menu 9: the body of a removal may be %s', async (_what, body, headers, parameter) => {
    expect([await remove(body, headers, parameter), await kept()]).toEqual([200, []]);
  });

  it.each<[string, string | Buffer | null, Readonly<Record<string, string>>, string, number]>([
    ['an object', '{"path":"/kept"}', json, '', 400],
    ['a list', '["/kept"]', json, '', 400],
    ['half a JSON string', '"/kept', json, '', 400],
    ['a number', '4711', json, '', 400],
    ['null', 'null', json, '', 400],
    ['no UTF-8', Buffer.from([0x2f, 0xff, 0xfe]), { 'content-type': 'text/plain' }, '', 400],
    ['a NUL', '/kept\u0000', { 'content-type': 'text/plain' }, '', 400],
    ['another path than the parameter', '/kept', json, '?path=/other', 400],
    ['two parameters', null, {}, '?path=/kept&path=/kept', 400],
    ['a misspelt parameter', null, {}, '?Path=/kept', 400],
    ['nothing at all', null, {}, '', 400],
    ['another type', '/kept', { 'content-type': 'application/xml' }, '', 415],
    ['another character set', '/kept', { 'content-type': 'text/plain; charset=utf-16' }, '', 415],
  ])('system-menu 9: the body of a removal is refused as %s', async (_what, body, headers, parameter, status) => {
    expect([await remove(body, headers, parameter), await kept()]).toEqual([status, ['/kept']]);
  });
});
