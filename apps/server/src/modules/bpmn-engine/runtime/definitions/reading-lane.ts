// Is the way to the thread in which large files are read, and decisions of large files made.
import { type Done, WorkerLane } from '../../../../kernel/worker/worker-lane.ts';
import type { ReadingAnswer, ReadingRequest, Readings } from './reading-thread.ts';

/** So much is read within some 20 ms; a process of a usual size takes a tenth of it. */
export const READ_AT_ONCE_BYTES = 64 * 1024;
/** A file at the limits of XML takes 1 GiB at most; see `XML_LIMITS`. */
const THREAD_HEAP_MIB = 1_536;
/** Large files are rare: who comes behind so many is asked to come again. */
const WAITING_MAX = 32;

export type ReadingLane = ReturnType<typeof createReadingLane>;

export function createReadingLane() {
  const lane = new WorkerLane<ReadingRequest, ReadingAnswer>({
    file: new URL('./reading-thread.ts', import.meta.url),
    name: 'bpmn-reading',
    heapMib: THREAD_HEAP_MIB,
    waitingMax: WAITING_MAX,
  });
  return {
    /** Fails and rejects as `WorkerLane.run` does. */
    ask<Kind extends keyof Readings>(
      kind: Kind,
      request: Readings[Kind]['request'],
    ): Promise<Done<Readings[Kind]['answer']>> {
      return lane.run({ kind, ...request } as ReadingRequest) as Promise<Done<Readings[Kind]['answer']>>;
    },
    /** Ends the thread; what it does is refused. */
    close: () => lane.close(),
  };
}
