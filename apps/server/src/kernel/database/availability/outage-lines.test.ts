// Tests that an outage of the database is reported once, and that nothing else is kept from the log.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger, holdLines } from '../../process/logger.ts';
import { createOutageLines } from './outage-lines.ts';

class Gone extends Error {}

let lines: string[];
let outage: ReturnType<typeof createOutageLines>;
let log: ReturnType<typeof createLogger>;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  log = createLogger('info', { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  outage = createOutageLines((error) => error instanceof Gone);
  holdLines(log, outage.hold);
});
afterEach(() => void vi.useRealTimers());

it('seventy-five jobs that an outage breaks write no line, whether they break before it is known or after', () => {
  for (let job = 0; job < 40; job += 1) log.warn({ err: new Gone(), job }, 'failed');
  outage.begins();
  log.error('the database is away');
  for (let job = 40; job < 75; job += 1) log.child({ job }).warn({ err: new Gone() }, 'failed');
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual(['the database is away']);
  expect(outage.ends()).toBe(75);
  log.warn({ err: new Gone() }, 'failed again');
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual(['the database is away', 'failed again']);
  expect(outage.ends()).toBe(0);
});

it('what fails otherwise is written at once, during an outage, too, and what no outage explains a little later', () => {
  log.warn({ err: new Gone() }, 'nobody knows why');
  log.warn({ err: new Error('a defect') }, 'a defect');
  log.info('nothing failed');
  expect(lines).toEqual(['a defect', 'nothing failed']);
  vi.advanceTimersByTime(5_000);
  expect(lines).toEqual(['a defect', 'nothing failed', 'nobody knows why']);
  outage.begins();
  log.error({ err: new Error('a defect') }, 'a defect');
  expect(lines).toHaveLength(4);
});

it('what still waits when the process ends is written', () => {
  log.warn({ err: new Gone() }, 'the last line');
  outage.flush();
  expect(lines).toEqual(['the last line']);
});
