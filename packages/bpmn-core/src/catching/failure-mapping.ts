// Failures of an activity's own work that its model turns into BPMN errors (page, 4.7).
import type { FailureCode } from '../contract/failure.ts';
import { type Burst, nodeOf, type WorkToken } from '../instance/burst.ts';
import { StepFailure } from '../instance/step-failure.ts';

/** What no mapping turns into an error of its own. */
const NEVER_MAPPED: ReadonlySet<FailureCode> = new Set(['UNCAUGHT_ERROR', 'BURST_LIMIT', 'LIMIT_EXCEEDED']);

/** The code of the error that stands for the failure; null where none does. */
export function mappedCode(burst: Burst, token: WorkToken, error: unknown): string | null {
  if (!(error instanceof StepFailure)) return null;
  const { code, elementId } = error.failure;
  const node = nodeOf(burst, token);
  const isOwn = token.alive && token.lifecycle === 'ACTIVE' && elementId === node.id;
  if (!isOwn || node.activity === null || NEVER_MAPPED.has(code)) return null;
  const mapping = node.activity.failureMap.find(({ failure }) => failure === null || failure === code);
  return mapping === undefined ? null : mapping.errorCode;
}
