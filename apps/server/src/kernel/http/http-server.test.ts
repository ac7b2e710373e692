// Proves what every operation has in common over HTTP: addresses, envelope, failures, languages, ids.
import { once } from 'node:events';
import { connect } from 'node:net';
import { anyValue, closed, errorDefinition, publicAccess, text } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../request/errors.ts';
import { failNotFound } from '../request/not-found.ts';
import type { ReplyForm } from './answer/reply-form.ts';
import {
  op,
  plannedOp,
  problemsIn,
  send,
  sendRaw,
  startTestHttp,
  type TestHttp,
  tokenOf,
} from './http-server.fixture.ts';

let http: TestHttp;
let closes = 0;

const model = closed({ name: text('Name.') }, 'Thing');

/** The form tells failures by their code alone. */
const sample: ReplyForm = {
  name: 'sample',
  answer: () => ({ status: 200, headers: {}, payload: '{}' }),
  failure: ({ code }) => JSON.stringify({ sampleCode: code }),
  cors: { origins: () => new Set(), requestHeaders: '', exposed: '' },
};
const anyBody = { kind: 'any', schema: anyValue('Context.') } as const;
const slow = {
  slow: op({ path: '/slow', method: 'POST', access: publicAccess, body: anyBody }),
  formed: op({
    path: '/formed',
    method: 'POST',
    access: publicAccess,
    body: anyBody,
    reply: { kind: 'form', form: sample.name, description: 'As the form has it.' },
  }),
};
const slowHandlers = { slow: async () => undefined, formed: async () => ({}) };

beforeAll(async () => {
  http = await startTestHttp({
    replyForms: [sample],
    env: { KEELSON_PREFIX_SESSION: '/gw/session' },
    operations: {
      get: op({ path: '/thing/{id}', params: closed({ id: text('Id.') }), reply: { kind: 'json', schema: model } }),
      unclaim: op({ path: '/thing/{id}/unclaim', method: 'POST', params: closed({ id: text('Id.') }) }),
      variables: op({
        path: '/thing/variables/{id}',
        params: closed({ id: text('Id.') }),
        reply: { kind: 'json', schema: model },
      }),
      spelt: op({ path: '/defitinion', aliases: ['/definition'], access: publicAccess }),
      write: op({ path: '/close-all', effect: 'write', access: publicAccess }),
      save: op({ path: '/save', method: 'POST', effect: 'write', body: { kind: 'json', schema: model } }),
      failing: op({ path: '/failing/{how}', params: closed({ how: text('How.') }), errors: ['SESSION_NOT_FOUND'] }),
      formed: slow.formed,
      later: plannedOp('/later'),
    },
    handlers: {
      get: async ({ params }) => ({ name: `get ${params.id}` }),
      unclaim: async () => undefined,
      variables: async ({ params }) => ({ name: `variables ${params.id}` }),
      spelt: async () => undefined,
      write: async () => {
        closes += 1;
        return undefined;
      },
      save: async () => undefined,
      formed: slowHandlers.formed,
      failing: async ({ params }) => {
        if (params.how === 'expected') failNotFound('SESSION_NOT_FOUND', { identifier: 'asked' });
        if (params.how === 'undeclared') throw new ServiceError('TASK_NOT_FOUND');
        if (params.how === 'busy') throw new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2.2 });
        throw new Error('secret of the database', { cause: new Error('the true cause') });
      },
    },
  });
});
afterAll(() => http.stop());

