// How code deep inside a burst gives up: the whole step is taken back and answers the failure.
import type { Failure, FailureCode } from './result.ts';

export class StepFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export function stepFailure(code: FailureCode, elementId: string | null, message: string): StepFailure {
  return new StepFailure({ code, elementId, message });
}
