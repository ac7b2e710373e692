// Gives memory back while the program rests: V8 keeps the garbage of a time of load until the next one.
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
    async look() {
      restingLooks = utilization() < RESTING_UTILIZATION ? restingLooks + 1 : 0;
      if (restingLooks < RESTING_LOOKS || heapBytes() - leftBytes < WORTHWHILE_BYTES) return;
      await collect();
      leftBytes = heapBytes();
    },
  };
}

/** Looks every few seconds, for as long as something else keeps the process alive. */
export function giveMemoryBackAtRest(): void {
  const memory = createRestingMemory();
  setInterval(() => void memory.look(), LOOK_MS).unref();
}

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>;

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
    collect: () => collect({ type: 'major', execution: 'async' }),
  };
}
