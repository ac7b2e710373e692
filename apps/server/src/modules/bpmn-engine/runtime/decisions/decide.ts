// Makes a decision: at once where its file is small, in the thread that reads large files else.
import type { Variables } from '@keelson/bpmn-core';
import { type DecisionGraph, type DecisionResult, evaluateDecision, readDmn } from '@keelson/bpmn-host';
import { LRUCache } from 'lru-cache';
import { READ_AT_ONCE_BYTES, type ReadingLane } from '../definitions/reading-lane.ts';
import type { LoopBudget } from '../loop-budget.ts';
import type { DecisionStore } from './decision.store.ts';
import type { StoredDecision } from './decision.types.ts';

/** Bound of the compiled files that are kept, by their bytes; one takes some ten times as much memory. */
const COMPILED_BYTES_MAX = 16 * 1024 * 1024;
/** Bound of the files that are known to be large without being read. */
const LARGE_FILES_MAX = 1_000;

/** Caller whose share of the event loop a decision takes, and its time. */
export interface EvaluationOf {
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly at: number;
}

export interface DecidingParts {
  readonly store: DecisionStore;
  readonly budget: LoopBudget;
  readonly lane: Pick<ReadingLane, 'ask'>;
  /** Bound of the bytes of a file that is read at once; tests have small files read as large ones. */
  readonly atOnceBytes?: number;
}

export function createDecide({ store, budget, lane, atOnceBytes = READ_AT_ONCE_BYTES }: DecidingParts) {
  const graphs = new LRUCache<string, DecisionGraph>({
    maxSize: COMPILED_BYTES_MAX,
    maxEntrySize: COMPILED_BYTES_MAX,
  });
  const largeFiles = new LRUCache<string, true>({ max: LARGE_FILES_MAX });

  async function bytesOf(decision: StoredDecision): Promise<Uint8Array> {
    const bytes = await store.findFile(decision);
    if (bytes === null) throw new Error(`decision ${decision.id} has no stored file`);
    return bytes;
  }

  /** Makes a decision of a large file in the thread that reads it, which keeps what it has read. */
  async function decideElsewhere(
    decision: StoredDecision,
    { file, bytes: known }: { readonly file: string; readonly bytes: Uint8Array | null },
    variables: Variables,
    { tenantIdentifier, username, at }: EvaluationOf,
  ): Promise<DecisionResult> {
    for (let bytes = known; ; bytes = await bytesOf(decision)) {
      budget.admit(tenantIdentifier, username);
      const { answer, tookMs } = await lane.ask(tenantIdentifier, 'decide', {
        file,
        bytes,
        key: decision.key,
        variables,
        at,
      });
      budget.spend(tenantIdentifier, username, tookMs);
      if (answer !== null) return answer;
    }
  }

  /** Makes a decision; fails with 429 where the caller has used up its share. */
  return async function decide(
    decision: StoredDecision,
    variables: Variables,
    of: EvaluationOf,
  ): Promise<DecisionResult> {
    const { tenantIdentifier, username, at } = of;
    const file = `${decision.deploymentId} ${decision.resourceName}`;
    let graph = graphs.get(file);
    if (graph === undefined) {
      const bytes = largeFiles.has(file) ? null : await bytesOf(decision);
      if (bytes === null || bytes.length > atOnceBytes) {
        largeFiles.set(file, true);
        return decideElsewhere(decision, { file, bytes }, variables, of);
      }
      graph = budget.run(tenantIdentifier, username, () => readDmn(bytes).graph);
      if (graph === undefined) throw new Error(`decision ${decision.id} is stored and cannot be read`);
      graphs.set(file, graph, { size: bytes.length + 1 });
    }
    const known = graph;
    return budget.run(tenantIdentifier, username, () => evaluateDecision(known, decision.key, variables, { now: at }));
  };
}
