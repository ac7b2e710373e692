// Turns users of the store into the model of the interface.
import type { SvcUserModel } from '@keelson/contract';
import { toRecordFields } from '../ground/authentication.types.ts';
import type { User } from './user.store.ts';

/** `activationLink` is a secret: it stands in the answer that created the user and nowhere else. */
export function toSvcUser(user: User, activationLink: string | null, nowMs: number): SvcUserModel {
  const { lockedUntilDate } = user;
  const lockedNow = lockedUntilDate !== null && lockedUntilDate.getTime() > nowMs;
  return {
    ...toRecordFields(user),
    username: user.username,
    email: user.email,
    emailVerified: user.emailVerified,
    phone: user.phone,
    displayName: user.displayName,
    tenantIdentifier: user.tenantIdentifier,
    locale: user.locale,
    timeZone: user.timeZone,
    enabled: user.enabled,
    locked: user.passwordDisabled || lockedNow,
    lockedUntilDate: lockedNow ? lockedUntilDate.toISOString() : null,
    passwordChangeRequired: user.passwordChangeRequired,
    passwordSet: user.passwordSet,
    factorTypeList: user.factorTypeList,
    roleList: user.roleList,
    lastLoginDate: user.lastLoginDate?.toISOString() ?? null,
    expiryDate: user.expiryDate?.toISOString() ?? null,
    source: user.source,
    externalIdentifier: user.externalIdentifier,
    attributeMap: user.attributeMap,
    activationLink,
  };
}
