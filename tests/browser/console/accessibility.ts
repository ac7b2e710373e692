// Holds a page of the console against the rules of accessibility, in every look that it has.
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

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

/** Answers, for each look of a page that is open, what axe finds in it or in a part of it, and how far it scrolls sideways. */
export async function faultsOfLooks(page: Page, part: string | null = null): Promise<readonly string[]> {
  const found: string[] = [];
  for (const look of LOOKS) {
    await lookAs(page, look);
    await settled(page, part);
    const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    const faults = [...(await violationsIn(page, part)), ...(sideways > 0 ? [`scrolls sideways by ${sideways}`] : [])];
    found.push(...faults.map((fault) => `${look.join(' ')}: ${fault}`));
  }
  await lookAs(page, LOOKS[0]);
  return found;
}

export const DIALOG = '[role="dialog"]';
