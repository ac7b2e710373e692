// Is the other end of a `WorkerLane`: takes one piece of work after another in its thread.
import { parentPort } from 'node:worker_threads';

/** A thread answers each piece so. */
export type LaneAnswer<Answer> = { readonly answer: Answer; readonly tookMs: number } | { readonly thrown: unknown };

/** A thread says this once, when it takes pieces: the time that a piece may take begins then. */
export interface LaneReady {
  readonly ready: true;
}

export function serveLane<Request, Answer>(work: (request: Request) => Answer | Promise<Answer>): void {
  const port = parentPort;
  if (port === null) throw new Error('only a thread serves a lane');
  port.on('message', async (request: Request) => {
    const beganMs = performance.now();
    try {
      const answer = await work(request);
      port.postMessage({ answer, tookMs: performance.now() - beganMs } satisfies LaneAnswer<Answer>);
    } catch (thrown) {
      port.postMessage({ thrown } satisfies LaneAnswer<Answer>);
    }
  });
  port.postMessage({ ready: true } satisfies LaneReady);
}
