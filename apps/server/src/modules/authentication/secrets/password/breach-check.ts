// Asks a service of known breaches whether it has seen a password: five characters of a hash leave, padded answers come back.
import { hash } from 'node:crypto';
import { normalizePassword } from '../../ground/hashing/normalize-password.ts';

/** The range interface of Have I Been Pwned; free of charge, without a key. */
export const BREACH_SERVICE_URL = 'https://api.pwnedpasswords.com/range/';
/** Limit for an answer of the breach list, because a person waits; without an answer the password is accepted. */
const TIMEOUT_MS = 2_000;
const PREFIX_LENGTH = 5;
/** Bytes of an answer that are read at most; a padded one has 800 to 1,000 lines of 40 characters. */
const ANSWER_BYTES_MAX = 1_048_576;

/** Result of a check; UNKNOWN when the service did not answer in time or not as expected. */
export type BreachFinding = 'BREACHED' | 'NOT_FOUND' | 'UNKNOWN';

/** `url` ends with a slash. */
export function createBreachCheck({ fetch, url }: { readonly fetch: typeof globalThis.fetch; readonly url: string }) {
  return {
    async find(password: string): Promise<BreachFinding> {
      const digest = hash('sha1', normalizePassword(password), 'hex').toUpperCase();
      try {
        const response = await fetch(url + digest.slice(0, PREFIX_LENGTH), {
          headers: { 'add-padding': 'true' },
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const text = response.ok ? await response.text() : null;
        if (text === null || text.length > ANSWER_BYTES_MAX) return 'UNKNOWN';
        return contains(text, digest.slice(PREFIX_LENGTH)) ? 'BREACHED' : 'NOT_FOUND';
      } catch {
        return 'UNKNOWN';
      }
    },
  };
}

export type BreachCheck = ReturnType<typeof createBreachCheck>;

/** Looks for the suffix; entries that were seen 0 times are padding. */
function contains(answer: string, suffix: string): boolean {
  return answer.split('\n').some((line) => {
    const [found, count] = line.trim().split(':');
    return found?.toUpperCase() === suffix && Number(count) > 0;
  });
}
