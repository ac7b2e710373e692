// Does heavy work of one kind in threads of its own, owner by owner, so that nobody else waits for it.
import { type Done, LaneThread, type LaneThreadOptions } from './lane-thread.ts';
import type { Turns } from './turns.ts';

export { type Done, LaneOverrun } from './lane-thread.ts';

/** Requests and answers are copied as `structuredClone` does. There are as many threads as places; each begins when it is needed. */
export class WorkerLane<Request, Answer> {
  readonly #turns: Turns;
  readonly #threads: readonly LaneThread<Request, Answer>[];

  constructor(turns: Turns, options: LaneThreadOptions) {
    this.#turns = turns;
    this.#threads = Array.from({ length: turns.places }, () => new LaneThread(turns.name, options));
  }

  /** Fails and rejects as `Turns.run` and `LaneThread.do` do. */
  run(owner: string, request: Request): Promise<Done<Answer>> {
    return this.#turns.run(owner, () => this.#threads.find(({ isIdle }) => isIdle)!.do(request));
  }

  /** Ends the threads; what is not done is refused. */
  async close(): Promise<void> {
    this.#turns.close();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
