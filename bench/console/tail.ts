// Measures the followed events at 1,000 a second: none lost, how soon a click is answered, and what the page keeps of them.
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Page } from 'playwright-core';
import { until } from '../../tests/support/until.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call } from '../bars/calls.ts';
import { median, percentile } from '../bars/statistics.ts';
import { atRest, type ConsoleBench, heapMebibytes, openConsole, openContext, openPage } from './browser.ts';

const RATE = 1_000;
const BATCHES_A_SECOND = 10;
const BATCH = RATE / BATCHES_A_SECOND;
const CLICK_EVERY_MS = 2_000;
const CATCH_UP_MS = 60_000;
/** The heap of the first seconds is that of a page whose list is not full yet. */
const WARM_SECONDS = 10;

function batchOf(number: number): readonly object[] {
  return Array.from({ length: BATCH }, (_, index) => ({
    eventName: 'order.left',
    service: 'tail',
    level: index % 10 === 0 ? 'ERROR' : 'INFO',
    message: `number ${number * BATCH + index} of what somebody ordered and somebody else has to bring`,
    attributeMap: { order: { no: index, city: 'Izmir' } },
  }));
}

/** Writes for so long; each batch has its own moment, so that a slow answer is made up for. Answers how many were written, and how long it took. */
async function write({ origin, token }: ConsoleBench, seconds: number): Promise<{ written: number; took: number }> {
  const began = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let number = 0; number < seconds * BATCHES_A_SECOND; number += 1) {
    const wait = began + (number * SECOND_MS) / BATCHES_A_SECOND - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    sent.push(call(origin, '/event/batch/sync', { token, body: batchOf(number) as object }));
  }
  await Promise.all(sent);
  return { written: sent.length * BATCH, took: (performance.now() - began) / SECOND_MS };
}

const HEARD = `Number((document.querySelector('output')?.textContent ?? '').replaceAll(/\\D/g, ''))`;
/** Presses "Hold", then "Go on": answers the milliseconds until the button has its other name. */
const CLICK = `(() => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => ['Hold', 'Go on'].includes(textContent));
  const before = button.textContent;
  return bench.time(() => button.click(), () => button.textContent !== before);
})()`;

/** Answers how many were heard of, once at least so many were and none has come for a second: none of them is counted again later. */
async function heardAll(page: Page, atLeast: number): Promise<number> {
  let heard = -1;
  await until(
    'the last event of the warm-up',
    async () => {
      const before = heard;
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
      heard = await page.evaluate<number>(HEARD);
      return heard >= atLeast && heard === before;
    },
    { timeoutMs: CATCH_UP_MS },
  );
  return heard;
}

async function clickMeanwhile(page: Page, isOver: () => boolean): Promise<readonly number[]> {
  const times: number[] = [];
  while (!isOver()) {
    times.push(await page.evaluate<number>(CLICK), await page.evaluate<number>(CLICK));
    await new Promise((resolve) => setTimeout(resolve, CLICK_EVERY_MS));
  }
  return times;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const bench = await openConsole(run);
  const opened = await openPage(await openContext(bench, bench.token));
  const { page } = opened;
  await page.goto(`${bench.origin}/platform/events?text=service:tail`);
  await page.getByRole('checkbox', { name: 'Live' }).check();
  await atRest(page);
  const idle: number[] = [];
  for (let count = 0; count < 10; count += 1) idle.push(await page.evaluate<number>(CLICK));
  // A stream sends what comes once it is open: the first events are no part of the bar.
  const first = async (): Promise<boolean> => {
    await write(bench, 1);
    return (await page.evaluate<number>(HEARD)) > 0;
  };
  await until('the first event', first, { timeoutMs: CATCH_UP_MS });
  const { written: warmed } = await write(bench, WARM_SECONDS);
  await atRest(page);
  const heardBefore = await heardAll(page, warmed);
  const heapBefore = await heapMebibytes(opened);
  let isOver = false;
  const writing = write(bench, run.seconds).finally(() => {
    isOver = true;
  });
  const clicks = await clickMeanwhile(page, () => isOver);
  const { written, took } = await writing;
  const heard = async (): Promise<number> => (await page.evaluate<number>(HEARD)) - heardBefore;
  const whole = until('the last event', async () => (await heard()) >= written, { timeoutMs: CATCH_UP_MS });
  await whole.catch(() => undefined);
  const lost = written - (await heard());
  const heapAfter = await heapMebibytes(opened);
  const rate = `${written} events in ${numberText(took)} s`;
  const bar = 'console tail';
  return [
    { bar, what: 'events lost', value: lost, unit: 'events', atMost: 0, reference: rate },
    { bar, what: 'events a second', value: written / took, unit: '1/s', atLeast: 0.99 * RATE, reference: rate },
    {
      bar,
      what: 'click to its paint meanwhile, p95',
      unit: 'ms',
      atMost: 100,
      value: percentile(clicks, 95),
      reference: `without events ${numberText(percentile(idle, 95))} ms; median ${numberText(median(clicks))} of ${clicks.length} clicks`,
    },
    {
      bar,
      what: 'growth of the heap',
      unit: 'MiB',
      atMost: 30,
      value: heapAfter - heapBefore,
      reference: `${numberText(heapBefore)} MiB before`,
    },
    { bar, what: 'rows in the document', unit: 'rows', atMost: 150, value: await page.locator('.k-events li').count() },
  ];
}

await runBar({ rounds: 1, seconds: 60 }, measure);
