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

/** What is attempted with the end of this wait, of a job or of work. */
export function attemptOf(wait: Wait, isUndone: boolean): Attempted {
  if (wait.kind === 'work') {
    return isUndone && wait.called !== undefined ? { stage: 'work', known: { called: wait.called } } : WORK;
  }
  if (wait.kind !== 'job' || wait.phase === 'before') return { stage: 'enter' };
  return leaving(wait.flows);
}

/** An activity chooses its flows as it leaves, everything else has chosen them before. */
export function leaving(flows: readonly FlowIndex[] | undefined): Attempted {
  return flows === undefined ? { stage: 'leave' } : { stage: 'leave', known: { flows } };
}

/** Failures say in which act they happened, so that the next run of the step can leave out this one. */
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

/** A BPMN error that a script throws, or a failure is mapped to, goes outward from the activity; uncaught it fails this act. */
export function runCatching(burst: Burst, token: WorkToken, run: Act): void {
  try {
    run(burst, token);
  } catch (error) {
    const code = error instanceof ThrownError ? error.code : mappedCode(burst, token, error);
    if (code === null) throw error;
    throwFromActivity(burst, nodeOf(burst, token), token, code, (error as Error).message, {});
  }
}

/** What failed before its element began waits outside: it is held at no join and collected nowhere until it is tried again. */
export function raiseIncident(burst: Burst, token: WorkToken, failure: Failure, attempted: Attempted): void {
  const { stage, node = token.node, trigger = 0, known = {} } = attempted;
  if (token.activity === 0) releaseHeld(token.scope, token);
  if (stage === 'inside' && token.role === 'iteration') leaveIteration(token);
  const subject = { kind: 'incident', failure, stage, ...known } as const;
  const wait = openWait(burst, { scope: token.scope, token }, node, trigger, subject);
  burst.history.push(['p', wait.number, node, failure.code]);
}

/** Its activity is done; it waits for the loop to take it in. */
function leaveIteration(token: WorkToken): void {
  token.activity = 0;
  token.lifecycle = 'READY';
}
