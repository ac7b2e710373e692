// Calls the threads that read CSV files.
import type { Kernel } from '../../../../kernel/module.ts';
import { LaneOverrun, WorkerLane } from '../../../../kernel/worker/worker-lane.ts';
import type { CsvLook, CsvShape, CsvWish } from './csv.types.ts';
import type { CsvAnswer, CsvRequest } from './csv-thread.ts';

/** Limit of a piece of work: the worst file within the bounds takes some ten seconds on a slow machine. */
const WORK_MS_MAX = 60_000;
/** Heap of a thread: 10 MiB of text, its parsed form, and a row of many small values. */
const HEAP_MIB = 256;
/** Pieces of a tenant that may wait: runs, previews and options; a form needs one for each parameter of a report. */
const WAITING_OF_TENANT_MAX = 64;

export type CsvLane = ReturnType<typeof createCsvLane>;

export function createCsvLane({ lanes }: Pick<Kernel, 'lanes'>) {
  const turns = lanes.open({ name: 'report-csv', ofOwner: 1, waitingOfOwnerMax: WAITING_OF_TENANT_MAX });
  const file = new URL('./csv-thread.ts', import.meta.url);
  const lane = new WorkerLane<CsvRequest, CsvAnswer>(turns, { file, heapMib: HEAP_MIB, limitMs: WORK_MS_MAX });
  return {
    async look(tenant: string, bytes: Uint8Array, wish: CsvWish): Promise<CsvLook> {
      try {
        return (await lane.run(tenant, { kind: 'look', bytes, wish })).answer as CsvLook;
      } catch (error) {
        if (!(error instanceof LaneOverrun)) throw error;
        const problemList = [{ row: null, column: null, code: 'TOO_SLOW' }] as const;
        return { shape: null, rowCount: 0, rows: [], problemList };
      }
    },

    /** Answers the lines of COPY of an accepted file. */
    lines: async (tenant: string, bytes: Uint8Array, shape: CsvShape, signal?: AbortSignal): Promise<Uint8Array[]> =>
      (await lane.run(tenant, { kind: 'lines', bytes, shape }, { signal })).answer as Uint8Array[],

    /** Ends the threads. */
    close: () => lane.close(),
  };
}
