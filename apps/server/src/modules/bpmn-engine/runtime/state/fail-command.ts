// Turns failures and refusals of the core into errors of the interface.
import type { RefusalCode, StepResult } from '@keelson/bpmn-core';
import { fail, ServiceError } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { BurstFailure, KeyInUse } from './burst-failure.ts';

/** Ends a command that changed nothing: the caller is answered element, code and reason. */
export function failCommand(
  result: Exclude<StepResult, { outcome: 'done' }>,
  { instanceId = null, startElementId = null }: { instanceId?: string | null; startElementId?: string | null } = {},
): never {
  if (result.outcome === 'failed') {
    const { elementId, code, message } = result.failure;
    return fail('PROCESS_EXECUTION_FAILED', {
      parameters: { elementId: elementId ?? '' },
      errorArguments: [{ elementId, code, message }],
      detail: message,
    });
  }
  if (result.outcome === 'asks') throw new Error(`nothing answers the question of ${result.question.elementId}`);
  switch (result.code) {
    case 'START_NODE_AMBIGUOUS':
      return fail('START_EVENT_AMBIGUOUS');
    case 'START_NODE_UNKNOWN':
      return failNotFound('START_EVENT_NOT_FOUND', { startElementId });
    case 'INSTANCE_SUSPENDED':
      return fail('INSTANCE_SUSPENDED', { parameters: { processInstanceId: instanceId ?? '' } });
    case 'INSTANCE_ENDED':
      return fail('INSTANCE_ENDED', { parameters: { processInstanceId: instanceId ?? '' } });
    default:
      // Services look at the state before they ask; the core's own refusal says that one of them did not.
      throw new Error(`the command does not fit the state: ${result.code}`);
  }
}

function failInUse({ businessKey, holderId: processInstanceId }: KeyInUse): never {
  const parameters = { businessKey, processInstanceId };
  return fail('BUSINESS_KEY_IN_USE', { parameters, errorArguments: [parameters] });
}

/** Failure of a process while it ran. */
export interface FailedExecution {
  readonly code: string;
  readonly elementId: string | null;
  readonly message: string;
}

/** Answers the failure of a process; null of what was refused before it ran, and of bugs. */
export function failedExecution(error: unknown): FailedExecution | null {
  if (error instanceof BurstFailure) {
    const isRefused = error.result.outcome !== 'failed' || (error instanceof KeyInUse && !error.isCalled);
    return isRefused ? null : error.result.failure;
  }
  if (!(error instanceof ServiceError) || error.code !== 'PROCESS_EXECUTION_FAILED') return null;
  const [failure] = error.options.errorArguments ?? [];
  return failure === undefined ? null : (failure as FailedExecution);
}

/** Refusals of an operation where the core refuses its command; each ends the request. */
export type Refusals = Readonly<Partial<Record<RefusalCode, (reasons: readonly string[]) => never>>>;

/** Waits for a burst; its failure becomes the caller's. */
export async function answered<T>(
  burst: Promise<T>,
  refusals: Refusals = {},
  startElementId: string | null = null,
): Promise<T> {
  try {
    return await burst;
  } catch (error) {
    if (!(error instanceof BurstFailure)) throw error;
    if (error instanceof KeyInUse && !error.isCalled) failInUse(error);
    const { result, instanceId } = error;
    if (result.outcome === 'refused') refusals[result.code]?.(result.reasons ?? []);
    return failCommand(result, { instanceId, startElementId });
  }
}
