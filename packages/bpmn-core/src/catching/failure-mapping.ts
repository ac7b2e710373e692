// A model can turn failures of an activity's own work into BPMN errors.
import type { FailureCode } from '../contract/failure.ts';
import { type Burst, nodeOf, type WorkToken } from '../instance/burst.ts';
import { StepFailure } from '../instance/step-failure.ts';
import type { FlowNode } from '../model/process-model.ts';

/** Codes of failures that no mapping turns into a BPMN error. */
const NEVER_MAPPED: ReadonlySet<FailureCode> = new Set(['UNCAUGHT_ERROR', 'BURST_LIMIT', 'LIMIT_EXCEEDED']);

/** Answers the code of the BPMN error that a failure is mapped to; null where it is to none. */
export function mappedCode(burst: Burst, token: WorkToken, error: unknown): string | null {
  if (!(error instanceof StepFailure)) return null;
  const { code, elementId } = error.failure;
  const node = nodeOf(burst, token);
  const isOwn = token.alive && token.lifecycle === 'ACTIVE' && elementId === node.id;
  if (!isOwn || node.activity === null || NEVER_MAPPED.has(code)) return null;
  return errorCodeFor(node, code);
}

/** Answers the code of the BPMN error to which the activity maps failures of this code; null where it maps none, as events do. */
export function errorCodeFor({ activity }: FlowNode, code: FailureCode): string | null {
  return activity?.failureMap.find(({ failure }) => failure === null || failure === code)?.errorCode ?? null;
}
