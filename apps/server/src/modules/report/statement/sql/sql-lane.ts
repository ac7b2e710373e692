// Calls the threads that check statements and match patterns; recent results are kept.
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../../kernel/module.ts';
import { LaneOverrun, WorkerLane } from '../../../../kernel/worker/worker-lane.ts';
import type { LaneAnswer, LaneRequest, LaneWork, PatternEntry } from './lane-thread.ts';
import type { SqlCheck, SqlCheckRequest } from './sql.types.ts';

/**
 * Limit of a piece of work: the worst statement within the bounds takes some 200 ms; more on a busy machine or in a new
 * thread.
 */
const WORK_MS_MAX = 5_000;
/** Heap of a thread; a tree of 64 KiB of text takes some 30 MiB. */
const HEAP_MIB = 192;
/**
 * Pieces of a tenant that may wait: a person who writes statements checks a few a second at most; runs find theirs in
 * memory.
 */
const WAITING_OF_TENANT_MAX = 64;
/** Checked statements that are kept, each at most some 200 KiB. */
const KEPT_MAX = 200;

export type SqlLane = ReturnType<typeof createSqlLane>;

export function createSqlLane({ lanes }: Pick<Kernel, 'lanes'>) {
  const turns = lanes.open({ name: 'report-statement', ofOwner: 1, waitingOfOwnerMax: WAITING_OF_TENANT_MAX });
  const file = new URL('./lane-thread.ts', import.meta.url);
  const lane = new WorkerLane<LaneRequest, LaneAnswer>(turns, { file, heapMib: HEAP_MIB, limitMs: WORK_MS_MAX });
  const kept = new LRUCache<string, SqlCheck>({ max: KEPT_MAX });

  /** Does a piece of work; null where it took too long. */
  async function ask<K extends keyof LaneWork>(
    tenant: string,
    kind: K,
    request: LaneWork[K]['request'],
  ): Promise<LaneWork[K]['answer'] | null> {
    try {
      return (await lane.run(tenant, { kind, ...request } as LaneRequest)).answer as LaneWork[K]['answer'];
    } catch (error) {
      if (error instanceof LaneOverrun) return null;
      throw error;
    }
  }

  return {
    async check(tenant: string, request: SqlCheckRequest): Promise<SqlCheck> {
      const key = JSON.stringify([request.statement, request.parameterNames, request.allowedFunctionList]);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const answer = await ask(tenant, 'check', request);
      if (answer === null) {
        const message = `Must be checked within ${WORK_MS_MAX} ms.`;
        return { kind: 'REFUSED', problemList: [{ code: 'REPORT_QUERY_TOO_COMPLEX', message }] };
      }
      kept.set(key, answer);
      return answer;
    },

    /** Answers the place in the statement, if it is found. */
    locate: async (tenant: string, request: LaneWork['locate']['request']): Promise<LaneWork['locate']['answer']> =>
      (await ask(tenant, 'locate', request)) ?? {},

    /** Matches patterns; entries that take too long count as not matching. */
    async match(tenant: string, entries: readonly PatternEntry[]): Promise<LaneWork['match']['answer']> {
      if (entries.length === 0) return [];
      return (await ask(tenant, 'match', { entries })) ?? entries.map(() => 'DIFFERS' as const);
    },

    /** Ends the threads. */
    close: () => lane.close(),
  };
}
