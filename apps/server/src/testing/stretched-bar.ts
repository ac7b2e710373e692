// Stretches a bar of time where the machine is busy: what takes a plain request longer takes everything longer.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Are asked one after another; the mean of so few is enough for a factor as wide as this. */
const REQUESTS = 5;
/** A plain request takes a fraction of this where nothing else runs, so that a bar stays what it is there. */
const QUIET_REQUEST_MS = 10;
/** The same of a program that begins and ends. */
const QUIET_PROGRAM_MS = 100;

/** Is what a bar is stretched by: something plain, and what it takes at most on a machine that does nothing else. */
export interface Plain {
  readonly ask: () => Promise<unknown>;
  readonly quietMs: number;
}

/** Stretches by a request of the caller's, which must not wait for what is measured. */
export const plainRequest = (ask: () => Promise<unknown>): Plain => ({ ask, quietMs: QUIET_REQUEST_MS });

/** Stretches by a program that begins and ends, where no server answers, or the one that is measured ends. */
export const plainProgram: Plain = {
  ask: () => promisify(execFile)(process.execPath, ['--eval', '']),
  quietMs: QUIET_PROGRAM_MS,
};

/** Answers the bar, longer by as much as something plain takes longer at this moment than on a quiet machine. */
export async function stretchedBar(barMs: number, { ask, quietMs }: Plain): Promise<number> {
  const from = performance.now();
  for (let count = 0; count < REQUESTS; count += 1) await ask();
  return barMs * Math.max(1, (performance.now() - from) / REQUESTS / quietMs);
}

/**
 * Does the work, and throws where it took longer than the bar as it was stretched just before, and just afterwards. With `tries` it is
 * done again where it took too long, for work that may be repeated: the first one that was quick enough counts.
 */
export async function doneWithin<Result>(
  barMs: number,
  plain: Plain,
  work: () => Promise<Result>,
  tries = 1,
): Promise<Result> {
  const sentences: string[] = [];
  for (let count = 0; count < tries; count += 1) {
    const before = await stretchedBar(barMs, plain);
    const from = performance.now();
    const result = await work();
    const tookMs = performance.now() - from;
    if (tookMs < before) return result;
    const bar = Math.max(before, await stretchedBar(barMs, plain));
    if (tookMs < bar) return result;
    sentences.push(`It took ${Math.round(tookMs)} ms, and the bar is ${Math.round(bar)} ms.`);
  }
  throw new Error(sentences.join(' '));
}
