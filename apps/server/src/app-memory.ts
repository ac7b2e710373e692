// Gives memory back after the start and while the program rests: V8 keeps the garbage of a time of load until the next one.
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 5_000;
/** Timers and probes keep the event loop of a resting program busy for some hundredths. */
const RESTING_UTILIZATION = 0.1;
/** So many looks in a row find the program resting before it collects: a pause between two requests is no rest. */
const RESTING_LOOKS = 3;
/** Less than this beside what the last collection left is not worth the tens of milliseconds that it takes. */
const WORTHWHILE_BYTES = 48 * 1_048_576;

export interface RestingMemory {
  /** Gives back what V8 can spare, whether the program rests or not. */
  collect(): Promise<void>;
  /** Looks whether the program rests and holds garbage enough. */
  look(): Promise<void>;
}

interface Machine {
  /** Answers the share of the time since the last call in which the event loop was at work. */
  readonly utilization: () => number;
  readonly heapBytes: () => number;
  readonly collect: () => Promise<void>;
}

export function createRestingMemory({ utilization, heapBytes, collect }: Machine = thisProcess()): RestingMemory {
  let restingLooks = 0;
  let leftBytes = 0;
  return {
    collect: collectAll,
    async look() {
      restingLooks = utilization() < RESTING_UTILIZATION ? restingLooks + 1 : 0;
      if (restingLooks >= RESTING_LOOKS && heapBytes() - leftBytes >= WORTHWHILE_BYTES) await collectAll();
    },
  };

  async function collectAll(): Promise<void> {
    await collect();
    leftBytes = heapBytes();
  }
}

/**
 * Gives back at once what the start leaves, more than a third of the heap, and then looks every few seconds, for as long as something
 * else keeps the process alive.
 */
export function giveMemoryBack(): void {
  const memory = createRestingMemory();
  void memory.collect();
  setInterval(() => void memory.look(), LOOK_MS).unref();
}

/** As the last resort, V8 also gives back the pages that it keeps for what comes next and the code that has not run again. */
const COLLECTION = { type: 'major', execution: 'async', flavor: 'last-resort' } as const;

type Collect = (options: typeof COLLECTION) => Promise<void>;

function thisProcess(): Machine {
  // V8 hands its collector to new contexts alone, and while the flag is set.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  let last: EventLoopUtilization | undefined;
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    heapBytes: () => process.memoryUsage().heapTotal,
    collect: () => collect(COLLECTION),
  };
}
