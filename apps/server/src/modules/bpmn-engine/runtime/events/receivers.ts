// Finds the receivers of a message among the subscriptions of its tenant.
import { type AddressedMessage, type CorrelationKey, type MessageCandidate, receiversAmong } from '@keelson/bpmn-core';
import { businessKeyMatch, keyMatch, START_MATCH, waitOfMatch } from '../waits/match-key.ts';
import type { SubscriptionRow, SubscriptionStore } from './subscription.store.ts';

/** A message on its way. */
export interface SentMessage extends AddressedMessage {
  readonly tenantIdentifier: string;
  readonly name: string;
  readonly keys: readonly CorrelationKey[];
  /** Instance that sent it, which never receives it. */
  readonly senderId: string | null;
  /** Instance that alone may receive it. */
  readonly instanceId: string | null;
  /** Process whose instances alone may receive it, and which alone may begin. */
  readonly definitionKey: string | null;
}

/** Finds the receivers that all fit equally well, the oldest first; nobody where none does. */
export async function findReceivers(
  store: SubscriptionStore,
  message: SentMessage,
): Promise<readonly SubscriptionRow[]> {
  const { tenantIdentifier: tenant, name, keys, businessKey, senderId, instanceId } = message;
  if (instanceId !== null) return ofProcess(message, await store.ofInstance(tenant, name, instanceId));
  const matches = keys.map(keyMatch);
  const own = businessKey === null ? [] : [businessKeyMatch(businessKey)];
  const found = await store.matching(tenant, name, [...matches, ...own, businessKeyMatch(null), START_MATCH], senderId);
  const among = (rows: readonly SubscriptionRow[]) =>
    receiversAmong(message, ofProcess(message, rows), (row) => candidateOf(row, matches));
  const near = among(found);
  const isDecided = near.fit === 'KEYS' || near.fit === 'BUSINESS_KEY' || (message.isKeyNeeded && businessKey !== null);
  if (isDecided) return onceEach(near.receivers);
  // The name alone may fit: whoever waits without a key is looked at, whatever his business key is.
  const starts = found.filter((row) => row.starts);
  return onceEach(among([...(await store.keyless(tenant, name, senderId)), ...starts]).receivers);
}

function candidateOf(row: SubscriptionRow, matches: readonly string[]): MessageCandidate {
  const { starts, match_key: match, definition_key: process, element_id: element } = row;
  const { isKeyed, businessKey } = waitOfMatch(match);
  return { starts, fitsKeys: isKeyed ? matches.includes(match) : null, businessKey, process, element };
}

/** Drops the further rows of a wait that several keys find. */
function onceEach(rows: readonly SubscriptionRow[]): readonly SubscriptionRow[] {
  return [...new Map(rows.map((row) => [row.starts ? row : `${row.id} ${row.number}`, row])).values()];
}

function ofProcess({ definitionKey }: SentMessage, rows: readonly SubscriptionRow[]): readonly SubscriptionRow[] {
  return definitionKey === null ? rows : rows.filter((row) => row.definition_key === definitionKey);
}
