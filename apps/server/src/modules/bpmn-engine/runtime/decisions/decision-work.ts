// Makes the decisions of rule tasks within the burst that reaches them.
import type { MadeDecision, WorkResult } from '@keelson/bpmn-core';
import type { InlineOrder, InlineWork } from '../burst/burst.ts';
import type { Decisions } from './decisions.ts';

/** Inputs and results of one evaluation have at most so many characters in history; its rules are kept always. */
const KEPT_LENGTH_MAX = 262_144;

export function createDecisionWork(decisions: Decisions): InlineWork {
  async function decide({ live, order, at }: InlineOrder): Promise<WorkResult> {
    const { tenantIdentifier, startUserId } = live.state.facts;
    const { deploymentId } = live.compiled;
    const { target, options, variables } = order;
    const decision = await decisions.find(tenantIdentifier, target, { ...options, deploymentId });
    if (decision === null) return failed(`There is no decision ${named(target, options)}`);
    const of = { tenantIdentifier, username: startUserId ?? '', at };
    const result = await decisions.evaluate(decision, variables, of);
    if (result.outcome === 'failed') return failed(result.message);
    return { outcome: 'done', value: result.rows, writes: {}, decisions: keptOf(result.made) };
  }
  return decide;
}

function failed(message: string): WorkResult {
  return { outcome: 'failed', failure: { code: 'DECISION_FAILED', message } };
}

function named(key: string, { binding, version, versionTag }: InlineOrder['order']['options']): string {
  switch (binding) {
    case 'deployment':
      return `${key} in the deployment of the process`;
    case 'version':
      return `${key} of version ${String(version)}`;
    case 'versionTag':
      return `${key} with the version tag ${String(versionTag)}`;
    default:
      return key;
  }
}

/** Variables hold inputs and result already; history is not to hold megabytes of them again at each evaluation. */
function keptOf(made: readonly MadeDecision[]): readonly MadeDecision[] {
  let length = 0;
  return made.map((decision) => {
    length += JSON.stringify([decision.inputs, decision.results]).length;
    return length > KEPT_LENGTH_MAX ? { ...decision, inputs: [], results: [], shortened: true } : decision;
  });
}
