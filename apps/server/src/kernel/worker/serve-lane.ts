// The thread's end of a `WorkerLane`: takes one piece of work after another.
import { parentPort } from 'node:worker_threads';

/** Message of a thread with the answer of a piece. */
export type LaneAnswer<Answer> = { readonly answer: Answer; readonly tookMs: number } | { readonly thrown: unknown };

/** Message of a thread, sent once when it takes pieces: the limit of the first piece begins then. */
export interface LaneReady {
  readonly ready: true;
}

/** Message of a thread about the progress of its piece. */
export interface LaneProgress<Progress> {
  readonly progress: Progress;
}

/** Message to a thread: its next piece, or to stop the one under way, whose answer is not wanted any more. */
export type LaneOrder<Request> = { readonly request: Request } | { readonly stop: true };

/** What the work of a thread gets beside its request. */
export interface LaneControl<Progress> {
  /** Fires when the answer is not wanted any more; work that does not end soon after it ends with its thread. */
  readonly signal: AbortSignal;
  /** Reports progress to the caller of the piece; copied as `structuredClone` does. */
  report(progress: Progress): void;
}

export function serveLane<Request, Answer, Progress = never>(
  work: (request: Request, control: LaneControl<Progress>) => Answer | Promise<Answer>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('only a thread serves a lane');
  let stopping = new AbortController();
  port.on('message', async (order: LaneOrder<Request>) => {
    if ('stop' in order) return stopping.abort();
    stopping = new AbortController();
    const control: LaneControl<Progress> = {
      signal: stopping.signal,
      report: (progress) => port.postMessage({ progress } satisfies LaneProgress<Progress>),
    };
    const beganMs = performance.now();
    try {
      const answer = await work(order.request, control);
      port.postMessage({ answer, tookMs: performance.now() - beganMs } satisfies LaneAnswer<Answer>);
    } catch (thrown) {
      port.postMessage({ thrown } satisfies LaneAnswer<Answer>);
    }
  });
  port.postMessage({ ready: true } satisfies LaneReady);
}
