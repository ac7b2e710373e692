// Counts how often a page of the console asks the server one time after the other: all that waits is answered together, once the page asks no more.
import type { Page, Request, Route } from 'playwright-core';
import { until } from '../../support/until.ts';

const FILES = /^\/(console-assets\/|sign-in|platform)/;
/** Is asked for by the bell and the menu beside whatever screen, which waits for neither. */
const BESIDE = /\/(polling\/user\/unread\/detail|menu-items\/tree)$/;
/** Holds the streams of all tabs: its file is none of a page, which is never told that it has arrived. */
const WORKER = /\/live-worker/;

/** Is over once the page has nothing left to do but to wait. */
const REST = 'new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve(true))))';
const IS_SHOWN = `document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null`;

export interface Turns {
  /** Opens an address; answers the paths that it asked for in each turn, until it showed all that it has. */
  of(address: string): Promise<readonly (readonly string[])[]>;
}

export async function countTurns(page: Page): Promise<Turns> {
  const open = new Set<Request>();
  const held = new Map<Request, Route>();
  page.on('request', (request) => {
    if (!WORKER.test(request.url())) open.add(request);
  });
  const end = (request: Request): void => {
    open.delete(request);
    held.delete(request);
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (FILES.test(pathname) || BESIDE.test(pathname)) await route.continue();
    else held.set(route.request(), route);
  });
  const release = async (): Promise<readonly string[]> => {
    const routes = [...held.values()];
    held.clear();
    await Promise.all(routes.map((route) => route.continue()));
    return routes.map((route) => new URL(route.request().url()).pathname);
  };
  const onTheirWay = (): readonly string[] => [...open].filter((one) => !held.has(one)).map((one) => one.url());
  const isShown = (): Promise<boolean> => page.evaluate(IS_SHOWN);
  const atRest = async (): Promise<boolean> => {
    await page.evaluate(REST);
    return onTheirWay().length === 0 && (held.size > 0 || isShown());
  };
  return {
    async of(address) {
      open.clear();
      held.clear();
      await page.goto(address);
      const turns: (readonly string[])[] = [];
      for (;;) {
        await until('calls, or all that is to be shown', atRest).catch((error: unknown) => {
          throw new Error(`${address} waits for ${onTheirWay().join(', ')}`, { cause: error });
        });
        // What is asked for beside a whole page keeps nobody waiting.
        const isWhole = await isShown();
        const asked = await release();
        if (isWhole) return turns;
        turns.push(asked);
      }
    },
  };
}
