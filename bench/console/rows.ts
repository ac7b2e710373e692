// Measures a list of 10,000 rows that somebody scrolls to its end: what holds the page, how its frames come, what stays drawn and what it keeps.
import type { Page } from 'playwright-core';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call } from '../bars/calls.ts';
import { median, percentile } from '../bars/statistics.ts';
import { atRest, framesAtRest, heapMebibytes, openConsole, openContext, openPage, takeTasks } from './browser.ts';

const ROWS = 10_000;
const BATCH = 1_000;
/** A hand that turns the wheel quickly. */
const WHEEL_PIXELS = 900;

interface Scrolled {
  readonly taskMs: number;
  readonly frameMs: number;
  readonly rows: number;
}

/** Turns the wheel until the last row is drawn; answers the longest task, the p95 of frames, and the most rows at once. */
async function scrollToTheEnd(page: Page, last: string): Promise<Scrolled> {
  await page.mouse.move(640, 600);
  await takeTasks(page);
  await page.evaluate('bench.watchFrames()');
  const end = page.getByText(last, { exact: false });
  let rows = 0;
  while ((await end.count()) === 0) {
    await page.mouse.wheel(0, WHEEL_PIXELS);
    rows = Math.max(rows, await page.locator('.k-events li').count());
  }
  const frames = await page.evaluate<number[]>('bench.takeFrames()');
  return { taskMs: Math.max(0, ...(await takeTasks(page))), frameMs: percentile(frames, 95), rows };
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const bench = await openConsole(run);
  const { origin, token } = bench;
  const now = Date.now();
  for (let from = 0; from < ROWS; from += BATCH) {
    const body = Array.from({ length: BATCH }, (_, index) => ({
      eventName: 'order.left',
      service: 'rows',
      level: 'INFO',
      message: `number ${from + index} of all`,
      eventTime: new Date(now - (from + index) * 1_000).toISOString(),
    }));
    await call(origin, '/event/batch/sync', { token, body });
  }
  const context = await openContext(bench, token);
  const seen: (Scrolled & { readonly heap: number; readonly idle: number })[] = [];
  for (let round = 1; round <= run.rounds; round += 1) {
    const opened = await openPage(context);
    const { page } = opened;
    await page.goto(`${origin}/platform/events?text=service:rows`);
    await atRest(page);
    const idle = percentile(await framesAtRest(page), 95);
    const scrolled = await scrollToTheEnd(page, `number ${ROWS - 1} of all`);
    const heap = await heapMebibytes(opened);
    seen.push({ ...scrolled, heap, idle });
    run.print(
      `round ${round}: longest task ${numberText(scrolled.taskMs)} ms, frames ${numberText(scrolled.frameMs)} ms, ${scrolled.rows} rows, heap ${numberText(heap)} MiB`,
    );
    await page.close();
  }
  const middle = (read: (one: (typeof seen)[number]) => number): number => median(seen.map(read));
  const bar = 'console 10,000 rows';
  return [
    {
      bar,
      what: 'longest task while scrolling (0: none of 50 ms)',
      unit: 'ms',
      atMost: 50,
      value: middle(({ taskMs }) => taskMs),
    },
    {
      bar,
      what: 'frames while scrolling, p95',
      unit: 'ms',
      atMost: 20,
      value: middle(({ frameMs }) => frameMs),
      reference: `at rest ${numberText(middle(({ idle }) => idle))} ms`,
    },
    {
      bar,
      what: 'rows in the document at most',
      unit: 'rows',
      atMost: 150,
      value: Math.max(...seen.map(({ rows }) => rows)),
    },
    { bar, what: 'heap at the end', unit: 'MiB', atMost: 120, value: middle(({ heap }) => heap) },
  ];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
