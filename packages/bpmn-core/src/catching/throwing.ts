// A token throws the triggers of its event, each in its own way; send tasks and loops that report throw by the same code.
import { fixKeys, retrievedKeysOf } from '../data/correlation.ts';
import { evaluateIn } from '../data/evaluation.ts';
import { thrownData } from '../data/event-data.ts';
import { type Payload, payloadOf } from '../data/payload.ts';
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import { sealOrigins } from '../instance/return-points.ts';
import { scopeOf } from '../instance/scope.ts';
import type {
  ErrorTrigger,
  EscalationTrigger,
  MessageTrigger,
  PayloadMapping,
  SignalTrigger,
  TerminateTrigger,
  Trigger,
} from '../model/event-model.ts';
import type { FlowNode } from '../model/process-model.ts';
import { textOf } from '../tokens/arming.ts';
import { completeElement, leaveByAllFlows } from '../tokens/leaving.ts';
import { dropStarts, endToken, terminateTokens } from '../tokens/termination.ts';
import type { Variables } from '../values/values.ts';
import { cancelTransaction, compensate, leaveByCancel, type Thrown, transactionScopeOf } from './compensation.ts';
import { occurAll } from './occurrence.ts';
import { codeOf, throwTo } from './propagation.ts';

/** Throws every trigger of the event in order; then its token goes on, or ends at an end event. */
export function throwAll(burst: Burst, node: FlowNode, token: WorkToken): void {
  goOnThrowing(burst, node, token, 0);
}

/** Throws the triggers from this one on, once what the one before it began is done. */
export function goOnThrowing(burst: Burst, node: FlowNode, token: WorkToken, from: number): void {
  const before = node.event!.triggers[from - 1];
  if (before?.kind === 'cancel') {
    completeElement(burst, token);
    leaveByCancel(burst, transactionScopeOf(burst, token));
    return;
  }
  if (throwTriggers(burst, node, token, from) !== 'goesOn') return;
  completeElement(burst, token);
  if (node.type === 'endEvent') endToken(burst, token);
  else leaveByAllFlows(burst, node, token);
}

function throwTriggers(burst: Burst, node: FlowNode, token: WorkToken, from: number): Thrown {
  const { triggers } = node.event!;
  for (let index = from; index < triggers.length; index++) {
    const outcome = throwTrigger(burst, node, token, triggers[index]!, index);
    if (outcome !== 'goesOn') return outcome;
    if (!token.alive) return 'ended';
  }
  return 'goesOn';
}

function throwTrigger(burst: Burst, node: FlowNode, token: WorkToken, trigger: Trigger, index: number): Thrown {
  switch (trigger.kind) {
    case 'message':
      sendMessage(burst, node, token, trigger);
      return 'goesOn';
    case 'signal':
      throwSignal(burst, node, token, trigger);
      return 'goesOn';
    case 'escalation':
      throwEscalation(burst, node, token, trigger);
      return 'goesOn';
    case 'error':
      return throwError(burst, node, token, trigger);
    case 'compensation':
      return compensate(burst, token, trigger, index);
    case 'cancel':
      return cancelTransaction(burst, token, index);
    case 'terminate':
      return terminate(burst, token, trigger);
    default:
      return 'goesOn';
  }
}

/** Sends the message of an event; never waits for a receiver. */
export function sendMessage(burst: Burst, node: FlowNode, token: WorkToken, trigger: MessageTrigger): void {
  if (trigger.name === null) return;
  const owner = { scope: token.scope, token };
  const name = textOf(burst, node, owner, trigger.name);
  const payload = thrownPayload(burst, node, token, trigger);
  const keys = retrievedKeysOf(burst, node, owner, trigger, payload);
  fixKeys(burst, node, trigger, payload);
  sealOrigins(token);
  burst.history.push(['m', node.index, name]);
  const { delivery, targets } = trigger;
  const effect = { kind: 'send-message', node: node.index, name, keys, payload, delivery } as const;
  burst.effects.push(targets === undefined ? effect : { ...effect, targets });
}

