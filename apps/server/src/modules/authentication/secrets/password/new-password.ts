// Accepts or refuses the new password of a user, with every reason, and hashes what is accepted.
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import { invalid } from '../../../../kernel/request/errors.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { PasswordHasher, StoredPassword } from '../../ground/hashing/password-hasher.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { findFactors } from '../factor.store.ts';
import { hasStrongFactor } from '../factor.types.ts';
import type { BreachCheck } from './breach-check.ts';
import { findPasswordHistory } from './password-history.store.ts';
import {
  findPasswordProblems,
  isHashable,
  PASSWORD_BYTES_MAX,
  type PasswordContext,
  type PasswordProblem,
  standsAlone,
} from './password-policy.ts';
import { passwordRulesOf } from './password-policy.wire.ts';

const FIELD = 'newPassword';
/** Passwords that a new one must not repeat: the current one and the four before it; the store keeps one more. */
const REMEMBERED_PASSWORDS = 5;

const REUSED = 'Do not use one of your last five passwords again.';
const BREACHED = 'This password is known from a data breach; choose another one.';

/** User whose password it is to be. */
export interface PasswordOwner extends PasswordContext {
  readonly userId: number;
}

export interface AcceptedPassword {
  readonly stored: StoredPassword;
  /** True where the password is long enough without a second factor. */
  readonly singleFactorOk: boolean;
}

/** Fails with 400 for a password too long to be hashed. */
export function requireHashable(password: string, field: string): void {
  if (!isHashable(password))
    invalid({ field, code: 'TOO_LONG', message: `At most ${PASSWORD_BYTES_MAX} bytes of UTF-8.` });
}

export function createNewPasswords({
  database,
  events,
  hasher,
  breachCheck,
  settings,
}: Pick<Kernel, 'database' | 'events'> & {
  readonly hasher: PasswordHasher;
  /** Check for breaches, made where the tenant wants it. */
  readonly breachCheck: BreachCheck;
  readonly settings: AuthenticationSettings;
}) {
  const wasUsed = async (password: string, userId: number, address: string): Promise<boolean> => {
    const history = await findPasswordHistory(database, userId);
    for (const stored of history.slice(0, REMEMBERED_PASSWORDS)) {
      if (await hasher.verify(stored, password, address)) return true;
    }
    return false;
  };
  const isBreached = async (act: PublicAct, password: string, owner: PasswordOwner): Promise<boolean> => {
    if (!passwordRulesOf(settings, owner.tenantIdentifier).breachCheck) return false;
    const finding = await breachCheck.find(password);
    if (finding === 'UNKNOWN') {
      const actor = act.actorNamed(owner.username, owner.tenantIdentifier);
      await database.transaction((tx) =>
        events.record(tx, authenticationEvents.breachCheckFailed, actor, owner.username),
      );
    }
    return finding === 'BREACHED';
  };

  return {
    /** Fails with 400 and every reason that the password itself gives; needs no hash. */
    async requireShape(password: string, owner: PasswordOwner): Promise<void> {
      requireHashable(password, FIELD);
      const strongFactor = hasStrongFactor(await findFactors(database, owner.userId));
      const { blocklist, ...rules } = passwordRulesOf(settings, owner.tenantIdentifier);
      const minLength = strongFactor ? rules.minLengthWithFactor : rules.minLength;
      refuse(findPasswordProblems(password, { ...owner, minLength, blocklist }));
    },
    /** Fails with 400 when it was used lately or is known from a breach; holds no connection while hashing. */
    async requireUnused(act: PublicAct, password: string, owner: PasswordOwner): Promise<void> {
      const problems: PasswordProblem[] = [];
      if (await wasUsed(password, owner.userId, act.context.remoteAddress)) {
        problems.push({ code: 'PASSWORD_REUSED', message: REUSED });
      }
      if (await isBreached(act, password, owner)) {
        problems.push({ code: 'PASSWORD_BREACHED', message: BREACHED });
      }
      refuse(problems);
    },
    async hash(
      act: PublicAct,
      password: string,
      { tenantIdentifier }: Pick<PasswordOwner, 'tenantIdentifier'>,
    ): Promise<AcceptedPassword> {
      const { minLength } = passwordRulesOf(settings, tenantIdentifier);
      const stored = await hasher.hash(password, act.context.remoteAddress);
      return { stored, singleFactorOk: standsAlone(password, minLength) };
    },
  };
}

export type NewPasswords = ReturnType<typeof createNewPasswords>;

function refuse(problems: readonly PasswordProblem[]): void {
  if (problems.length > 0) invalid(...problems.map((problem) => ({ field: FIELD, ...problem })));
}
