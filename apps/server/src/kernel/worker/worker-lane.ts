// Does heavy work of one kind in threads of its own, owner by owner, so that nobody else waits for it.
import { type Done, LaneThread, type LaneThreadOptions, type PieceControl } from './lane-thread.ts';
import type { Turns } from './turns.ts';

export { type Done, LaneOverrun, LaneThreadEnded } from './lane-thread.ts';

/** Requests, answers and progress are copied as `structuredClone` does. There are as many threads as places; each begins when it is needed. */
export class WorkerLane<Request, Answer, Progress = never> {
  readonly #turns: Turns;
  readonly #threads: readonly LaneThread<Request, Answer, Progress>[];

  constructor(turns: Turns, options: LaneThreadOptions) {
    this.#turns = turns;
    this.#threads = Array.from({ length: turns.places }, () => new LaneThread(turns.name, options));
  }

  /**
   * Fails and rejects as `Turns.run` and `LaneThread.do` do. A signal that fires rejects with its reason: what waits never begins,
   * what goes on is told to stop, and ends with its thread where it does not.
   */
  run(owner: string, request: Request, control: PieceControl<Progress> = {}): Promise<Done<Answer>> {
    const begin = (): Promise<Done<Answer>> => this.#threads.find(({ isIdle }) => isIdle)!.do(request, control);
    return this.#turns.run(owner, begin, { signal: control.signal });
  }

  /** Ends the threads; what is not done is refused. */
  async close(): Promise<void> {
    this.#turns.close();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
