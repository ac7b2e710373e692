// Reads the secret keys of the suite from the environment or the key file, and derives a working key for each purpose.
import { hkdfSync, randomBytes } from 'node:crypto';
import { makePrivateFileOnce } from '../process/private-file.ts';

const KEY_BYTES = 32;
// 32 bytes look like this in base64url without padding.
const KEY_TEXT_LENGTH = 43;
// Rotation needs two keys for a while; more than this is a list that nobody cleans up, and each is tried when reading.
const KEY_COUNT_MAX = 16;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const MADE_KEY_ID = 'k1';
const HOW_TO_MAKE =
  `Make a key with: node -e "console.log('k1:' + require('node:crypto').randomBytes(32).toString('base64url'))" ` +
  'and give it as KEELSON_SECRET_KEYS, the same one to every process of this database.';

/** A key of 32 bytes for one purpose, with the id of the secret key it comes from. */
export interface WorkingKey {
  id: string;
  key: Buffer;
}

/** Working keys by purpose; the secret keys themselves never leave this object. */
export interface SecretKeys {
  /** Where the keys come from; `made` means that the key file did not exist before this start. */
  readonly origin: 'environment' | 'file' | 'made';
  /** Derives the HKDF-SHA256 working key for a purpose such as `auth-pepper` from the first key: the one that writes. */
  derive(purpose: string): WorkingKey;
  /** Derives the working keys of all secret keys for a purpose, the writing one first: for reading what an older key wrote. */
  deriveAll(purpose: string): WorkingKey[];
}

/**
 * Loads the keys from the value of KEELSON_SECRET_KEYS, else from the key file, which is made with mode 0600 on first
 * start. Throws a sentence that never contains key material when a key is malformed or there is no source at all.
 */
export function loadSecretKeys(input: { environmentValue?: string; keyFile?: string }): SecretKeys {
  const { environmentValue, keyFile } = input;
  if (environmentValue !== undefined && environmentValue.trim() !== '') {
    return createSecretKeys(parseKeys(environmentValue, 'KEELSON_SECRET_KEYS'), 'environment');
  }
  if (keyFile === undefined) {
    throw new Error(`KEELSON_SECRET_KEYS is not set, and with DATABASE_URL it must be. ${HOW_TO_MAKE}`);
  }
  const fresh = `${MADE_KEY_ID}:${randomBytes(KEY_BYTES).toString('base64url')}\n`;
  const { text, made } = makePrivateFileOnce(keyFile, fresh);
  return createSecretKeys(parseKeys(text, `The key file "${keyFile}"`), made ? 'made' : 'file');
}

function createSecretKeys(keys: WorkingKey[], origin: SecretKeys['origin']): SecretKeys {
  const deriveFrom = ({ id, key }: WorkingKey, purpose: string): WorkingKey => ({
    id,
    key: Buffer.from(hkdfSync('sha256', key, '', `keelson/${purpose}`, KEY_BYTES)),
  });
  const [writing] = keys;
  if (writing === undefined) throw new Error(`There is no secret key. ${HOW_TO_MAKE}`);
  // Derived keys are kept: purposes are few words of the program, and sealing is frequent.
  const derived = new Map<string, WorkingKey[]>();
  const deriveAll = (purpose: string): WorkingKey[] => {
    const known = derived.get(purpose) ?? keys.map((key) => deriveFrom(key, purpose));
    derived.set(purpose, known);
    return known;
  };
  return { origin, derive: (purpose) => deriveAll(purpose)[0]!, deriveAll };
}

function parseKeys(text: string, source: string): WorkingKey[] {
  const entries = text.trim().split(',');
  if (entries.length > KEY_COUNT_MAX) {
    throw new Error(`${source} has ${entries.length} keys; at most ${KEY_COUNT_MAX} are read. Remove the oldest.`);
  }
  const keys = entries.map((entry, index) => parseKey(entry.trim(), `${source}, key ${index + 1}`));
  const twice = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) !== index);
  if (twice) throw new Error(`${source} has the key id "${twice.id}" twice; each key needs an id of its own.`);
  return keys;
}

function parseKey(entry: string, where: string): WorkingKey {
  const separator = entry.indexOf(':');
  const id = entry.slice(0, Math.max(separator, 0));
  const material = entry.slice(separator + 1);
  // The id is not repeated in the sentence: without a separator it could be the key itself.
  if (!KEY_ID.test(id)) {
    throw new Error(`${where}: expected "id:key" with an id of 1 to 32 of A-Z a-z 0-9 _ -. ${HOW_TO_MAKE}`);
  }
  const key = Buffer.from(material, 'base64url');
  // Node's decoder skips what it does not know, so only text that encodes back to itself is a key.
  if (material.length !== KEY_TEXT_LENGTH || key.toString('base64url') !== material) {
    throw new Error(
      `${where} ("${id}"): the key must be 32 bytes in base64url, ${KEY_TEXT_LENGTH} characters. ${HOW_TO_MAKE}`,
    );
  }
  return { id, key };
}