/** Throws a signal: catchers in this instance come first, before the thrower moves on; one of them may end it. */
function throwSignal(burst: Burst, node: FlowNode, token: WorkToken, trigger: SignalTrigger): void {
  const name = textOf(burst, node, { scope: token.scope, token }, trigger.name);
  const payload = thrownPayload(burst, node, token, trigger);
  burst.history.push(['g', node.index, name]);
  if (trigger.scope === 'tenant') burst.effects.push({ kind: 'throw-signal', node: node.index, name, payload });
  catchSignal(burst, name, payload);
}

/** Triggers every catcher of this name in the instance; those that hear their own instance alone only what was thrown inside it. */
export function catchSignal(burst: Burst, name: string, variables: Variables, isInside = true): void {
  const caught = [...burst.waits.values()].filter(
    (wait) => wait.kind === 'signal' && wait.name === name && (isInside || wait.reach === 'tenant'),
  );
  if (caught.length > 0) occurAll(burst, caught, { variables, code: null, message: null });
}

/** Throws an escalation, which is only recorded where nobody catches it. */
function throwEscalation(burst: Burst, node: FlowNode, token: WorkToken, trigger: EscalationTrigger): void {
  const code = codeOf(burst, node, scopeOf(token), trigger);
  const variables = thrownPayload(burst, node, token, trigger);
  burst.history.push(['s', node.index, code]);
  throwTo(burst, 'escalation', { scope: token.scope, activity: null }, { variables, code, message: null });
}

/** Throws the error of an end event, whose branch ends; the catcher ends what else is in its scope, and without one the instance ends. */
function throwError(burst: Burst, node: FlowNode, token: WorkToken, trigger: ErrorTrigger): Thrown {
  const code = codeOf(burst, node, scopeOf(token), trigger);
  const said = trigger.message === null ? null : evaluateIn(burst, trigger.message, scopeOf(token), token.number, node);
  const variables = thrownPayload(burst, node, token, trigger);
  burst.history.push(['r', node.index, code]);
  completeElement(burst, token);
  const payload = { variables, code, message: said === null ? null : String(said) };
  if (!throwTo(burst, 'error', { scope: token.scope, activity: null }, payload)) endWithError(burst, node, payload);
  else if (token.alive) endToken(burst, token);
  return 'ended';
}

/** Ends the instance by an error that nobody caught, with its code; whoever called the instance gets the error with all that it brings. */
export function endWithError(burst: Burst, node: FlowNode, { code, message, variables }: Payload): void {
  terminateTokens(burst, burst.root);
  dropStarts(burst, burst.root);
  burst.ended = {
    kind: 'end',
    endState: 'ERROR',
    errorElementId: node.id,
    ...(code === null ? {} : { errorCode: code }),
    ...(message === null ? {} : { errorMessage: message }),
    ...(Object.keys(variables).length === 0 ? {} : { errorVariables: variables }),
  };
}

/** Ends all that is in the scope of a terminate event, without compensation or event handling. */
function terminate(burst: Burst, token: WorkToken, trigger: TerminateTrigger): Thrown {
  const { all } = trigger;
  const scope = terminatedScope(burst, token, trigger);
  completeElement(burst, token);
  if (scope === token.scope) terminateTokens(burst, scope, token);
  else terminateTokens(burst, scope);
  dropStarts(burst, scope);
  if (token.alive) endToken(burst, token);
  if (scope.parent === null) {
    burst.ended = { kind: 'end', endState: 'TERMINATED', ...(all ? { terminateRoot: true } : {}) };
  }
  return 'ended';
}

/** Answers the scope that a terminate event ends: the process, that of all iterations, or its own, as the model says. */
function terminatedScope({ root }: Burst, { scope }: WorkToken, { all, multiInstance }: TerminateTrigger): Scope {
  if (all) return root;
  return multiInstance === true && scope.token?.role === 'iteration' ? scope.token.scope : scope;
}

/** Gathers what an event throws: its own data, and over these what its mappings give. */
function thrownPayload(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  trigger: Extract<Trigger, { readonly payload: readonly PayloadMapping[] }>,
): Variables {
  const scope = scopeOf(token);
  return { ...thrownData(burst, node, trigger, scope), ...payloadOf(burst, node, scope, trigger.payload) };
}
