// Does something for thousands of open streams without holding up everybody else: some of them in each turn of the event loop.

/** Writes to so many sockets take about 5 ms; requests are answered between them. */
const SLICE = 500;

export interface FanOut {
  /**
   * Acts on each target that there is at the call, the first ones at once. What was handed over before is done first, so
   * that each target is acted on in the order of the calls.
   */
  deliver<T>(targets: Iterable<T>, act: (target: T) => void): void;
}

/** Answers false when there is nobody left to act on. */
type Step = () => boolean;

function stepsOf<T>(targets: readonly T[], act: (target: T) => void): Step {
  let next = 0;
  return () => {
    if (next === targets.length) return false;
    act(targets[next++]!);
    return true;
  };
}

/** `onError` hears of what an action throws; the others go on. */
export function createFanOut(onError: (error: unknown) => void, slice: number = SLICE): FanOut {
  const deliveries: Step[] = [];
  let room = slice;
  let scheduled = false;

  const act = (step: Step): boolean => {
    try {
      return step();
    } catch (error) {
      onError(error);
      return true;
    }
  };
  const run = (): void => {
    while (room > 0 && deliveries[0] !== undefined) {
      if (act(deliveries[0])) room -= 1;
      else deliveries.shift();
    }
    if (scheduled || room === slice) return;
    scheduled = true;
    // A short list schedules this too: what comes within the same turn gets what is left of it.
    setImmediate(() => {
      scheduled = false;
      room = slice;
      run();
    });
  };

  return {
    deliver(targets, action) {
      deliveries.push(stepsOf([...targets], action));
      run();
    },
  };
}
