// What a work came to, by whoever did it, and the result for the instance that waits for it.
import type { Command, Failure, Value, Variables, Wait, WorkResult } from '@keelson/bpmn-core';
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import { ServiceError } from '../../../../kernel/request/errors.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import type { CallResult } from '../waits/settle-call.ts';

export type WorkOutcome =
  | (WorkResult & WorkReading)
  /** A work that is done, with rows that are written exactly where the element takes the result. */
  | { readonly outcome: 'prepared'; readonly value: Value; readonly add: (changes: ChangeSet) => void }
  /** A work that a person has to mend, whatever the model says of failures. */
  | { readonly outcome: 'incident'; readonly failure: Pick<Failure, 'code' | 'message'> };

/** Outcome of a work as a job, which may also be that somebody else will bring the result. */
export type JobOutcome = WorkOutcome | { readonly outcome: 'ordered' };

/** What work reports that can be done again: which variables it read, of those that it saw. */
export interface WorkReading {
  readonly read?: readonly string[];
  readonly seen?: Variables;
}

const CALL_FAILED = 'CALL_FAILED';

export function workDone(value: Value): WorkResult {
  return { outcome: 'done', value, writes: {} };
}

/** Makes the failure of a call; the model decides what becomes of it. */
export function callFailed(message: string): WorkResult {
  return { outcome: 'failed', failure: { code: CALL_FAILED, message } };
}

/** Makes the incident of a call that waits for somebody to mend what the model can do nothing about. */
export function callIncident(message: string): WorkOutcome {
  return { outcome: 'incident', failure: { code: CALL_FAILED, message } };
}

/** Whether a failure passes: the database is away or everybody is busy, and nothing is known of the work. */
export function isPassing(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'RATE_LIMITED' || error.code === 'SERVICE_UNAVAILABLE');
}

/** Makes the command that brings the outcome to the instance. */
export function outcomeCommand(
  outcome: WorkOutcome,
  wait: number,
  at: number,
): Extract<Command, { kind: 'work' | 'raise-incident' }> {
  const base = { at, actor: null, wait };
  if (outcome.outcome === 'incident') return { ...base, kind: 'raise-incident', failure: outcome.failure };
  const result = outcome.outcome === 'prepared' ? workDone(outcome.value) : outcome;
  return { ...base, kind: 'work', result };
}

/**
 * Makes the command of a handed-in result. A failure that the model does not catch is an incident at once: to hand in the same one again
 * would change nothing.
 */
export function settledCommand(result: CallResult, wait: number, at: number): ReturnType<typeof outcomeCommand> {
  if ('value' in result) return outcomeCommand(workDone(result.value), wait, at);
  return { ...outcomeCommand(callFailed(`${result.code}: ${result.message}`), wait, at), onFailure: 'INCIDENT' };
}

/** Whether the element took the result: where that failed it waits as an incident, and the work will be done again. */
export function hasTaken({ state }: LiveInstance, { node, token }: Pick<Wait, 'node' | 'token'>): boolean {
  return !state.waits.some(
    (wait) => wait.kind === 'incident' && wait.stage === 'work' && wait.node === node && wait.token === token,
  );
}
