// Creates roles; nobody puts an authority into one that they lack.

import type { SvcRoleModel, SvcRoleModelInput } from '@keelson/contract';
import { isUniqueViolation, type Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { requireHeld, requireTenant } from '../required-grants.ts';
import {
  findRole,
  findUnknownAuthorities,
  ROLE_CODE_INDEX,
  type Role,
  saveRole,
  saveRoleAuthorities,
} from '../role.store.ts';
import { findTenant } from '../tenant.store.ts';
import { toSvcRole } from './role.wire.ts';

export function createRoleService({ database, clock, ids }: Pick<Kernel, 'database' | 'clock' | 'ids'>) {
  const createIn = async (
    tx: Transaction,
    act: Act,
    model: SvcRoleModelInput,
    tenantIdentifier: string,
  ): Promise<Role> => {
    const { caller } = act;
    const authorities = [...new Set(model.authorityList ?? [])];
    const [unknown] = await findUnknownAuthorities(tx, authorities);
    if (unknown !== undefined) fail('AUTHORITY_UNKNOWN', { parameters: { authority: unknown } });
    requireHeld(caller, authorities);
    const id = await saveRole(tx, {
      uuid: ids.uuidV7(),
      tenantIdentifier,
      code: model.code,
      name: model.name ?? model.code,
      description: model.description ?? null,
      system: false,
      createdBy: caller.username,
      now: new Date(clock.now()),
    });
    if (id === null) fail('ROLE_ALREADY_EXISTS', { parameters: { code: model.code } });
    await saveRoleAuthorities(tx, id, authorities);
    const subject = { name: model.code, tenantIdentifier };
    await act.record(tx, authenticationEvents.roleCreated, subject, { authorityList: authorities });
    return findRole(tx, id);
  };

  return {
    async create(act: Act, model: SvcRoleModelInput): Promise<SvcRoleModel> {
      const { caller } = act;
      const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
      requireTenant(caller, tenantIdentifier);
      const tenant = await findTenant(database, tenantIdentifier);
      if (tenant === null) failNotFound('TENANT_NOT_FOUND', { tenantIdentifier });
      try {
        return await act.once((claim) =>
          database.transaction(async (tx) => {
            const answer = toSvcRole(await createIn(tx, act, model, tenant.identifier));
            await claim.save(tx, answer);
            return answer;
          }),
        );
      } catch (error) {
        if (!isUniqueViolation(error, ROLE_CODE_INDEX)) throw error;
        return fail('ROLE_ALREADY_EXISTS', { parameters: { code: model.code } });
      }
    },
  };
}

export type RoleService = ReturnType<typeof createRoleService>;
