// Decides whose sessions a caller may see and close, and when that needs a fresh check of a secret.
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { UserOfTenant } from '../api.ts';
import { freshPeriodMs, type SessionSettings } from '../session.settings.ts';

interface OwnedSession extends UserOfTenant {
  readonly system: boolean;
}

export function ownerOf(caller: Caller): UserOfTenant {
  return { tenantIdentifier: caller.tenantIdentifier, usernameFolded: foldName(caller.username) };
}

export function isOwn(caller: Caller, user: UserOfTenant): boolean {
  return user.tenantIdentifier === caller.tenantIdentifier && user.usernameFolded === foldName(caller.username);
}

/**
 * Says whether the caller may see the session: one of another tenant does not exist, and system sessions need an
 * authority.
 */
function reaches(caller: Caller, session: OwnedSession): boolean {
  if (session.tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) return false;
  return !session.system || caller.holds('SESSION_SYSTEM');
}

export function maySee(caller: Caller, session: OwnedSession): boolean {
  return isOwn(caller, session) || (caller.holds('SESSION_VIEW') && reaches(caller, session));
}

export function mayClose(caller: Caller, session: OwnedSession): boolean {
  return isOwn(caller, session) || (caller.holds('SESSION_CLOSE') && reaches(caller, session));
}

/** Says whether a secret of the caller was checked recently enough; API keys are exempt. */
export function isFresh(settings: SessionSettings, caller: Caller, nowMs: number): boolean {
  if (caller.kind === 'api-key') return true;
  return nowMs - caller.authenticatedAt <= freshPeriodMs(settings, caller.tenantIdentifier);
}

/** Fails with 403 where a fresh sign-in is missing; closing any session but the current one takes one. */
export function requireFresh(settings: SessionSettings, caller: Caller, nowMs: number): void {
  if (!isFresh(settings, caller, nowMs)) fail('REAUTHENTICATION_REQUIRED');
}
