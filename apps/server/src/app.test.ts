// Proves the whole program in process: it starts on an empty database, serves every contract, and stops cleanly.
import { connect } from 'node:net';
import { formOf, modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from './kernel/http/http-server.fixture.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('health', () => {
  it('lives and is ready', async () => {
    expect((await send(`${server.url}/health/live`)).json).toMatchObject({ status: 'live' });
    const ready = await send(`${server.url}/health/ready`);
    expect([ready.status, ready.json.status, ready.json.notReady]).toEqual([200, 'ready', {}]);
  });
  it('says which part is not ready, also when the check itself fails', async () => {
    let reason: string | null = 'warming up';
    server.kernel.readiness.register('part', () => reason);
    server.kernel.readiness.register('broken', () => {
      if (reason === null) return null;
      throw new Error('cannot tell');
    });
    const answer = await send(`${server.url}/health/ready`);
    expect([answer.status, answer.json.notReady]).toEqual([
      503,
      { part: 'warming up', broken: 'check failed: cannot tell' },
    ]);
    expect(answer.headers['retry-after']).toBe('1');
    reason = null;
    expect((await send(`${server.url}/health/ready`)).status).toBe(200);
  });
  it('metrics count requests and failures per operation', async () => {
    await send(`${server.url}/session`);
    const { text, headers } = await send(`${server.url}/metrics`);
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toContain('keelson_requests_total{module="session",operation="get",status="401"} 1');
    expect(text).toContain(
      'keelson_request_errors_total{module="session",operation="get",code="AUTHENTICATION_REQUIRED"} 1',
    );
    expect(text).toContain('keelson_request_duration_seconds_bucket{module="session",operation="get",le="+Inf"} 1');
    expect(text).toMatch(/nodejs_eventloop_lag_seconds/);
    expect(text).toMatch(/keelson_database_connections_open \d/);
  });
});

describe('documents', () => {
  it('every module at its address and prefixes, the suite and a page that asks no other host', async () => {
    for (const { name, prefixes } of modules) {
      for (const path of [`/v3/api-docs/${name}`, ...prefixes.map((prefix) => `${prefix}/v3/api-docs`)]) {
        const answer = await send(server.url + path);
        expect([path, answer.status, answer.json?.openapi]).toEqual([path, 200, expect.stringMatching(/^3\.1/)]);
      }
    }
    const suite = (await send(`${server.url}/v3/api-docs`)).json;
    const written = modules.flatMap((module) => Object.values(module.operations).map((operation) => operation.path));
    expect(new Set(Object.keys(suite.paths))).toEqual(new Set([...Object.keys(suite.paths), ...written]));
    const page = await send(`${server.url}/docs`);
    expect(page.text).toContain('data-document="v3/api-docs');
    expect(page.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});

describe('every operation of the contract', () => {
  const operations = modules.flatMap((module) =>
    Object.entries(module.operations).map(([key, operation]) => ({ module, key, operation })),
  );
  const paths = operations.flatMap(({ module, key, operation }) =>
    ['', ...module.prefixes].flatMap((prefix) =>
      [operation.path, ...(operation.aliases ?? [])].map((path) => ({
        module: module.name,
        key,
        operation,
        path: prefix + path,
      })),
    ),
  );

  it('is served at every address, and what is not public refuses whoever has no session before it reads a body', async () => {
    const wrong: string[] = [];
    for (const { module, key, operation, path } of paths) {
      const url = server.url + path.replace(/\{[^}]+\}/g, '1');
      const answer = await send(url, {
        method: operation.method,
        ...(operation.method === 'GET' ? {} : { body: '{broken' }),
      });
      const isPublic = operation.access.kind === 'public';
      const expected = isPublic
        ? !operation.built === (answer.status === 501) && !answer.text.includes('OPERATION_NOT_FOUND')
        : answer.status === 401;
      if (!expected)
        wrong.push(`${module} ${key} ${operation.method} ${path}: ${answer.status} ${answer.text.slice(0, 100)}`);
      if (!isPublic && formOf(operation) === null && answer.json.errorDetail.service !== module)
        wrong.push(`${module} ${key}: service ${answer.json.errorDetail.service}`);
    }
    expect(wrong).toEqual([]);
    expect(paths.length).toBeGreaterThan(operations.length);
  });
});

it('a module that is left out has no routes; the others have theirs', async () => {
  const engine = await startTestServer({ modules: ['bpmn-engine'] });
  expect((await send(`${engine.url}/session`)).status).toBe(404);
  expect((await send(`${engine.url}/v3/api-docs/session`)).status).toBe(404);
  expect((await send(`${engine.url}/repository/model/1`)).status).toBe(401);
  await engine.stop();
});

it('stops without a warning, twice is once, and nobody listens afterwards', async () => {
  const other = await startTestServer();
  await Promise.all([other.stop(), other.stop()]);
  await expect(send(`${other.url}/health/live`)).rejects.toThrow('ECONNREFUSED');
  expect(other.logLines.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
});

it('an address that was taken meanwhile is told, and everything is stopped again', async () => {
  const taken = new URL(server.url).host;
  await expect(startTestServer({ env: { KEELSON_LISTEN: taken } })).rejects.toThrow(
    `Another program listens on ${taken} already; choose another address by KEELSON_LISTEN.`,
  );
});

it('finishes what is in flight before it stops, and takes nothing new', async () => {
  const other = await startTestServer();
  const { hostname, port } = new URL(other.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
  });
  const ended = new Promise<void>((resolve) => socket.on('end', resolve));
  const sent = (bytes: string) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  await sent(
    'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n',
  );
  // The server has read the head once it answers a later connection.
  await send(`${other.url}/health/live`);
  const stopping = other.stop();
  await expect
    .poll(() =>
      send(`${other.url}/health/live`).then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    )
    .toContain('ECONNREFUSED');
  await sent('{}');
  await ended;
  expect(text).toMatch(/^HTTP\/1.1 400 [\s\S]*"errorCode":"VALIDATION_FAILED"/);
  await stopping;
});
