// Hashes and checks passwords with Argon2id, within the bounds of the queue.

import { createHmac, randomBytes } from 'node:crypto';
import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Config } from '../../../../kernel/process/config.ts';
import type { HashPlace, HashQueue } from './hash-queue.ts';
import { isForeignHash, verifyForeign } from './imported-hash.ts';
import { normalizePassword } from './normalize-password.ts';

/** Holds to OWASP and ASVS appendix C: 19 MiB, two passes, one lane; 16 bytes of salt come from the library. */
const FULL = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
/** Takes what Argon2 takes at least, for tests of everything but the hash; the rest is the same. */
const LEAST = { ...FULL, memoryCost: 8, timeCost: 1 } as const;
// `Algorithm` is an ambient const enum, which has no value when types are stripped.
const ARGON2ID: Algorithm.Argon2id = 2;
const PEPPER_PURPOSE = 'auth-pepper';
const UNKNOWN_PASSWORD_BYTES = 32;

export interface StoredPassword {
  /** A PHC string. */
  readonly hash: string;
  /** The id of the key that peppered the password; null without one. */
  readonly pepperKeyId: string | null;
}

export function createPasswordHasher({
  queue,
  keys,
  pepper,
  cost = 'full',
}: Pick<Kernel, 'keys'> & {
  readonly queue: HashQueue;
  readonly pepper: boolean;
  readonly cost?: Config['passwordCost'];
}) {
  const parameters = cost === 'full' ? FULL : LEAST;
  const currentPepperId = pepper ? keys.derive(PEPPER_PURPOSE).id : null;
  let unknown: StoredPassword | null = null;

  const peppered = (password: string, pepperKeyId: string | null): string | null => {
    const normalized = normalizePassword(password);
    if (pepperKeyId === null) return normalized;
    const key = keys.deriveAll(PEPPER_PURPOSE).find(({ id }) => id === pepperKeyId);
    return key === undefined ? null : createHmac('sha256', key.key).update(normalized).digest('base64');
  };

  const make = async (password: string): Promise<StoredPassword> => {
    const secret = peppered(password, currentPepperId);
    if (secret === null) throw new Error('the key of the pepper is missing');
    return { hash: await hash(secret, { ...parameters, algorithm: ARGON2ID }), pepperKeyId: currentPepperId };
  };

  return {
    /** Holds a place as `HashQueue.enter` does, so that no other work is done for a request that would be refused. */
    enter: queue.enter,
    /** Uses the share of `address` in the queue; fails with 503 when there is no room. */
    hash: (password: string, address: string): Promise<StoredPassword> => queue.run(address, () => make(password)),
    /**
     * Verifies a password; for null it does the same work against a random hash and answers false, so that timing
     * shows nothing.
     */
    verify: (stored: StoredPassword | null, password: string, place: string | HashPlace): Promise<boolean> =>
      queue.run(place, async () => {
        const checked = stored ?? unknown;
        if (checked === null) throw new Error('the password hasher is not prepared');
        const secret = peppered(password, checked.pepperKeyId);
        // With a pepper key that was taken away no password can be right; the time stays the same.
        const check = isForeignHash(checked.hash) ? verifyForeign : verify;
        const matches = await check(checked.hash, secret ?? '');
        return stored !== null && secret !== null && matches;
      }),
    /** Says whether parameters or pepper are no longer the current ones. */
    isOutdated({ hash: phc, pepperKeyId }: StoredPassword): boolean {
      if (pepperKeyId !== currentPepperId || isForeignHash(phc)) return true;
      const used = parseOptions(phc);
      const { memoryCost, timeCost, parallelism, outputLen } = parameters;
      return !(
        (used.algorithm as number) === ARGON2ID &&
        used.memoryCost === memoryCost &&
        used.timeCost === timeCost &&
        used.parallelism === parallelism &&
        used.outputLen === outputLen
      );
    },
    /** Makes the hash that unknown names are checked against, before the first request. */
    async prepare(): Promise<void> {
      unknown ??= await make(randomBytes(UNKNOWN_PASSWORD_BYTES).toString('base64url'));
    },
  };
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;
