// Tests how the console is found, built and served: over HTTP, with a clone that has a small build of its own.
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../process/logger.ts';
import { createReadiness } from '../../process/readiness.ts';
import { startTestHttp, type TestHttp } from '../http-server.fixture.ts';
import { consoleStamp } from './console-build.ts';
import { createConsoleHost } from './console-host.ts';
import { createConsoleRoutes } from './console-routes.ts';

const page = '<!doctype html><html><head><base href="/" /><meta name="keelson-modules" content="" /></head></html>';
const script = 'export const shown = 1;';
const paper = '<!doctype html><script>alert()</script>';

/** Writes what the real tool writes, as text: the stamp is that of the clone it stands in. */
const builder = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { consoleStamp } from ${JSON.stringify(join(import.meta.dirname, 'console-build.ts'))};
const [, , , into] = process.argv;
const folder = into + '/' + (await consoleStamp(process.cwd() + '/'));
mkdirSync(folder + '/console-assets', { recursive: true });
writeFileSync(folder + '/console-assets/index-1.js', ${JSON.stringify(script)});
writeFileSync(folder + '/console-assets/index-1.js.br', 'pressed');
writeFileSync(folder + '/sign-in.html', ${JSON.stringify(page)});
writeFileSync(folder + '/paper.html', ${JSON.stringify(paper)});
writeFileSync(folder + '/index.html', ${JSON.stringify(page)});
`;

const roots: string[] = [];
const servers: TestHttp[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) await server.stop();
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

function makeClone(tool = builder): string {
  const root = `${mkdtempSync(join(tmpdir(), 'keelson-clone-'))}/`;
  roots.push(root);
  const files = {
    'apps/console/index.html': page,
    'packages/client/src/index.ts': '',
    'packages/contract/src/index.ts': '',
    'tools/console/press.ts': '',
    'tools/build-console.ts': tool,
    'package-lock.json': '{}',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(root + file), { recursive: true });
    writeFileSync(root + file, text);
  }
  return root;
}

async function serve(root: string, base = '/', modules: readonly string[] = []) {
  const readiness = createReadiness();
  const log = createLogger('silent');
  const host = createConsoleHost({ log, readiness, dataDirectory: join(root, 'data'), place: { base, modules }, root });
  const server = await startTestHttp({ plainRoutes: createConsoleRoutes(host) });
  servers.push(server);
  return { host, readiness, server };
}

const html = { headers: { accept: 'text/html,*/*;q=0.8' } };

describe('the console of a server', () => {
  it('says that it is being prepared, and is served once its build has ended', async () => {
    const { host, readiness, server } = await serve(makeClone());
    const early = await server.call('/platform/tasks', html);
    expect([early.status, early.headers['retry-after']]).toEqual([503, '2']);
    expect(early.text).toContain('being prepared');
    expect(readiness.report().warnings.console).toBe('the console is being prepared');
    await host.settled;
    expect(readiness.report().warnings).toEqual({});
    for (const path of ['/platform', '/platform/tasks/1', '/sign-in']) {
      const answer = await server.call(path, html);
      expect([answer.status, answer.headers['cache-control']], path).toEqual([200, 'no-cache']);
      expect(answer.headers['content-security-policy']).toContain("style-src 'self'; ");
    }
  });

  it('tells why it could not be built, in the page and to operators, and the interface answers all the same', async () => {
    const { host, readiness, server } = await serve(makeClone("throw new Error('no <disk> left')"));
    await host.settled;
    const answer = await server.call('/platform', html);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('no &lt;disk&gt; left');
    expect(readiness.report()).toMatchObject({ ready: true, warnings: { console: 'the console could not be built' } });
  });

  it('is built by a process that knows nothing of the secrets of the server', async () => {
    vi.stubEnv('KEELSON_ADMIN_PASSWORD', 'a password of the server');
    const { host, server } = await serve(makeClone('throw new Error(JSON.stringify(process.env))'));
    await host.settled;
    const { text } = await server.call('/platform', html);
    expect(text).toContain('PATH');
    expect(text).not.toContain('KEELSON');
  });

  it('is found under the stamp of its sources and built anew when one of them changes', async () => {
    const root = makeClone();
    await (await serve(root)).host.settled;
    writeFileSync(`${root}tools/build-console.ts`, "throw new Error('built again')");
    const changed = await serve(root);
    await changed.host.settled;
    expect((await changed.server.call('/platform', html)).text).toContain('built again');
    expect(await consoleStamp(root)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('names the modules that it serves in its document, for the pages of others say that they are not served', async () => {
    const { host, server } = await serve(makeClone(), '/', ['session', 'bpmnEngine']);
    await host.settled;
    const { text } = await server.call('/platform', html);
    expect(text).toContain('<meta name="keelson-modules" content="session bpmnEngine" />');
  });

  it('has its documents below the path of the public address, and answers 304 to whoever has them', async () => {
    const { host, server } = await serve(makeClone(), '/tools/keelson/');
    await host.settled;
    const first = await server.call('/platform', html);
    expect(first.text).toContain('<base href="/tools/keelson/" />');
    const again = await server.call('/platform', {
      headers: { ...html.headers, 'if-none-match': String(first.headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('gives files as the browser takes them, for ever, and no file that the build did not write', async () => {
    const { host, server } = await serve(makeClone());
    await host.settled;
    const plain = await server.call('/console-assets/index-1.js');
    expect([plain.status, plain.text, plain.headers['content-encoding']]).toEqual([200, script, undefined]);
    expect(plain.headers['cache-control']).toContain('immutable');
    const pressed = await server.call('/console-assets/index-1.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([pressed.text, pressed.headers['content-encoding']]).toEqual(['pressed', 'br']);
    for (const name of ['index-2.js', '..%2findex.html', '../index.html', 'index-1.js.br', '']) {
      expect((await server.call(`/console-assets/${name}`)).status, name).toBe(404);
    }
  });

  it('frames what others have written in an origin of its own, where its own script alone runs', async () => {
    const { host, server } = await serve(makeClone(), '/tools/keelson/');
    await host.settled;
    const answer = await server.call('/console-assets/paper.html');
    expect([answer.status, answer.text]).toEqual([200, paper]);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("sandbox allow-scripts; default-src 'none'; ");
    expect(policy).toContain(`script-src 'sha256-${hash('sha256', 'alert()', 'base64')}'; `);
    expect(policy).not.toContain('allow-same-origin');
  });

  it('answers who asks for data at the address of a page in the envelope, and refuses to be written to', async () => {
    const { host, server } = await serve(makeClone());
    await host.settled;
    const asked = await server.call('/platform/tasks', { headers: { accept: 'application/json' } });
    expect([asked.status, JSON.parse(asked.text).errorDetail.errorCode]).toEqual([404, 'OPERATION_NOT_FOUND']);
    const posted = await server.post('/platform/tasks', '{}');
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
