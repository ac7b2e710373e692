// Who receives a message: keys decide first, then the business key, the name alone, and at last what a message starts.
import { type CorrelationKey, fitsKeys, type MessageTarget, OWN_KEY, type Value, type Wait } from '@keelson/bpmn-core';
import type { SimulatedInstance } from './simulation-types.ts';
import type { SimulatedStart } from './start-triggers.ts';

/** A message is on its way. */
export interface SimulatedMessage {
  readonly name: string;
  readonly keys: readonly CorrelationKey[];
  readonly businessKey: string | null;
  /** A key that somebody outside gave must fit where an instance has one; of a sender inside it is only looked at first. */
  readonly isKeyNeeded: boolean;
  /** It is the number of the instance that sent it, which never receives it; null for a step. */
  readonly sender: number | null;
  readonly targets: readonly MessageTarget[] | null;
}

export type Receiver =
  | { readonly kind: 'wait'; readonly instance: SimulatedInstance; readonly wait: number }
  | { readonly kind: 'start'; readonly start: SimulatedStart };

/** Finds all that fit equally well, the oldest first; nobody where none does. */
export function receiversOf(
  message: SimulatedMessage,
  instances: Iterable<SimulatedInstance>,
  starts: readonly SimulatedStart[],
): readonly Receiver[] {
  const open = [...instances].flatMap((instance) => waitsIn(message, instance));
  for (const fits of [byKeys, byBusinessKey, byName]) {
    const found = open.filter((candidate) => fits(message, candidate));
    if (found.length > 0) return narrowed(message, found.map(receiverOf), targetOfWait);
  }
  const begun = starts.filter(({ trigger }) => trigger.kind === 'message' && trigger.name === message.name);
  return narrowed(
    message,
    begun.map((start) => ({ kind: 'start', start })),
    targetOfWait,
  );
}

interface Candidate {
  readonly instance: SimulatedInstance;
  readonly wait: Extract<Wait, { kind: 'message' }>;
}

function waitsIn({ name, sender }: SimulatedMessage, instance: SimulatedInstance): readonly Candidate[] {
  if (instance.end !== null || instance.number === sender) return [];
  return instance.state.waits.flatMap((wait) =>
    wait.kind === 'message' && wait.name === name ? { instance, wait } : [],
  );
}

function byKeys({ keys }: SimulatedMessage, { wait }: Candidate): boolean {
  return wait.keys.length > 0 && fitsKeys(wait.keys, keys);
}

function byBusinessKey({ businessKey }: SimulatedMessage, { instance, wait }: Candidate): boolean {
  return businessKey !== null && wait.keys.length === 0 && instance.state.facts.businessKey === businessKey;
}

function byName({ businessKey, isKeyNeeded }: SimulatedMessage, { instance, wait }: Candidate): boolean {
  if (wait.keys.length > 0) return false;
  return !isKeyNeeded || businessKey === null || instance.state.facts.businessKey === null;
}

function receiverOf({ instance, wait }: Candidate): Receiver {
  return { kind: 'wait', instance, wait: wait.number };
}

/** Message flows narrow the receivers, if they lead to any of them. */
function narrowed(
  { targets }: SimulatedMessage,
  receivers: readonly Receiver[],
  placeOf: (receiver: Receiver) => { readonly process: string; readonly element: string },
): readonly Receiver[] {
  if (targets === null) return receivers;
  const meant = receivers.filter((receiver) => {
    const { process, element } = placeOf(receiver);
    return targets.some((target) => target.process === process && (target.element ?? element) === element);
  });
  return meant.length > 0 ? meant : receivers;
}

function targetOfWait(receiver: Receiver): { readonly process: string; readonly element: string } {
  if (receiver.kind === 'start') return { process: receiver.start.definition.key, element: receiver.start.elementId };
  const { instance, wait } = receiver;
  const { key, model } = instance.definition;
  const node = instance.state.waits.find(({ number }) => number === wait)?.node ?? -1;
  return { process: key, element: model.nodes[node]?.id ?? '' };
}

/** A key that a step gives stands for the business key and for the engine's own correlation key. */
export function keysOfStep(key: Value): readonly CorrelationKey[] {
  return key === null ? [] : [{ name: OWN_KEY, values: [key] }];
}
