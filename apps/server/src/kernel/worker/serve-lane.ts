// Is the other end of a `WorkerLane`: takes one piece of work after another in its thread.
import { parentPort } from 'node:worker_threads';

/** A thread answers each piece so. */
export type LaneAnswer<Answer> = { readonly answer: Answer; readonly tookMs: number } | { readonly thrown: unknown };

/** A thread says this once, when it takes pieces: the time that a piece may take begins then. */
export interface LaneReady {
  readonly ready: true;
}

/** A thread tells so how far its piece is. */
export interface LaneProgress<Progress> {
  readonly progress: Progress;
}

/** A thread is given its next piece so, or told that nobody wants the one it is at. */
export type LaneOrder<Request> = { readonly request: Request } | { readonly stop: true };

/** Is given to the work of a thread beside its request. */
export interface LaneControl<Progress> {
  /** Fires when nobody wants the answer any more; work that does not end soon after it ends with its thread. */
  readonly signal: AbortSignal;
  /** Tells whoever asked for the piece; copied as `structuredClone` does. */
  tell(progress: Progress): void;
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
      tell: (progress) => port.postMessage({ progress } satisfies LaneProgress<Progress>),
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
