// Gives steps that let others in their next turn: one in each round of the event loop, in the order in which they came.

export interface LoopTurns {
  /** Resolves when it is the caller's turn. */
  next(): Promise<void>;
}

/**
 * Creates turns on the event loop: however many steps run for long, what came in over the network is served after each turn of one of
 * them.
 */
export function createLoopTurns(): LoopTurns {
  const waiting: (() => void)[] = [];
  const giveOne = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(giveOne);
  };
  return {
    next: () =>
      new Promise((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(giveOne);
      }),
  };
}
