// Sends bytes that were made to be slow to a server, and prints how long each held its event loop: `node bench/hostile/run.ts [place]`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signInAdmin } from '../../tests/support/people.ts';
import { startServerProcess } from '../../tests/support/server-process.ts';
import { hostileInputs } from './inputs.ts';

/** The delay is sampled so often; what is printed contains one such interval. */
const RESOLUTION_MS = 20;
const MS_PER_SECOND = 1_000;
const NAME_WIDTH = 62;
const ROUNDS = 3;

const directory = mkdtempSync(join(tmpdir(), 'keelson-hostile-'));
// Where root starts it, the database runs as somebody else.
chmodSync(directory, 0o755);
const server = await startServerProcess({ directory });

/** Answers the longest delay since it was asked last. The last one is sampled once the loop is free again. */
async function longestDelayMs(): Promise<number> {
  await sleep(3 * RESOLUTION_MS);
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const seconds = Number(/^\w*nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0);
  return Math.max(0, seconds * MS_PER_SECOND - RESOLUTION_MS);
}

try {
  const { token } = await signInAdmin(server.url);
  const [, , only] = process.argv;
  for (const { place, what, path, headers, body } of hostileInputs) {
    if (only !== undefined && place !== only) continue;
    const delays: number[] = [];
    let status = 0;
    let tookMs = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const bytes = body();
      await longestDelayMs();
      const beganMs = performance.now();
      const request = {
        method: bytes === null ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, ...headers },
      };
      const answer = await fetch(server.url + path, { ...request, ...(bytes === null ? {} : { body: bytes }) }).catch(
        () => null,
      );
      status = answer?.status ?? 0;
      await answer?.arrayBuffer().catch(() => undefined);
      tookMs = performance.now() - beganMs;
      delays.push(await longestDelayMs());
    }
    // Other programs of a busy machine hold the loop up, too: the bytes themselves do so every time.
    const name = `${place}: ${what}`.padEnd(NAME_WIDTH);
    console.log(
      `${name} ${status}  ${Math.min(...delays)
        .toFixed(0)
        .padStart(6)} ms of the loop, answered after ${tookMs.toFixed(0)} ms`,
    );
  }
} finally {
  server.signal('SIGTERM');
  await server.ended;
  rmSync(directory, { recursive: true, force: true });
}
