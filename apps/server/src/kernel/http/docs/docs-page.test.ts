// Holds what the page of operations shows, in which language, and that nothing on it comes from elsewhere.
import { hash } from 'node:crypto';
import { errorCodesOf, languages, modules, moduleTable } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { escapeHtml } from '../../text/escape-html.ts';

let server: TestServer;
const pages: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  for (const language of languages) {
    pages[language] = await (
      await fetch(`${server.url}/docs`, { headers: { 'accept-language': `${language}-X` } })
    ).text();
  }
});
afterAll(() => server.stop());

const headersOf = async (path: string, init: RequestInit = {}) =>
  (await fetch(server.url + path, { redirect: 'manual', ...init })).headers;

/** Cuts the part of one operation out of the page. */
function operation(page: string, key: string): string {
  return new RegExp(`<details id="${key}" .*?</details>`, 's').exec(page)![0];
}

describe('the page of operations', () => {
  it('shows every operation with its error codes in the language of the reader', () => {
    for (const { name, operations } of moduleTable) {
      for (const [key, one] of Object.entries(operations)) {
        const html = operation(pages.en!, `${name}-${key}`);
        expect(html).toContain(`<code>${one.path.replaceAll('&', '&amp;')}</code>`);
        if (one.built) for (const code of errorCodesOf(one)) expect(html).toContain(` ${code}</code>`);
      }
    }
    expect([pages.en!.slice(0, 40), pages.tr!.slice(0, 40)]).toEqual([
      expect.stringContaining('lang="en"'),
      expect.stringContaining('lang="tr"'),
    ]);
    expect(operation(pages.tr!, 'session-closeAll2')).toContain('Lütfen oturum açın.');
  });

  it('shows the fields of a body with type, limits and whether they are required', () => {
    const html = operation(pages.en!, 'authentication-login');
    expect(html).toMatch(
      /<code>username<\/code> <span class="kind">text, <strong>required<\/strong>, at least <code>1<\/code> characters, at most <code>254<\/code> characters/,
    );
    expect(operation(pages.tr!, 'authentication-login')).toContain(
      '<strong>zorunlu</strong>, en az <code>1</code> karakter',
    );
    expect(operation(pages.en!, 'session-closeAll2')).toContain('<code>username</code>');
  });

  it('shows the example of every operation: parameters, body and answer', () => {
    for (const { name, operations, examples = {} } of modules) {
      for (const [key] of Object.entries(operations).filter(([, { built }]) => built)) {
        expect(operation(pages.tr!, `${name}-${key}`).split('<h4>Örnek</h4>').length, key).toBeGreaterThan(1);
        const { query = {} } = examples[key]!;
        for (const value of Object.values(query)) {
          expect(operation(pages.en!, `${name}-${key}`)).toContain(`, for example <code>${value}</code>`);
        }
      }
    }
    const html = operation(pages.en!, 'authentication-login');
    expect(html).toContain('&quot;username&quot;: &quot;ada.lovelace&quot;');
    expect(html).toContain('&quot;status&quot;: &quot;AUTHENTICATED&quot;');
    expect(operation(pages.en!, 'bpmn-engine-deploy')).toContain('&lt;userTask id=');
    expect(operation(pages.en!, 'session-events')).toContain('event: begun');
  });

  it('says in the language of the reader what operations and modules are', () => {
    for (const { name, title, operations, turkish } of modules) {
      expect(pages.en).toContain(`<h2>${title}</h2>`);
      expect(pages.tr).toContain(`<h2>${turkish!.title}</h2>`);
      expect(pages.tr).toContain(`<a href="#${name}">${turkish!.title}</a>`);
      for (const [key, { summary }] of Object.entries(operations)) {
        const shown = (page: string) =>
          /<summary>.*?<span>(.*?)<\/span><\/summary>/s.exec(operation(page, `${name}-${key}`))?.[1];
        expect([shown(pages.en!), shown(pages.tr!)]).toEqual([escapeHtml(summary), turkish!.summaries[key]]);
      }
    }
  });

  it('leads from each model that it names to the fields of that model', () => {
    for (const page of Object.values(pages)) {
      const named = new Set([...page.matchAll(/href="#(model-\w+)"/g)].map(([, id]) => id!));
      expect(named.size).toBeGreaterThan(100);
      expect([...named].filter((id) => !page.includes(`<details id="${id}"`))).toEqual([]);
    }
  });

  it('runs and draws with its own script and style alone, by their hashes', async () => {
    const policy = (await headersOf('/docs')).get('content-security-policy')!;
    for (const [tag, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ]) {
      const parts = [...pages.en!.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))];
      expect(parts).toHaveLength(1);
      expect(policy).toContain(`${directive} 'sha256-${hash('sha256', parts[0]![1]!, 'base64')}'`);
    }
    expect(pages.en).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(pages.en).not.toMatch(/ (?:on\w+|style)=/);
  });

  it('is in the language that the address names, whatever the browser prefers', async () => {
    const answer = await fetch(`${server.url}/docs?language=tr`, { headers: { 'accept-language': 'en' } });
    expect(await answer.text()).toContain('<html lang="tr">');
    expect((await headersOf('/docs')).get('vary')).toBe('Accept-Language');
    expect(await (await fetch(`${server.url}/docs?language=xx`)).text()).toContain('<html lang="en">');
  });

  it('is where the bare address leads', async () => {
    const answer = await fetch(`${server.url}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'docs']);
    expect((await fetch(`${server.url}/`)).status).toBe(200);
  });
});

it.each(['/docs', '/v3/api-docs', '/health/live', '/health/ready', '/metrics', '/'])(
  'answers HEAD of %s with the headers of GET and no body',
  async (path) => {
    const [get, head] = [
      await fetch(server.url + path, { redirect: 'manual' }),
      await fetch(server.url + path, { method: 'HEAD', redirect: 'manual' }),
    ];
    expect([head.status, await head.text()]).toEqual([get.status, '']);
    for (const name of ['content-type', 'location']) expect(head.headers.get(name)).toBe(get.headers.get(name));
    const refused = await fetch(server.url + path, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  },
);
