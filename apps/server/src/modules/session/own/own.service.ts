// Serves operations of a caller on the own session: showing it, a new token, its attributes.
import type { Cookie, SvcSessionAttributesModel, SvcSessionExpiryModel, SvcSessionTokenModel } from '@keelson/contract';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { Directories } from '../api.ts';
import { findSessionGrants } from '../entry/grants.ts';
import type { Reader } from '../entry/reader.ts';
import { securitySessionJson } from '../entry/security-session-json.ts';
import { isApiKeyEntry, type SessionEntry } from '../entry/session-entry.ts';
import type { Signals } from '../entry/signals.ts';
import { changedAttributes, findReservedProblems, findSizeProblems } from '../record/attributes.ts';
import { idleExpiryMs } from '../record/lifespan.ts';
import { lockUser } from '../record/lock.store.ts';
import { isFresh, ownerOf } from '../record/owner-access.ts';
import { findSession } from '../record/session.store.ts';
import { toSvcSession } from '../record/session.wire.ts';
import { sessionCookie } from '../record/session-cookie.ts';
import { freshPeriodMs, type SessionSettings } from '../session.settings.ts';
import { lockAttributes, saveAttributes } from './attributes.store.ts';
import { findEndReason, type Rotation } from './rotation.ts';

interface OwnParts extends Pick<Kernel, 'clock' | 'database'> {
  readonly signals: Signals;
  readonly rotate: Rotation;
  readonly entryOf: Reader;
  readonly directories: () => Directories;
  readonly settings: SessionSettings;
}

export type OwnService = ReturnType<typeof createOwnService>;

export function createOwnService(parts: OwnParts) {
  const { clock, database, signals, rotate, entryOf, directories, settings } = parts;
  const ended = async (tx: Transaction, identifier: string): Promise<never> => {
    const reason = await findEndReason(tx, identifier, clock.now());
    return fail('SESSION_EXPIRED', { errorArguments: [{ reason }] });
  };

  return {
    /** Answers the JSON of the caller's own session, and when it ends unless it is used again. */
    async current({ caller, context }: Act): Promise<{ readonly json: string; readonly expiryDate: string }> {
      const entry = await entryOf(caller);
      return {
        json: securitySessionJson(entry, context.language),
        expiryDate: new Date(idleExpiryMs(entry)).toISOString(),
      };
    },
    async expiry({ caller }: Act): Promise<SvcSessionExpiryModel> {
      return expiryOf(await entryOf(caller), caller, settings, clock.now());
    },
    /** Gives a new token; 403 for an API key, which has no session. */
    async refresh({
      caller,
      context,
      actor,
    }: Act): Promise<{ readonly body: SvcSessionTokenModel; readonly cookies: readonly Cookie[] }> {
      if (context.token === null) fail('ACCESS_DENIED');
      const rotation = { methods: [], authenticated: false, actor } as const;
      const { begun, record } = await database.transaction(async (tx) => {
        const rotated = (await rotate(tx, caller.identifier, rotation)) ?? (await ended(tx, caller.identifier));
        return { begun: rotated, record: (await findSession(tx, rotated.identifier))! };
      });
      const grants = await findSessionGrants(record, directories());
      const inCookie = context.carrier === 'cookie';
      const session = toSvcSession(record, record.identifier, context.language);
      return {
        body: {
          token: inCookie ? null : begun.token,
          tokenType: inCookie ? null : 'Bearer',
          session: { session, authorities: grants?.authorities ?? [] },
        },
        cookies: inCookie ? [sessionCookie(begun.token, begun.cookieMaxAgeSeconds, context)] : [],
      };
    },
    /** Changes own attributes; 403 for an API key, which has no session. */
    async updateAttributes({ caller, context }: Act, { attributeMap }: SvcSessionAttributesModel): Promise<void> {
      if (context.token === null) fail('ACCESS_DENIED');
      const reserved = findReservedProblems(attributeMap, 'attributeMap');
      if (reserved.length > 0) invalid(...reserved);
      const { identifier } = caller;
      await database.transaction(async (tx) => {
        // A rotation copies the attributes: one in parallel would lose the change.
        await lockUser(tx, ownerOf(caller));
        const before = (await lockAttributes(tx, identifier)) ?? (await ended(tx, identifier));
        const attributes = changedAttributes(before, attributeMap);
        const problems = findSizeProblems(attributes, 'attributeMap');
        if (problems.length > 0) invalid(...problems);
        await saveAttributes(tx, identifier, attributes);
        await signals.publish(tx, { scope: 'SESSION', effect: 'REFRESH', keys: [identifier] });
      });
    },
  };
}

/** Answers when the session ends; a key never idles, and is exempt from freshness. */
function expiryOf(
  entry: SessionEntry,
  caller: Caller,
  settings: SessionSettings,
  nowMs: number,
): SvcSessionExpiryModel {
  const isKey = isApiKeyEntry(entry);
  const idleMs = isKey ? null : idleExpiryMs(entry);
  const endMs = Math.min(entry.expiryMs, idleMs ?? entry.expiryMs);
  const freshUntilMs = caller.authenticatedAt + freshPeriodMs(settings, caller.tenantIdentifier);
  return {
    idleExpiryDate: idleMs === null ? null : new Date(idleMs).toISOString(),
    expiryDate: new Date(entry.expiryMs).toISOString(),
    remainingSeconds: Math.max(0, Math.floor((endMs - nowMs) / SECOND_MS)),
    fresh: isFresh(settings, caller, nowMs),
    freshUntilDate: isKey ? null : new Date(freshUntilMs).toISOString(),
  };
}
