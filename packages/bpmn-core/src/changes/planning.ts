// A plan comes to be while the change is made to the working copy.
import type { ChangePlan, PlannedElement } from '../contract/plan.ts';

import type { RefusalCode, StepResult } from '../contract/result.ts';
import { type Burst, nodeOf, type WorkToken } from '../instance/burst.ts';
import { type Situation, unchanged } from '../instance/situation.ts';
import type { FlowIndex } from '../model/indexes.ts';
import type { FlowNode } from '../model/process-model.ts';
import { runToRest } from '../rounds/rounds.ts';
import { terminateToken } from '../tokens/termination.ts';

/** Plan of a change while it is being made. */
export type Planning = {
  -readonly [Field in keyof Omit<ChangePlan, 'legal'>]: ChangePlan[Field] extends readonly (infer Entry)[]
    ? Entry[]
    : never;
};

export function newPlanning(): Planning {
  return { reasons: [], cancels: [], restores: [], starts: [], compensates: [], warnings: [], mappings: [] };
}

/**
 * Ends every change by hand. The change has been made to the working copy; a dry run throws that away, so that both come to the same plan
 * in the same way.
 */
export function conclude(
  situation: Situation,
  burst: Burst,
  planning: Planning,
  code: RefusalCode,
  isDryRun: boolean,
): StepResult {
  const plan: ChangePlan = { legal: planning.reasons.length === 0, ...planning };
  if (isDryRun) return { ...unchanged(situation.state), plan };
  if (!plan.legal) return { outcome: 'refused', code, reasons: plan.reasons };
  burst.plan = plan;
  return runToRest(burst);
}

/** Ends the token with all that is inside it. */
export function cancelToken(burst: Burst, planning: Planning, token: WorkToken): void {
  if (!token.alive) return;
  planInside(burst, planning, token);
  terminateToken(burst, token);
}

function planInside(burst: Burst, planning: Planning, token: WorkToken): void {
  planning.cancels.push(planned(nodeOf(burst, token), token));
  for (const inside of token.inner?.tokens ?? []) planInside(burst, planning, inside);
}

export function planned({ id }: FlowNode, { number }: WorkToken): PlannedElement {
  return { elementId: id, token: number };
}

export function flowIdOf(burst: Burst, flow: FlowIndex): string | null {
  return burst.model.flows[flow]?.id ?? null;
}
