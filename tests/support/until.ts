// Waits for what another process brings about: asks again and again, and gives up with a sentence.

/** A start on a busy machine ends within this time. */
const TIMEOUT_MS = 30_000;
const POLL_MS = 5;

/** Resolves with the first answer that is neither null, undefined nor false; rejects after `timeoutMs`. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  { timeoutMs = TIMEOUT_MS, pollMs = POLL_MS }: { readonly timeoutMs?: number; readonly pollMs?: number } = {},
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
