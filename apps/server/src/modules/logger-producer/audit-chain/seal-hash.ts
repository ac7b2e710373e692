// Computes the hashes of seals: of each event its content in the table, of each seal its fields and the seal before it.
import { hash } from 'node:crypto';

/** Form of the hashed content; a change of it needs another number. */
const EVENT_FORM = 'keelson-audit-event-1';
const SEAL_FORM = 'keelson-audit-1';
export const HASH_BYTES = 32;

/** Hash before the first seal of a tenant. */
export const NO_HASH: Buffer = Buffer.alloc(HASH_BYTES);

/** Event of a seal; with its time in microseconds since 1970, as an event's uuid alone is not unique. */
export interface SealedEvent {
  readonly tenantIdentifier: string;
  readonly uuid: string;
  readonly timeMicros: number;
}

export interface Seal extends SealedEvent {
  readonly sequence: number;
  readonly eventHash: Buffer;
  readonly previousHash: Buffer;
}

/** Joins texts unambiguously: each after its length in bytes of UTF-8. */
export function joined(fields: readonly (string | number)[]): string {
  return fields.map((field) => `${Buffer.byteLength(String(field))}:${field}`).join('');
}

/** Hashes an event; `content` is the store's text of it. */
export function eventHashOf(content: string): Buffer {
  return hash('sha256', joined([EVENT_FORM]) + content, 'buffer');
}

export function sealHashOf({ tenantIdentifier, sequence, uuid, timeMicros, eventHash, previousHash }: Seal): Buffer {
  const hashes = [eventHash.toString('hex'), previousHash.toString('hex')];
  return hash('sha256', joined([SEAL_FORM, tenantIdentifier, sequence, uuid, timeMicros, ...hashes]), 'buffer');
}
