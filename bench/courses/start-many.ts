// Starts many instances before a round, several at a time.

/** The peers' pools are as large. */
const AT_ONCE = 16;

/** `start` is handed the numbers from 0 on; the first failure ends it. */
export async function startMany(count: number, start: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const at = next;
      next += 1;
      await start(at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
