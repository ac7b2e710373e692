// Makes, changes and deletes roles; a caller neither adds to one nor removes an authority that the caller lacks.
import type { SvcRoleModel, SvcRoleModelInput, SvcRoleQueryModel, SvcRoleUpdateModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { typed } from '../../../../kernel/records/record/column.ts';
import { createRecordService, visibleScope } from '../../../../kernel/records/record/record-service.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { DirectoryEvents } from '../events/feature.ts';
import { askedTenant, askedTenantToMakeIn, requireHeld, requireKnownAuthorities } from '../required-grants.ts';
import { isShippedRole, type Role, roles, saveRoleAuthorities } from '../role.store.ts';

interface RoleGround extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly directoryEvents: DirectoryEvents;
  readonly session: () => SessionApi;
}

interface RoleModels {
  readonly save: SvcRoleModelInput;
  readonly update: SvcRoleUpdateModel;
  readonly query: SvcRoleQueryModel;
  readonly answer: SvcRoleModel;
}

export function createRoleService(ground: RoleGround) {
  return createRecordService(ground, roles, {
    models: typed<RoleModels>(),
    events: {
      saved: authenticationEvents.roleCreated,
      updated: authenticationEvents.roleUpdated,
      removed: authenticationEvents.roleDeleted,
    },
    toModel: roles.toModel,
    scopeOf: ({ caller }) => visibleScope(caller),
    pageScopeOf: ({ caller }, { tenantIdentifier }) => ({
      tenantIdentifier: askedTenant(caller, tenantIdentifier),
    }),
    tenantOf: (tx, { caller }, body) => askedTenantToMakeIn(tx, caller, body.tenantIdentifier),
    before: {
      async save(tx, { caller }, { body, fields: { code } }) {
        await requireGrantable(tx, caller, { added: body.authorityList ?? [], removed: [] });
        if (await isShippedRole(tx, code)) fail('ROLE_ALREADY_EXISTS', { parameters: { code } });
      },
      async update(tx, { caller }, { body, row }) {
        await requireGrantable(tx, caller, changedAuthorities(body, row));
      },
      remove(_tx, { caller }, { row: { authorityList, code, userCount } }) {
        requireHeld(caller, authorityList);
        if (userCount > 0) fail('ROLE_IN_USE', { parameters: { code, count: userCount } });
      },
    },
    after: {
      save: (tx, _act, { row, body }) => saveRoleAuthorities(tx, row.id, body.authorityList ?? []),
      async update(tx, _act, { row, body }) {
        const { wanted, added, removed } = changedAuthorities(body, row);
        if (added.length + removed.length === 0) return;
        await saveRoleAuthorities(tx, row.id, wanted);
        await notifyHolders(tx, ground, row);
      },
    },
  });
}

export type RoleService = ReturnType<typeof createRoleService>;

interface ChangedAuthorities {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function changedAuthorities({ authorityList }: SvcRoleUpdateModel, role: Role) {
  const wanted = authorityList === undefined ? role.authorityList : (authorityList ?? []);
  return {
    wanted,
    added: wanted.filter((authority) => !role.authorityList.includes(authority)),
    removed: role.authorityList.filter((authority) => !wanted.includes(authority)),
  };
}

/** Fails with 422 for an authority that no module has, and with 403 unless the caller holds all that changes. */
async function requireGrantable(tx: Transaction, caller: Caller, { added, removed }: ChangedAuthorities) {
  await requireKnownAuthorities(tx, added);
  requireHeld(caller, [...added, ...removed]);
}

/**
 * Makes every process read the holders' authorities again, and records one event about all holders for other modules.
 */
async function notifyHolders(
  tx: Transaction,
  { session, directoryEvents }: RoleGround,
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
