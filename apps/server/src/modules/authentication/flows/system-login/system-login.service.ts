// Gives a program with an API key the token of a system session, which has the key's authorities and ends with it.

import type { SvcAuthAuthenticationResponseModel } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { ApiKeyVerifier, SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { ROLE_SERVICE } from '../../ground/authentication.types.ts';
import { deviceNameOf } from '../../ground/device-name.ts';
import { toLoginAnswer } from '../../steps/login.wire.ts';

export function createSystemLoginService({
  database,
  events,
  apiKeys,
  session,
}: Pick<Kernel, 'database' | 'events'> & {
  readonly apiKeys: ApiKeyVerifier;
  readonly session: () => SessionApi;
}) {
  return {
    /**
     * Begins the session. Fails with 403 for every credential but an API key, also for a session that was begun with
     * one: it would never end.
     */
    async login(act: Act): Promise<SvcAuthAuthenticationResponseModel> {
      const { caller, context } = act;
      if (caller.kind !== 'api-key' || context.token !== null) fail('ACCESS_DENIED');
      const key = await apiKeys.findLive(caller.identifier);
      if (key === null) fail('AUTHENTICATION_REQUIRED');
      const { username, tenantIdentifier } = key;
      const actor = act.actorNamed(username, tenantIdentifier);
      const begun = await database.transaction(async (tx) => {
        const found = await session().beginSystem(tx, {
          keyUuid: key.uuid,
          keyExpiryMs: key.expiryMs,
          actor,
          deviceName: deviceNameOf(context.userAgent),
          userAgent: context.userAgent,
        });
        if (found === null) return null;
        const detail = { sessionIdentifier: found.identifier, methods: ['API_KEY'] };
        await events.record(tx, authenticationEvents.loginSucceeded, actor, username, detail);
        return found;
      });
      if (begun === null) fail('AUTHENTICATION_REQUIRED');
      const authorities = [...key.authorities].sort().map((authority) => ({ role: ROLE_SERVICE, authority }));
      return toLoginAnswer(
        {
          session: begun,
          username,
          tenantIdentifier,
          localeTag: key.localeTag,
          authorities,
          previousLoginDate: null,
          failedAttemptCount: null,
          recoveryCodeList: null,
          recoveryCodeCount: null,
        },
        { tokenInBody: true, answerLanguage: context.language },
      );
    },
  };
}
