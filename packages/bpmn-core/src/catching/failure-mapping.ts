// A model can turn failures of an activity's own work into BPMN errors.
import type { FailureCode } from '../contract/failure.ts';
import { type Burst, nodeOf, type WorkToken } from '../instance/burst.ts';
import { StepFailure } from '../instance/step-failure.ts';
import type { FlowNode } from '../model/process-model.ts';

/** No mapping turns these into an error of its own. */
const NEVER_MAPPED: ReadonlySet<FailureCode> = new Set(['UNCAUGHT_ERROR', 'BURST_LIMIT', 'LIMIT_EXCEEDED']);

/** Answers the code of the error that stands for the failure; null where none does. */
export function mappedCode(burst: Burst, token: WorkToken, error: unknown): string | null {
  if (!(error instanceof StepFailure)) return null;
  const { code, elementId } = error.failure;
  const node = nodeOf(burst, token);
  const isOwn = token.alive && token.lifecycle === 'ACTIVE' && elementId === node.id;
  if (!isOwn || node.activity === null || NEVER_MAPPED.has(code)) return null;
  return errorCodeFor(node, code);
}

/** Answers the code of the error that the activity says for failures of this code; null where it says none, as events do. */
export function errorCodeFor({ activity }: FlowNode, code: FailureCode): string | null {
  return activity?.failureMap.find(({ failure }) => failure === null || failure === code)?.errorCode ?? null;
}
