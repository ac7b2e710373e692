// Shows what was found in a file as the interface shows it, in the language of whoever asks.
import type { Language, SvcBpmnProblem } from '@keelson/contract';
import type { DeploymentProblem } from '../../runtime/definitions/deployment-problem.ts';

/** A problem as it is stored with what was deployed; earlier ones have their help in English alone. */
type StoredProblem = Omit<DeploymentProblem, 'helpTr'> & Partial<Pick<DeploymentProblem, 'helpTr'>>;

/** Makes the answer of a problem; of several files the element is named with its file. */
export function problemToWire(
  { messageTr, message, help, helpTr, elementId, ...problem }: StoredProblem,
  severalFiles: boolean,
  language: Language,
): SvcBpmnProblem {
  return {
    ...problem,
    elementId: severalFiles && elementId !== null ? `${problem.file}#${elementId}` : elementId,
    message: language === 'tr' ? messageTr : message,
    help: language === 'tr' ? (helpTr ?? help) : help,
  };
}
