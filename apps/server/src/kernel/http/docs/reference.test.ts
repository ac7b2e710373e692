// Holds what the reference is made of, in which language the documents are, and that nothing of it comes from elsewhere.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languages, modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { productIcon } from '../product.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { redirect: 'manual', headers });

interface Document {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>>;
}

const documentAt = async (path: string, headers: Record<string, string> = {}) =>
  (await (await get(path, headers)).json()) as Document;

describe('the documents', () => {
  it('say in the language that the address names what modules and operations are, of the suite and of each module', async () => {
    const merged = await documentAt('/v3/api-docs?language=tr');
    for (const { name, operations, turkish } of modules) {
      expect(merged.tags).toContainEqual({ name, description: turkish!.title });
      const own = await documentAt(`/v3/api-docs/${name}?language=tr`);
      for (const [key, { path, method }] of Object.entries(operations)) {
        for (const { paths } of [merged, own]) {
          expect(paths[path]![method.toLowerCase()]!.summary).toBe(turkish!.summaries[key]);
        }
      }
    }
    expect(JSON.stringify(merged)).toContain('AUTHENTICATION_REQUIRED: Lütfen oturum açın.');
  });

  it('are in the language that the client prefers where the address names none, and English to programs', async () => {
    for (const language of languages) {
      const named = await documentAt(`/v3/api-docs?language=${language}`);
      expect(await documentAt('/v3/api-docs', { 'accept-language': `${language}-X, fr;q=0.5` })).toEqual(named);
    }
    const english = await documentAt('/v3/api-docs?language=en');
    expect(await documentAt('/v3/api-docs')).toEqual(english);
    expect(await documentAt('/v3/api-docs?language=xx')).toEqual(english);
    expect((await get('/v3/api-docs')).headers.get('vary')).toBe('Accept-Language, Accept-Encoding');
  });

  it.each(['br', 'gzip'])(
    'travel compressed to whoever takes %s, and not at all to whoever has them',
    async (coding) => {
      const headers = { 'accept-encoding': coding };
      const pressed = await get('/v3/api-docs', headers);
      expect(pressed.headers.get('content-encoding')).toBe(coding);
      expect(Number(pressed.headers.get('content-length'))).toBeLessThan(300_000);
      expect(await pressed.json()).toEqual(await documentAt('/v3/api-docs'));
      const again = await get('/v3/api-docs', { ...headers, 'if-none-match': pressed.headers.get('etag')! });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const plain = await get('/v3/api-docs', { 'accept-encoding': 'identity' });
      expect([plain.headers.get('content-encoding'), (await plain.text()).length > 2_000_000]).toEqual([null, true]);
    },
  );
});

describe('the reference', () => {
  it('takes scripts and styles from files of this server alone, and every file that it names is there', async () => {
    const page = await get('/docs');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self'; style-src 'self';");
    expect(policy).not.toContain('unsafe');
    const text = await page.text();
    expect(text).not.toMatch(/<style| style=|<script(?![^>]* src=)| on\w+=/);
    const named = [...text.matchAll(/(?:src|href)="([^"#?][^"]*)"/g)].map(([, address]) => address!);
    const files = named.filter((address) => !address.startsWith('data:'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      expect(file).not.toMatch(/^(?:[a-z]+:)?\//);
      const { status, headers } = await get(`/${file.replace(/^\.$/, '')}`);
      expect([file, status]).toEqual([file, file === '.' ? 302 : 200]);
      if (file.startsWith('docs/')) expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each(languages)('is in the language of the reader, with the document of that language (%s)', async (language) => {
    for (const page of [await get('/docs', { 'accept-language': language }), await get(`/docs?language=${language}`)]) {
      const text = await page.text();
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(`data-document="v3/api-docs?language=${language}"`);
      expect(text).toMatch(/<title>(?:Operations|İşlemler) · Keelson<\/title>/);
      expect(page.headers.get('vary')).toContain('Accept-Language');
    }
  });

  it('is where the bare address leads', async () => {
    const answer = await get('/');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'docs']);
  });

  it('has the sign of the product, which is that of the console', async () => {
    const drawing = readFileSync(
      fileURLToPath(new URL('../../../../../console/src/app/keelson.svg', import.meta.url)),
      'utf8',
    );
    expect(productIcon).toBe(drawing.trim());
    for (const path of ['/favicon.ico', '/favicon.svg']) {
      const answer = await get(path);
      expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['image/svg+xml', productIcon]);
    }
  });
});

it.each([
  '/docs',
  '/v3/api-docs',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/',
  '/favicon.ico',
  '/docs/swagger-ui.css',
])('answers HEAD of %s with the headers of GET and no body', async (path) => {
  const [answer, head] = [await get(path), await fetch(server.url + path, { method: 'HEAD', redirect: 'manual' })];
  expect([head.status, await head.text()]).toEqual([answer.status, '']);
  for (const name of ['content-type', 'location']) expect(head.headers.get(name)).toBe(answer.headers.get(name));
  const refused = await fetch(server.url + path, { method: 'DELETE' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
