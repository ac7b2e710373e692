// Sets and removes variables of a running instance; conditions that become true fire.
import type { EvaluateConditionsCommand, SetVariablesCommand } from '../contract/commands/commands.ts';
import type { StepResult } from '../contract/result.ts';
import { type Burst, findToken, type Scope } from '../instance/burst.ts';
import { inward, ownScope, removeVariable, scopeOf, setLocal, setVariable, setVariables } from '../instance/scope.ts';
import { resume, type Situation, unchanged } from '../instance/situation.ts';
import { runToRest } from '../rounds/rounds.ts';

export function setVariablesOfInstance(situation: Situation, command: SetVariablesCommand): StepResult {
  const burst = resume(situation, command);
  const place = placeOf(burst, command);
  if (place === null) return { outcome: 'refused', code: 'NOT_POSSIBLE' };
  const { scope, write } = place;
  for (const name of Object.keys(command.variables)) write(burst, scope, name, command.variables[name]!);
  for (const name of command.removals ?? [])
    if (write === setVariable || Object.hasOwn(scope.variables, name)) removeVariable(burst, scope, name);
  return burst.history.length === 0 ? unchanged(situation.state) : runToRest(burst);
}

/** Evaluates every condition of the instance again. */
export function evaluateConditionsNow(situation: Situation, command: EvaluateConditionsCommand): StepResult {
  const burst = resume(situation, command);
  setVariables(burst, burst.root, command.variables);
  burst.conditionsDue = true;
  burst.conditionNews.all = true;
  return runToRest(burst);
}

interface Place {
  readonly scope: Scope;
  readonly write: typeof setVariable;
}

/** Finds the scope to write in; null where there is no such scope or token. A token between activities has nothing of its own. */
function placeOf(burst: Burst, { scope: number = 0, token, local = false }: SetVariablesCommand): Place | null {
  if (token === undefined) {
    const scope = [...inward(burst.root)].find((each) => each.number === number);
    return scope === undefined ? null : { scope, write: setLocal };
  }
  const found = findToken(burst, token);
  if (found === undefined) return null;
  if (!local) return { scope: scopeOf(found), write: setVariable };
  return found.activity === 0 ? null : { scope: ownScope(found), write: setLocal };
}
