// Finds decisions as a binding names them, and evaluates them within the share of the event loop that a caller has.
import type { MadeDecision, Value, Variables } from '@keelson/bpmn-core';
import { type DecisionGraph, type DecisionRecord, evaluateDecision, readDmn } from '@keelson/bpmn-host';
import { LRUCache } from 'lru-cache';
import type { LoopBudget } from '../state/loop-budget.ts';
import type { DecisionStore } from './decision.store.ts';
import type { CompiledDecision, StoredDecision } from './decision.types.ts';

/** Compiled files kept, by their bytes; one takes some ten times as much memory. */
const COMPILED_BYTES_MAX = 16 * 1024 * 1024;

/** Says which version is meant; see the core's orders of decisions. */
export interface DecisionBinding {
  readonly binding?: Value;
  readonly version?: Value;
  readonly versionTag?: Value;
  /** The deployment that `binding: 'deployment'` means. */
  readonly deploymentId?: string;
}

/** Whose share of the event loop it takes, and when it is. */
export interface EvaluationOf {
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly at: number;
}

export type Evaluated =
  | { readonly outcome: 'done'; readonly rows: MadeDecision['results']; readonly made: readonly MadeDecision[] }
  | { readonly outcome: 'failed'; readonly message: string };

export function createDecisions({ store, budget }: { readonly store: DecisionStore; readonly budget: LoopBudget }) {
  const graphs = new LRUCache<string, DecisionGraph>({
    maxSize: COMPILED_BYTES_MAX,
    maxEntrySize: COMPILED_BYTES_MAX,
  });

  async function graphOf(decision: StoredDecision, { tenantIdentifier, username }: EvaluationOf) {
    const file = `${decision.deploymentId} ${decision.resourceName}`;
    const known = graphs.get(file);
    if (known !== undefined) return known;
    const bytes = await store.findFile(decision);
    if (bytes === null) throw new Error(`decision ${decision.id} has no stored file`);
    const { graph } = budget.run(tenantIdentifier, username, () => readDmn(bytes));
    if (graph === undefined) throw new Error(`decision ${decision.id} is stored and cannot be read`);
    graphs.set(file, graph, { size: bytes.length + 1 });
    return graph;
  }

  return {
    /** Read each time: a decision is rarer than a start, and as true as the database on every process. */
    find(tenant: string, key: string, options: DecisionBinding): Promise<StoredDecision | null> {
      const { binding, version, versionTag, deploymentId } = options;
      switch (binding) {
        case 'deployment':
          return deploymentId === undefined ? Promise.resolve(null) : store.findInDeployment(tenant, key, deploymentId);
        case 'version':
          return isVersion(Number(version)) ? store.findVersion(tenant, key, Number(version)) : Promise.resolve(null);
        case 'versionTag':
          return store.findTagged(tenant, key, String(versionTag));
        default:
          return store.findLatest(tenant, key);
      }
    },

    /** Throws 429 where the caller has used up its share of the event loop. */
    async evaluate(decision: StoredDecision, variables: Variables, of: EvaluationOf): Promise<Evaluated> {
      const compiled: CompiledDecision = { ...decision, graph: await graphOf(decision, of) };
      const result = budget.run(of.tenantIdentifier, of.username, () =>
        evaluateDecision(compiled.graph, decision.key, variables, { now: of.at }),
      );
      if (result.outcome === 'failed') return { outcome: 'failed', message: result.failure.message };
      return { outcome: 'done', rows: result.rows, made: madeOf(decision, result.records) };
    },
  };
}

export type Decisions = ReturnType<typeof createDecisions>;

const VERSION_MAX = 2_147_483_647;

function isVersion(version: number): boolean {
  return Number.isSafeInteger(version) && version > 0 && version <= VERSION_MAX;
}

/** What the decision needs is evaluated as its own file has it, whatever version that is. */
function madeOf({ key: asked, version }: StoredDecision, records: readonly DecisionRecord[]): readonly MadeDecision[] {
  return records.map(({ key, hitPolicy, inputs, matchedRules, rows }) => ({
    decisionKey: key,
    version: key === asked ? version : null,
    hitPolicy,
    inputs,
    matchedRules,
    results: rows,
  }));
}
