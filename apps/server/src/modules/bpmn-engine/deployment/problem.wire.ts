// Shows what was found in a file as the interface shows it, in the language of whoever asks.
import type { Problem } from '@keelson/bpmn-rules';
import type { Language, SvcBpmnProblem } from '@keelson/contract';

/** Of several files the element is told with its file. */
export function problemToWire(
  { messageTr, message, elementId, ...problem }: Problem,
  severalFiles: boolean,
  language: Language,
): SvcBpmnProblem {
  return {
    ...problem,
    elementId: severalFiles && elementId !== null ? `${problem.file}#${elementId}` : elementId,
    message: language === 'tr' ? messageTr : message,
  };
}