describe('addresses', () => {
  it('an operation answers at the root, at its prefix and at the configured one', async () => {
    for (const prefix of ['', '/session-server', '/gw/session']) {
      const answer = await http.call(`${prefix}/thing/7`);
      expect([answer.status, answer.json]).toEqual([200, { body: { name: 'get 7' }, errorDetail: null }]);
    }
  });
  it('an alias answers like the path', async () => {
    expect((await http.call('/definition')).text).toBe('{"body":{},"errorDetail":null}');
    expect((await http.call('/session-server/definition')).status).toBe(200);
  });
  it('a literal segment wins over a parameter, and the parameter still takes the other method', async () => {
    expect((await http.call('/thing/variables/unclaim')).json.body.name).toBe('variables unclaim');
    expect((await http.call('/thing/variables/unclaim', { method: 'POST' })).status).toBe(200);
  });
  it('parameters are decoded once and may be long', async () => {
    expect((await http.call('/thing/a%2Fb%2525')).json.body.name).toBe('get a/b%25');
    expect((await http.call(`/thing/${'x'.repeat(2_000)}`)).status).toBe(200);
    expect(problemsIn(await http.call(`/thing/${'x'.repeat(2_049)}`))).toEqual(['path TOO_LONG']);
  });
  it('what cannot be percent-decoded is 400 in the envelope', async () => {
    for (const accept of ['*/*', 'text/html']) {
      const answer = await http.call('/thing/%E0%A4%A', { headers: { accept } });
      expect([answer.status, ...problemsIn(answer)]).toEqual([400, 'path FORMAT']);
    }
  });
  it('U+0000 in a parameter is refused', async () => {
    expect(problemsIn(await http.call('/thing/a%00b'))).toEqual(['path.id PATTERN']);
  });
});

