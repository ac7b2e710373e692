// Opens the reference of the interface in a real browser; runs only where there is one.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { browserProgram, openBrowser } from './chromium.ts';
import { openPage } from './console/console-page.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>>;
}

/** As the network carries them: the whole reference with its document. */
const TRAVELLED_BYTES_MAX = 700_000;

describe.skipIf(browserProgram === undefined)('the reference in a browser', { timeout: 60_000 }, () => {
  let directory: string;
  let server: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    directory = makeDataDirectory();
    server = await startServerProcess({ directory });
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    removeDataDirectory(directory);
  });

  const operationsOf = async (language: string) => {
    const document = (await (await fetch(`${server.url}/v3/api-docs?language=${language}`)).json()) as Document;
    return Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { summary }]) => `${method.toUpperCase()} ${path} ${summary}`),
    );
  };
  const open = async (language: string) => {
    const opened = await openPage(browser, server.url, { locale: language });
    await opened.page.goto(`${server.url}/docs`);
    await opened.page.locator('.opblock').first().waitFor();
    return opened;
  };

  it.each(['en', 'tr'])(
    'lists every operation of the document in its language, and nothing is refused (%s)',
    async (language) => {
      const { page, faults, close } = await open(language);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      // Only what is in sight stands in the page: a person scrolls through the rest.
      const seen = new Set<string>();
      for (let top = 0; ; top += 600) {
        await page.evaluate(`scrollTo(0, ${top})`);
        await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
        for (const text of await page.locator('.opblock-summary').allInnerTexts())
          seen.add(text.replace(/[\s\u200b]+/g, ' ').trim());
        if (await page.evaluate(`innerHeight + scrollY >= document.documentElement.scrollHeight - 1`)) break;
      }
      const wanted = await operationsOf(language);
      expect(wanted.length).toBeGreaterThan(480);
      expect([...seen].sort()).toEqual(wanted.sort());
      expect(faults).toEqual([]);
      await close();
    },
  );

  it('asks for few files, all of this server and compressed, and gets them as not changed when it comes back', async () => {
    const { page, close } = await openPage(browser, server.url);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    let travelled = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      travelled += encodedDataLength;
    });
    const statuses: string[] = [];
    page.on('response', (answer) => statuses.push(`${answer.status()} ${new URL(answer.url()).pathname}`));
    await page.goto(`${server.url}/docs`);
    await page.locator('.opblock').first().waitFor();
    const names = [
      '/docs',
      '/docs/reference.css',
      '/docs/reference.js',
      '/docs/swagger-ui-bundle.js',
      '/docs/swagger-ui.css',
      '/v3/api-docs',
    ];
    expect(statuses.sort()).toEqual(names.map((name) => `200 ${name}`));
    expect(travelled).toBeLessThan(TRAVELLED_BYTES_MAX);
    travelled = 0;
    await page.reload();
    await page.locator('.opblock').first().waitFor();
    expect(travelled).toBeLessThan(20_000);
    await close();
  });

  it('tries an operation as the person whose session the browser has, and shows how curl calls it', async () => {
    const { page, faults, close } = await openPage(browser, server.url);
    const { token } = await signInAdmin(server.url);
    await page.context().addCookies([{ name: 'svc-session', value: token, url: server.url }]);
    // An operation has an address of its own, which opens it.
    await page.goto(`${server.url}/docs#/session/session_get`);
    const operation = page.locator('.opblock.is-open');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response').waitFor();
    const shown = await operation.innerText();
    expect(shown).toContain("curl -X 'GET'");
    expect(shown).toContain(`${server.url}/session`);
    expect(shown).toContain('"username": "admin"');
    expect(shown).toContain('401');
    // It would rather have an underscore in an address written in another way.
    expect(faults.filter((fault) => !fault.startsWith('Deprecated: escaping deep link'))).toEqual([]);
    await close();
  });
});
