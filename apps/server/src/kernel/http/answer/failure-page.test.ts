// Proves that a person whose browser asks for a page that is not there gets one that says so, and a program the envelope.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { op, startTestHttp, type TestHttp } from '../http-server.fixture.ts';

let http: TestHttp;

beforeAll(async () => {
  const operations = { write: op({ path: '/write', method: 'POST', effect: 'write' }) };
  http = await startTestHttp({
    operations,
    handlers: { write: async () => ({}) },
    env: { KEELSON_PUBLIC_URL: 'https://keelson.example/tools', KEELSON_ERROR_STATUS: 'always-200' },
  });
});
afterAll(() => http.stop());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

it.each([
  ['en', 'There is no page here', 'There is no operation GET /a/b.', 'To the start page'],
  ['tr', 'Burada bir sayfa yok', 'GET /a/b işlemi yok.', 'Başlangıç sayfasına git'],
])(
  'a browser is told in %s on a page with the name of the product and the way home',
  async (language, title, sentence, home) => {
    const answer = await http.call('/a/b?c=1', { headers: { ...browser, 'accept-language': language } });
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.text).toContain(`<html lang="${language}">`);
    expect(answer.text).toContain(`<title>${title} · Keelson</title><link rel="icon"`);
    expect(answer.text).toContain(sentence);
    expect(answer.text).toContain(`<a href="/tools/">${home}</a>`);
    expect(answer.text).toContain(String(answer.headers['x-request-id']));
    expect(answer.headers.vary).toBe('Accept');
  },
);

it('nothing of an address becomes a part of the page', async () => {
  const { text } = await http.call('/<script>alert(1)</script>', { headers: browser });
  expect(text).not.toContain('<script');
});

it('an address that takes another method tells so on a page, and still in its headers', async () => {
  const answer = await http.call('/write', { headers: browser });
  expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  expect(answer.text).toContain('This address does not take the method GET.');
});

it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9'])(
  'a client that does not like pages best gets the envelope (%s)',
  async (accept) => {
    const { json } = await http.call('/a/b', { headers: accept === undefined ? {} : { accept } });
    expect(json.errorDetail.errorCode).toBe('OPERATION_NOT_FOUND');
  },
);
