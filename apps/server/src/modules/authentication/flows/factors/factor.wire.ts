// Turns second factors, and what a change of them did to the session, into the models of the interface.
import type { Cookie, SvcAuthFactorChangeModel, SvcAuthFactorModel } from '@keelson/contract';
import type { Context } from '../../../../kernel/request/context.ts';
import type { BegunSession } from '../../../session/api.ts';
import { sessionCookie } from '../../ground/cookies.ts';
import type { Factor } from '../../secrets/factor/factor.types.ts';
import type { FactorChange } from './factor-change.ts';

export function toSvcFactor(factor: Factor): SvcAuthFactorModel {
  const { uuid, type, name, enabled, remaining } = factor;
  return {
    ...{ uuid, type, name, enabled, remaining },
    dateCreated: factor.dateCreated.toISOString(),
    lastUsedDate: factor.lastUsedDate?.toISOString() ?? null,
  };
}

/** A session that came in the cookie goes on in the cookie, and its token stands in no body. */
export function toRotatedSession(session: BegunSession, context: Context) {
  const inCookie = context.carrier === 'cookie';
  const cookies: readonly Cookie[] = inCookie ? [sessionCookie(session, context)] : [];
  return {
    fields: {
      token: inCookie ? null : session.token,
      tokenType: inCookie ? null : 'Bearer',
      sessionIdentifier: session.identifier,
      expiryDate: new Date(session.expiryMs).toISOString(),
      idleExpiryDate: new Date(session.idleExpiryMs).toISOString(),
    },
    cookies,
  };
}

export function toFactorChange({ session, recoveryCodeList }: FactorChange, context: Context) {
  const { fields, cookies } = toRotatedSession(session, context);
  const body: SvcAuthFactorChangeModel = { ...fields, recoveryCodeList };
  return { body, headers: { 'cache-control': 'no-store' } as const, cookies };
}
