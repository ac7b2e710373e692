// Changes, finds and deletes roles, and lists the authorities that they can hold.

import {
  resolvePageable,
  roleSortStandard,
  type SvcAuthorityModel,
  type SvcRoleModel,
  type SvcRoleQueryModel,
  type SvcRoleUpdateModel,
} from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { EventSubject } from '../../../../kernel/records/events.ts';
import { containsPattern, createFilter, type Filter, pageBody } from '../../../../kernel/records/page.ts';
import { listRecords, pageRecords, type RecordSource } from '../../../../kernel/records/record-page.ts';
import { requireVersion } from '../../../../kernel/records/version.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { refuseReadOnly } from '../../../../kernel/request/read-only-fields.ts';
import type { SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { told } from '../../ground/told.ts';
import type { DirectoryEvents } from '../events/feature.ts';
import { requireHeld, requireTenant, visibleTenant } from '../required-grants.ts';
import { findUnknownAuthorities, ROLE_COLUMNS, type Role } from '../role.store.ts';
import { toSvcRole } from './role.wire.ts';
import {
  findRoleByUuid,
  HOLDS_AUTHORITY,
  listAuthorities,
  lockRole,
  removeRole,
  saveRoleChange,
} from './role-change.store.ts';

const roles: RecordSource = {
  name: 'auth_role_page',
  table: 'auth_role',
  alias: 'r',
  columns: ROLE_COLUMNS,
  joins: '',
  sortColumns: { code: 'r.code COLLATE "C"', name: 'r.name', dateCreated: 'r.date_created' },
};

const READ_ONLY = {
  code: 'Fixed when the role is created.',
  tenantIdentifier: 'Fixed when the role is created.',
} as const;

interface RoleAdministrationGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly directoryEvents: DirectoryEvents;
  readonly session: () => SessionApi;
}

export function createRoleAdministrationService(ground: RoleAdministrationGround) {
  const { database } = ground;
  return {
    update: (act: Act, model: SvcRoleUpdateModel): Promise<SvcRoleModel> =>
      database.transaction((tx) => updateIn(tx, ground, act, model)),
    async get(uuid: string, caller: Caller): Promise<SvcRoleModel> {
      return toSvcRole(
        (await findRoleByUuid(database, uuid, visibleTenant(caller))) ?? failNotFound('ROLE_NOT_FOUND', { uuid }),
      );
    },
    remove: (act: Act, uuid: string): Promise<void> =>
      database.transaction(async (tx) => {
        const role = await lockOwnRole(tx, uuid, act.caller);
        requireHeld(act.caller, role.authorityList);
        if (role.userCount > 0) fail('ROLE_IN_USE', { parameters: { code: role.code, count: role.userCount } });
        await removeRole(tx, role.id, { updatedBy: act.caller.username, now: new Date(ground.clock.now()) });
        await act.record(tx, authenticationEvents.roleDeleted, roleSubject(role), { uuid: role.uuid });
      }),
    async page(model: SvcRoleQueryModel, caller: Caller): Promise<ReturnType<typeof pageBody<SvcRoleModel, string>>> {
      const request = resolvePageable(model.pageable, roleSortStandard);
      const { rows, total } = await pageRecords<Role>(database, roles, filterOf(model, caller), request);
      return pageBody(rows.map(toSvcRole), total, request);
    },
    async list(model: SvcRoleQueryModel, caller: Caller): Promise<readonly SvcRoleModel[]> {
      const request = resolvePageable(model.pageable, roleSortStandard);
      return (await listRecords<Role>(database, roles, filterOf(model, caller), request)).map(toSvcRole);
    },
    authorities: (): Promise<readonly SvcAuthorityModel[]> => listAuthorities(database),
  };
}

export type RoleAdministrationService = ReturnType<typeof createRoleAdministrationService>;

/** Locks a living role of the caller's tenant; fails with 409 for a shipped one. */
async function lockOwnRole(tx: Transaction, uuid: string, caller: Caller): Promise<Role> {
  await lockRole(tx, uuid);
  const role = (await findRoleByUuid(tx, uuid, visibleTenant(caller))) ?? failNotFound('ROLE_NOT_FOUND', { uuid });
  if (role.system) fail('ROLE_SYSTEM', { parameters: { code: role.code } });
  return role;
}

async function updateIn(
  tx: Transaction,
  ground: RoleAdministrationGround,
  act: Act,
  model: SvcRoleUpdateModel,
): Promise<SvcRoleModel> {
  const { caller } = act;
  const role = await lockOwnRole(tx, model.uuid, caller);
  requireVersion({ identifier: role.uuid, version: role.version }, model.version);
  refuseReadOnly(model, toSvcRole(role), READ_ONLY);
  const wanted = [...new Set(told(model.authorityList, role.authorityList) ?? [])];
  const added = wanted.filter((authority) => !role.authorityList.includes(authority));
  const removed = role.authorityList.filter((authority) => !wanted.includes(authority));
  const [unknown] = await findUnknownAuthorities(tx, added);
  if (unknown !== undefined) fail('AUTHORITY_UNKNOWN', { parameters: { authority: unknown } });
  requireHeld(caller, [...added, ...removed]);
  const fields = {
    name: told(model.name, role.name) ?? role.code,
    description: told(model.description, role.description),
    authorityList: wanted,
  };
  await saveRoleChange(tx, role.id, fields, { updatedBy: caller.username, now: new Date(ground.clock.now()) });
  const changed = (await findRoleByUuid(tx, role.uuid, null))!;
  if (added.length + removed.length > 0) await tellHolders(tx, ground, changed);
  const detail = { old: detailOf(role), new: detailOf(changed) };
  await act.record(tx, authenticationEvents.roleUpdated, roleSubject(changed), detail);
  return toSvcRole(changed);
}

/** Every process reads the holders' authorities again; other modules hear of all holders at once. */
async function tellHolders(
  tx: Transaction,
  { session, directoryEvents }: RoleAdministrationGround,
  { code, tenantIdentifier }: Role,
): Promise<void> {
  await session().refreshRole(tx, code);
  await directoryEvents.record(tx, {
    kind: 'authorities-changed',
    tenantIdentifier: tenantIdentifier!,
    userUuid: null,
    username: null,
    previousUsername: null,
  });
}

function detailOf({ name, description, authorityList }: Role): object {
  return { name, description, authorityList };
}

/** Only roles of a tenant can be written. */
function roleSubject({ code, tenantIdentifier }: Role): EventSubject {
  return { name: code, tenantIdentifier: tenantIdentifier! };
}

function filterOf(model: SvcRoleQueryModel, caller: Caller): Filter {
  const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
  requireTenant(caller, tenantIdentifier);
  const filter = createFilter();
  filter.and('NOT r.deleted');
  filter.and('r.system OR r.tenant_identifier = $?', tenantIdentifier);
  const { searchText, code, authority, system } = model;
  if (typeof code === 'string') filter.and('r.code = $?', code);
  if (typeof system === 'boolean') filter.and(system ? 'r.system' : 'NOT r.system');
  if (typeof authority === 'string') {
    filter.and(HOLDS_AUTHORITY, authority);
  }
  if (typeof searchText === 'string') {
    filter.and('r.code ILIKE $? OR r.name ILIKE $? OR r.description ILIKE $?', containsPattern(searchText));
  }
  return filter;
}
