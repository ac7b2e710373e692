// Describes background work of the program: started once, woken when there is something to do, stopped in order.

export interface Job {
  readonly name: string;
  /** Runs in every process, whatever modules it serves: callers are checked everywhere. */
  readonly everywhere?: true;
  /** Time from the end of one run to the beginning of the next, read anew each time. */
  readonly intervalMs: () => number;
  start(): void;
  /** Lets the next run begin soon instead of after the interval; while a run is going on, another one follows it. */
  wake(): void;
  /** Resolves when what was in flight is finished; nothing new begins after the call. */
  stop(): Promise<void>;
}
