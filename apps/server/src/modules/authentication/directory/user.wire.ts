// Turns users of the store into the model of the interface.
import type { SvcUserModel } from '@keelson/contract';
import { toRecordFields } from '../authentication.types.ts';
import type { User } from './user.store.ts';

/** `activationLink` is a secret: it stands in the answer that created the user and nowhere else. */
export function toSvcUser(user: User, activationLink: string | null): SvcUserModel {
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
    // Attempts are not counted, second factors do not exist, and no password has to be changed.
    locked: false,
    lockedUntilDate: null,
    passwordChangeRequired: false,
    passwordSet: user.passwordSet,
    factorTypeList: [],
    roleList: user.roleList,
    lastLoginDate: user.lastLoginDate?.toISOString() ?? null,
    expiryDate: user.expiryDate?.toISOString() ?? null,
    source: user.source,
    externalIdentifier: user.externalIdentifier,
    attributeMap: user.attributeMap,
    activationLink,
  };
}
