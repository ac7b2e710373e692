// Computes what seals hold: of each event its content as it lies in the table, of each seal what it says and the seal before it.
import { hash } from 'node:crypto';

/** Begins what is hashed; another number means another way to make it. */
const EVENT_FORM = 'keelson-audit-event-1';
const SEAL_FORM = 'keelson-audit-1';
export const HASH_BYTES = 32;

/** Stands before the first seal of a tenant. */
export const NO_HASH: Buffer = Buffer.alloc(HASH_BYTES);

/** Names the event that a seal is of; the time in microseconds since 1970, as an event's uuid alone is not unique. */
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

/** Joins texts so that none can be taken for two: each behind its length in bytes of UTF-8. */
export function joined(fields: readonly (string | number)[]): string {
  return fields.map((field) => `${Buffer.byteLength(String(field))}:${field}`).join('');
}

/** `content` is what the table answers of the event, see the store. */
export function eventHashOf(content: string): Buffer {
  return hash('sha256', joined([EVENT_FORM]) + content, 'buffer');
}

export function sealHashOf({ tenantIdentifier, sequence, uuid, timeMicros, eventHash, previousHash }: Seal): Buffer {
  const hashes = [eventHash.toString('hex'), previousHash.toString('hex')];
  return hash('sha256', joined([SEAL_FORM, tenantIdentifier, sequence, uuid, timeMicros, ...hashes]), 'buffer');
}
