// Is the way to the threads that check statements; what was checked lately is known.
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../../kernel/module.ts';
import { LaneOverrun, WorkerLane } from '../../../../kernel/worker/worker-lane.ts';
import type { SqlCheck, SqlCheckRequest } from './sql.types.ts';

/** The worst statement within the bounds takes some 200 ms; a busy machine and a cold thread take some more. */
const CHECK_MS_MAX = 5_000;
/** A tree of 64 KiB of text takes some 30 MiB. */
const HEAP_MIB = 192;
/** Somebody who writes statements asks a few times a second at most; runs find theirs in memory. */
const WAITING_OF_TENANT_MAX = 64;
/** Checked statements of the reports that run often; each is at most some 200 KiB. */
const KEPT_MAX = 200;

export type SqlLane = ReturnType<typeof createSqlLane>;

export function createSqlLane({ lanes }: Pick<Kernel, 'lanes'>) {
  const turns = lanes.open({ name: 'report-statement', ofOwner: 1, waitingOfOwnerMax: WAITING_OF_TENANT_MAX });
  const file = new URL('./sql-thread.ts', import.meta.url);
  const lane = new WorkerLane<SqlCheckRequest, SqlCheck>(turns, { file, heapMib: HEAP_MIB, limitMs: CHECK_MS_MAX });
  const kept = new LRUCache<string, SqlCheck>({ max: KEPT_MAX });

  return {
    async check(tenant: string, request: SqlCheckRequest): Promise<SqlCheck> {
      const key = JSON.stringify([request.statement, request.parameterNames, request.allowedFunctionList]);
      const known = kept.get(key);
      if (known !== undefined) return known;
      try {
        const { answer } = await lane.run(tenant, request);
        kept.set(key, answer);
        return answer;
      } catch (error) {
        if (!(error instanceof LaneOverrun)) throw error;
        const message = `Must be checked within ${CHECK_MS_MAX} ms.`;
        return { kind: 'REFUSED', problemList: [{ code: 'REPORT_QUERY_TOO_COMPLEX', message }] };
      }
    },
    /** Ends the threads. */
    close: () => lane.close(),
  };
}
