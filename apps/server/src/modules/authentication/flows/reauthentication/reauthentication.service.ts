// Lets a caller prove the identity again by one factor; the session gets a new token and counts as fresh.

import type { SvcAuthReauthenticationModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail, invalid } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { AuthenticationMethod, BegunSession, SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import type { PasswordAttempts } from '../../guessing/protection/feature.ts';
import { type Credentials, findCredentials } from '../../secrets/credentials.store.ts';
import type { CodeVerifier } from '../../secrets/factor/code-verifier.ts';
import { readCode } from '../../secrets/factor/typed-code.ts';
import { isHashable, PASSWORD_BYTES_MAX } from '../../secrets/password/password-policy.ts';

export interface Reauthenticated {
  readonly session: BegunSession;
  readonly authenticatedMs: number;
}

interface ReauthenticationGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly hasher: PasswordHasher;
  readonly attempts: PasswordAttempts;
  readonly verifier: CodeVerifier;
  readonly session: () => SessionApi;
}

/** Uses up the proof in the transaction of the rotation; false when it is no longer valid. */
type Settle = (tx: Transaction) => Promise<boolean>;

export function createReauthenticationService(ground: ReauthenticationGround) {
  return {
    async reauthenticate(act: Act, request: SvcAuthReauthenticationModel): Promise<Reauthenticated> {
      const { caller } = act;
      // A caller who acts as somebody else has no secret of that person.
      if (caller.actorUsername !== null) fail('ACCESS_DENIED');
      const { password = null, code = null } = request;
      const type = request.verificationType ?? 'TOTP';
      requireOneFactor(password, code);
      const found = await findCredentials(ground.database, caller.tenantIdentifier, foldName(caller.username));
      if (found === null || found.userUuid !== caller.userUuid) fail('ACCESS_DENIED');
      const input: Input = { act, found };
      if (password !== null) return byPassword(ground, password, input);
      if (code === null || type === 'EMAIL') return unsupportedType();
      return byCode(ground, readCode(code), type, input);
    },
  };
}

interface Input {
  readonly act: Act;
  readonly found: Credentials;
}

/**
 * Answers null when the proof is no longer valid; fails with 401 `SESSION_EXPIRED` and its reason when the session has
 * ended meanwhile.
 */
function rotate(
  { database, clock, session }: ReauthenticationGround,
  method: AuthenticationMethod,
  { act }: Input,
  settle: Settle,
): Promise<Reauthenticated | null> {
  const { caller, actor } = act;
  const { tenantIdentifier } = caller;
  return database.transaction(async (tx) => {
    await session().lockUser(tx, { tenantIdentifier, usernameFolded: foldName(caller.username) });
    if (!(await settle(tx))) return null;
    const begun = await session().rotate(tx, caller.identifier, { methods: [method], authenticated: true, actor });
    if (begun === null) {
      const reason = await session().endReasonOf(tx, caller.identifier);
      fail('SESSION_EXPIRED', { errorArguments: [{ reason }] });
    }
    await act.record(tx, authenticationEvents.reauthenticated, caller.username, { method });
    return { session: begun, authenticatedMs: clock.now() };
  });
}

async function byPassword(ground: ReauthenticationGround, password: string, input: Input): Promise<Reauthenticated> {
  const { hasher, attempts } = ground;
  const { act, found } = input;
  const { caller, context } = act;
  if (!isHashable(password)) {
    invalid({ field: 'password', code: 'TOO_LONG', message: `At most ${PASSWORD_BYTES_MAX} bytes of UTF-8.` });
  }
  const { tenantIdentifier } = caller;
  const usernameFolded = foldName(caller.username);
  const admission = await attempts.admit(act, { tenantIdentifier, usernameFolded, captcha: null });
  let proven: Reauthenticated | null = null;
  try {
    const stored = found.passwordHash === null ? null : { hash: found.passwordHash, pepperKeyId: found.pepperKeyId };
    const matches = await hasher.verify(stored, password, context.remoteAddress);
    const disabled = admission.device?.passwordDisabled ?? found.passwordDisabled;
    if (matches && disabled !== true) {
      proven = await rotate(ground, 'PASSWORD', input, async (tx) => {
        // Another password may have been set while this one was hashed.
        const current = await findCredentials(tx, tenantIdentifier, usernameFolded);
        if (current?.securityVersion !== found.securityVersion) return false;
        await attempts.succeed(tx, admission);
        return true;
      });
    }
  } catch (error) {
    await attempts.release(admission);
    throw error;
  }
  if (proven !== null) return proven;
  await attempts.refuse(act, admission, { tenantIdentifier, user: found, reason: 'WRONG_PASSWORD' });
  return fail('AUTH_INVALID_CREDENTIALS');
}

async function byCode(
  ground: ReauthenticationGround,
  code: string,
  type: 'TOTP' | 'RECOVERY_CODE',
  input: Input,
): Promise<Reauthenticated> {
  const { database, verifier } = ground;
  const { act, found } = input;
  const { caller, context } = act;
  const { userId } = found;
  const { tenantIdentifier } = caller;
  const inARow = await database.transaction((tx) => verifier.reserve(tx, userId));
  let proven: Reauthenticated | null = null;
  try {
    const verified = await verifier.check({ userId, tenantIdentifier }, type, code, context.remoteAddress);
    if (verified !== null) proven = await rotate(ground, type, input, (tx) => verifier.accept(tx, userId, verified));
  } catch (error) {
    // There was no room to hash, or the session ended although the code was right: the try does not count as a guess.
    await database.transaction((tx) => verifier.release(tx, userId));
    throw error;
  }
  if (proven !== null) return proven;
  await database.transaction(async (tx) => {
    const disabled = await verifier.noteFailure(tx, userId, type, inARow);
    const detail = { type, factorDisabled: disabled, reauthentication: true };
    await act.record(tx, authenticationEvents.codeFailed, caller.username, detail);
  });
  return fail('AUTH_CODE_INVALID');
}

function requireOneFactor(password: string | null, code: string | null): void {
  if (password === null && code === null) {
    invalid({ field: 'password', code: 'REQUIRED', message: 'A password or a code is needed.' });
  }
  if (password !== null && code !== null) {
    invalid({ field: 'code', code: 'NOT_ALLOWED', message: 'Either a password or a code, not both.' });
  }
}

function unsupportedType(): never {
  const message = 'No code is mailed for this; use an authenticator app, a recovery code or the password.';
  return invalid({ field: 'verificationType', code: 'AUTH_VERIFICATION_TYPE_UNSUPPORTED', message });
}
