// Finds out who is calling for every request: from memory where it can, from the database where it must.
import type { Authenticated, Credential, Rejection } from '../../../kernel/http/exchange/guard.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import { isInRanges } from '../../../kernel/text/address-range.ts';
import type { Activity } from '../entry/activity.ts';
import type { Cache } from '../entry/cache.ts';
import type { KnownIdentifiers } from '../entry/known-identifiers.ts';
import type { Loaded, Loader } from '../entry/loader.ts';
import { isApiKeyEntry, type SessionEntry } from '../entry/session-entry.ts';
import type { Signals } from '../entry/signals.ts';
import { endsAt } from '../record/lifespan.ts';
import type { Refusals } from './refusals.ts';
import { isApiKey, isSessionToken } from './token-shape.ts';
import type { UnknownTokenLimit } from './unknown-token-limit.ts';

const UNKNOWN: Rejection = { reject: 'AUTHENTICATION_REQUIRED' };
const ABSOLUTE_END: Rejection = { reject: 'SESSION_EXPIRED', reason: 'ABSOLUTE' };

/**
 * `relayed` stands for a credential of somebody else, which an authorised caller presents. Address and browser are not
 * those of its owner, so no session is checked against them, and an unknown one counts against no address.
 */
export type SessionCredential = Credential & { readonly relayed?: boolean };

interface AuthenticatorParts extends Pick<Kernel, 'clock'> {
  readonly cache: Cache;
  readonly loader: Loader;
  readonly signals: Signals;
  readonly activity: Activity;
  readonly unknownTokens: UnknownTokenLimit;
  readonly known: KnownIdentifiers;
  readonly refusals: Pick<Refusals, 'bindingMismatched'>;
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

export function createAuthenticator(parts: AuthenticatorParts) {
  const { clock, cache, loader, signals, unknownTokens, known } = parts;

  const judge = createJudge(parts);

  /** Answers null where this process did not know the caller, or where the entry is too old. */
  const judgeLastKnown = (identifier: string, credential: SessionCredential): Authenticated | Rejection | null => {
    const nowMs = clock.now();
    const entry = cache.lastKnown(identifier) ?? cache.peek(identifier);
    return entry === undefined || !signals.isTrustedWithoutDatabase(nowMs) ? null : judge(entry, credential, nowMs);
  };

  const read = async (identifier: string, credential: SessionCredential): Promise<Authenticated | Rejection> => {
    const { kind, remoteAddress } = credential;
    const limited = credential.relayed !== true;
    const retryAfterSeconds = limited ? unknownTokens.retryAfterSeconds(remoteAddress, clock.now()) : null;
    let loaded: Loaded;
    try {
      // Other users at the address of a flood are slowed down and not shut out.
      if (retryAfterSeconds !== null && !(await known.has(kind, identifier)))
        return { reject: 'RATE_LIMITED', retryAfterSeconds };
      loaded = await (kind === 'session' ? loader.loadSession(identifier) : loader.loadApiKey(identifier));
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE') {
        const last = credential.withoutDatabase === true ? judgeLastKnown(identifier, credential) : null;
        if (last !== null) return last;
        return { reject: 'SERVICE_UNAVAILABLE', retryAfterSeconds: error.options.retryAfterSeconds ?? 1 };
      }
      throw error;
    }
    if (loaded.kind === 'unknown') {
      if (limited) unknownTokens.count(remoteAddress, clock.now());
      return UNKNOWN;
    }
    if (loaded.kind === 'dead') return { reject: 'SESSION_EXPIRED', reason: loaded.reason };
    return judge(loaded.entry, credential, clock.now()) ?? { reject: 'SESSION_EXPIRED', reason: 'IDLE' };
  };

  return (credential: SessionCredential): Authenticated | Rejection | Promise<Authenticated | Rejection> => {
    const { kind, token } = credential;
    if (!(kind === 'session' ? isSessionToken(token) : isApiKey(token))) return UNKNOWN;
    const identifier = identifierOf(token);
    const entry = cache.get(identifier);
    const nowMs = clock.now();
    if (entry !== undefined && signals.isTrusted(nowMs)) {
      const verdict = judge(entry, credential, nowMs);
      if (verdict !== null) return verdict;
    }
    return read(identifier, credential);
  };
}

function createJudge({ activity, refusals }: Pick<AuthenticatorParts, 'activity' | 'refusals'>) {
  /**
   * Answers from memory; null where that is not possible. An entry that looks idle is not refused here: another process
   * may know a later use.
   */
  return (entry: SessionEntry, credential: SessionCredential, nowMs: number): Authenticated | Rejection | null => {
    const { allowedAddresses } = entry;
    if (entry.expiryMs <= nowMs) return isApiKeyEntry(entry) ? UNKNOWN : ABSOLUTE_END;
    if (allowedAddresses.length > 0 && !isInRanges(credential.remoteAddress, allowedAddresses)) return UNKNOWN;
    if (!isApiKeyEntry(entry) && endsAt(entry, entry.lastAccessMs) <= nowMs) return null;
    if (entry.binding !== null && credential.relayed !== true) {
      const mismatch = entry.binding(credential);
      if (mismatch !== null) {
        // The holder of a stolen token does not learn what it lacks.
        refusals.bindingMismatched(entry.caller, mismatch, credential.remoteAddress);
        return UNKNOWN;
      }
    }
    if (credential.passive !== true) touch(entry, nowMs, activity);
    return entry.authenticated;
  };
}

function touch(entry: SessionEntry, nowMs: number, activity: Activity): void {
  entry.lastAccessMs = nowMs;
  if (nowMs - entry.notedAccessMs < entry.touchMs) return;
  entry.notedAccessMs = nowMs;
  const { apiKeyUuid } = entry.caller;
  if (isApiKeyEntry(entry) && apiKeyUuid !== null) activity.noteKey(apiKeyUuid, nowMs);
  else activity.note(entry.sessionId, nowMs, entry.idleMs);
}
