// Limits how many unknown tokens one address may try, since each costs a read and there is no negative cache.
import { createKeyRate, type KeyRate } from '../../../kernel/process/key-rate.ts';

// Unknown tokens of an address in the window: a person mistypes no token; a client with a dead one asks a few times.
const UNKNOWN_TOKENS_MAX = 100;
const WINDOW_MS = 10_000;

export type UnknownTokenLimit = KeyRate;

/** Counts unknown tokens by address. */
export function createUnknownTokenLimit(): UnknownTokenLimit {
  return createKeyRate({ max: UNKNOWN_TOKENS_MAX, windowMs: WINDOW_MS });
}
