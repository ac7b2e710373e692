// Makes the captcha that a device solves instead of a person by finding the number that a slow hash was made from.
import { pbkdf2, randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Rounds of one try: so many that the tries, not the calls, take the time. */
const ITERATIONS = 1_000;
/** Bound of the number: half of the candidates are tried on average, about 500,000 rounds, a second on a phone. */
const NUMBER_MAX = 1_000;
/** Failures of an address after which its work doubles, up to the most that a person would still wait for. */
const FAILURES_PER_DOUBLING = 20;
const DOUBLINGS_MAX = 4;

/** Puzzle as a client gets it: it looks for `number` in 0..numberMax with PBKDF2(number as text, salt) = key. */
export interface Puzzle {
  readonly algorithm: 'PBKDF2-SHA-256';
  /** In base64url, as `key`. */
  readonly salt: string;
  readonly iterations: number;
  readonly keyLengthBytes: number;
  readonly key: string;
  readonly numberMax: number;
}

export interface MadePuzzle {
  readonly puzzle: Puzzle;
  /** The number, in decimal. */
  readonly answer: string;
}

/** Computes in the thread pool. */
export async function makePuzzle(addressFailures: number): Promise<MadePuzzle> {
  const doublings = Math.min(DOUBLINGS_MAX, Math.floor(addressFailures / FAILURES_PER_DOUBLING));
  const numberMax = NUMBER_MAX * 2 ** doublings;
  const answer = String(randomInt(numberMax + 1));
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(answer, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const puzzle: Puzzle = {
    algorithm: 'PBKDF2-SHA-256',
    salt: salt.toString('base64url'),
    iterations: ITERATIONS,
    keyLengthBytes: KEY_BYTES,
    key: key.toString('base64url'),
    numberMax,
  };
  return { puzzle, answer };
}
