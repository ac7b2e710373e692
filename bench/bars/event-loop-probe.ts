// Answers over a port of its own how late the event loop was; it is loaded into a process before its program.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const NANOSECONDS = 1e6;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** GET answers the 99th percentile and the maximum in ms since the last DELETE, without the timer's own interval. */
const server = createServer((request, response) => {
  if (request.method === 'DELETE') delay.reset();
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS);
  response.end(JSON.stringify({ p99Ms: late(delay.percentile(99)), maxMs: late(delay.max) }));
});
server.listen(Number(process.env.BENCH_PROBE_PORT), '127.0.0.1').unref();
