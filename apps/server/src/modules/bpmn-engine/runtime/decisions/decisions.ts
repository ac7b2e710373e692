// Finds decisions as a binding names them, and evaluates them within the share of the event loop that a caller has.
import type { MadeDecision, Value, Variables } from '@keelson/bpmn-core';
import type { DecisionRecord } from '@keelson/bpmn-host';
import { createDecide, type DecidingParts, type EvaluationOf } from './decide.ts';
import type { StoredDecision } from './decision.types.ts';

/** Which version is meant; see the core's orders of decisions. */
export interface DecisionBinding {
  readonly binding?: Value;
  readonly version?: Value;
  readonly versionTag?: Value;
  /** The deployment that `binding: 'deployment'` means. */
  readonly deploymentId?: string;
}

export type Evaluated =
  | { readonly outcome: 'done'; readonly rows: MadeDecision['results']; readonly made: readonly MadeDecision[] }
  | { readonly outcome: 'failed'; readonly message: string };

export function createDecisions({ store, ...parts }: DecidingParts) {
  const decide = createDecide({ store, ...parts });
  return {
    /** Finds a version, read each time: a decision is rarer than a start, and as true as the database on every process. */
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

    /** Evaluates a decision; throws 429 where the caller has used up its share of the event loop. */
    async evaluate(decision: StoredDecision, variables: Variables, of: EvaluationOf): Promise<Evaluated> {
      const result = await decide(decision, variables, of);
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

/** Makes the records of decisions; one that another needs is evaluated as its own file has it, whatever version that is. */
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
