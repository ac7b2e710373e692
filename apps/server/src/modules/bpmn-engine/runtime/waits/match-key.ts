// By what a message finds who waits for it: a hash of a correlation key, the business key, or its name alone.
import { createHash } from 'node:crypto';
import type { CorrelationKey, MessageWait } from '@keelson/bpmn-core';

/** Match of a start: keys do not narrow what a message begins. */
export const START_MATCH = '*';
const NAME_ALONE = 'n';

/** Writes the match of a key; the values may be large, so the index of subscriptions holds 22 characters of their hash. */
export function keyMatch({ name, values }: CorrelationKey): string {
  const hash = createHash('sha256').update(JSON.stringify([name, values]));
  return `k${hash.digest('base64url').slice(0, 22)}`;
}

/** Writes the match of a business key; that of `null` finds a wait without one. */
export function businessKeyMatch(businessKey: string | null): string {
  return businessKey === null ? NAME_ALONE : `b${businessKey}`;
}

/** Reads a match back, but for the values of its keys. */
export function waitOfMatch(match: string): { readonly isKeyed: boolean; readonly businessKey: string | null } {
  return { isKeyed: match.startsWith('k'), businessKey: match.startsWith('b') ? match.slice(1) : null };
}

/** Writes the matches of a wait, one for each of its keys; the first that fits is enough. */
export function matchKeysOf({ keys }: Pick<MessageWait, 'keys'>, businessKey: string | null): readonly string[] {
  return keys.length === 0 ? [businessKeyMatch(businessKey)] : keys.map(keyMatch);
}
