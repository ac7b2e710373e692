// An element may go on in a job of its own, which is tried as often as it says.
import type { JobModel } from '@keelson/bpmn-core';
import type { BpmnElement } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { extensionElements, extensionFlag, extensionText } from '../compilation/elements.ts';
import { compileOptional } from '../compilation/expressions.ts';

/** Compiles the job of an element; null where it says nothing of one. Priority and retries count for its other jobs, too. */
export function compileJob(compilation: Compilation, element: BpmnElement): JobModel | null {
  const before = extensionFlag(element, 'async') || extensionFlag(element, 'asyncBefore');
  // A call that completes asynchronously goes on behind its end in a job.
  const after = ['asyncAfter', 'asyncLeave', 'completeAsync'].some((name) => extensionFlag(element, name));
  const priority = extensionText(element, 'jobPriority');
  const retryCycle = retryCycleOf(element);
  const isSilent = priority === null && retryCycle === null && compilation.jobPriority === null;
  if (!before && !after && isSilent) return null;
  return {
    before,
    after,
    exclusive: extensionFlag(element, 'exclusive', true),
    priority: compileOptional(priority ?? compilation.jobPriority),
    retryCycle: compileOptional(retryCycle),
  };
}

function retryCycleOf(element: BpmnElement): string | null {
  const text = extensionElements(element, 'failedJobRetryTimeCycle')[0]?.value.trim() ?? '';
  return text === '' ? null : text;
}
