// A worker that ends by itself when the script says so, and else answers its source.
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

parentPort!.on('message', ({ source }: { source: string }) => {
  if (source === 'exit') process.exit(3);
  if (source === 'throw') throw new Error('the worker breaks');
  parentPort!.postMessage({ outcome: 'done', value: source, writes: {}, log: [], logTruncated: false });
});
parentPort!.postMessage('ready');
