// Says who may see a mail with a link or code in it, or have it sent again: its recipients, and whoever holds all that each of them holds.
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { listSecretCopies } from './mail-change.store.ts';

export interface Addressee {
  readonly userUuid: string | null;
  readonly address: string;
}

/** Is the rule by which administrators mail resets: whom to keep it from is known where people are. */
export type FindStronger = <T extends Addressee>(
  queryable: Queryable,
  caller: Caller,
  tenantIdentifier: string,
  addressees: readonly T[],
) => Promise<readonly T[]>;

interface SecretMail {
  readonly sensitive: boolean;
  readonly tenantIdentifier: string;
  readonly recipients: readonly Addressee[];
}

/** 403 ACCESS_DENIED for a sensitive mail of somebody who holds more. */
export async function requireEqual(
  findStronger: FindStronger,
  queryable: Queryable,
  caller: Caller,
  { sensitive, tenantIdentifier, recipients }: SecretMail,
): Promise<void> {
  if (!sensitive) return;
  const stronger = await findStronger(queryable, caller, tenantIdentifier, recipients);
  if (stronger.length > 0) fail('ACCESS_DENIED');
}

/** Leaves out of the tenant's mails the sensitive ones of those who hold more. */
export async function withoutStronger(
  findStronger: FindStronger,
  queryable: Queryable,
  caller: Caller,
  ids: readonly number[],
): Promise<readonly number[]> {
  const copies = await listSecretCopies(queryable, ids);
  if (copies.length === 0) return ids;
  const stronger = await findStronger(queryable, caller, caller.tenantIdentifier, copies);
  const kept = new Set(stronger.map(({ mailId }) => mailId));
  return ids.filter((id) => !kept.has(id));
}
