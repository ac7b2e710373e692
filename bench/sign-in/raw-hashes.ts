// Verifies one password again and again with the bare library, as the reference of signing in, and prints how often in a second.
import { createRequire } from 'node:module';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { hash as Hash, verify as Verify } from '@node-rs/argon2';

// It is the server's dependency, not this folder's.
const require = createRequire(new URL('../../apps/server/package.json', import.meta.url));
const { hash, verify } = require('@node-rs/argon2') as { readonly hash: typeof Hash; readonly verify: typeof Verify };

const PASSWORD = 'twelve lanterns by the old canal';

/** The arguments are seconds, how many at once, and the parameters of Argon2id. */
const [seconds = 1, concurrency = 1, memoryCost = 0, timeCost = 0, parallelism = 0] = process.argv.slice(2).map(Number);
const phc = await hash(PASSWORD, { memoryCost, timeCost, parallelism, outputLen: 32 });
await Promise.all(Array.from({ length: concurrency }, () => verify(phc, PASSWORD)));

const startMs = performance.now();
const endMs = startMs + seconds * SECOND_MS;
let done = 0;
const work = async (): Promise<void> => {
  while (performance.now() < endMs) {
    if (!(await verify(phc, PASSWORD))) throw new Error('the password does not match');
    done++;
  }
};
await Promise.all(Array.from({ length: concurrency }, work));
console.log((done * SECOND_MS) / (performance.now() - startMs));