describe('addresses without an operation', () => {
  it('an unknown address is OPERATION_NOT_FOUND of service keelson', async () => {
    const answer = await http.call('/nothing', {
      method: 'POST',
      body: '{not json',
      headers: { 'content-type': 'text/odd' },
    });
    expect(answer.status).toBe(404);
    expect(answer.json.errorDetail).toMatchObject({ errorCode: 'OPERATION_NOT_FOUND', service: 'keelson' });
  });
  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '%s at a known address is 405 and names the methods',
    async (method) => {
      const answer = await http.call('/session-server/thing/7', { method });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET']);
      expect(answer.json.errorDetail).toMatchObject({ errorCode: 'METHOD_NOT_ALLOWED' });
      expect(answer.json.errorDetail.errorMessage).toContain(method);
    },
  );
  it('Allow gathers the methods of every pattern that matches', async () => {
    const answer = await http.call('/thing/variables/unclaim', { method: 'DELETE' });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST']);
  });
  it('HEAD is 405 and changes nothing', async () => {
    const answer = await http.call('/close-all', { method: 'HEAD' });
    expect([answer.status, answer.headers.allow, answer.text, closes]).toEqual([405, 'GET', '', 0]);
    expect((await http.call('/thing/7', { method: 'HEAD' })).status).toBe(405);
  });
  it.each(['sec-purpose', 'purpose', 'x-moz'])('a prefetch (%s) of what changes something is refused', async (name) => {
    const answer = await http.call('/close-all', { headers: { [name]: 'prefetch;prerender' } });
    expect([answer.status, closes]).toEqual([403, 0]);
    expect((await http.call('/thing/7', { headers: { [name]: 'prefetch' } })).status).toBe(200);
  });
  it('a malformed request line and a header that is too large are answered in the envelope', async () => {
    const malformed = await sendRaw(http.url, 'GET nonsense\r\n\r\n');
    expect(malformed).toMatch(/^HTTP\/1.1 400 [\s\S]*x-request-id: [\s\S]*"errorCode":"VALIDATION_FAILED"/);
    const large = await sendRaw(http.url, `GET /thing/7 HTTP/1.1\r\nhost: x\r\nlarge: ${'x'.repeat(17_000)}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1.1 413 [\s\S]*"errorCode":"PAYLOAD_TOO_LARGE"/);
  });
  it('a method that no operation has is 405 at a known address and 404 elsewhere', async () => {
    for (const method of ['QUERY', 'PROPFIND', 'PURGE', 'TRACE', 'CONNECT']) {
      const known = await sendRaw(http.url, `${method} /thing/7 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(known, method).toMatch(/^HTTP\/1.1 405 [\s\S]*allow: GET\r\n[\s\S]*"errorCode":"METHOD_NOT_ALLOWED"/);
      const unknown = await sendRaw(http.url, `${method} /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(unknown, method).toMatch(/^HTTP\/1.1 404 [\s\S]*"errorCode":"OPERATION_NOT_FOUND"/);
    }
    const odd = await http.call('/save', { method: 'QUERY', body: 'x', headers: { 'content-type': 'text/odd' } });
    expect([odd.status, odd.headers.allow]).toEqual([405, 'POST']);
  });
  it('two Host headers are refused', async () => {
    for (const [path, shape] of [
      ['/definition', /^HTTP\/1.1 400 [\s\S]*"field":"Host","code":"DUPLICATE"/],
      ['/later', /^HTTP\/1.1 400 [\s\S]*"field":"Host","code":"DUPLICATE"/],
      ['/formed', /^HTTP\/1.1 400 [\s\S]*\{"sampleCode":"VALIDATION_FAILED"\}$/],
    ] as const) {
      const method = path === '/definition' ? 'GET' : 'POST';
      const twice = `${method} ${path} HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n`;
      expect(await sendRaw(http.url, twice), path).toMatch(shape);
    }
  });
  it('a name of the caller comes back cut', async () => {
    const long = 'n'.repeat(10_000);
    const unknown = await http.post('/save', JSON.stringify({ name: 'x', [long]: 1 }));
    expect(unknown.json.errorDetail.errorArguments).toMatchObject([{ field: `${'n'.repeat(64)}...` }]);
    const repeated = await http.post('/save', `{"name":"x","${long}":1,"${long}":1}`);
    expect(repeated.json.errorDetail.errorArguments).toMatchObject([{ field: `${'n'.repeat(64)}...` }]);
    const parameter = await http.call(`/definition?${long}=1`);
    expect(parameter.json.errorDetail.errorArguments).toMatchObject([{ field: `query.${'n'.repeat(64)}...` }]);
    const type = await http.post('/save', '{}', { 'content-type': `text/${long}` });
    expect(type.json.errorDetail.errorMessage).toBe(
      `The media type text/${'n'.repeat(59)}... is not taken here, but application/json.`,
    );
  });
  it('failures before there is a request have the form of a protocol at its addresses', async () => {
    const filler = 'x'.repeat(17_000);
    const large = await sendRaw(http.url, `POST /formed HTTP/1.1\r\nhost: x\r\nlarge: ${filler}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1.1 413 [\s\S]*\r\n\r\n\{"sampleCode":"PAYLOAD_TOO_LARGE"\}$/);
  });
  it('a body that does not arrive in time is 503, in the envelope or in the form of a protocol', async () => {
    const late = await startTestHttp({
      env: { KEELSON_REQUEST_TIMEOUT_MS: '1000' },
      operations: slow,
      handlers: slowHandlers,
      replyForms: [sample],
    });
    const head = 'HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\nx-request-id: slow-one\r\n\r\n{';
    const [enveloped, formed] = await Promise.all([
      sendRaw(late.url, `POST /slow ${head}`),
      sendRaw(late.url, `POST /formed ${head}`),
    ]);
    expect(enveloped).toMatch(
      /^HTTP\/1.1 503 [\s\S]*x-request-id: slow-one\r\nretry-after: 1\r\n[\s\S]*"errorCode":"SERVICE_UNAVAILABLE"/,
    );
    expect(formed).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\n\r\n\{"sampleCode":"SERVICE_UNAVAILABLE"\}$/);
    await late.stop();
  }, 60_000);
});

