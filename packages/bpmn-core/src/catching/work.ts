// The result of work that was done outside comes back here.
import type { WorkResult } from '../contract/commands/commands.ts';
import type { Burst, WorkToken } from '../instance/burst.ts';
import { ownScope, scopeOf, setLocal, setTransient, setVariable, setVariables } from '../instance/scope.ts';
import { stepFailure } from '../instance/step-failure.ts';
import type { FlowNode } from '../model/process-model.ts';
import { finishActivity } from '../tokens/activity.ts';
import type { Value, Variables } from '../values/values.ts';
import { throwFromActivity } from './activity-error.ts';
import { errorCodeFor } from './failure-mapping.ts';
import { throwTo } from './propagation.ts';
import { endWithError, throwAll } from './throwing.ts';

/** Hands a good result on; errors and escalations go outward from the activity, failures fail the step. */
export function takeResult(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  result: WorkResult,
  onDone: (value: Value, writes: Variables) => void,
): void {
  switch (result.outcome) {
    case 'done':
      for (const decision of result.decisions ?? []) burst.history.push(['D', token.activity, decision]);
      writeLocal(burst, token, result.localVariables ?? {});
      onDone(result.value, result.writes);
      return;
    case 'failed': {
      const { code, message } = result.failure;
      const errorCode = errorCodeFor(node, code);
      if (errorCode === null) throw stepFailure(code, node.id, message);
      throwFromActivity(burst, node, token, errorCode, message, {});
      return;
    }
    case 'error':
      if (node.type === 'callActivity') throwFromCall(burst, node, token, result);
      else throwFromActivity(burst, node, token, result.errorCode, result.message, result.variables);
      return;
    case 'escalation':
      escalateFromActivity(burst, node, token, result.escalationCode, result.variables);
  }
}

function writeLocal(burst: Burst, token: WorkToken, variables: Variables): void {
  for (const name of Object.keys(variables)) setLocal(burst, ownScope(token), name, variables[name]!);
}

/** Throws the error with which a called instance has ended; caught nowhere, it ends this one, too. */
function throwFromCall(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  { errorCode: code, message, variables }: Extract<WorkResult, { outcome: 'error' }>,
): void {
  burst.history.push(['r', node.index, code]);
  const payload = { variables, code, message };
  if (!throwTo(burst, 'error', { scope: token.scope, activity: token }, payload)) endWithError(burst, node, payload);
}

/**
 * Throws an escalation outward from an activity, which goes on unless an interrupting catcher ends it: a called instance still runs then,
 * other work is done.
 */
function escalateFromActivity(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  code: string,
  variables: Variables,
): void {
  burst.history.push(['s', node.index, code]);
  throwTo(burst, 'escalation', { scope: token.scope, activity: token }, { variables, code, message: null });
  if (token.alive && node.type !== 'callActivity') finishWork(burst, node, token);
}

/** Lets a token go on after its work: an activity is done, an event throws what it has besides. */
export function finishWork(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.activity === null) throwAll(burst, node, token);
  else finishActivity(burst, node, token);
}

/** Says where a result is written. */
export interface ResultPlace {
  readonly resultVariable: string | null;
  readonly localResult: boolean;
  readonly transientResult?: boolean;
}

/** Writes a result into the variable that the model names, in the activity's own scope if it says so. */
export function writeResult(
  burst: Burst,
  token: WorkToken,
  { resultVariable, localResult, transientResult }: ResultPlace,
  value: Value,
): void {
  if (resultVariable === null) return;
  if (transientResult === true) setTransient(burst, resultVariable, value);
  else if (localResult) setLocal(burst, scopeOf(token), resultVariable, value);
  else setVariable(burst, scopeOf(token), resultVariable, value);
}

/** Writes the variables that a script or called instance wrote, as seen from the activity. */
export function writeAll(burst: Burst, token: WorkToken, writes: Variables): void {
  setVariables(burst, scopeOf(token), writes);
}
