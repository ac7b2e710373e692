// The whole engine is one function: one command to one instance.
import type { Command } from './contract/commands/commands.ts';
import type { Failure } from './contract/failure.ts';
import { BARE_HOST, type Host } from './contract/host.ts';
import type { InstanceState } from './contract/instance-state.ts';
import type { Answer, StepPaused, StepResult } from './contract/result.ts';
import type { Circumstances } from './instance/open-burst.ts';
import { type SparedAct, StepFailure, StepQuestion, ThrownError } from './instance/step-failure.ts';
import type { ProcessModel } from './model/process-model.ts';
import { StepPause } from './rounds/pause.ts';
import { goOnToRest } from './rounds/rounds.ts';
import { applyCommand } from './verbs/apply.ts';
import { start } from './verbs/start.ts';

/**
 * Runs a command until every token rests or has ended. Pure: no clock, no randomness, no I/O; the same inputs give the same bytes and
 * are never written to. What it answers may share parts with them and must not be written to either. `state` is null for `start` and
 * only for it. `answers`: to all questions that earlier calls with the same inputs asked, in their order.
 *
 * What happens between the command and its result, one phase after the other:
 * 1. Admission (`verbs/apply.ts`): the state alone is looked at. An instance that has ended or is suspended refuses.
 * 2. Opening (`instance/open-burst.ts`): the state becomes a burst, the working copy. From here on only the burst is written to.
 * 3. The verb (`verbs/`, `changes/`): refuses what does not fit, or does the one thing that the command is about; what it sets in
 *    motion lies among the tokens that arrive or act. A dry run ends here.
 * 4. Rounds (`rounds/rounds.ts`): tokens that arrive enter and arm, in document order of the flows, and nothing leaves; then they act, in
 *    document order of the elements, and leave or wait. After each act the burst settles. Rounds follow as long as a token moves.
 * 5. Joins (`rounds/joins.ts`): once nothing moves, joins go on for which nothing more can come. If one did, rounds follow again.
 * 6. Rest: without a token the instance ends; tokens that nothing can wake become an incident.
 * 7. Sealing (`instance/open-burst.ts`): the burst becomes the new state, history and effects.
 *
 * A failure takes the whole command back; where the command, or else the model, says INCIDENT the step is run again from the first
 * phase, the element that failed gets an incident instead, and what came before it stays. A question takes everything back, too,
 * until it is answered.
 */
export function step(
  definition: ProcessModel,
  state: InstanceState | null,
  command: Command,
  host: Host = BARE_HOST,
  answers: readonly Answer[] = [],
): StepResult {
  const circumstances = { model: definition, host, answers, isTimeUp: null, incidents: new Map<number, SparedAct>() };
  // Without a measure of time no step pauses.
  return attempted(circumstances, command, () => run(circumstances, state, command)) as StepResult;
}

/** Is `step`, which lets others in between two acts as often as `isTimeUp` says so; its result does not depend on when. */
export function stepInTurns(
  definition: ProcessModel,
  state: InstanceState | null,
  command: Command,
  { host, answers, isTimeUp }: Pick<Circumstances, 'host' | 'answers'> & { readonly isTimeUp: () => boolean },
): StepResult | StepPaused {
  const circumstances = { model: definition, host, answers, isTimeUp, incidents: new Map<number, SparedAct>() };
  return attempted(circumstances, command, () => run(circumstances, state, command));
}

type Rerunnable = Circumstances & { readonly incidents: Map<number, SparedAct> };

/** Runs the step, or goes on with it: `first` does so, `whole` runs it from the beginning. */
function attempted(
  circumstances: Rerunnable,
  command: Command,
  whole: () => StepResult,
  first: () => StepResult = whole,
): StepResult | StepPaused {
  const onFailure = command.onFailure ?? circumstances.model.onFailure;
  let attempt = first;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof StepPause) {
        return {
          outcome: 'paused',
          goOn: () => attempted(circumstances, command, whole, () => goOnToRest(error.burst)),
        };
      }
      if (error instanceof StepQuestion) return { outcome: 'asks', question: error.question };
      if (error instanceof ThrownError) return { outcome: 'failed', failure: uncaught(error) };
      if (!(error instanceof StepFailure)) throw error;
      const { host, incidents } = circumstances;
      if (!becomesIncident(onFailure, host, error, incidents)) return { outcome: 'failed', failure: error.failure };
      // The step is a function of its inputs: run again, it comes to the same act, which now fails alone.
      incidents.set(error.act!, { failure: error.failure, questions: error.questions });
      attempt = whole;
    }
  }
}

/** Makes the failure of an error that a listener threw outside of any activity that could pass it on. */
function uncaught({ code, message }: ThrownError): Failure {
  const said = message === '' ? '' : `: ${message}`;
  return { code: 'UNCAUGHT_ERROR', elementId: null, message: `Nobody catches the error ${code}${said}` };
}

function becomesIncident(
  onFailure: ProcessModel['onFailure'],
  { keepsIncidents }: Host,
  { act, failure }: StepFailure,
  incidents: ReadonlyMap<number, SparedAct>,
): boolean {
  if (onFailure !== 'INCIDENT' || !keepsIncidents || act === null || incidents.has(act)) return false;
  return failure.code !== 'BURST_LIMIT' && failure.code !== 'LIMIT_EXCEEDED';
}

function run(circumstances: Circumstances, state: InstanceState | null, command: Command): StepResult {
  if (command.kind === 'start') {
    if (state !== null) throw new Error('An instance that exists cannot be started');
    return start(circumstances, command);
  }
  if (state === null) throw new Error(`${command.kind} needs an instance`);
  return applyCommand({ ...circumstances, state }, command);
}
