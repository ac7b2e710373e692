// Holds a page of the console against the rules of accessibility, in every look that it has.
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { lookFor } from './looks.ts';

const axeSource = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const LOOKS = [
  ['light', 1_280],
  ['dark', 1_280],
  ['dark', 375],
  ['light', 375],
] as const;

type Look = (typeof LOOKS)[number];

const HEIGHT = 800;

async function lookAs(page: Page, [colorScheme, width]: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: HEIGHT });
}

/** Waits until nothing of the page, or of a part of it, is on its way any more; a stream never ends. */
export async function settled(page: Page, part: string | null = null): Promise<void> {
  const isBusy = async () => (await page.locator(`${part ?? 'body'} [aria-busy="true"]`).count()) > 0;
  await vi.waitFor(async () => expect(await isBusy()).toBe(false), { timeout: 10_000 });
}

/** Waits until nothing of the page moves or fades: what is half seen has other colours. */
async function still(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished))`);
}

/** Answers what axe finds in the page, or in the part that a selector names. */
async function violationsIn(page: Page, part: string | null): Promise<readonly string[]> {
  await still(page);
  // The content security policy lets no page add a script; the driver evaluates it.
  const where = part === null ? 'document' : JSON.stringify(part);
  const { violations } = await page.evaluate<AxeResults>(`${axeSource}; axe.run(${where})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

async function misfitsOf(page: Page): Promise<readonly string[]> {
  const names = ['sideways', 'cutTexts', 'smallTargets'] as const;
  const found: string[] = [];
  for (const name of names) found.push(...(await lookFor(page, name)).map((what) => `${name}: ${what}`));
  return found;
}

/** Answers, for each look of a page that is open, what axe finds in it or in a part of it, and what of a whole page does not fit. */
export async function faultsOfLooks(page: Page, part: string | null = null): Promise<readonly string[]> {
  const found: string[] = [];
  for (const look of LOOKS) {
    await lookAs(page, look);
    await settled(page, part);
    const faults = [...(await violationsIn(page, part)), ...(part === null ? await misfitsOf(page) : [])];
    found.push(...faults.map((fault) => `${look.join(' ')}: ${fault}`));
  }
  await lookAs(page, LOOKS[0]);
  return found;
}

export const DIALOG = '[role="dialog"]';

/** Whatever opens a dialog says so; what is not there to be pressed opens none. */
const OPENERS = 'main button[aria-haspopup="dialog"]:visible:not([disabled]):not([data-disabled])';

/** Is a page with acts, below `/platform`; what has to be chosen first is named by its label. */
export interface PlaceOfActs {
  readonly path: string;
  readonly choose?: string;
}

/** Opens each dialog of a page once and closes it again; fails by what axe finds in one. Answers the names of what opens them. */
export async function lookAtDialogs(
  page: Page,
  url: string,
  { path, choose }: PlaceOfActs,
): Promise<readonly string[]> {
  await page.goto(`${url}/platform${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  if (choose !== undefined) await page.getByRole('checkbox', { name: choose }).check();
  const names = [...new Set(await page.locator(OPENERS).allInnerTexts())];
  const dialog = page.locator(DIALOG);
  for (const name of names) {
    const opener = page.locator(OPENERS).and(page.getByRole('button', { name, exact: true }));
    // By a key: a preview that has just got another width may still move what a pointer aims at.
    await opener.first().press('Enter');
    await dialog.waitFor();
    // It gets its name from its title once that is drawn.
    await page.locator(`${DIALOG}[aria-labelledby]`).waitFor();
    expect(await faultsOfLooks(page, DIALOG), `${path}: ${name}`).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  return names;
}
