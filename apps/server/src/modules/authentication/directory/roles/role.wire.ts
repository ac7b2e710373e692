// Turns roles of the store into the model of the interface.
import type { SvcRoleModel } from '@keelson/contract';
import { toRecordFields } from '../../ground/authentication.types.ts';
import type { Role } from '../role.store.ts';

export function toSvcRole(role: Role): SvcRoleModel {
  return {
    ...toRecordFields(role),
    code: role.code,
    tenantIdentifier: role.tenantIdentifier,
    name: role.name,
    description: role.description,
    authorityList: role.authorityList,
    system: role.system,
    userCount: role.userCount,
  };
}
