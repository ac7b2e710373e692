// Looks at every condition of the instance again.
import type { EvaluateConditionsCommand } from '../contract/commands/commands.ts';
import type { StepResult } from '../contract/result.ts';
import { setVariables } from '../instance/scope.ts';
import { resume, type Situation } from '../instance/situation.ts';
import { runToRest } from '../rounds/rounds.ts';

export function evaluateConditionsNow(situation: Situation, command: EvaluateConditionsCommand): StepResult {
  const burst = resume(situation, command);
  setVariables(burst, burst.root, command.variables);
  burst.conditionsDue = true;
  burst.conditionNews.all = true;
  return runToRest(burst);
}
