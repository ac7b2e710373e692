// Finds the receivers of a message among the instances and starts of a simulation.
import {
  type AddressedMessage,
  type CorrelationKey,
  fitsKeys,
  type MessageCandidate,
  OWN_KEY,
  receiversAmong,
  type Value,
  type Wait,
} from '@keelson/bpmn-core';
import type { SimulatedInstance } from './simulation-types.ts';
import type { SimulatedStart } from './start-triggers.ts';

/** A message on its way. */
export interface SimulatedMessage extends AddressedMessage {
  readonly name: string;
  readonly keys: readonly CorrelationKey[];
  /** The number of the instance that sent it, which never receives it; null for a step. */
  readonly sender: number | null;
}

export type Receiver =
  | { readonly kind: 'wait'; readonly instance: SimulatedInstance; readonly wait: Extract<Wait, { kind: 'message' }> }
  | { readonly kind: 'start'; readonly start: SimulatedStart };

/** Finds the receivers that all fit equally well, the oldest first; nobody where none does. */
export function receiversOf(
  message: SimulatedMessage,
  instances: Iterable<SimulatedInstance>,
  starts: readonly SimulatedStart[],
): readonly Receiver[] {
  const waits = [...instances].flatMap((instance) => waitsIn(message, instance));
  const begun = starts
    .filter(({ trigger }) => trigger.kind === 'message' && trigger.name === message.name)
    .map((start) => ({ kind: 'start' as const, start }));
  return receiversAmong<Receiver>(message, [...waits, ...begun], (receiver) => candidateOf(message, receiver))
    .receivers;
}

function waitsIn({ name, sender }: SimulatedMessage, instance: SimulatedInstance): readonly Receiver[] {
  if (instance.end !== null || instance.number === sender) return [];
  return instance.state.waits.flatMap((wait) =>
    wait.kind === 'message' && wait.name === name ? { kind: 'wait', instance, wait } : [],
  );
}

function candidateOf({ keys }: SimulatedMessage, receiver: Receiver): MessageCandidate {
  if (receiver.kind === 'start') {
    const { definition, elementId } = receiver.start;
    return { starts: true, fitsKeys: null, businessKey: null, process: definition.key, element: elementId };
  }
  const { instance, wait } = receiver;
  return {
    starts: false,
    fitsKeys: wait.keys.length === 0 ? null : fitsKeys(wait.keys, keys),
    businessKey: instance.state.facts.businessKey,
    process: instance.definition.key,
    element: instance.definition.model.nodes[wait.node]?.id ?? '',
  };
}

/** Lists the keys of a message that a step sends: the given one stands for the business key and for the engine's own correlation key. */
export function keysOfStep(key: Value): readonly CorrelationKey[] {
  return key === null ? [] : [{ name: OWN_KEY, values: [key] }];
}
