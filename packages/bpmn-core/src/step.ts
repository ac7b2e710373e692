// One command to one instance: the whole engine as a function.
import type { Command } from './contract/commands.ts';
import type { Failure } from './contract/failure.ts';
import { BARE_HOST, type Host } from './contract/host.ts';
import type { InstanceState } from './contract/instance-state.ts';
import type { Answer, StepResult } from './contract/result.ts';
import type { Circumstances } from './instance/open-burst.ts';
import { type SparedAct, StepFailure, StepQuestion, ThrownError } from './instance/step-failure.ts';
import type { ProcessModel } from './model/process-model.ts';
import { applyCommand } from './verbs/apply.ts';
import { start } from './verbs/start.ts';

/**
 * Runs a command until every token rests or has ended. Pure: no clock, no randomness, no I/O; the same inputs give the same bytes and
 * are never written to. What it answers may share parts with them and must not be written to either. `state` is null for `start` and
 * only for it. `answers`: to all questions that earlier calls with the same inputs asked, in their order.
 *
 * A failure takes the whole command back; where the model says INCIDENT the element that failed gets an incident instead, and what
 * came before it stays.
 */
export function step(
  definition: ProcessModel,
  state: InstanceState | null,
  command: Command,
  host: Host = BARE_HOST,
  answers: readonly Answer[] = [],
): StepResult {
  const incidents = new Map<number, SparedAct>();
  for (;;) {
    try {
      return run({ model: definition, host, answers, incidents }, state, command);
    } catch (error) {
      if (error instanceof StepQuestion) return { outcome: 'asks', question: error.question };
      if (error instanceof ThrownError) return { outcome: 'failed', failure: uncaught(error) };
      if (!(error instanceof StepFailure)) throw error;
      if (!becomesIncident(definition, host, error, incidents)) return { outcome: 'failed', failure: error.failure };
      // The step is a function of its inputs: run again, it comes to the same act, which now fails alone.
      incidents.set(error.act!, { failure: error.failure, questions: error.questions });
    }
  }
}

/** Thrown by a listener outside of any activity that could pass it on. */
function uncaught({ code, message }: ThrownError): Failure {
  const said = message === '' ? '' : `: ${message}`;
  return { code: 'UNCAUGHT_ERROR', elementId: null, message: `Nobody catches the error ${code}${said}` };
}

function becomesIncident(
  { onFailure }: ProcessModel,
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
