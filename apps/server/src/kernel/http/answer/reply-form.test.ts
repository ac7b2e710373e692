// Proves that a protocol of a module answers, fails and is read across origins in its own form, and nothing else is.
import { publicAccess } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { op, send, startTestHttp, type TestHttp } from '../http-server.fixture.ts';
import type { ReplyForm } from './reply-form.ts';

const form: ReplyForm = {
  name: 'plain',
  answer: (answered, ifNoneMatch) =>
    ifNoneMatch === '"1"'
      ? { status: 304, headers: { etag: '"1"' }, payload: null }
      : { status: 200, headers: { etag: '"1"', 'cache-control': 'private' }, payload: JSON.stringify({ answered }) },
  failure: ({ code, status, message, url }) => JSON.stringify({ code, status, message, url }),
  cors: { origins: () => new Set(['https://pages.test']), requestHeaders: 'If-None-Match', exposed: 'ETag' },
};
const operations = {
  formed: op({
    path: '/formed',
    access: publicAccess,
    reply: { kind: 'form', form: 'plain', description: 'As the form has it.' },
  }),
  guarded: op({ path: '/guarded', reply: { kind: 'form', form: 'plain', description: 'As the form has it.' } }),
  usual: op({ path: '/usual', access: publicAccess }),
};
const handlers = { formed: async () => 7, guarded: async () => 7, usual: async () => undefined };
const origin = 'https://pages.test';

let http: TestHttp;
beforeAll(async () => {
  http = await startTestHttp({ operations, handlers, replyForms: [form] });
});
afterAll(() => http.stop());

describe('an operation whose contract names a form', () => {
  it('answers in it, outside of the envelope, with the headers that the form gives', async () => {
    const { status, json, headers } = await send(`${http.url}/formed`);
    expect([status, json, headers.etag, headers['cache-control']]).toEqual([200, { answered: 7 }, '"1"', 'private']);
  });
  it('sends no body to a client that has the answer already', async () => {
    const { status, text, headers } = await send(`${http.url}/formed`, { headers: { 'if-none-match': '"1"' } });
    expect([status, text, headers['content-type']]).toEqual([304, '', undefined]);
  });
  it('fails in it, with the status and the headers of every failure', async () => {
    const { status, json, headers } = await send(`${http.url}/guarded?a=1`);
    expect([status, json]).toEqual([
      401,
      { code: 'AUTHENTICATION_REQUIRED', status: 401, message: 'Please sign in.', url: '/guarded?a=1' },
    ]);
    expect(headers['www-authenticate']).toContain('Bearer');
  });
  it('is read by the pages that the form names, and asked for beforehand, without cookies', async () => {
    const { headers } = await send(`${http.url}/formed`, { headers: { origin } });
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const asked = { origin, 'access-control-request-method': 'GET' };
    const preflight = await send(`${http.url}/formed`, { method: 'OPTIONS', headers: asked });
    expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([204, 'If-None-Match']);
  });
});

describe('an operation in the envelope', () => {
  it('is neither answered in a form nor read by its pages', async () => {
    const { json, headers } = await send(`${http.url}/usual`, { headers: { origin } });
    expect([json.errorDetail, headers['access-control-allow-origin']]).toEqual([null, undefined]);
  });
});

describe('a form that nobody registers', () => {
  it('stops the start of the server', async () => {
    await expect(startTestHttp({ operations, handlers })).rejects.toThrow('no module registers the form plain');
  });
});
