// Tells at start whether this process has the keys that the others have: equal ids must mean equal bytes.
import { createHmac } from 'node:crypto';
import type { Database } from '../../../kernel/database/database.ts';
import type { SecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { loadKeyChecks, saveKeyChecks } from '../records/state.store.ts';

const PURPOSE = 'setting-key-check';

/** Throws a sentence that names the key id, never its bytes. */
export async function checkSecretKeys(database: Database, keys: SecretKeys): Promise<void> {
  const known = await loadKeyChecks(database);
  const fresh: Record<string, string> = {};
  for (const { id, key } of keys.deriveAll(PURPOSE)) {
    const check = createHmac('sha256', key).update(PURPOSE).digest('base64url');
    const before = known[id];
    if (before === undefined) fresh[id] = check;
    else if (before !== check) {
      throw new Error(
        `The key "${id}" of KEELSON_SECRET_KEYS is not the one that this database knows under that id: give every process the same keys.`,
      );
    }
  }
  if (Object.keys(fresh).length > 0) await saveKeyChecks(database, fresh);
}
