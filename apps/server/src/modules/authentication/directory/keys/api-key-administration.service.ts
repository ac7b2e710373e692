// Changes, finds and rotates API keys; whoever makes one worth more has to hold what it is worth.

import {
  apiKeySortStandard,
  resolvePageable,
  type SvcApiKeyModel,
  type SvcApiKeyQueryModel,
  type SvcApiKeyRotateModel,
  type SvcApiKeyUpdateModel,
} from '@keelson/contract';
import { isUniqueViolation, type Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { pageBody } from '../../../../kernel/records/page.ts';
import { pageRecords } from '../../../../kernel/records/record-page.ts';
import { requireVersion } from '../../../../kernel/records/version.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail, invalid } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { refuseReadOnly } from '../../../../kernel/request/read-only-fields.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { told } from '../../ground/told.ts';
import { requireHeld, visibleTenant } from '../required-grants.ts';
import { findUnknownAuthorities } from '../role.store.ts';
import { API_KEY_NAME_INDEX, type ApiKey, findApiKey } from './api-key.store.ts';
import { OWNER_TENANT, toSvcApiKey } from './api-key.wire.ts';
import { type ApiKeyFields, lockApiKey, saveApiKeyChange, saveApiKeySecret } from './api-key-change.store.ts';
import { apiKeySource, filterOfKeys } from './api-key-query.ts';
import { findExpiryProblems, findRangeProblems, makeKeySecret, requireTenantOwner } from './api-key-rules.ts';
import { keyDetail, keySubject } from './key-subject.ts';

const MINUTE_MS = 60_000;

/** Says which key, and for how long its old secret goes on working. */
export interface RotatedKey extends SvcApiKeyRotateModel {
  readonly uuid: string;
}

interface ApiKeyAdministrationGround extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly session: () => SessionApi;
}

export function createApiKeyAdministrationService(ground: ApiKeyAdministrationGround) {
  const { database } = ground;
  return {
    async update(act: Act, model: SvcApiKeyUpdateModel): Promise<SvcApiKeyModel> {
      try {
        return await database.transaction((tx) => updateIn(tx, ground, act, model));
      } catch (error) {
        if (!isUniqueViolation(error, API_KEY_NAME_INDEX)) throw error;
        return fail('API_KEY_ALREADY_EXISTS', { parameters: { name: model.name ?? '' } });
      }
    },
    async get(uuid: string, caller: Caller): Promise<SvcApiKeyModel> {
      const key = await findApiKey(database, uuid, visibleTenant(caller));
      return toSvcApiKey(key ?? failNotFound('API_KEY_NOT_FOUND', { uuid }), null);
    },
    async page(
      model: SvcApiKeyQueryModel,
      caller: Caller,
    ): Promise<ReturnType<typeof pageBody<SvcApiKeyModel, string>>> {
      const request = resolvePageable(model.pageable, apiKeySortStandard);
      const { rows, total } = await pageRecords<ApiKey>(database, apiKeySource, filterOfKeys(model, caller), request);
      return pageBody(
        rows.map((key) => toSvcApiKey(key, null)),
        total,
        request,
      );
    },
    /** The new secret is in this answer only; the old one works for the overlap. */
    rotate: (act: Act, input: RotatedKey): Promise<SvcApiKeyModel> =>
      database.transaction((tx) => rotateIn(tx, ground, act, input)),
  };
}

export type ApiKeyAdministrationService = ReturnType<typeof createApiKeyAdministrationService>;

async function lockFound(tx: Transaction, uuid: string, caller: Caller): Promise<ApiKey> {
  await lockApiKey(tx, uuid);
  return (await findApiKey(tx, uuid, visibleTenant(caller))) ?? failNotFound('API_KEY_NOT_FOUND', { uuid });
}

