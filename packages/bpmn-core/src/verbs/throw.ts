// A person or an operator throws an error or an escalation from where a token is.
import { throwFromActivity } from '../catching/activity-error.ts';
import { throwTo } from '../catching/propagation.ts';
import type { ThrowErrorCommand, ThrowEscalationCommand, Thrower } from '../contract/commands/commands.ts';
import type { RefusalCode, StepResult } from '../contract/result.ts';
import { type Burst, findToken, nodeOf, type WorkToken } from '../instance/burst.ts';
import { resume, type Situation } from '../instance/situation.ts';
import { runToRest } from '../rounds/rounds.ts';

/** Throws an error from an activity; uncaught it changes nothing, whatever the model says of failures, and the caller gets the failure. */
export function throwError(situation: Situation, command: ThrowErrorCommand): StepResult {
  const burst = resume(situation, command);
  const token = throwerOf(burst, command);
  if (typeof token === 'string') return { outcome: 'refused', code: token };
  const { code, message, variables } = command;
  throwFromActivity(burst, nodeOf(burst, token), token, code, message, variables, activityOf(token));
  return runToRest(burst);
}

export function throwEscalation(situation: Situation, command: ThrowEscalationCommand): StepResult {
  const burst = resume(situation, command);
  const token = throwerOf(burst, command);
  if (typeof token === 'string') return { outcome: 'refused', code: token };
  const { code, variables } = command;
  burst.history.push(['s', token.node, code]);
  const origin = { scope: token.scope, activity: activityOf(token) };
  throwTo(burst, 'escalation', origin, { variables, code, message: null });
  return runToRest(burst);
}

function throwerOf(burst: Burst, thrower: Thrower): WorkToken | RefusalCode {
  if ('token' in thrower) return findToken(burst, thrower.token) ?? 'NOT_POSSIBLE';
  const task = burst.tasks.find(({ number }) => number === thrower.task);
  return task === undefined ? 'TASK_NOT_OPEN' : findToken(burst, task.token)!;
}

/** Answers the token of the activity that has begun, whose boundary events stand around it; null where none has. */
function activityOf(token: WorkToken): WorkToken | null {
  return token.activity === 0 ? null : token;
}
