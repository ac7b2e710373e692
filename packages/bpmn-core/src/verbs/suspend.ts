// Suspends an instance, or lets it go on.
import type { SuspendCommand } from '../contract/commands/commands.ts';
import type { StepResult } from '../contract/result.ts';
import { resume, type Situation, unchanged } from '../instance/situation.ts';
import { runToRest } from '../rounds/rounds.ts';

/**
 * Suspends or activates an instance. Timers that fell due meanwhile are jobs that were held; conditions that became true meanwhile fire
 * now.
 */
export function suspendOrActivate(situation: Situation, command: SuspendCommand): StepResult {
  const { state } = situation;
  const suspended = command.kind === 'suspend';
  if (state.suspended === suspended) return unchanged(state);
  if (!suspended && state.waits.some(({ kind }) => kind === 'conditional' || kind === 'data')) {
    const burst = resume(situation, command);
    burst.suspended = false;
    burst.history.push(['h', false]);
    burst.conditionsDue = true;
    burst.conditionNews.all = true;
    return runToRest(burst);
  }
  return { outcome: 'done', state: { ...state, suspended }, history: [['h', suspended]], effects: [] };
}
