// Creates roles; nobody puts an authority into one that they lack.
import type { SvcRoleModel, SvcRoleModelInput } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import { type Database, isUniqueViolation, type Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Idempotency } from '../../../kernel/records/idempotency.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { requestHash } from '../request-hash.ts';
import { requireHeld, requireTenant } from './grants.ts';
import {
  findRole,
  findUnknownAuthorities,
  ROLE_CODE_INDEX,
  type Role,
  saveRole,
  saveRoleAuthorities,
} from './role.store.ts';
import { toSvcRole } from './role.wire.ts';
import { findTenant } from './tenant.store.ts';

export interface RoleService {
  create(model: SvcRoleModelInput, caller: Caller, context: Context): Promise<SvcRoleModel>;
}

export interface RoleServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly idempotency: Idempotency;
}

export function createRoleService(deps: RoleServiceDependencies): RoleService {
  const { database, clock, ids, events, idempotency } = deps;

  const createIn = async (
    tx: Transaction,
    model: SvcRoleModelInput,
    tenantIdentifier: string,
    caller: Caller,
    context: Context,
  ): Promise<Role> => {
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
    await events.record(tx, {
      kind: 'authentication.role-created',
      type: 'AUDIT',
      tenantIdentifier,
      actor: caller.username,
      ipAddress: context.remoteAddress,
      requestId: context.requestId,
      subject: model.code,
      detail: { authorityList: authorities },
    });
    return findRole(tx, id);
  };

  return {
    async create(model, caller, context) {
      const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
      requireTenant(caller, tenantIdentifier);
      const tenant = await findTenant(database, tenantIdentifier);
      if (tenant === null) fail('TENANT_NOT_FOUND', { parameters: { tenantIdentifier } });
      const request = {
        tenantIdentifier: caller.tenantIdentifier,
        callerIdentifier: caller.identifier,
        operation: 'authentication.createRole',
        key: context.idempotencyKey,
        bodyHash: requestHash(model),
      };
      try {
        return await idempotency.run(request, (claim) =>
          database.transaction(async (tx) => {
            const answer = toSvcRole(await createIn(tx, model, tenant.identifier, caller, context));
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
