// Knows the screens of the console by its sources, and when one of them stands still.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(`apps/console/src/${file}`, root), 'utf8');

/** Reads the paths of all screens that stand alone, which need no record in their address. */
export function screenPaths(): readonly string[] {
  const built = [...read('app/routes.tsx').matchAll(/page: '(\w+)'/g)].map(([, page]) => page!);
  const table = new Map(
    [...read('lib/address.ts').matchAll(/^ {2}(\w+): '([^']+)',$/gm)].map(([, page, path]) => [page!, path!]),
  );
  return built
    .map((page) => table.get(page)!)
    .filter((path) => !path.includes('$'))
    .map((path) => `/platform${path === '/' ? '' : path}`);
}

/** Waits until nothing of the page is on its way any more; a stream never ends. */
export async function settled(page: Page): Promise<void> {
  const isBusy = async () => (await page.locator('[aria-busy="true"]').count()) > 0;
  await vi.waitFor(async () => expect(await isBusy()).toBe(false), { timeout: 10_000 });
}
