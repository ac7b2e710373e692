// Answers over a port of its own by how much a process has grown at most; it is loaded before the program.
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let [floorBytes, peakBytes] = [0, 0];
const look = (): void => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
};
setInterval(look, Number(process.env.BENCH_PROBE_LOOK_MS)).unref();

/** DELETE collects and begins anew; GET answers how many bytes more the process had since then. */
const server = createServer((request, response) => {
  if (request.method === 'DELETE') {
    collectGarbage();
    floorBytes = process.memoryUsage.rss();
    peakBytes = floorBytes;
  }
  look();
  response.end(JSON.stringify({ grownBytes: peakBytes - floorBytes }));
});
server.listen(Number(process.env.BENCH_PROBE_PORT), '127.0.0.1').unref();
