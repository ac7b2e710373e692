// Does something for thousands of open streams without holding up everybody else: some of them in each turn of the event loop.

/** Writes to so many sockets take about 5 ms; requests are answered between them. */
const SLICE = 500;

export interface FanOut {
  /**
   * Acts on each target that there is at the call, the first ones at once. What was handed over before is done first, so
   * that each target is acted on in the order of the calls.
   */
  deliver<T>(targets: Iterable<T>, act: (target: T) => void): void;
  /** Is true while some targets are still to be acted on. */
  readonly isBusy: boolean;
}

interface Delivery {
  /** Everybody has been acted on, or is being acted on as the last one. */
  readonly isOver: boolean;
  actOnNext(): void;
}

function deliveryOf<T>(targets: readonly T[], act: (target: T) => void): Delivery {
  let next = 0;
  return {
    get isOver() {
      return next === targets.length;
    },
    actOnNext() {
      next += 1;
      act(targets[next - 1]!);
    },
  };
}

/** `onError` hears of what an action throws; the others go on. */
export function createFanOut(onError: (error: unknown) => void, slice: number = SLICE): FanOut {
  const deliveries: Delivery[] = [];
  let room = slice;
  let scheduled = false;

  const actOnNext = (delivery: Delivery): void => {
    try {
      delivery.actOnNext();
    } catch (error) {
      onError(error);
    }
  };
  const run = (): void => {
    while (room > 0 && deliveries[0] !== undefined) {
      if (deliveries[0].isOver) {
        deliveries.shift();
        continue;
      }
      room -= 1;
      actOnNext(deliveries[0]);
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
      deliveries.push(deliveryOf([...targets], action));
      run();
    },
    get isBusy() {
      return deliveries.some(({ isOver }) => !isOver);
    },
  };
}