async function rotateIn(
  tx: Transaction,
  { clock, ids, session }: ApiKeyAdministrationGround,
  act: Act,
  { uuid, overlapMinutes: asked }: RotatedKey,
): Promise<SvcApiKeyModel> {
  const { caller } = act;
  const overlapMinutes = asked ?? 0;
  const key = await lockFound(tx, uuid, caller);
  // Whoever has the new secret can do what the key can.
  requireHeld(caller, key.authorityList);
  const { secret, keyHash, keyPrefix } = makeKeySecret(ids);
  const nowMs = clock.now();
  const previousExpiry = overlapMinutes === 0 ? null : new Date(nowMs + overlapMinutes * MINUTE_MS);
  const change = { updatedBy: caller.username, now: new Date(nowMs) };
  await saveApiKeySecret(tx, key.id, { keyHash, keyPrefix, previousExpiry }, change);
  // Without an overlap the old secret is refused from now on, and so is what it began.
  if (previousExpiry === null) await session().closeByKey(tx, key.uuid, act.actor);
  else await session().limitByKey(tx, key.uuid, previousExpiry.getTime());
  const detail = { uuid, overlapMinutes };
  await act.record(tx, authenticationEvents.apiKeyRotated, keySubject(key), detail);
  return toSvcApiKey((await findApiKey(tx, uuid, null))!, secret);
}

async function updateIn(
  tx: Transaction,
  ground: ApiKeyAdministrationGround,
  act: Act,
  model: SvcApiKeyUpdateModel,
): Promise<SvcApiKeyModel> {
  const { caller } = act;
  const { clock, session } = ground;
  const key = await lockFound(tx, model.uuid, caller);
  requireVersion({ identifier: key.uuid, version: key.version }, model.version);
  const fields = changedKey(model, key, caller, clock.now());
  await requireMayChange(tx, fields, key, caller);
  await saveApiKeyChange(tx, key.id, fields, { updatedBy: caller.username, now: new Date(clock.now()) });
  if (fields.enabled) await session().limitByKey(tx, key.uuid, fields.expiryDate.getTime());
  else await session().closeByKey(tx, key.uuid, act.actor);
  const changed = (await findApiKey(tx, key.uuid, null))!;
  const detail = { old: keyDetail(key), new: keyDetail(changed) };
  await act.record(tx, authenticationEvents.apiKeyUpdated, keySubject(changed), detail);
  return toSvcApiKey(changed, null);
}

/** Answers the key as it is to be; fails with 400 and what does not fit. */
function changedKey(model: SvcApiKeyUpdateModel, key: ApiKey, caller: Caller, nowMs: number): ApiKeyFields {
  const toTenant = model.owner === OWNER_TENANT && key.ownerUsername !== null;
  const readOnly = {
    tenantIdentifier: 'A key stays in its tenant.',
    owner: `Only ${OWNER_TENANT} can take a key over.`,
  };
  const sent = toTenant ? { ...model, owner: key.ownerUsername } : model;
  refuseReadOnly(dropNull(sent, 'owner'), toSvcApiKey(key, null), readOnly);
  if (toTenant) requireTenantOwner(caller);
  const name = model.name ?? key.name;
  const expiryDate = model.expiryDate === undefined ? key.expiryDate : new Date(model.expiryDate);
  const allowedAddressList = told(model.allowedAddressList, key.allowedAddressList) ?? [];
  const problems = [
    ...findRangeProblems(allowedAddressList),
    ...(expiryDate.getTime() === key.expiryDate.getTime() ? [] : findExpiryProblems(expiryDate, nowMs)),
  ];
  if (problems.length > 0) invalid(...problems);
  return {
    name,
    nameFolded: foldName(name),
    expiryDate,
    allowedAddressList,
    ofTenant: toTenant,
    description: told(model.description, key.description),
    authorityList: [...new Set(model.authorityList ?? key.authorityList)],
    enabled: model.enabled ?? key.enabled,
  };
}

/** Drops null, which counts as left out for a field that cannot be cleared. */
function dropNull(model: Readonly<Record<string, unknown>>, field: string): Readonly<Record<string, unknown>> {
  return model[field] === null ? { ...model, [field]: undefined } : model;
}

/** Fails with 403 unless the caller holds what is added, and, where the key works afterwards, all that it holds. */
async function requireMayChange(tx: Transaction, fields: ApiKeyFields, key: ApiKey, caller: Caller): Promise<void> {
  const added = fields.authorityList.filter((authority) => !key.authorityList.includes(authority));
  const [unknown] = await findUnknownAuthorities(tx, added);
  if (unknown !== undefined) fail('AUTHORITY_UNKNOWN', { parameters: { authority: unknown } });
  requireHeld(caller, fields.enabled ? fields.authorityList : added);
}
