// Opens pages of the console in a browser that a bench drives: who is signed in, how slow the machine is, and what a page was seen to do.
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { browserProgram, openBrowser } from '../../tests/browser/chromium.ts';
import { until } from '../../tests/support/until.ts';
import type { BarRun } from '../bars/bar.ts';
import { signIn } from '../bars/calls.ts';
import { createDeployment, type Deployment } from '../bars/keelson.ts';

/** Pages that are not built yet are built while the server serves already. */
const BUILD_TIMEOUT_MS = 120_000;
const STEP_TIMEOUT_MS = 120_000;
const VIEW = { width: 1_280, height: 800 } as const;
const BITS_PER_BYTE = 8;
/** The bars' slow device: the processor, each answer, and what the line carries. */
const SLOW = { times: 4, latencyMs: 150, bitsPerSecond: 1_600_000 } as const;
const QUIET_MS = 1_000;
const MEBIBYTE = 1_048_576;

const inPage = fileURLToPath(new URL('./in-page.js', import.meta.url));

export interface ConsoleBench {
  readonly deployment: Deployment;
  readonly origin: string;
  /** Is the administrator's. */
  readonly token: string;
  readonly browser: Browser;
}

export interface BenchPage {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Starts a server and a browser; both end with the run. */
export async function openConsole(run: BarRun): Promise<ConsoleBench> {
  if (browserProgram === undefined) throw new Error('There is no Chromium; KEELSON_BROWSER names one.');
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess({ env: { KEELSON_CONSOLE: 'on' } });
  const isServed = async () => (await fetch(`${origin}/platform`, { headers: { accept: 'text/html' } })).ok;
  await until('the console', isServed, { timeoutMs: BUILD_TIMEOUT_MS });
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const browser = await openBrowser();
  run.teardown.add(() => browser.close());
  return { deployment, origin, token, browser };
}

/** Opens a browser that knows nothing yet; with a token its person is signed in. */
export async function openContext({ browser, origin }: ConsoleBench, token?: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en', viewport: VIEW });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  await context.addInitScript({ path: inPage });
  if (token !== undefined) await context.addCookies([{ name: 'svc-session', value: token, url: origin }]);
  return context;
}

export async function openPage(context: BrowserContext): Promise<BenchPage> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return { page, devtools };
}

/** Makes a page as slow as the bars' slow device. */
export async function slowDown({ devtools }: BenchPage): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.times });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latencyMs,
    downloadThroughput: SLOW.bitsPerSecond / BITS_PER_BYTE,
    uploadThroughput: SLOW.bitsPerSecond / BITS_PER_BYTE,
  });
}

/** Resolves once a screen is there with all that it shows, and has done nothing for a second. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(`bench.whenAtRest(${QUIET_MS})`);
}

/** Answers the time between frames of a page that does nothing, for a second. */
export async function framesAtRest(page: Page): Promise<readonly number[]> {
  await page.evaluate('bench.watchFrames()');
  await page.waitForTimeout(QUIET_MS);
  return page.evaluate('bench.takeFrames()');
}

/** Answers the long tasks of a page since it was last asked, in milliseconds. */
export function takeTasks(page: Page): Promise<readonly number[]> {
  return page.evaluate('bench.takeTasks()');
}

/** Counts what is left of the page's heap after a collection. */
export async function heapMebibytes({ devtools }: BenchPage): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / MEBIBYTE;
}
