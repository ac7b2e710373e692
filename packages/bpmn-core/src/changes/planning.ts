// What a change by a person or an operator does to the tokens of an instance, told while it is done.

import type { RefusalCode, StepResult } from '../contract/result.ts';
import { type Burst, nodeOf, type WorkToken } from '../instance/burst.ts';
import { type Situation, unchanged } from '../instance/situation.ts';
import type { FlowIndex, FlowNode } from '../model/process-model.ts';
import { runToRest } from '../rounds/rounds.ts';
import { terminateToken } from '../tokens/termination.ts';

export interface PlannedElement {
  readonly elementId: string;
  readonly token: number;
}

export interface PlannedRestore extends PlannedElement {
  /** Of a token that waits before a join again; null for a sub-process that is opened anew. */
  readonly flowId: string | null;
}

export interface PlannedStart extends PlannedElement {
  /** Who gets the task at once; null: as the model says. */
  readonly assignee: string | null;
}

export interface PlannedMapping {
  readonly source: string;
  /** Null: it ends with the migration. */
  readonly target: string | null;
}

/** Page bpmn-engine, 4.10: the dry run answers the plan that the real call executes. */
export interface ChangePlan {
  readonly legal: boolean;
  /** Why it is not; all of them. */
  readonly reasons: readonly string[];
  /** Outer before inner. */
  readonly cancels: readonly PlannedElement[];
  readonly restores: readonly PlannedRestore[];
  readonly starts: readonly PlannedStart[];
  readonly compensates: readonly { readonly elementId: string; readonly activity: number }[];
  readonly warnings: readonly string[];
  /** Of a migration: each element that something rests in or waits for. */
  readonly mappings: readonly PlannedMapping[];
}

/** The plan while it comes to be. */
export type Planning = {
  -readonly [Field in keyof Omit<ChangePlan, 'legal'>]: ChangePlan[Field] extends readonly (infer Entry)[]
    ? Entry[]
    : never;
};

export function newPlanning(): Planning {
  return { reasons: [], cancels: [], restores: [], starts: [], compensates: [], warnings: [], mappings: [] };
}

/**
 * The end of every such command. The change has been made to the working copy; a dry run throws that away, so that both come to the
 * same plan by the same way.
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
  return { ...runToRest(burst), plan };
}

/** Ends the token with all that is inside it. */
export function cancelToken(burst: Burst, planning: Planning, token: WorkToken): void {
  if (!token.alive) return;
  tellInside(burst, planning, token);
  terminateToken(burst, token);
}

function tellInside(burst: Burst, planning: Planning, token: WorkToken): void {
  planning.cancels.push(planned(nodeOf(burst, token), token));
  for (const inside of token.inner?.tokens ?? []) tellInside(burst, planning, inside);
}

export function planned({ id }: FlowNode, { number }: WorkToken): PlannedElement {
  return { elementId: id, token: number };
}

export function flowIdOf(burst: Burst, flow: FlowIndex): string | null {
  return burst.model.flows[flow]?.id ?? null;
}
