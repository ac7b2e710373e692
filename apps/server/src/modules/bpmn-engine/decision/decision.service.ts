// Finds decisions of the caller's tenant, and says what one of them gives.
import type { MadeDecision, Variables } from '@keelson/bpmn-core';
import {
  decisionSortStandard,
  resolvePageable,
  type SvcBpmnDecisionQueryModel,
  type SvcBpmnEvaluateDecisionModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { checkVariables } from '../interface/check-variables.ts';
import type { StoredDecision } from '../runtime/decisions/decision.types.ts';
import type { Decisions } from '../runtime/decisions/decisions.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { DecisionPageStore } from './decision-page.store.ts';

export interface Evaluation {
  readonly at: number;
  readonly asked: MadeDecision;
  readonly required: readonly MadeDecision[];
}

export function createDecisionService({
  clock,
  decisions,
  limits,
  store,
}: Pick<Kernel, 'clock'> & {
  readonly decisions: Decisions;
  readonly limits: EngineLimits;
  readonly store: DecisionPageStore;
}) {
  /** Finds the version of a decision; where a version and a tag are given both must fit. */
  async function find(tenant: string, key: string, { version, versionTag }: SvcBpmnEvaluateDecisionModel) {
    const found = await decisions.find(tenant, key, bindingOf(version ?? null, versionTag ?? null));
    const isMeant = found !== null && (typeof versionTag !== 'string' || found.versionTag === versionTag);
    return isMeant ? found : failNotFound('DECISION_NOT_FOUND', { key, version, versionTag });
  }

  return {
    async page({ caller }: Act, search: SvcBpmnDecisionQueryModel) {
      const request = resolvePageable(search.pageable, decisionSortStandard);
      const { tenantIdentifier } = caller;
      return { ...(await store.page({ ...search, tenantIdentifier }, request)), request };
    },

    async get({ caller: { tenantIdentifier } }: Act, id: string) {
      const request = resolvePageable(undefined, decisionSortStandard);
      const { rows } = await store.page({ tenantIdentifier, id }, request);
      return rows[0] ?? failNotFound('DECISION_NOT_FOUND', { id });
    },

    async evaluate({ caller }: Act, key: string, body: SvcBpmnEvaluateDecisionModel): Promise<Evaluation> {
      const { tenantIdentifier, username } = caller;
      const variables = (body.variables ?? {}) as Variables;
      checkVariables(variables, limits.variableBytes(tenantIdentifier));
      const decision: StoredDecision = await find(tenantIdentifier, key, body);
      const at = clock.now();
      const result = await decisions.evaluate(decision, variables, { tenantIdentifier, username, at });
      if (result.outcome === 'failed') {
        const { message: reason } = result;
        return fail('DECISION_FAILED', { parameters: { key, reason }, errorArguments: [{ key, reason }] });
      }
      // The one that was asked for is made last.
      return { at, asked: result.made.at(-1)!, required: result.made.slice(0, -1) };
    },
  };
}

export type DecisionService = ReturnType<typeof createDecisionService>;

function bindingOf(version: number | null, versionTag: string | null) {
  if (version !== null) return { binding: 'version', version };
  return versionTag === null ? {} : { binding: 'versionTag', versionTag };
}
