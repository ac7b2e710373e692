// Goes through pages by keys alone, and notes what somebody without a pointer would stumble over.
import type { Locator, Page } from 'playwright-core';
import type { OpenedPage } from './console-page.ts';
import type { ConsoleSite } from './console-site.ts';
import { faultsOf, STOPS_MAX, stopOf } from './looks.ts';

/** Runs in the page: nothing has the focus for half a second, while nothing is on its way. */
const watchFocus = `(() => {
  let last = null;
  let without = 0;
  setInterval(() => {
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) {
      last = activeElement.getAttribute('aria-label') ?? activeElement.innerText ?? activeElement.tagName;
      without = 0;
      return;
    }
    without = document.querySelector('[data-loading], [aria-busy="true"]') === null ? without + 1 : 0;
    if (last === null || without < 10) return;
    noteLostFocus(last);
    last = null;
  }, 50);
})()`;

export interface Keys {
  /** Goes from stop to stop until the target has the focus. */
  to(target: Locator): Promise<void>;
  press(key: string): Promise<void>;
  /** Presses Enter on a target. */
  enter(target: Locator): Promise<void>;
  /** Goes to a field and writes in the place of what it holds. */
  write(target: Locator, text: string): Promise<void>;
  /** Goes to a choice and takes what begins with the letters. */
  choose(target: Locator, letters: string): Promise<void>;
  /** Lists stops that were not seen or were covered, and after what the focus was lost. */
  readonly faults: readonly string[];
}

/** Goes through a page by keys alone, and notes what a person would stumble over. */
async function keysOf(page: Page): Promise<Keys> {
  const faults: string[] = [];
  await page.exposeFunction('noteLostFocus', (after: string) => faults.push(`lost after: ${after}`));
  await page.addInitScript(watchFocus);
  const next = async (): Promise<void> => {
    await page.keyboard.press('Tab');
    const stop = await stopOf(page);
    if (stop !== null) faults.push(...faultsOf(stop));
  };
  const keys: Keys = {
    faults,
    async to(target) {
      await target.waitFor();
      for (let stops = 0; stops < STOPS_MAX; stops++) {
        if ((await target.and(page.locator(':focus')).count()) > 0) return;
        await next();
      }
      throw new Error(`no key leads to ${target}`);
    },
    press: (key) => page.keyboard.press(key),
    async enter(target) {
      await keys.to(target);
      await keys.press('Enter');
    },
    async write(target, text) {
      await keys.to(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async choose(target, letters) {
      await keys.to(target);
      await page.keyboard.type(letters);
    },
  };
  return keys;
}

export interface ByKeys extends OpenedPage {
  readonly keys: Keys;
}

/** Waits for a screen. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Signs in by keys, and goes home. */
export async function beginByKeys(site: ConsoleSite, username: string, password: string): Promise<ByKeys> {
  const opened = await site.openPage();
  const { page } = opened;
  const keys = await keysOf(page);
  await page.goto(`${site.url}/sign-in`);
  await heading(page, 'Sign in');
  await keys.write(page.getByLabel('Username'), username);
  await keys.write(page.getByLabel('Password', { exact: true }), password);
  await keys.press('Enter');
  return { ...opened, keys };
}
