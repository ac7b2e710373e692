// Reads and checks bcrypt hashes of earlier systems.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Highest cost of a bcrypt hash that is taken: each step doubles the time, 14 takes about two seconds, and a sign-in
 * waits for it once.
 */
const COST_MAX = 14;
const COST_MIN = 4;
// Programs with $2$ and $2x$ hashed differently; no current library can check those.
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const WORKER = new URL('./bcrypt.worker.ts', import.meta.url);

/** Whether `verifyBcrypt` checks a hash, within the bounds of what one sign-in may cost. */
export function isBcryptHash(text: string): boolean {
  const cost = Number(BCRYPT.exec(text)?.[1] ?? 0);
  return cost >= COST_MIN && cost <= COST_MAX;
}

/**
 * Checks in a thread of its own, which costs some 50 ms: each imported user needs it once. As bcrypt does everywhere, it looks
 * at the first 72 bytes only.
 */
export async function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  const worker = new Worker(WORKER, { workerData: { hash, password } });
  try {
    const [matches] = await once(worker, 'message');
    return matches === true;
  } finally {
    await worker.terminate();
  }
}
