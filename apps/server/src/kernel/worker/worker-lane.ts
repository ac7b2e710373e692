// Does heavy work of one kind in threads of its own, owner by owner, so that nobody else waits for it.
import { type Done, LaneThread, type LaneThreadOptions, type PieceControl } from './lane-thread.ts';
import type { Turns } from './turns.ts';

export { type Done, LaneOverrun, LaneThreadEnded } from './lane-thread.ts';

/**
 * Requests, answers and progress are copied as `structuredClone` does. There are as many threads as places; each begins
 * when it is needed.
 */
export class WorkerLane<Request, Answer, Progress = never> {
  readonly #turns: Turns;
  readonly #threads: readonly LaneThread<Request, Answer, Progress>[];

  constructor(turns: Turns, options: LaneThreadOptions) {
    this.#turns = turns;
    this.#threads = Array.from({ length: turns.places }, () => new LaneThread(turns.name, options));
  }

  /**
   * Fails and rejects as `Turns.run` and `LaneThread.do` do. A signal rejects with its reason: a waiting piece never
   * begins; one that runs is stopped, and its thread ended where it does not stop.
   */
  run(owner: string, request: Request, control: PieceControl<Progress> = {}): Promise<Done<Answer>> {
    const begin = (): Promise<Done<Answer>> => this.#threads.find(({ isIdle }) => isIdle)!.do(request, control);
    return this.#turns.run(owner, begin, { signal: control.signal });
  }

  /** Ends the threads; pieces that are not done are refused. */
  async close(): Promise<void> {
    this.#turns.close();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
