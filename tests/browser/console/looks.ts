// Looks at a page as people do who go by keys, by touch or with little room: what has the focus, what can be hit, what is cut off.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(new URL('looks.js', import.meta.url), 'utf8').replace(/^\/\/.*\n/, '');

type Look = 'smallTargets' | 'cutTexts' | 'sideways';

interface Stop {
  readonly id: string;
  readonly name: string;
  /** Tells whether whoever looks sees that it has the focus. */
  readonly shown: boolean;
  /** Names what lies above all of it; null: a part of it is free. */
  readonly coveredBy: string | null;
}

/** Answers what is wrong with the page in one respect, each as a line. */
export function lookFor(page: Page, what: Look): Promise<readonly string[]> {
  return page.evaluate(`(${source}).${what}()`);
}

const lookAtStop = (page: Page): Promise<Stop | null> => page.evaluate(`(${source}).stop()`);

/** A dialog that closes has faded away within this time, also on a busy machine. */
const FADE_MS = 2_000;

/** Answers what the person stands on; null where that is nothing. What a dialog covers that fades away is looked at until it is gone. */
export async function stopOf(page: Page): Promise<Stop | null> {
  const giveUpAt = performance.now() + FADE_MS;
  for (;;) {
    const stop = await lookAtStop(page);
    if (stop === null || stop.coveredBy === null || performance.now() > giveUpAt) return stop;
  }
}

/** More stops than this has no page. */
export const STOPS_MAX = 250;
/** A date has a stop for each of its parts. */
const PARTS_MAX = 12;

/** Answers what is wrong with a stop, each as a line. */
export function faultsOf({ name, shown, coveredBy }: Stop): readonly string[] {
  return [
    ...(shown ? [] : [`not seen: ${name}`]),
    ...(coveredBy === null ? [] : [`covered: ${name}, by ${coveredBy}`]),
  ];
}

/** Goes once through all stops of a page; answers what is wrong with them, also that one of them lets nobody go on. */
export async function walkStops(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  const seen = new Set<string>();
  let last = '';
  let stayed = 0;
  for (let stops = 0; stops < STOPS_MAX; stops++) {
    await page.keyboard.press('Tab');
    const stop = await stopOf(page);
    if (stop === null) continue;
    if (stop.id === last) {
      stayed += 1;
      if (stayed > PARTS_MAX) return [...faults, `keeps the focus: ${stop.name}`];
      continue;
    }
    if (seen.has(stop.id)) return faults;
    seen.add(stop.id);
    [last, stayed] = [stop.id, 0];
    faults.push(...faultsOf(stop));
  }
  return [...faults, 'never came round'];
}
