// Looks at the protocol from outside: documents, languages, what is refused before any operation, and how health is told.
import { formOf, modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addresses, entries } from './addresses.ts';
import { expectFailure } from './failure.ts';
import { startTarget, type Target } from './target.ts';

let target: Target;
let authorization: Record<string, string>;
beforeAll(async () => {
  target = await startTarget();
  authorization = { authorization: `Bearer ${target.admin.token}` };
});
afterAll(() => target?.stop());

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(target.url + path, { ...init, headers: { ...authorization, ...init.headers } });
}
const json = { 'content-type': 'application/json' };

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}
async function documentAt(path: string): Promise<Document> {
  const response = await fetch(target.url + path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return (await response.json()) as Document;
}

describe('the documents', () => {
  it('have every operation of the suite at its path and alias', async () => {
    const { openapi, paths } = await documentAt('/v3/api-docs');
    expect(openapi).toBe('3.1.0');
    for (const { operation, module } of entries) {
      for (const path of [operation.path, ...(operation.aliases ?? [])]) {
        const id = paths[path]?.[operation.method.toLowerCase()]?.operationId;
        expect(id, path).toMatch(new RegExp(`^${module.name}_`));
      }
    }
  });

  it.each(modules.map(({ name, prefixes, operations }) => [name, prefixes, operations] as const))(
    'have that of %s at its own address and at its prefixes',
    async (name, prefixes, operations) => {
      const document = await documentAt(`/v3/api-docs/${name}`);
      const count = Object.values(document.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
      expect(count).toBeGreaterThanOrEqual(Object.keys(operations).length);
      for (const prefix of prefixes) expect(await documentAt(`${prefix}/v3/api-docs`)).toEqual(document);
    },
  );

  it('have a page for people, without a session', async () => {
    const response = await fetch(`${target.url}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await response.text()).toContain('v3/api-docs?language=en');
  });
});

describe('health', () => {
  it('is reported without a session and outside the envelope', async () => {
    const live = await fetch(`${target.url}/health/live`);
    expect([live.status, await live.json()]).toMatchObject([200, { status: 'live' }]);
    const ready = await fetch(`${target.url}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', notReady: {} }]);
  });

  it('has numbers by operation', async () => {
    await send('/session');
    const text = await (await fetch(`${target.url}/metrics`)).text();
    expect(text).toMatch(/\{[^}]*operation="get"[^}]*\}/);
    expect(text).not.toMatch(/svc_[A-Za-z0-9_-]{43}/);
  });
});

describe('what reaches no operation', () => {
  it('is 404 in the envelope, with or without a session', async () => {
    for (const path of ['/nothing-here', '/session/', '/session-server', '//session', '/Session', '/%00']) {
      const { service } = await expectFailure(await send(path), 'OPERATION_NOT_FOUND');
      expect(service).toBe('keelson');
    }
    await expectFailure(await fetch(`${target.url}/nothing-here`), 'OPERATION_NOT_FOUND');
  });

  it('is 405 at every address that takes other methods, and names them', async () => {
    const methods = new Map<string, Set<string>>();
    const formed = new Set<string>();
    for (const { path, operation } of addresses) {
      const shape = path.replaceAll(/\{[^}]+\}/g, 'x');
      methods.set(shape, (methods.get(shape) ?? new Set()).add(operation.method));
      if (formOf(operation) !== null) formed.add(shape);
    }
    for (const [path, taken] of methods) {
      const method = ['PATCH', 'DELETE', 'PUT'].find((other) => !taken.has(other)) ?? 'PATCH';
      const response = await fetch(target.url + path, { method });
      const allowed = (response.headers.get('allow') ?? '').split(', ');
      expect(allowed, `${method} ${path}`).toEqual(expect.arrayContaining([...taken]));
      // At the addresses of a protocol it is reported in the protocol's words.
      if (formed.has(path)) expect(response.status).toBe(405);
      else await expectFailure(response, 'METHOD_NOT_ALLOWED');
    }
  });

  it('is HEAD on a GET that changes something: nothing is done', async () => {
    const response = await send('/close-all/user', { method: 'HEAD' });
    expect(response.status).toBe(405);
    expect((await send('/session')).status).toBe(200);
  });
});

describe('a request that an operation cannot take', () => {
  it('is 406 when the client accepts nothing that is offered', async () => {
    await expectFailure(await send('/session', { headers: { accept: 'image/png' } }), 'NOT_ACCEPTABLE');
  });

  it('is 415 for another media type and 413 for more than 1 MiB', async () => {
    const xml = { method: 'POST', body: '<a/>', headers: { 'content-type': 'application/xml' } };
    await expectFailure(await send('/page/user', xml), 'UNSUPPORTED_MEDIA_TYPE');
    await expectFailure(await send('/repository/deployXml', xml), 'UNSUPPORTED_MEDIA_TYPE');
    const large = JSON.stringify({ usernameLike: 'a'.repeat(1_048_577) });
    await expectFailure(await send('/page/user', { method: 'POST', body: large, headers: json }), 'PAYLOAD_TOO_LARGE');
  });

  it('is 400 MALFORMED_BODY when it is no JSON', async () => {
    await expectFailure(await send('/page/user', { method: 'POST', body: '{', headers: json }), 'MALFORMED_BODY');
  });

  it('is 400 with every problem at once, each with field and code', async () => {
    const body = JSON.stringify({
      pageable: { pageNumber: -1, pageSize: 201, sort: { properties: ['password'] } },
      system: 'no',
      usernam: 'a',
      createdDateFrom: 'yesterday',
    });
    const response = await send('/page/user', { method: 'POST', body, headers: json });
    const { errorArguments } = await expectFailure(response, 'VALIDATION_FAILED');
    const problems = errorArguments.map(({ field, code }) => `${field} ${code}`);
    expect(problems.sort()).toEqual([
      'createdDateFrom FORMAT',
      'pageable.pageNumber OUT_OF_RANGE',
      'pageable.pageSize OUT_OF_RANGE',
      'pageable.sort.properties[0] SORT_PROPERTY_UNKNOWN',
      'system TYPE',
      'usernam UNKNOWN_FIELD',
    ]);
  });
});

describe('the language of a failure', () => {
  it.each([
    ['tr', 'Lütfen oturum açın.'],
    ['tr-TR,tr;q=0.9,en;q=0.8', 'Lütfen oturum açın.'],
    ['en', 'Please sign in.'],
    ['de', 'Please sign in.'],
  ])('with Accept-Language %s is "%s"', async (language, sentence) => {
    const response = await fetch(`${target.url}/session`, { headers: { 'accept-language': language } });
    expect((await expectFailure(response, 'AUTHENTICATION_REQUIRED')).errorMessage).toBe(sentence);
  });
});

describe('the correlation id', () => {
  it('is kept when it is fit, and made anew when it is not', async () => {
    const kept = await send('/nothing-here', { headers: { 'x-request-id': 'order-4711.a' } });
    expect((await expectFailure(kept, 'OPERATION_NOT_FOUND')).uuid).toBe('order-4711.a');
    const unfit = await send('/nothing-here', { headers: { 'x-request-id': 'a b' } });
    expect((await expectFailure(unfit, 'OPERATION_NOT_FOUND')).uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect((await send('/session')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
