// Something from outside reaches a wait: messages, signals, timers, triggers, results of work, jobs.
import { behaviours } from '../behaviours/behaviours.ts';
import { attempt, attemptOf } from '../catching/attempt.ts';
import { occur, occurAll } from '../catching/occurrence.ts';
import { catchSignal } from '../catching/throwing.ts';
import type {
  JobCommand,
  MessageCommand,
  SignalCommand,
  TimerCommand,
  TriggerCommand,
  WorkCommand,
} from '../contract/commands/commands.ts';
import type { TimerWait, Wait, WaitKind } from '../contract/instance-state.ts';
import type { StepResult } from '../contract/result.ts';
import { fixKeys } from '../data/correlation.ts';
import { NO_PAYLOAD } from '../data/payload.ts';
import { type Burst, nodeOf } from '../instance/burst.ts';
import { resume, type Situation, unchanged } from '../instance/situation.ts';
import { closeWait, ownerOf } from '../instance/waits.ts';
import { runToRest } from '../rounds/rounds.ts';
import { isUndone, leaveAfterJob } from '../tokens/leaving.ts';
import type { Variables } from '../values/values.ts';

const NOT_OPEN: StepResult = { outcome: 'refused', code: 'WAIT_NOT_OPEN' };

function openWaitOf({ state }: Situation, number: number, kind: WaitKind): Wait | undefined {
  return state.waits.find((wait) => wait.number === number && wait.kind === kind);
}

export function deliverMessage(situation: Situation, command: MessageCommand): StepResult {
  const wait = openWaitOf(situation, command.wait, 'message');
  if (wait === undefined) return NOT_OPEN;
  const burst = resume(situation, command);
  fixKeysOf(burst, wait, command.payload);
  const { payload: variables, localVariables: local = {} } = command;
  occur(burst, wait, { ...NO_PAYLOAD, variables, local });
  return runToRest(burst);
}

function fixKeysOf(burst: Burst, wait: Wait, payload: Variables): void {
  const node = burst.model.nodes[wait.node]!;
  const caught = node.event?.triggers[wait.trigger];
  if (caught?.kind === 'message') fixKeys(burst, node, caught, payload);
}

/** Delivers a signal; where nobody waits for it, it is lost. */
export function deliverSignal(situation: Situation, command: SignalCommand): StepResult {
  const isHeard = situation.state.waits.some(
    (wait) => wait.kind === 'signal' && wait.name === command.name && wait.reach === 'tenant',
  );
  if (!isHeard) return unchanged(situation.state);
  const burst = resume(situation, command);
  catchSignal(burst, command.name, command.payload, false);
  return runToRest(burst);
}

export function fireTimer(situation: Situation, command: TimerCommand): StepResult {
  const wait = openWaitOf(situation, command.wait, 'timer');
  if (wait === undefined) return NOT_OPEN;
  const burst = resume(situation, command);
  occurAll(burst, dueWith(situation, wait as Wait & TimerWait, command.at), NO_PAYLOAD);
  return runToRest(burst);
}

/** Lists the timers that are due at the same instant: they are one occurrence, as their order must not hang on which job comes first. */
function dueWith({ state }: Situation, timer: Wait & TimerWait, at: number): readonly Wait[] {
  const { dueAt } = timer.firing;
  if (dueAt > at) return [timer];
  return state.waits.filter((wait) => wait.kind === 'timer' && wait.firing.dueAt === dueAt);
}

export function trigger(situation: Situation, command: TriggerCommand): StepResult {
  const wait = openWaitOf(situation, command.wait, 'trigger');
  if (wait === undefined) return NOT_OPEN;
  const burst = resume(situation, command);
  occur(burst, wait, { ...NO_PAYLOAD, variables: command.variables });
  return runToRest(burst);
}

export function takeWorkResult(situation: Situation, command: WorkCommand): StepResult {
  const wait = openWaitOf(situation, command.wait, 'work');
  if (wait === undefined) return NOT_OPEN;
  const burst = resume(situation, command);
  const token = ownerOf(burst, wait).token!;
  const node = nodeOf(burst, token);
  // A called instance escalates while it runs.
  const goesOn = command.result.outcome === 'escalation' && wait.kind === 'work' && wait.work === 'call';
  if (!goesOn) closeWait(burst, wait, 'FULFILLED');
  const attempted = attemptOf(wait, isUndone(node, token));
  attempt(burst, token, () => behaviours[node.type].worked!(burst, node, token, command.result), attempted);
  return runToRest(burst);
}

/** Runs a job before or after an element: the token enters it or leaves it now. */
export function runJob(situation: Situation, command: JobCommand): StepResult {
  const wait = openWaitOf(situation, command.wait, 'job');
  if (wait === undefined) return NOT_OPEN;
  const burst = resume(situation, command);
  const token = ownerOf(burst, wait).token!;
  closeWait(burst, wait, 'FULFILLED');
  if (wait.kind === 'job' && wait.phase === 'after') {
    const { flows = null } = wait;
    attempt(burst, token, () => leaveAfterJob(burst, nodeOf(burst, token), token, flows), attemptOf(wait, false));
  } else {
    token.admitted = true;
    burst.arriving.push(token);
  }
  return runToRest(burst);
}
