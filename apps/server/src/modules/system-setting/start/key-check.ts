// Checks at start whether this process has the keys of the others, and those of stored secrets.
import { createHmac } from 'node:crypto';
import type { Database } from '../../../kernel/database/database.ts';
import type { SecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { addKeys, loadKeyKnowledge } from '../records/state.store.ts';

const PURPOSE = 'setting-key-check';

/**
 * Throws a sentence with the key id, never its bytes: equal ids must mean equal bytes, and no key that wrote may be
 * missing.
 */
export async function checkSecretKeys(database: Database, keys: SecretKeys): Promise<void> {
  const { checks, writing } = await loadKeyKnowledge(database);
  const own = keys.deriveAll(PURPOSE);
  const fresh: Record<string, string> = {};
  for (const { id, key } of own) {
    const check = createHmac('sha256', key).update(PURPOSE).digest('base64url');
    const before = checks[id];
    if (before === undefined) fresh[id] = check;
    else if (before !== check) {
      throw new Error(
        `The key "${id}" of KEELSON_SECRET_KEYS is not the one that this database knows under that id: give every process the same keys.`,
      );
    }
  }
  const missing = writing.find((id) => own.every((key) => key.id !== id));
  if (missing !== undefined) throw new Error(missingKey(missing));
  const { id } = keys.derive(PURPOSE);
  if (Object.keys(fresh).length > 0 || !writing.includes(id)) await addKeys(database, fresh, id);
}

function missingKey(id: string): string {
  return (
    `KEELSON_SECRET_KEYS has no key "${id}", which has sealed secrets of this database: give it behind the key that writes. ` +
    'It can go after POST /settings/secrets/reencrypt has sealed everything anew; one that is lost for good is given up by ' +
    `"npm run keelson -- setting give-up-key ${id}" ("Changing the secret keys" in docs/operating.md).`
  );
}
