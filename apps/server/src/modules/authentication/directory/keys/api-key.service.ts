// Creates and deletes API keys; a key is shown once and never holds more than its creator.

import type { SvcApiKeyModel, SvcApiKeyModelInput } from '@keelson/contract';
import { isUniqueViolation, type Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { type ArgumentProblem, fail, invalid } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { API_KEY_DAYS } from '../../settings/authentication.settings.ts';
import { requireHeld, requireTenant, visibleTenant } from '../required-grants.ts';
import { findUnknownAuthorities } from '../role.store.ts';
import { findTenant } from '../tenant.store.ts';
import { API_KEY_NAME_INDEX, findApiKey, removeApiKey, saveApiKey } from './api-key.store.ts';
import { OWNER_TENANT, toSvcApiKey } from './api-key.wire.ts';
import { DAY_MS, findExpiryProblems, findRangeProblems, makeKeySecret, requireTenantOwner } from './api-key-rules.ts';
import { keyDetail, keySubject } from './key-subject.ts';

export function createApiKeyService({
  database,
  clock,
  ids,
  session,
}: Pick<Kernel, 'database' | 'clock' | 'ids'> & {
  readonly session: () => SessionApi;
}) {
  const createIn = async (
    tx: Transaction,
    act: Act,
    model: SvcApiKeyModelInput,
    tenantIdentifier: string,
  ): Promise<SvcApiKeyModel> => {
    const { caller } = act;
    const authorityList = [...new Set(model.authorityList)];
    const [unknown] = await findUnknownAuthorities(tx, authorityList);
    if (unknown !== undefined) fail('AUTHORITY_UNKNOWN', { parameters: { authority: unknown } });
    requireHeld(caller, authorityList);
    const { secret, keyHash, keyPrefix } = makeKeySecret(ids);
    const uuid = ids.uuidV7();
    const nowMs = clock.now();
    await saveApiKey(tx, {
      uuid,
      tenantIdentifier,
      name: model.name,
      nameFolded: foldName(model.name),
      description: model.description ?? null,
      keyHash,
      keyPrefix,
      authorityList,
      allowedAddressList: model.allowedAddressList ?? [],
      expiryDate: expiryOf(model, nowMs),
      enabled: model.enabled ?? true,
      ownerUserUuid: model.owner === OWNER_TENANT ? null : caller.userUuid,
      createdBy: caller.username,
      now: new Date(nowMs),
    });
    const key = (await findApiKey(tx, uuid, tenantIdentifier))!;
    await act.record(tx, authenticationEvents.apiKeyCreated, keySubject(key), keyDetail(key));
    return toSvcApiKey(key, secret);
  };

  return {
    async create(act: Act, model: SvcApiKeyModelInput): Promise<SvcApiKeyModel> {
      const { caller } = act;
      const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
      requireTenant(caller, tenantIdentifier);
      checkShape(model, caller, clock.now());
      const tenant = await findTenant(database, tenantIdentifier);
      if (tenant === null) failNotFound('TENANT_NOT_FOUND', { tenantIdentifier });
      try {
        return await database.transaction((tx) => createIn(tx, act, model, tenant.identifier));
      } catch (error) {
        if (!isUniqueViolation(error, API_KEY_NAME_INDEX)) throw error;
        return fail('API_KEY_ALREADY_EXISTS', { parameters: { name: model.name } });
      }
    },
    async remove(act: Act, uuid: string): Promise<void> {
      const { caller } = act;
      await database.transaction(async (tx) => {
        const key = await findApiKey(tx, uuid, visibleTenant(caller));
        if (key === null) failNotFound('API_KEY_NOT_FOUND', { uuid });
        await removeApiKey(tx, key.id, caller.username, new Date(clock.now()));
        await session().closeByKey(tx, key.uuid, act.actor);
        await act.record(tx, authenticationEvents.apiKeyDeleted, keySubject(key), keyDetail(key));
      });
    },
  };
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

/** Fails with 400 and all problems, or with 403 for a key of the tenant without the authority that it needs. */
function checkShape(model: SvcApiKeyModelInput, caller: Caller, nowMs: number): void {
  const problems: ArgumentProblem[] = [];
  const { owner } = model;
  if (owner !== null && owner !== undefined && owner !== OWNER_TENANT && owner !== caller.username) {
    problems.push({ field: 'owner', code: 'NOT_ALLOWED', message: `Only ${OWNER_TENANT} or the creator.` });
  }
  if (owner !== OWNER_TENANT && caller.userUuid === null) {
    problems.push({ field: 'owner', code: 'REQUIRED', message: `Only a person owns keys; ask for ${OWNER_TENANT}.` });
  }
  problems.push(...findRangeProblems(model.allowedAddressList ?? []));
  problems.push(...findExpiryProblems(expiryOf(model, nowMs), nowMs));
  if (problems.length > 0) invalid(...problems);
  if (owner === OWNER_TENANT) requireTenantOwner(caller);
}

function expiryOf({ expiryDate }: SvcApiKeyModelInput, nowMs: number): Date {
  return new Date(expiryDate ?? nowMs + API_KEY_DAYS * DAY_MS);
}
