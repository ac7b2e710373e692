// Runs the reference of signing in for one round, in a process of its own.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('./raw-hashes.ts', import.meta.url));
/** The product hashes with these parameters; their test holds them against the page. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The product sets it so: the hashes must never wait for a thread. */
const THREADS_BESIDE_HASHES = 4;

/** Counts the verifications per second of the bare library, as many at once as there are cores. */
export async function measureRawHashes(seconds: number, cores: number): Promise<number> {
  const { memoryCost, timeCost, parallelism } = PARAMETERS;
  const args = [PROGRAM, seconds, cores, memoryCost, timeCost, parallelism].map(String);
  const env = { PATH: process.env.PATH ?? '', UV_THREADPOOL_SIZE: String(cores + THREADS_BESIDE_HASHES) };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return Number(stdout);
}
