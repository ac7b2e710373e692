// Opens pages of the console in a real browser, as a person does, and notes what a page must never do.
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import {
  ADMIN_PASSWORD,
  type ServerOptions,
  type ServerProcess,
  startServerProcess,
} from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

export interface OpenedPage {
  readonly page: Page;
  /** Lists errors of scripts, what the content security policy refused, and requests to another host. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

const STEP_TIMEOUT_MS = 15_000;

/** Sources that changed since the last build are built while the server serves already. */
const BUILD_TIMEOUT_MS = 60_000;

/** Starts a server, and waits for its console. */
export async function startConsole({ environment, ...options }: ServerOptions): Promise<ServerProcess> {
  const server = await startServerProcess({ ...options, environment: { KEELSON_CONSOLE: 'on', ...environment } });
  const isServed = async () => (await fetch(`${server.url}/platform`, { headers: { accept: 'text/html' } })).ok;
  await until('the console', isServed, { timeoutMs: BUILD_TIMEOUT_MS });
  return server;
}

/** A call that the server refuses is written to the log by the browser itself. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4/;

/** Is the document that foreign content stands in; its policy writes down there what it has stopped. */
const PAPER = '/console-assets/paper.html';

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 }, ...options });
  // Whatever a page does, it does within this time, also on a busy machine.
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.location().url.endsWith(PAPER)) return;
    if (message.type() === 'error' && !REFUSED_CALL.test(message.text())) faults.push(message.text());
  });
  const note = (request: Request): void => {
    const asked = request.url();
    if (asked !== url && !asked.startsWith(`${url}/`) && !/^(data|blob):/.test(asked)) faults.push(`asked ${asked}`);
  };
  page.on('requestfinished', note);
  page.on('requestfailed', (request) => {
    // What the frame of foreign content asks for is stopped by its policy before it leaves.
    if (request.failure()?.errorText !== 'csp' || !request.frame().url().endsWith(PAPER)) note(request);
  });
  return { page, faults, close: () => context.close() };
}

/** Fills in name and password where a sign-in asks for them. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens a page of the console as somebody; the path stands below `/platform`. */
export async function openAs(
  browser: Browser,
  url: string,
  path: string,
  username = 'admin',
  password = ADMIN_PASSWORD,
): Promise<OpenedPage> {
  const opened = await openPage(browser, url);
  await opened.page.goto(`${url}/sign-in?next=${encodeURIComponent(`${new URL(`${url}/platform`).pathname}${path}`)}`);
  await fillSignIn(opened.page, username, password);
  await opened.page.waitForURL(({ href }) => href.startsWith(`${url}/platform`));
  return opened;
}
