// Answers over a port of its own what the process holds after a collection; it is loaded before the program.
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** GET answers the bytes of the heap with what hangs on it outside, and of the whole process. */
const server = createServer((_, response) => {
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  response.end(JSON.stringify({ heldBytes: heapUsed + external, rssBytes: rss }));
});
server.listen(Number(process.env.BENCH_PROBE_PORT), '127.0.0.1').unref();
