// What a caller does to the own session: a new token, other attributes.
import type { Cookie, SvcSessionAttributesModel, SvcSessionTokenModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Directories } from '../api.ts';
import { lockAttributes, saveAttributes } from '../begin/begin.store.ts';
import { findSessionGrants } from '../entry/grants.ts';
import type { SessionSignals } from '../entry/signals.ts';
import { changedAttributes, findReservedProblems, findSizeProblems } from '../record/attributes.ts';
import { findSession } from '../record/session.store.ts';
import { toSvcSession } from '../record/session.wire.ts';
import { sessionCookie } from '../record/session-cookie.ts';
import { findEndReason, lockSessionsOf, type RotateSessionIn } from './rotation.ts';

export interface OwnSessionService {
  /** 403 for an API key, which has no session. */
  refresh(act: Act): Promise<{ readonly body: SvcSessionTokenModel; readonly cookies: readonly Cookie[] }>;
  updateAttributes(act: Act, model: SvcSessionAttributesModel): Promise<void>;
}

export interface OwnSessionServiceDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly signals: SessionSignals;
  readonly rotate: RotateSessionIn;
  readonly directories: () => Directories;
}

export function createOwnSessionService(deps: OwnSessionServiceDependencies): OwnSessionService {
  const { clock, database, signals, rotate, directories } = deps;

  const ended = async (tx: Transaction, identifier: string): Promise<never> => {
    const reason = await findEndReason(tx, identifier, clock.now());
    return fail('SESSION_EXPIRED', { errorArguments: [{ reason }] });
  };

  return {
    async refresh({ caller, context, actor }) {
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
    async updateAttributes({ caller, context }, { attributeMap }) {
      if (context.token === null) fail('ACCESS_DENIED');
      const reserved = findReservedProblems(attributeMap, 'attributeMap');
      if (reserved.length > 0) invalid(...reserved);
      const { identifier, tenantIdentifier, username } = caller;
      await database.transaction(async (tx) => {
        // A rotation copies the attributes: one that did so a moment ago would lose the change.
        await lockSessionsOf(tx, { tenantIdentifier, usernameFolded: foldName(username) });
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
