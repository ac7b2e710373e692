// How code deep inside a burst gives up: the whole step is taken back and answers the failure.
import type { Failure, FailureCode } from '../contract/failure.ts';
import type { Question } from '../contract/result.ts';

export class StepFailure extends Error {
  readonly failure: Failure;
  /** Whether an expression found a name or value missing; conditions take that for false. */
  readonly missing: boolean;
  /** Ordinal of the act in which it happened; null means outside of any. */
  act: number | null = null;
  /** Number of questions that this act had asked by then. */
  questions = 0;
  constructor(failure: Failure, missing = false) {
    super(failure.message);
    this.failure = failure;
    this.missing = missing;
  }
}

/** A spared act failed in an earlier run of the same step, and is now an incident. */
export interface SparedAct {
  readonly failure: Failure;
  /** Number of questions that the act had asked before it failed: their answers stand in the list. */
  readonly questions: number;
}

export function stepFailure(code: FailureCode, elementId: string | null, message: string): StepFailure {
  return new StepFailure({ code, elementId, message });
}

/** Thrown where the step cannot be taken before this question is answered. */
export class StepQuestion extends Error {
  readonly question: Question;
  constructor(question: Question) {
    super(`a ${question.language} expression of ${question.elementId} is to be evaluated`);
    this.question = question;
  }
}

/** Thrown where a script or listener threw a BPMN error, which is then looked for outward from its activity. */
export class ThrownError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
