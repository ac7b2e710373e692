// Correlation keys are the values by which a message finds its receiver (BPMN 2.0, 8.4.2).
import type { CorrelationKey, MessageWait, Wait } from '../contract/instance-state.ts';
import type { Expression } from '../expression/expression.ts';
import type { Burst, Scope, WaitOwner } from '../instance/burst.ts';
import { emptyScope } from '../instance/scope.ts';
import { StepFailure } from '../instance/step-failure.ts';
import { changeWait } from '../instance/waits.ts';
import type { CorrelationKeyModel, MessageTrigger } from '../model/event-model.ts';
import type { FlowNode } from '../model/process-model.ts';
import type { Value, Variables } from '../values/values.ts';
import { evaluateIn } from './evaluation.ts';

/** Name of the key that `correlationKey` of the engine's own namespace stands for. */
export const OWN_KEY = '';

/**
 * Lists what a message must bring for this catcher: the key that it names, the keys that subscriptions bind to the receiver's data, else
 * what earlier messages of the instance have fixed for the keys of its collaborations.
 */
export function correlationKeysOf(
  burst: Burst,
  node: FlowNode,
  { scope, token }: WaitOwner,
  trigger: MessageTrigger,
): readonly CorrelationKey[] {
  const inside = token?.inner ?? scope;
  const evaluate = (expression: Expression): Value =>
    evaluateIn(burst, expression, inside, token?.number ?? null, node);
  if (trigger.correlationKey !== null) return [{ name: OWN_KEY, values: [evaluate(trigger.correlationKey)] }];
  return trigger.subscriptionKeys.flatMap((key) => {
    if (!isBound(key)) return fixedKey(burst, key.name) ?? [];
    const values = key.properties.map(({ binding }) => evaluate(binding!));
    return values.includes(null) ? [] : [{ name: key.name, values }];
  });
}

/** Says whether a subscription of the process binds the whole key to the receiver's data. */
function isBound({ properties }: CorrelationKeyModel): boolean {
  return properties.every(({ binding }) => binding !== null);
}

function fixedKey({ correlation }: Burst, wanted: string): CorrelationKey | undefined {
  return correlation.find(({ name }) => name === wanted);
}

/** Whether what a message brings fits one of the keys in full. */
export function fitsKeys(wanted: readonly CorrelationKey[], brought: readonly CorrelationKey[]): boolean {
  return wanted.some(({ name, values }) => brought.some((key) => key.name === name && sameValues(key.values, values)));
}

function sameValues(left: readonly Value[], right: readonly Value[]): boolean {
  return left.length === right.length && left.every((value, index) => sameValue(value, right[index]!));
}

function sameValue(left: Value, right: Value): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/**
 * Lists the keys of a message that is sent: the one that the thrower names, else those retrieved from it or known from earlier messages.
 */
export function retrievedKeysOf(
  burst: Burst,
  node: FlowNode,
  { scope, token }: WaitOwner,
  trigger: MessageTrigger,
  payload: Variables,
): readonly CorrelationKey[] {
  const { correlationKey } = trigger;
  if (correlationKey !== null) {
    const value = evaluateIn(burst, correlationKey, token?.inner ?? scope, token?.number ?? null, node);
    return [{ name: OWN_KEY, values: [value] }];
  }
  const retrieved = keysIn(burst, node, trigger, payload);
  const known = trigger.subscriptionKeys.flatMap(({ name }) =>
    retrieved.some((key) => key.name === name) ? [] : (fixedKey(burst, name) ?? []),
  );
  return [...retrieved, ...known];
}

/** Lists the keys of which the message itself has every property; nothing of the instance is seen. */
export function keysIn(
  burst: Burst,
  node: FlowNode,
  trigger: MessageTrigger,
  payload: Variables,
): readonly CorrelationKey[] {
  const message = emptyScope(0, null, null, null);
  message.variables = payload;
  return trigger.subscriptionKeys.flatMap(({ name, properties }) => {
    const values = properties.map(({ retrieval }) =>
      retrieval === null ? null : valueIn(burst, node, message, retrieval),
    );
    return values.includes(null) ? [] : [{ name, values }];
  });
}

function valueIn(burst: Burst, node: FlowNode, message: Scope, retrieval: Expression): Value {
  try {
    return evaluateIn(burst, retrieval, message, null, node);
  } catch (error) {
    if (error instanceof StepFailure && error.missing) return null;
    throw error;
  }
}

/** Fixes the key of the first message sent or received with it for the instance; what waits already waits with it from now on. */
export function fixKeys(burst: Burst, node: FlowNode, trigger: MessageTrigger, payload: Variables): void {
  const fresh = keysIn(burst, node, trigger, payload).filter(({ name }) => fixedKey(burst, name) === undefined);
  if (fresh.length === 0) return;
  burst.correlation = [...burst.correlation, ...fresh];
  for (const wait of [...burst.waits.values()]) if (wait.kind === 'message') reportKeys(burst, wait);
}

function reportKeys(burst: Burst, wait: Wait & MessageWait): void {
  const node = burst.model.nodes[wait.node]!;
  const trigger = node.event?.triggers[wait.trigger];
  if (trigger?.kind !== 'message' || trigger.correlationKey !== null) return;
  const missing = trigger.subscriptionKeys.filter(
    (key) => !isBound(key) && !wait.keys.some(({ name }) => name === key.name),
  );
  const keys = missing.flatMap(({ name }) => fixedKey(burst, name) ?? []);
  if (keys.length > 0) changeWait(burst, wait, { ...wait, keys: [...wait.keys, ...keys] });
}
