// Writes and reads the token in links to unsubscribe: it names address and group, sealed, so that nothing is looked up
// and a link works as long as the key of its day is kept.

import { createSeal } from '../../../kernel/secrets/seal.ts';
import type { SecretKeys } from '../../../kernel/secrets/secret-keys.ts';

/** Name of the working key that seals the links. */
const SEAL_PURPOSE = 'mail-unsubscribe';
const OWNER = 'unsubscribe';

/** Address and group of an unsubscription. */
export interface Unsubscription {
  readonly tenantIdentifier: string;
  readonly address: string;
  readonly group: string;
}

export interface UnsubscribeTokens {
  /** Writes a token, which differs each time. */
  write(unsubscription: Unsubscription): string;
  /** Reads a token; null for one that was not written here, or under a key that was taken away. */
  read(token: string): Unsubscription | null;
}

export function createUnsubscribeTokens(keys: SecretKeys): UnsubscribeTokens {
  const seal = createSeal(keys, SEAL_PURPOSE);
  return {
    // The content is a list to keep it short, because a line of a mail has 998 characters at most.
    write: ({ tenantIdentifier, address, group }) =>
      seal.seal(JSON.stringify([tenantIdentifier, address, group]), OWNER),
    read(token) {
      const text = seal.open(token, OWNER);
      if (text === null) return null;
      const [tenantIdentifier, address, group] = JSON.parse(text) as [string, string, string];
      return { tenantIdentifier, address, group };
    },
  };
}
