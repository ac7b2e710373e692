// Who receives a message: keys decide first, then the business key, the name alone, and at last what a message starts.
import type { CorrelationKey, MessageTarget } from '@keelson/bpmn-core';
import { businessKeyMatch, keyMatch, START_MATCH } from '../waits/match-key.ts';
import type { SubscriptionRow, SubscriptionStore } from './subscription.store.ts';

/** A message is on its way. */
export interface SentMessage {
  readonly tenantIdentifier: string;
  readonly name: string;
  readonly keys: readonly CorrelationKey[];
  readonly businessKey: string | null;
  /** A business key that somebody outside gave must fit where an instance has one; of a sender inside it is only looked at first. */
  readonly isKeyNeeded: boolean;
  /** Never receives it. */
  readonly senderId: string | null;
  /** Only this instance may receive it. */
  readonly instanceId: string | null;
  /** Only instances of this process may receive it, and only it may begin. */
  readonly definitionKey: string | null;
  /** Message flows lead there from the sender; they narrow the receivers, if they lead to any of them. */
  readonly targets: readonly MessageTarget[] | null;
}

/** Finds all that fit equally well, the oldest first; nobody where none does. */
export async function findReceivers(
  store: SubscriptionStore,
  message: SentMessage,
): Promise<readonly SubscriptionRow[]> {
  const { tenantIdentifier: tenant, name, keys, businessKey, senderId, instanceId } = message;
  if (instanceId !== null) return narrowed(message, await store.ofInstance(tenant, name, instanceId));
  const byKey = keys.map(keyMatch);
  const byBusinessKey = businessKey === null ? [] : [businessKeyMatch(businessKey)];
  const wanted = [...byKey, ...byBusinessKey, businessKeyMatch(null), START_MATCH];
  const found = await store.matching(tenant, name, wanted, senderId);
  const waiting = found.filter(({ starts }) => !starts);
  for (const matches of [byKey, byBusinessKey]) {
    const fitting = waiting.filter(({ match_key: match }) => matches.includes(match));
    if (fitting.length > 0) return narrowed(message, onceEach(fitting));
  }
  const loose = message.isKeyNeeded && businessKey !== null ? waiting : await store.keyless(tenant, name, senderId);
  const byName = loose.filter(({ starts, match_key: match }) => !starts && !match.startsWith('k'));
  if (byName.length > 0) return narrowed(message, onceEach(byName));
  return narrowed(
    message,
    found.filter(({ starts }) => starts),
  );
}

function onceEach(rows: readonly SubscriptionRow[]): readonly SubscriptionRow[] {
  return [...new Map(rows.map((row) => [`${row.id} ${row.number}`, row])).values()];
}

function narrowed(
  { targets, definitionKey }: SentMessage,
  rows: readonly SubscriptionRow[],
): readonly SubscriptionRow[] {
  const own = definitionKey === null ? rows : rows.filter((row) => row.definition_key === definitionKey);
  if (targets === null) return own;
  const meant = own.filter((row) =>
    targets.some(
      ({ process, element }) => process === row.definition_key && (element ?? row.element_id) === row.element_id,
    ),
  );
  return meant.length > 0 ? meant : own;
}
