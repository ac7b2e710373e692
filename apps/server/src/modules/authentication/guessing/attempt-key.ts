// Makes the key under which failed attempts are counted: a keyed hash of tenant and name, or of a known device.
import { createHmac, createSecretKey } from 'node:crypto';
import type { SecretKeys } from '../../../kernel/secrets/secret-keys.ts';

const PURPOSE = 'auth-attempt';
// Neither tenants nor folded names contain it.
const SEPARATOR = '\0';

/** Name or device whose attempts are counted together. */
export interface AttemptSubject {
  /** Is as typed or as stored; compared ignoring case, as tenants are found. */
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  /** The hash of the cookie of a device known for this user: it has a counter of its own. */
  readonly deviceHash: string | null;
}

/** Creates the function; the first secret key counts: a new one in front begins all counters anew. */
export function createAttemptKeys(keys: Pick<SecretKeys, 'derive'>): (subject: AttemptSubject) => Buffer {
  const key = createSecretKey(keys.derive(PURPOSE).key);
  return ({ tenantIdentifier, usernameFolded, deviceHash }) => {
    const parts =
      deviceHash === null ? ['name', tenantIdentifier.toLowerCase(), usernameFolded] : ['device', deviceHash];
    return createHmac('sha256', key).update(parts.join(SEPARATOR)).digest();
  };
}
