// Runs one act of a token; a failure that an earlier run of this step has found there becomes an incident instead.
import type { Failure } from '../contract/failure.ts';
import type { IncidentStage, IncidentWait, Wait } from '../contract/instance-state.ts';
import { type Burst, nodeOf, type WorkToken } from '../instance/burst.ts';
import { releaseHeld } from '../instance/scope.ts';
import { StepFailure, ThrownError } from '../instance/step-failure.ts';
import { openWait } from '../instance/waits.ts';
import type { FlowIndex, NodeIndex } from '../model/indexes.ts';
import { throwFromActivity } from './activity-error.ts';
import { mappedCode } from './failure-mapping.ts';

type Act = (burst: Burst, token: WorkToken) => void;

/** What is attempted, for the incident that may come of it. */
export interface Attempted {
  readonly stage: IncidentStage;
  /** Event of the attempt, where it is not the token's own element. */
  readonly node?: NodeIndex;
  /** Index of the trigger from which the event goes on throwing. */
  readonly trigger?: number;
  /** What an earlier attempt chose, or the instance that it was undoing, for the attempt that is made again. */
  readonly known?: Pick<IncidentWait, 'flows' | 'called'>;
}

const WORK: Attempted = { stage: 'work' };

/** Answers what the end of this wait, of a job or of work, attempts. */
export function attemptOf(wait: Wait, isUndone: boolean): Attempted {
  if (wait.kind === 'work') {
    return isUndone && wait.called !== undefined ? { stage: 'work', known: { called: wait.called } } : WORK;
  }
  if (wait.kind !== 'job' || wait.phase === 'before') return { stage: 'enter' };
  return leaving(wait.flows);
}

/** Answers the attempt to leave an element: an activity chooses its flows then, everything else has chosen them before. */
export function leaving(flows: readonly FlowIndex[] | undefined): Attempted {
  return flows === undefined ? { stage: 'leave' } : { stage: 'leave', known: { flows } };
}

/** Runs an act. A failure carries the act's ordinal, so that the next run of the step raises an incident in its place. */
export function attempt(burst: Burst, token: WorkToken, run: Act, attempted: Attempted = WORK): void {
  const ordinal = ++burst.acts;
  const spared = burst.incidents.get(ordinal);
  const { asked } = burst;
  if (spared !== undefined) {
    burst.asked += spared.questions;
    raiseIncident(burst, token, spared.failure, attempted);
    return;
  }
  try {
    runCatching(burst, token, run);
  } catch (error) {
    if (error instanceof StepFailure && error.act === null) {
      error.act = ordinal;
      error.questions = burst.asked - asked;
    }
    throw error;
  }
}

/**
 * Runs an act; a BPMN error that a script throws, or that a failure is mapped to, goes outward from the activity. Uncaught it fails the
 * act.
 */
export function runCatching(burst: Burst, token: WorkToken, run: Act): void {
  try {
    run(burst, token);
  } catch (error) {
    const code = error instanceof ThrownError ? error.code : mappedCode(burst, token, error);
    if (code === null) throw error;
    throwFromActivity(burst, nodeOf(burst, token), token, code, (error as Error).message, {});
  }
}

/** Raises an incident at a token. One whose element has not begun waits outside: it is held at no join and collected nowhere until then. */
export function raiseIncident(burst: Burst, token: WorkToken, failure: Failure, attempted: Attempted): void {
  const { stage, node = token.node, trigger = 0, known = {} } = attempted;
  if (token.activity === 0) releaseHeld(token.scope, token);
  if (stage === 'inside' && token.role === 'iteration') leaveIteration(token);
  const subject = { kind: 'incident', failure, stage, ...known } as const;
  const wait = openWait(burst, { scope: token.scope, token }, node, trigger, subject);
  burst.history.push(['p', wait.number, node, failure.code]);
}

/** Marks the activity of an iteration as done: the token waits for the loop to take it in. */
function leaveIteration(token: WorkToken): void {
  token.activity = 0;
  token.lifecycle = 'READY';
}
