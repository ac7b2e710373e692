// Turns second factors, and what a change of them did to the session, into the models of the interface.
import type { SvcAuthFactorChangeModel, SvcAuthFactorModel } from '@keelson/contract';
import type { Context } from '../../../../kernel/request/context.ts';
import type { Factor } from '../../secrets/factor.types.ts';
import { toRotatedSession } from '../../steps/rotated-session.wire.ts';
import type { FactorChange } from './factor-change.ts';

export function toSvcFactor(factor: Factor): SvcAuthFactorModel {
  const { uuid, type, name, enabled, remaining } = factor;
  return {
    uuid,
    type,
    name,
    enabled,
    remaining,
    dateCreated: factor.dateCreated.toISOString(),
    lastUsedDate: factor.lastUsedDate?.toISOString() ?? null,
  };
}

export function toFactorChange({ session, recoveryCodeList }: FactorChange, context: Context) {
  const { fields, cookies } = toRotatedSession(session, context);
  const body: SvcAuthFactorChangeModel = { ...fields, recoveryCodeList };
  return { body, headers: { 'cache-control': 'no-store' } as const, cookies };
}
