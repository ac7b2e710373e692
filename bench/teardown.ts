// Undoes what a run started, the last one first, also when the run is interrupted.

/** Things to undo; each is tried whatever happened to the others, and none twice. */
export interface Teardown {
  add(undo: () => Promise<void> | void): void;
  run(): Promise<void>;
  /** Is true from the first `run` on: what fails then fails because its counterpart is being stopped. */
  hasBegun(): boolean;
}

export function createTeardown(): Teardown {
  const steps: (() => Promise<void> | void)[] = [];
  let running: Promise<void> | undefined;
  const undoAll = async (): Promise<void> => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await step();
      } catch (error) {
        console.error(`A part did not stop as it should: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  return {
    add: (undo) => void steps.push(undo),
    run() {
      // The next call undoes what a part that was just starting adds after an interrupt.
      running = (running ?? Promise.resolve()).then(undoAll);
      return running;
    },
    hasBegun: () => running !== undefined,
  };
}

/** Ctrl-C and the like stop everything first, then end the process with the signal's usual code. */
export function stopOnSignals(teardown: Teardown): void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, () => {
      console.error(`\n${signal}: stopping what was started`);
      teardown.run().finally(() => process.exit(code));
    });
  }
}
