// Measures what a piece of work costs in multiples of one that is always the same, so that neither a slow nor a busy machine changes it.

const ENTRIES = 20_000;
const WARMING = 5;
const MEASURED_MICROSECONDS = 60_000;

/** Does the work that is the measure: some milliseconds of text and look-ups, as readers and evaluators do them. */
function referenceWork(): number {
  const counts = new Map<string, number>();
  for (let index = 0; index < ENTRIES; index += 1) {
    const key = `entry ${(index * 7) % 1_000}`;
    counts.set(key, (counts.get(key) ?? 0) + key.length);
  }
  return counts.size;
}

/** Answers the time that this thread itself was at work, in microseconds; what others did meanwhile is not in it. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

let reference: number | undefined;

/** Measures the reference; one try alone would measure nothing, as some systems count in steps of several milliseconds. */
function referenceCost(): number {
  if (reference !== undefined) return reference;
  for (let warming = 0; warming < WARMING; warming += 1) referenceWork();
  const from = ownTime();
  let tries = 0;
  for (; ownTime() - from < MEASURED_MICROSECONDS; tries += 1) referenceWork();
  reference = (ownTime() - from) / tries;
  return reference;
}

export interface Cost<Result> {
  readonly result: Result;
  /** Number of times that the reference could have been done; limits need a wide factor, since it is not the same on every processor. */
  readonly references: number;
}

/** Measures work that is done at once. */
export function costOf<Result>(work: () => Result): Cost<Result> {
  const each = referenceCost();
  const from = ownTime();
  const result = work();
  return { result, references: (ownTime() - from) / each };
}

/** Measures what this thread has to do until the work is done, wherever else it is done. */
export async function costUntil<Result>(work: () => Promise<Result>): Promise<Cost<Result>> {
  const each = referenceCost();
  const from = ownTime();
  const result = await work();
  return { result, references: (ownTime() - from) / each };
}
