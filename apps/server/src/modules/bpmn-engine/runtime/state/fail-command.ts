// Turns failures and refusals of the core into errors of the interface.
import type { StepResult } from '@keelson/bpmn-core';
import { fail } from '../../../../kernel/request/errors.ts';

/** Ends a command that changed nothing: the caller learns element, code and reason. */
export function failCommand(
  result: Exclude<StepResult, { outcome: 'done' }>,
  startElementId: string | null = null,
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
  if (result.code === 'START_NODE_AMBIGUOUS') return fail('START_EVENT_AMBIGUOUS');
  if (result.code !== 'START_NODE_UNKNOWN') {
    // Services look at the state before they ask; the core's own refusal says that one of them did not.
    throw new Error(`the command does not fit the state: ${result.code}`);
  }
  return fail('START_EVENT_NOT_FOUND', { parameters: { startElementId: startElementId ?? '' } });
}
