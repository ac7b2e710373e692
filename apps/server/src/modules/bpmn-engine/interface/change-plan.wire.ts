// Shows the plan of a change by hand, and refuses what is not possible or was planned for another version of the instance.
import type { ChangePlan, RefusalCode } from '@keelson/bpmn-core';
import type { SvcBpmnChangePlanModel } from '@keelson/contract';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Refusals } from '../runtime/state/fail-command.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { liveInstanceToWire } from './live-instance.wire.ts';
import { executionId } from './part-id.ts';

type NotPossible =
  | 'RETURN_NOT_POSSIBLE'
  | 'WITHDRAW_NOT_POSSIBLE'
  | 'MODIFICATION_NOT_POSSIBLE'
  | 'MIGRATION_NOT_POSSIBLE';

/** Fields of a request for a change that can be tried first. */
export interface Tried {
  readonly dryRun?: boolean | null;
  readonly expectedVersion?: number | null;
}

export function requireSeen({ revision, state }: LiveInstance, { expectedVersion }: Tried): void {
  if (expectedVersion != null) requireVersion({ identifier: state.facts.id, version: revision }, expectedVersion);
}

/** Makes the refusals of a change: 422 with every reason. */
export function refusalsOf(code: NotPossible): Refusals {
  const refuse = (reasons: readonly string[]): never =>
    fail(code, { errorArguments: reasons.map((reason) => ({ reason })) });
  const codes: readonly RefusalCode[] = [
    'RETURN_NOT_POSSIBLE',
    'WITHDRAW_NOT_POSSIBLE',
    'MODIFICATION_NOT_POSSIBLE',
    'MIGRATION_NOT_POSSIBLE',
    'NOT_POSSIBLE',
  ];
  return Object.fromEntries(codes.map((each) => [each, refuse]));
}

export function planReply({ dryRun }: Tried) {
  return {
    answer(live: LiveInstance, plan: ChangePlan | null): SvcBpmnChangePlanModel {
      if (plan === null) throw new Error('a change by hand answers its plan');
      return planToWire(live, plan, dryRun === true);
    },
  };
}

function planToWire(live: LiveInstance, plan: ChangePlan, isDryRun: boolean): SvcBpmnChangePlanModel {
  const { id } = live.state.facts;
  return {
    legal: plan.legal,
    reasons: [...plan.reasons],
    cancels: plan.cancels.map(({ elementId, token }) => ({ elementId, executionId: executionId(id, token) })),
    restores: plan.restores.map(({ elementId, flowId }) => ({ elementId, flowId })),
    starts: plan.starts.map(({ elementId, assignee }) => ({ elementId, assignee })),
    compensates: plan.compensates.map(({ elementId }) => elementId),
    mappings: plan.mappings.map(({ source, target }) => ({ source, target })),
    warnings: [...plan.warnings],
    expectedVersion: live.revision,
    processInstance: isDryRun ? null : liveInstanceToWire(live),
  };
}
