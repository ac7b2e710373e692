// Makes files of snapshots in threads, tenant by tenant.
import type { Kernel } from '../../../../kernel/module.ts';
import { WorkerLane } from '../../../../kernel/worker/worker-lane.ts';
import type { RenderRequest } from '../../render/feature.ts';
import { cancelOnAbort } from '../../snapshot/feature.ts';
import type { MadeFile } from '../execution.types.ts';
import { RunFailure } from '../run-failure.ts';
import type { RenderAnswer, RenderOrder, RenderProgress } from './render-order.ts';

/** Heap of a thread: rows pass through in small batches, and a workbook's texts take most of it. */
const THREAD_HEAP_MIB = 256;
/**
 * Heap for new objects: rows are garbage once they are written; with more room a workbook of a million rows takes a
 * hundred MiB more.
 */
const THREAD_YOUNG_HEAP_MIB = 16;
/** Pieces of a tenant that may wait: the queue of runs bounds them, in which the others wait. */
const WAITING_OF_TENANT_MAX = 16;

export interface RenderRun {
  readonly tenantIdentifier: string;
  readonly request: RenderRequest;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
  /** Called with the progress of the file, from 0 to 100. */
  readonly onPercent: (percent: number) => void;
}

export type Rendering = ReturnType<typeof createRendering>;

export function createRendering({
  lanes,
  clock,
  database,
  databaseSettings,
}: Pick<Kernel, 'lanes' | 'clock' | 'database' | 'databaseSettings'>) {
  const turns = lanes.open({ name: 'report-rendering', ofOwner: 1, waitingOfOwnerMax: WAITING_OF_TENANT_MAX });
  const lane = new WorkerLane<RenderOrder, RenderAnswer, RenderProgress>(turns, {
    file: new URL('./render-thread.ts', import.meta.url),
    heapMib: THREAD_HEAP_MIB,
    youngHeapMib: THREAD_YOUNG_HEAP_MIB,
  });
  return {
    /** Fails with `RunFailure`, with the signal's reason, or as `WorkerLane.run` does. */
    async render({ tenantIdentifier, request, bytesMax, signal, onPercent }: RenderRun): Promise<MadeFile> {
      let stop = (): void => undefined;
      const onProgress = (progress: RenderProgress): void => {
        if ('pid' in progress) stop = cancelOnAbort(database, progress.pid, signal);
        else onPercent(progress.of === 0 ? 100 : Math.min(100, Math.floor((progress.done * 100) / progress.of)));
      };
      const order = { request, databaseSettings, now: clock.now(), bytesMax };
      try {
        const { answer } = await lane.run(tenantIdentifier, order, { signal, onProgress });
        if (answer.kind === 'REFUSED') throw new RunFailure(answer.errorCode);
        const { hash, byteCount, pageCount, isTruncated, warningList } = answer;
        return { content: Buffer.from(hash), byteCount, pageCount, isTruncated, warningList };
      } finally {
        stop();
      }
    },
    /** Ends the threads; orders under way are refused. */
    close: () => lane.close(),
  };
}
