// Starts the mail server that takes everything, in a thread of its own.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Teardown } from '../teardown.ts';

const POLL_MS = 5;
/** Whoever waits for mails that never come gets an error. */
const WAIT_MS = 300_000;

export interface Sink {
  readonly port: number;
  /** Counts the mails taken since the start. */
  taken(): number;
  /** Resolves when so many have been taken; answers the seconds that it took. */
  until(count: number): Promise<number>;
  /** Reports each mail of high priority by the uuid in its Message-ID, and when it came, epoch milliseconds. */
  onHigh(heard: (uuid: string, atMs: number) => void): void;
}

export async function startSink(teardown: Teardown): Promise<Sink> {
  const shared = new SharedArrayBuffer(4);
  const counter = new Int32Array(shared);
  const worker = new Worker(new URL('./sink-thread.ts', import.meta.url), { workerData: shared });
  teardown.add(async () => {
    await worker.terminate();
  });
  const [{ port }] = (await once(worker, 'message')) as [{ readonly port: number }];
  const taken = () => Atomics.load(counter, 0);
  return {
    port,
    taken,
    async until(count) {
      const began = performance.now();
      while (taken() < count) {
        if (performance.now() - began > WAIT_MS) throw new Error(`the sink has taken ${taken()} of ${count} mails`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      return (performance.now() - began) / 1_000;
    },
    onHigh(heard) {
      worker.on('message', ({ high, at }: { readonly high?: string; readonly at: number }) => {
        if (high !== undefined) heard(high, at);
      });
    },
  };
}
