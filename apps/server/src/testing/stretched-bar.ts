// Stretches a bar of time where the machine is busy: what takes a plain request longer takes everything longer.

/** Are asked one after another; the mean of so few tells enough for a factor as wide as this. */
const REQUESTS = 5;
/** A request takes some milliseconds where nothing else runs, so that a bar of a second stays one there. */
const REQUESTS_WITHIN_BAR = 100;

/** Answers `barMs`, or the time of a hundred plain requests as they go at this moment, whichever is longer. */
export async function stretchedBar(barMs: number, ask: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  for (let count = 0; count < REQUESTS; count += 1) await ask();
  return Math.max(barMs, ((performance.now() - from) / REQUESTS) * REQUESTS_WITHIN_BAR);
}
