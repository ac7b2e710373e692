// Makes, changes and finds tenants.

import {
  resolvePageable,
  type SvcTenantModel,
  type SvcTenantModelInput,
  type SvcTenantQueryModel,
  type SvcTenantUpdateModel,
  tenantSortStandard,
} from '@keelson/contract';
import { isUniqueViolation, type Transaction } from '../../../../kernel/database/database.ts';
import { canonicalLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { pageBody } from '../../../../kernel/records/page.ts';
import { pageRecords } from '../../../../kernel/records/record-page.ts';
import { requireVersion } from '../../../../kernel/records/version.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail, invalid } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { refuseReadOnly } from '../../../../kernel/request/read-only-fields.ts';
import type { SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { told } from '../../ground/told.ts';
import { visibleTenant } from '../required-grants.ts';
import { toSvcTenant } from './tenant.wire.ts';
import {
  findTenantRecord,
  lockTenant,
  saveTenant,
  saveTenantChange,
  saveTenantHosts,
  TENANT_IDENTIFIER_INDEX,
  type TenantFields,
  type TenantRecord,
} from './tenant-administration.store.ts';
import {
  canonicalHost,
  findTenantProblems,
  TENANT_LOCALE_STANDARD,
  TENANT_TIME_ZONE_STANDARD,
} from './tenant-fields.ts';
import { filterOfTenants, tenantSource } from './tenant-query.ts';
import { tenantSubject } from './tenant-subject.ts';

const READ_ONLY = {
  identifier: 'Fixed when the tenant is created.',
  enabled: 'Written by activateTenant and deactivateTenant.',
} as const;

interface TenantGround extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly session: () => SessionApi;
}

export function createTenantService(ground: TenantGround) {
  const { database } = ground;
  return {
    async create(act: Act, model: SvcTenantModelInput): Promise<SvcTenantModel> {
      try {
        return await act.once((claim) =>
          database.transaction(async (tx) => {
            const answer = await createIn(tx, ground, act, model);
            await claim.save(tx, answer);
            return answer;
          }),
        );
      } catch (error) {
        if (!isUniqueViolation(error, TENANT_IDENTIFIER_INDEX)) throw error;
        return fail('TENANT_ALREADY_EXISTS', { parameters: { identifier: model.identifier } });
      }
    },
    update: (act: Act, model: SvcTenantUpdateModel): Promise<SvcTenantModel> =>
      database.transaction((tx) => updateIn(tx, ground, act, model)),
    async get(uuid: string, caller: Caller): Promise<SvcTenantModel> {
      return toSvcTenant((await findTenantRecord(database, uuid, visibleTenant(caller))) ?? notFound(uuid));
    },
    async page(
      model: SvcTenantQueryModel,
      caller: Caller,
    ): Promise<ReturnType<typeof pageBody<SvcTenantModel, string>>> {
      const request = resolvePageable(model.pageable, tenantSortStandard);
      const filter = filterOfTenants(model, caller);
      const { rows, total } = await pageRecords<TenantRecord>(database, tenantSource, filter, request);
      return pageBody(rows.map(toSvcTenant), total, request);
    },
  };
}

export type TenantService = ReturnType<typeof createTenantService>;

async function createIn(
  tx: Transaction,
  ground: TenantGround,
  act: Act,
  model: SvcTenantModelInput,
): Promise<SvcTenantModel> {
  const { clock, ids } = ground;
  const fields = checkedFieldsOf(model, null);
  const uuid = ids.uuidV7();
  const change = { updatedBy: act.caller.username, now: new Date(clock.now()) };
  const { identifier } = model;
  const id = await saveTenant(tx, { uuid, identifier, enabled: model.enabled ?? true, ...fields }, change);
  await saveHosts(tx, id, fields.hostList);
  const tenant = (await findTenantRecord(tx, uuid, null))!;
  await act.record(tx, authenticationEvents.tenantCreated, tenantSubject(tenant), fields);
  return toSvcTenant(tenant);
}

async function updateIn(
  tx: Transaction,
  ground: TenantGround,
  act: Act,
  model: SvcTenantUpdateModel,
): Promise<SvcTenantModel> {
  const { caller } = act;
  await lockTenant(tx, model.uuid);
  const tenant = (await findTenantRecord(tx, model.uuid, visibleTenant(caller))) ?? notFound(model.uuid);
  requireVersion({ identifier: tenant.uuid, version: tenant.version }, model.version);
  refuseReadOnly(model, toSvcTenant(tenant), READ_ONLY);
  const before = fieldsOf({}, tenant);
  const fields = checkedFieldsOf(model, tenant);
  await saveTenantChange(tx, tenant.id, fields, { updatedBy: caller.username, now: new Date(ground.clock.now()) });
  await saveHosts(tx, tenant.id, fields.hostList);
  const changed = (await findTenantRecord(tx, tenant.uuid, null))!;
  const detail = { old: before, new: fields };
  await act.record(tx, authenticationEvents.tenantUpdated, tenantSubject(changed), detail);
  return toSvcTenant(changed);
}

async function saveHosts(tx: Transaction, id: number, hosts: readonly string[]): Promise<void> {
  const host = await saveTenantHosts(tx, id, hosts);
  if (host !== null) fail('TENANT_HOST_ALREADY_EXISTS', { parameters: { host } });
}

type TenantModel = Pick<
  SvcTenantUpdateModel,
  'name' | 'hostList' | 'redirectUrlList' | 'defaultRedirectUrl' | 'locale' | 'timeZone'
>;

/** Takes what the model says, else what was there, else the standard. */
function fieldsOf(model: TenantModel, before: TenantRecord | null): TenantFields {
  const hosts = told(model.hostList, before?.hostList) ?? [];
  return {
    name: told(model.name, before?.name) ?? '',
    hostList: [...new Set(hosts.map(canonicalHost))],
    redirectUrlList: [...new Set(told(model.redirectUrlList, before?.redirectUrlList) ?? [])],
    defaultRedirectUrl: told(model.defaultRedirectUrl, before?.defaultRedirectUrl),
    locale: told(model.locale, before?.locale) ?? TENANT_LOCALE_STANDARD,
    timeZone: told(model.timeZone, before?.timeZone) ?? TENANT_TIME_ZONE_STANDARD,
  };
}

/** Answers the fields as they are stored; fails with 400 and every problem. */
function checkedFieldsOf(model: TenantModel, before: TenantRecord | null): TenantFields {
  const fields = fieldsOf(model, before);
  const problems = findTenantProblems(fields);
  if (problems.length > 0) invalid(...problems);
  return { ...fields, locale: canonicalLocaleTag(fields.locale) ?? fields.locale };
}

function notFound(uuid: string): never {
  return failNotFound('TENANT_NOT_FOUND', { uuid });
}
