// Decides which events are kept out: those whose key is switched off, and of a sample those that are not in it.
import { hash } from 'node:crypto';
import type { LogEvent } from '../record/event.types.ts';
import type { Resolved } from './resolve.ts';

const TWO_32 = 4_294_967_296;

/** A trace is kept or left as a whole, and an event that is sent again is decided alike. */
export function keptOutBy(
  { value, sampleRate }: Resolved,
  { traceId, uuid }: LogEvent,
): 'filtered' | 'sampled-out' | null {
  if (!value) return 'filtered';
  if (sampleRate >= 1) return null;
  const share = hash('sha256', traceId ?? uuid, 'buffer').readUInt32BE(0) / TWO_32;
  return share < sampleRate ? null : 'sampled-out';
}
