// Measures what somebody waits for who works already: from a click to painted data among a million tasks and instances, and from a key to its paint.
import type { Page } from 'playwright-core';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call } from '../bars/calls.ts';
import { median, percentile } from '../bars/statistics.ts';
import { atRest, type ConsoleBench, openConsole, openContext, openPage } from './browser.ts';
import { fillTasks, PEOPLE, TASKS } from './many-tasks.ts';

const KEYS = 'decide on seven days';
/** So many keys a second are typed quickly. */
const KEY_DELAY_MS = 100;

/** Presses a link of the page; answers the milliseconds until the screen of that heading shows its data. */
type Way = readonly [what: string, link: string, heading: string];

const menu = (path: string): string => `document.querySelector('nav a[href$="/platform${path}"]')`;
const FIRST_ROW = `document.querySelector('.k-row-link')`;

const HEADING = '(document.querySelector("h1")?.textContent ?? "")';
const is = (text: string): string => `${HEADING} === ${JSON.stringify(text)}`;
const begins = (text: string): string => `${HEADING}.startsWith(${JSON.stringify(text)})`;

/** Each screen is met for the first time in its page, so that nothing that it shows was asked for before. */
const WAYS: readonly Way[] = [
  ['tasks', menu('/tasks'), is('Tasks')],
  ['a task', FIRST_ROW, begins('Decide on')],
  ['instances', menu('/process-instances'), is('Instances')],
  ['an instance', FIRST_ROW, begins('Leave request')],
  ['failures', menu('/incidents'), is('Failures')],
  ['users', menu('/users'), is('Users')],
  ['a user', FIRST_ROW, is('admin')],
  ['settings', menu('/settings'), is('Settings')],
  ['events', menu('/events'), is('Events')],
  ['home', `document.querySelector('.k-brand')`, is('Home')],
];

async function walk(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (const [what, link, shown] of WAYS) {
    times.push(await page.evaluate<number>(`bench.time(() => ${link}.click(), () => ${shown} && bench.isSettled())`));
    if (!Number.isFinite(times.at(-1))) throw new Error(`${what} was not timed.`);
    await atRest(page);
  }
  return times;
}

async function timeKeys(page: Page, { origin }: ConsoleBench): Promise<readonly number[]> {
  await page.goto(`${origin}/platform/tasks`);
  await atRest(page);
  await page.evaluate('bench.watchKeys()');
  await page.locator('input[type="search"]').pressSequentially(KEYS, { delay: KEY_DELAY_MS });
  await atRest(page);
  return page.evaluate('bench.keyMs');
}

/** Asks for the same two pages of the server without a browser. */
async function timeCalls({ origin, token }: ConsoleBench): Promise<number> {
  const times: number[] = [];
  for (const [path, body] of [
    ['/task/page', { mine: true, pageable: { pageSize: 20 } }],
    ['/process-instance/page', { states: ['ACTIVE', 'SUSPENDED'], pageable: { pageSize: 20 } }],
  ] as const) {
    const began = performance.now();
    await call(origin, path, { token, body });
    times.push(performance.now() - began);
  }
  return Math.max(...times);
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const bench = await openConsole(run);
  await fillTasks(bench, run.print);
  const context = await openContext(bench, bench.token);
  const [all, keys, calls]: [number[], number[], number[]] = [[], [], []];
  const each = WAYS.map((): number[] => []);
  for (let round = 0; round <= run.rounds; round += 1) {
    const { page } = await openPage(context);
    await page.goto(`${bench.origin}/platform`);
    await atRest(page);
    const [times, typed, asked] = [await walk(page), await timeKeys(page, bench), await timeCalls(bench)];
    await page.close();
    run.print(`round ${round}: ${WAYS.map(([what], index) => `${what} ${numberText(times[index]!)}`).join(', ')} ms`);
    // The first round fetches the files.
    if (round === 0) continue;
    all.push(...times);
    keys.push(...typed);
    calls.push(asked);
    for (const [index, time] of times.entries()) each[index]!.push(time);
  }
  const rows = `${TASKS} tasks and instances, ${TASKS / PEOPLE} of them his own`;
  const medians = WAYS.map(([what], index) => `${what} ${numberText(median(each[index]!))}`).join(', ');
  return [
    {
      bar: 'console warm',
      what: `navigation to painted data, p95, ${rows}`,
      unit: 'ms',
      atMost: 200,
      value: percentile(all, 95),
      reference: `medians: ${medians}; the slower page of the server ${numberText(median(calls))} ms`,
    },
    {
      bar: 'console warm',
      what: 'key to paint, p95',
      unit: 'ms',
      atMost: 50,
      value: percentile(keys, 95),
      reference: `median ${numberText(median(keys))} ms of ${keys.length} keys`,
    },
  ];
}

await runBar({ rounds: 10, seconds: 1 }, measure);
