// Looks at every condition of the instance again.
import type { EvaluateConditionsCommand } from '../commands.ts';
import type { StepResult } from '../result.ts';
import { runToRest } from '../rounds.ts';
import { setVariables } from '../scope.ts';
import { resume, type Situation } from './verb.ts';

export function evaluateConditionsNow(situation: Situation, command: EvaluateConditionsCommand): StepResult {
  const burst = resume(situation, command);
  setVariables(burst, burst.root, command.variables);
  burst.conditionsDue = true;
  burst.conditionNews.all = true;
  return runToRest(burst);
}
