// Does the same with many things, so many of them at once: they share commits, and a single caller keeps the engine from nobody.

const AT_ONCE = 16;

/** Works on things, some at once, and answers in their order; rejects with the first that fails, while what is under way goes on. */
export async function eachAtOnce<T, R>(things: readonly T[], work: (thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = things.entries();
  const worker = async (): Promise<void> => {
    for (const [index, thing] of waiting) results[index] = await work(thing);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, things.length) }, worker));
  return results;
}
