// Opens pages of a real browser, each of a person who is signed in by the cookie.
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../apps/server/src/testing/outside-programs.ts';
import type { Person } from '../support/people.ts';

/** Names the program of the browser; what needs one runs only where there is one. */
export const browserProgram = findBrowser();

const inPage = fileURLToPath(new URL('./in-page.js', import.meta.url));

/** Was told to an `EventSource` of the page. */
export interface HeardInPage {
  readonly event: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  // Its own sandbox refuses to run as root, as tests in containers do; every page of these tests is ours.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...flags] : [...flags];
  return chromium.launch({ executablePath: browserProgram ?? '', args });
}

/** Opens a page at the server's own origin, where the cookie is sent; scripts of a test may run there. */
export async function pageOf(browser: Browser, url: string, person: Person): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true });
  await context.addCookies([{ name: 'svc-session', value: person.token, url }]);
  await context.addInitScript({ path: inPage });
  const page = await context.newPage();
  await page.goto(`${url}/session`);
  return page;
}

/** Calls a function of `in-page.js` with what JSON can say. */
export function callInPage<Answer>(page: Page, name: string, ...args: readonly unknown[]): Promise<Answer> {
  return page.evaluate(`inPage.${name}(...${JSON.stringify(args)})`);
}

export function heardIn(page: Page): Promise<HeardInPage[]> {
  return page.evaluate('inPage.heard');
}
