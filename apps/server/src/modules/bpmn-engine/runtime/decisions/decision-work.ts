// Makes the decisions of rule tasks within the burst that reaches them.
import type { MadeDecision, Variables, WorkResult } from '@keelson/bpmn-core';
import type { InlineOrder, InlineWork } from '../burst/burst.ts';
import type { EvaluationOf } from './decide.ts';
import type { Decisions } from './decisions.ts';

/** Bound of the characters of inputs and results of one evaluation in history; its rules are kept always. */
const KEPT_LENGTH_MAX = 262_144;

/** Makes the decision of this name, for whoever calls it. */
export type DecideByName = (asked: {
  readonly key: string;
  readonly options: InlineOrder['order']['options'];
  readonly deploymentId?: string;
  readonly variables: Variables;
  readonly of: EvaluationOf;
}) => Promise<WorkResult>;

export function createDecideByName(decisions: Decisions): DecideByName {
  return async function decideByName({ key, options, deploymentId, variables, of }) {
    const binding = { ...options, ...(deploymentId === undefined ? {} : { deploymentId }) };
    const decision = await decisions.find(of.tenantIdentifier, key, binding);
    if (decision === null) return failed(`There is no decision ${named(key, options)}`);
    const result = await decisions.evaluate(decision, variables, of);
    if (result.outcome === 'failed') return failed(result.message);
    return { outcome: 'done', value: result.rows, writes: {}, decisions: keptOf(result.made) };
  };
}

export function createDecisionWork(decide: DecideByName): InlineWork {
  return function decideInBurst({ live, order, at }) {
    const { tenantIdentifier, startUserId } = live.state.facts;
    const { deploymentId } = live.compiled;
    const { target: key, options, variables } = order;
    return decide({ key, options, deploymentId, variables, of: { tenantIdentifier, username: startUserId ?? '', at } });
  };
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

/**
 * Answers what history keeps of decisions: variables hold inputs and result already, and history is not to hold megabytes of them again.
 */
function keptOf(made: readonly MadeDecision[]): readonly MadeDecision[] {
  let length = 0;
  return made.map((decision) => {
    length += JSON.stringify([decision.inputs, decision.results]).length;
    return length > KEPT_LENGTH_MAX ? { ...decision, inputs: [], results: [], shortened: true } : decision;
  });
}
