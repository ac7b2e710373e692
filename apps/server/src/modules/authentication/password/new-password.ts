// Accepts or refuses the new password of a user, with every reason, and hashes what is accepted.

import type { Database } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import type { AuthenticationSettings } from '../authentication.settings.ts';
import { findFactors } from '../factor/factor.store.ts';
import { hasStrongFactor } from '../factor/factor.types.ts';
import type { BreachCheck } from './breach-check.ts';
import type { PasswordHasher, StoredPassword } from './password-hasher.ts';
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
/** The current password and the four before it; the store keeps one more. */
const REMEMBERED_PASSWORDS = 5;

const reusedTexts = {
  en: 'Do not use one of your last five passwords again.',
  tr: 'Son beş parolanızdan birini yeniden kullanmayın.',
} as const;
const breachedTexts = {
  en: 'This password is known from a data breach; choose another one.',
  tr: 'Bu parola bir veri sızıntısından biliniyor; başka bir parola seçin.',
} as const;

/** Whose password it is to be. */
export interface PasswordOwner extends PasswordContext {
  readonly userId: number;
}

export interface AcceptedPassword {
  readonly stored: StoredPassword;
  /** Long enough without a second factor. */
  readonly singleFactorOk: boolean;
}

export interface NewPasswords {
  /** 400 with every reason that the password itself gives; costs nothing. */
  requireShape(password: string, owner: PasswordOwner, context: Context): Promise<void>;
  /** 400 when it was used lately or is known from a breach; holds no connection while hashing. */
  requireUnused(password: string, owner: PasswordOwner, context: Context): Promise<void>;
  hash(password: string, owner: Pick<PasswordOwner, 'tenantIdentifier'>, context: Context): Promise<AcceptedPassword>;
}

export interface NewPasswordsDependencies {
  readonly database: Database;
  readonly events: EventRecorder;
  readonly hasher: PasswordHasher;
  /** Asked where the tenant says so. */
  readonly breachCheck: BreachCheck;
  readonly settings: AuthenticationSettings;
}

/** 400 for what is too long to be computed with. */
export function requireHashable(password: string, field: string): void {
  if (!isHashable(password))
    invalid({ field, code: 'TOO_LONG', message: `At most ${PASSWORD_BYTES_MAX} bytes of UTF-8.` });
}

export function createNewPasswords(deps: NewPasswordsDependencies): NewPasswords {
  const { database, events, hasher, breachCheck, settings } = deps;

  const wasUsed = async (password: string, userId: number, address: string): Promise<boolean> => {
    const history = await findPasswordHistory(database, userId);
    for (const stored of history.slice(0, REMEMBERED_PASSWORDS)) {
      if (await hasher.verify(stored, password, address)) return true;
    }
    return false;
  };
  const isBreached = async (password: string, owner: PasswordOwner, context: Context): Promise<boolean> => {
    if (!passwordRulesOf(settings, owner.tenantIdentifier).breachCheck) return false;
    const finding = await breachCheck.find(password);
    if (finding === 'UNKNOWN') {
      await database.transaction((tx) =>
        events.record(tx, {
          kind: 'authentication.breach-check-failed',
          type: 'SECURITY',
          tenantIdentifier: owner.tenantIdentifier,
          actor: owner.username,
          ipAddress: context.remoteAddress,
          requestId: context.requestId,
          subject: owner.username,
        }),
      );
    }
    return finding === 'BREACHED';
  };

  return {
    async requireShape(password, owner, context) {
      requireHashable(password, FIELD);
      const strongFactor = hasStrongFactor(await findFactors(database, owner.userId));
      const { blocklist, ...rules } = passwordRulesOf(settings, owner.tenantIdentifier);
      const minLength = strongFactor ? rules.minLengthWithFactor : rules.minLength;
      refuse(findPasswordProblems(password, { ...owner, minLength, blocklist }, context.language));
    },
    async requireUnused(password, owner, context) {
      const problems: PasswordProblem[] = [];
      if (await wasUsed(password, owner.userId, context.remoteAddress)) {
        problems.push({ code: 'PASSWORD_REUSED', message: reusedTexts[context.language] });
      }
      if (await isBreached(password, owner, context)) {
        problems.push({ code: 'PASSWORD_BREACHED', message: breachedTexts[context.language] });
      }
      refuse(problems);
    },
    async hash(password, { tenantIdentifier }, context) {
      const { minLength } = passwordRulesOf(settings, tenantIdentifier);
      const stored = await hasher.hash(password, context.remoteAddress);
      return { stored, singleFactorOk: standsAlone(password, minLength) };
    },
  };
}

function refuse(problems: readonly PasswordProblem[]): void {
  if (problems.length > 0) invalid(...problems.map((problem) => ({ field: FIELD, ...problem })));
}
