// Does something for thousands of open streams in slices, one in each turn of the event loop, so that requests are
// answered meanwhile.

/** Targets of one slice; writing to so many sockets takes about 5 ms. */
const SLICE = 500;

export interface FanOut {
  /**
   * Calls `act` for each target that there is at the call, the first ones at once. Earlier calls are finished first, so
   * that each target gets them in order.
   */
  deliver<T>(targets: Iterable<T>, act: (target: T) => void): void;
  /** True while some targets are still to be acted on. */
  readonly isBusy: boolean;
}

interface Delivery {
  /** True once `act` was called for the last target, even while that call still runs. */
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

/** `onError` gets the errors of actions; the other targets go on. */
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
    // A short list schedules this too, so that a call within the same turn gets the rest of the slice.
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
