// Is the way to the thread in which large files are read, and decisions of large files made.
import type { Lanes } from '../../../../kernel/worker/lanes.ts';
import { type Done, WorkerLane } from '../../../../kernel/worker/worker-lane.ts';
import type { ReadingAnswer, ReadingRequest, Readings } from './reading-thread.ts';

/** Bound of the bytes that are read at once, within some 20 ms; a process of a usual size takes a tenth of it. */
export const READ_AT_ONCE_BYTES = 64 * 1024;
/** Heap of the thread: a file at the limits of XML takes 1 GiB, and three seconds, at most; see `XML_LIMITS`. */
const THREAD_HEAP_MIB = 1_536;
/** Bound of the files of a tenant that wait: large ones are rare, and who comes behind so many is asked to come again. */
const WAITING_OF_TENANT_MAX = 16;

export type ReadingLane = ReturnType<typeof createReadingLane>;

export function createReadingLane({ lanes }: { readonly lanes: Lanes }) {
  const turns = lanes.open({ name: 'bpmn-reading', ofOwner: 1, waitingOfOwnerMax: WAITING_OF_TENANT_MAX });
  const lane = new WorkerLane<ReadingRequest, ReadingAnswer>(turns, {
    file: new URL('./reading-thread.ts', import.meta.url),
    heapMib: THREAD_HEAP_MIB,
  });
  return {
    /** Asks the thread; fails and rejects as `WorkerLane.run` does. */
    ask<Kind extends keyof Readings>(
      tenant: string,
      kind: Kind,
      request: Readings[Kind]['request'],
    ): Promise<Done<Readings[Kind]['answer']>> {
      return lane.run(tenant, { kind, ...request } as ReadingRequest) as Promise<Done<Readings[Kind]['answer']>>;
    },
    /** Ends the thread; what it does is refused. */
    close: () => lane.close(),
  };
}
