// Reads the time of a uuid, and makes one from an idempotency key.
import { hash } from 'node:crypto';
import type { Act } from '../../../kernel/records/act.ts';
import { version8Of } from '../../../kernel/text/named-uuid.ts';

const VERSION_AT = 14;
const KEY_FORM = /^[\x21-\x7e]{1,128}$/;

export function isVersion7(uuid: string): boolean {
  return uuid[VERSION_AT] === '7';
}

/** Answers epoch milliseconds; null for other versions (RFC 9562, 5.7). */
export function timeOfVersion7(uuid: string): number | null {
  return isVersion7(uuid) ? Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16) : null;
}

/** Makes a UUID of version 8 of caller, `Idempotency-Key` and place in the batch (RFC 9562, 5.8); null without a key. */
export function uuidOfKey({ caller, context }: Pick<Act, 'caller' | 'context'>, index: number | null): string | null {
  const key = context.header('idempotency-key');
  if (key === null || !KEY_FORM.test(key)) return null;
  const bytes = hash(
    'sha256',
    JSON.stringify([caller.tenantIdentifier, caller.identifier, key, ...(index === null ? [] : [index])]),
    'buffer',
  );
  return version8Of(bytes);
}
