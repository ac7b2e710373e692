// What cannot be evaluated in a step is asked of the outside, and the step taken again with the answer.
import type { Burst, Scope } from '../instance/burst.ts';
import { seenVariables, setVariables } from '../instance/scope.ts';
import { StepQuestion, stepFailure, ThrownError } from '../instance/step-failure.ts';
import type { Value } from '../values/values.ts';

/** Answers the value of a JavaScript source as seen from the scope, and writes what it wrote. Throws the question while it is open. */
export function ask(burst: Burst, scope: Scope, elementId: string | null, source: string): Value {
  const answer = burst.answers[burst.asked++];
  if (answer === undefined) {
    const variables = seenVariables(burst, scope);
    throw new StepQuestion({ elementId: elementId ?? '', language: 'javascript', source, variables });
  }
  if ('failure' in answer) throw stepFailure(answer.failure.code, elementId, answer.failure.message);
  if ('errorCode' in answer) throw new ThrownError(answer.errorCode, answer.message);
  setVariables(burst, scope, answer.writes);
  return answer.value;
}
