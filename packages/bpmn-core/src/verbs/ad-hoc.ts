// Ad-hoc sub-processes on demand: activities begin when they are asked to, and it ends when it is asked to.
import { beginOnDemand, closeAdHoc, notEnabled } from '../behaviours/containers/ad-hoc-sub-process.ts';
import type { ActivateAdHocCommand, CompleteAdHocCommand } from '../contract/commands/commands.ts';
import type { StepResult } from '../contract/result.ts';
import { type Burst, findToken, type Scope } from '../instance/burst.ts';
import { resume, type Situation } from '../instance/situation.ts';
import { runToRest } from '../rounds/rounds.ts';

const NOT_THERE: StepResult = { outcome: 'refused', code: 'NOT_POSSIBLE' };

export function activateAdHoc(situation: Situation, command: ActivateAdHocCommand): StepResult {
  const burst = resume(situation, command);
  const scope = adHocScopeOf(burst, command.token);
  if (scope === null) return NOT_THERE;
  const reasons = notEnabled(burst, scope, command.elementIds);
  if (reasons.length > 0) return { outcome: 'refused', code: 'AD_HOC_NOT_ENABLED', reasons };
  const activities = command.elementIds.map((id) => burst.model.nodes.findIndex((node) => node.id === id));
  beginOnDemand(burst, scope, activities);
  return runToRest(burst);
}

/** Closes an ad-hoc sub-process as if its condition had come true: what runs is ended or waited for. */
export function completeAdHoc(situation: Situation, command: CompleteAdHocCommand): StepResult {
  const burst = resume(situation, command);
  const scope = adHocScopeOf(burst, command.token);
  if (scope === null || scope.adHoc!.closing || scope.interrupted) return NOT_THERE;
  closeAdHoc(burst, scope);
  return runToRest(burst);
}

function adHocScopeOf(burst: Burst, token: number): Scope | null {
  const scope = findToken(burst, token)?.inner ?? null;
  return scope === null || scope.adHoc === null ? null : scope;
}
