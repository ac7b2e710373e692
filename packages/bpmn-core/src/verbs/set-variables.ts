// Sets variables of a running instance; no token moves.
import { openBurst, sealState, setVariables } from '../burst.ts';
import type { SetVariablesCommand } from '../commands.ts';
import type { StepResult } from '../result.ts';
import { type Situation, unchanged } from './verb.ts';

export function setVariablesOfInstance({ model, state, limits }: Situation, command: SetVariablesCommand): StepResult {
  if (state.tokens.length === 0) return { outcome: 'refused', code: 'INSTANCE_ENDED' };
  const burst = openBurst({ model, limits, at: command.at, actor: command.actor }, state.facts, state);
  setVariables(burst, command.variables);
  if (burst.history.length === 0) return unchanged(state);
  return { outcome: 'done', state: sealState(burst), history: burst.history, effects: burst.effects };
}
