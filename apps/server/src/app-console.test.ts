// Proves which processes have the pages of the console: by the modules that they serve, and by what they are told.
import { afterEach, expect, it } from 'vitest';
import { send } from './kernel/http/http-server.fixture.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
afterEach(() => server.stop());

/** The documents come while the pages are built, or say that they are: either is no 404. */
const html = { headers: { accept: 'text/html' } };

it('console 26: a process without sessions and signing in has no pages: / leads to the reference', async () => {
  server = await startTestServer({ modules: ['bpmn-engine', 'report'], env: { KEELSON_CONSOLE: 'on' } });
  expect((await send(`${server.url}/`)).headers.location).toBe('docs');
  expect((await send(`${server.url}/platform`, html)).status).toBe(404);
});

it('console 26: where a gateway leads to other processes, it has the pages of all modules', async () => {
  server = await startTestServer({ modules: ['bpmn-engine', 'report'], env: { KEELSON_CONSOLE: 'all' } });
  expect((await send(`${server.url}/`)).headers.location).toBe('platform');
  expect([200, 503]).toContain((await send(`${server.url}/platform`, html)).status);
});