/** Sends a request in so many pieces and answers all of its answer but the date, by its length. */
async function exchange(head: string, body: string, pieces: 1 | 2): Promise<string> {
  const { hostname, port } = new URL(http.url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  const bytes = `${head}Host: a\r\nX-Request-Id: same-for-both\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  if (pieces === 2) {
    socket.write(bytes.slice(0, head.length));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(bytes.slice(head.length));
  } else socket.write(bytes);
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    const length = Number(/content-length: (\d+)/.exec(text)?.[1]);
    if (text.split('\r\n\r\n', 2)[1]?.length === length) break;
  }
  return text.replace(/\r\nDate: [^\r]+ GMT\r\n/, '\r\nDate: then\r\n');
}

describe('an answer is the same to the byte whoever has read its request', () => {
  const bearer = `Authorization: Bearer ${tokenOf('a')}\r\n`;
  it.each<[string, string, string]>([
    ['of an operation', `GET /thing/1 HTTP/1.1\r\n${bearer}`, ''],
    ['of one with a body', `POST /save HTTP/1.1\r\n${bearer}Content-Type: application/json\r\n`, '{"name":"a"}'],
    ['to somebody unknown', 'GET /thing/1 HTTP/1.1\r\n', ''],
    ['to a body that does not fit', `POST /save HTTP/1.1\r\n${bearer}Content-Type: application/json\r\n`, '{"nam":1}'],
    ['to a body of another type', `POST /save HTTP/1.1\r\n${bearer}Content-Type: text/css\r\n`, 'a {}'],
    ['to a parameter that is not encoded', `GET /thing/%zz HTTP/1.1\r\n${bearer}`, ''],
    ['of what is not built', `POST /later HTTP/1.1\r\n${bearer}`, '{}'],
    ['where a bug is', `GET /failing/bug HTTP/1.1\r\n${bearer}`, ''],
    ['in the form of a protocol', 'POST /formed HTTP/1.1\r\nContent-Type: application/json\r\n', '{}'],
    ['that is refused for its media type', `GET /thing/1 HTTP/1.1\r\n${bearer}Accept: text/css\r\n`, ''],
    ['where there is no operation', 'GET /nothing HTTP/1.1\r\n', ''],
  ])('%s', async (_, head, body) => {
    const whole = await exchange(head, body, 1);
    expect(whole).toMatch(
      /^HTTP\/1\.1 \d{3} .*\r\nDate: then\r\nConnection: keep-alive\r\nKeep-Alive: timeout=72\r\n/s,
    );
    expect(await exchange(head, body, 2)).toBe(whole);
  });
});

describe('the order of refusals', () => {
  it.each([['/save'], ['/later']])('401 comes before the body of %s is looked at', async (path) => {
    const answer = await send(http.url + path, {
      method: 'POST',
      body: '{broken',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="keelson"');
  });
  it('501 comes after the session check and before the body', async () => {
    const answer = await http.post('/later', '{broken');
    expect([answer.status, answer.json.errorDetail.errorCode]).toEqual([501, 'OPERATION_NOT_IMPLEMENTED']);
  });
  it('a large body is refused without being waited for', async () => {
    const head = `POST /save HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokenOf('b')}\r\ncontent-length: 99999999\r\n\r\n`;
    const answer = await sendRaw(http.url, head);
    expect(answer).toMatch(/^HTTP\/1.1 401 [\s\S]*connection: close/);
  });
  it('an Accept that takes no JSON is 406', async () => {
    expect((await http.call('/thing/7', { headers: { accept: 'text/html' } })).json.errorDetail.errorCode).toBe(
      'NOT_ACCEPTABLE',
    );
    for (const accept of ['*/*', 'text/plain, */*;q=0.1', 'application/*', '']) {
      expect((await http.call('/thing/7', { headers: { accept } })).status).toBe(200);
    }
    expect((await http.call('/thing/7', { headers: { accept: '*/*, application/json;q=0' } })).status).toBe(406);
  });
});

describe('failures', () => {
  it('SvcErrorDetail has exactly its fields, and its uuid is the header and the log line', async () => {
    const answer = await http.call('/failing/expected', { headers: { 'x-request-id': 'my-id.0815' } });
    expect(answer.json).toEqual({
      body: null,
      errorDetail: {
        errorClassName: 'SvcNotFoundException',
        service: 'session',
        errorMessage: 'There is no such session: asked.',
        errorCode: 'SESSION_NOT_FOUND',
        errorDetail: errorDefinition('SESSION_NOT_FOUND').help,
        time: new Date(http.clock.now()).toISOString(),
        uuid: 'my-id.0815',
        errorArguments: [{ identifier: 'asked' }],
      },
    });
    expect(answer.headers['x-request-id']).toBe('my-id.0815');
    expect(http.logs.find((line) => line.requestId === 'my-id.0815')).toMatchObject({
      status: 404,
      operation: 'failing',
    });
  });
  it.each(['short', 'x'.repeat(65), 'with space', 'quote"quote'])(
    'an X-Request-Id like %j is replaced',
    async (given) => {
      const answer = await http.call('/definition', { headers: { 'x-request-id': given } });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
  it('the sentence is in the language asked for', async () => {
    const inLanguage = async (language: string) =>
      (await http.call('/failing/expected', { headers: { 'accept-language': language } })).json.errorDetail
        .errorMessage;
    const english = await inLanguage('de-DE, fr;q=0.8');
    expect(await inLanguage('de, tr-TR;q=0.9, en;q=0.8')).not.toBe(english);
    expect(await inLanguage('tr;q=0.2, en;q=0.8')).toBe(english);
  });
  it('a bug is 500 and opaque; its cause is in the log under the same id', async () => {
    const answer = await http.call('/failing/bug');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret of the database');
    const line = http.logs.find((each) => each.requestId === answer.json.errorDetail.uuid);
    expect(JSON.stringify(line)).toContain('the true cause');
  });
  it('a code that the operation does not declare is a bug', async () => {
    expect((await http.call('/failing/undeclared')).status).toBe(500);
  });
  it('503 says when to come back, in whole seconds', async () => {
    expect((await http.call('/failing/busy')).headers['retry-after']).toBe('3');
  });
  it('no log line holds the token', async () => {
    await http.call('/failing/bug');
    expect(JSON.stringify(http.logs)).not.toContain(tokenOf('a'));
  });
});

it('answers are not stored and not sniffed', async () => {
  const { headers } = await http.call('/thing/7');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json; charset=utf-8',
  });
});

it('whoever asks while the server closes is answered, and told to come on another connection', async () => {
  const other = await startTestHttp({ operations: { slow: slow.slow }, handlers: { slow: slowHandlers.slow } });
  const { hostname, port } = new URL(other.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write('POST /slow HTTP/1.1\r\nhost: x\r\n');
  // Once another connection has its answer, those bytes have been read, too.
  expect((await other.call('/nothing')).status).toBe(404);
  const stopped = other.stop(5_000);
  socket.write('content-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nconnection: close\r\n/i);
  await stopped;
});

it('always-200 turns the status of an enveloped failure, and only the status', async () => {
  const other = await startTestHttp({ env: { KEELSON_ERROR_STATUS: 'always-200' } });
  const answer = await other.call('/nothing');
  expect([answer.status, answer.json.errorDetail.errorCode]).toEqual([200, 'OPERATION_NOT_FOUND']);
  await other.stop();
});

it('two operations at one address stop the start with both names', async () => {
  const operations = {
    one: op({ path: '/x/{id}', params: closed({ id: text('') }) }),
    two: op({ path: '/x/{name}', params: closed({ name: text('') }) }),
  };
  const handlers = { one: async () => undefined, two: async () => undefined };
  await expect(startTestHttp({ operations, handlers })).rejects.toThrow(
    /GET \/x\/\{\} belongs to session one and to session two/,
  );
});

it('a built operation without a handler, and a path that declares other parameters, stop the start', async () => {
  await expect(startTestHttp({ operations: { one: op({ path: '/x' }) } })).rejects.toThrow(/has no handler/);
  await expect(
    startTestHttp({ operations: { one: op({ path: '/x/{id}' }) }, handlers: { one: async () => undefined } }),
  ).rejects.toThrow(/declared parameters/);
});
