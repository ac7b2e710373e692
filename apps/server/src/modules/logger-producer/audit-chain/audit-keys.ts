// Signs statements that the database alone must not be able to make, with keys derived from the secret keys.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { SecretKeys, WorkingKey } from '../../../kernel/secrets/secret-keys.ts';
import { joined } from './seal-hash.ts';

const PURPOSE = 'audit';
/** Bytes before an Ed25519 seed in PKCS #8, and before a public key in SPKI (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

export interface AuditKey {
  readonly keyId: string;
  /** Holds 32 bytes. */
  readonly publicKey: Buffer;
}

export interface Signature {
  readonly keyId: string;
  readonly signature: Buffer;
}

/** Holds the fields that are signed, their form first. */
export type SignedFields = readonly (string | number)[];

/** Lists the signed fields; dates are milliseconds since 1970, since the table may hold one beyond a Date. */
export function checkpointFields(
  tenantIdentifier: string,
  sequence: number,
  sealHash: Buffer,
  dateMs: number,
): SignedFields {
  return ['keelson-audit-checkpoint-1', tenantIdentifier, sequence, sealHash.toString('hex'), dateMs];
}

export function cutFields(tenantIdentifier: string, beforeMs: number, dateMs: number, reason: string): SignedFields {
  return ['keelson-audit-cut-1', tenantIdentifier, beforeMs, dateMs, reason];
}

export type AuditKeys = ReturnType<typeof createAuditKeys>;

export function createAuditKeys(keys: Pick<SecretKeys, 'derive' | 'deriveAll'>) {
  const { id: keyId, key: seed } = keys.derive(PURPOSE);
  const privateKey = privateKeyOf(seed);
  const own = keys.deriveAll(PURPOSE).map(publicKeyOf);
  return {
    /** The key that signs. */
    current: own[0] as AuditKey,
    sign: (fields: SignedFields): Signature => ({ keyId, signature: sign(null, bytesOf(keyId, fields), privateKey) }),
    /** Verifies a signature; keys of this process are trusted before those of the table. */
    isSigned(fields: SignedFields, { keyId: signedBy, signature }: Signature, stored: readonly AuditKey[]): boolean {
      const mine = own.filter((key) => key.keyId === signedBy);
      const known = mine.length > 0 ? mine : stored.filter((key) => key.keyId === signedBy);
      return known.some(({ publicKey }) => verify(null, bytesOf(signedBy, fields), keyObjectOf(publicKey), signature));
    },
  };
}

function bytesOf(keyId: string, fields: SignedFields): Buffer {
  return Buffer.from(joined([...fields, keyId]));
}

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyOf({ id, key }: WorkingKey): AuditKey {
  const spki = createPublicKey(privateKeyOf(key)).export({ format: 'der', type: 'spki' });
  return { keyId: id, publicKey: spki.subarray(SPKI_HEAD.length) };
}

function keyObjectOf(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, publicKey]), format: 'der', type: 'spki' });
}
