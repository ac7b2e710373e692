// Creates and deletes API keys; a key is shown once and never holds more than its creator.
import type { SvcApiKeyModel, SvcApiKeyModelInput } from '@keelson/contract';
import type { Caller } from '../../../kernel/caller.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Context } from '../../../kernel/context.ts';
import { type Database, isUniqueViolation, type Transaction } from '../../../kernel/database.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/errors.ts';
import type { EventRecorder } from '../../../kernel/events.ts';
import { foldName } from '../../../kernel/fold.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SessionApi } from '../../session/api.ts';
import { apiKeySettings } from '../authentication.settings.ts';
import { toRecordFields } from '../authentication.types.ts';
import { requireHeld, requireTenant, visibleTenant } from '../directory/grants.ts';
import { findUnknownAuthorities } from '../directory/role.store.ts';
import { findTenant } from '../directory/tenant.store.ts';
import { API_KEY_NAME_INDEX, type ApiKey, findApiKey, removeApiKey, saveApiKey } from './api-key.store.ts';
import { KEY_USERNAME_PREFIX } from './api-key-verifier.ts';

const DAY_MS = 86_400_000;
const KEY_PREFIX = 'svc_key_';
const KEY_BYTES = 32;
/** What lists show of a key: its kind and 4 characters, 24 bits of 256. */
const SHOWN_PREFIX_LENGTH = 12;
const OWNER_TENANT = 'TENANT';
const TENANT_OWNER_AUTHORITY = 'AUTH_TENANT_MANAGE';

export interface ApiKeyService {
  create(model: SvcApiKeyModelInput, caller: Caller, context: Context): Promise<SvcApiKeyModel>;
  remove(uuid: string, caller: Caller, context: Context): Promise<void>;
}

export interface ApiKeyServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly session: () => SessionApi;
}

export function createApiKeyService(deps: ApiKeyServiceDependencies): ApiKeyService {
  const { database, clock, ids, events, session } = deps;

  const createIn = async (
    tx: Transaction,
    model: SvcApiKeyModelInput,
    tenantIdentifier: string,
    caller: Caller,
    context: Context,
  ): Promise<SvcApiKeyModel> => {
    const authorityList = [...new Set(model.authorityList)];
    const [unknown] = await findUnknownAuthorities(tx, authorityList);
    if (unknown !== undefined) fail('AUTHORITY_UNKNOWN', { parameters: { authority: unknown } });
    requireHeld(caller, authorityList);
    const secret = KEY_PREFIX + ids.secret(KEY_BYTES);
    const uuid = ids.uuidV7();
    const nowMs = clock.now();
    await saveApiKey(tx, {
      uuid,
      tenantIdentifier,
      name: model.name,
      nameFolded: foldName(model.name),
      description: model.description ?? null,
      keyHash: session().identifierOf(secret),
      keyPrefix: secret.slice(0, SHOWN_PREFIX_LENGTH),
      authorityList,
      allowedAddressList: model.allowedAddressList ?? [],
      expiryDate: expiryOf(model, nowMs),
      enabled: model.enabled ?? true,
      ownerUserUuid: model.owner === OWNER_TENANT ? null : caller.userUuid,
      createdBy: caller.username,
      now: new Date(nowMs),
    });
    const key = (await findApiKey(tx, uuid, tenantIdentifier))!;
    await recordKeyEvent(tx, events, 'authentication.api-key-created', key, caller, context);
    return toSvcApiKey(key, secret);
  };

  return {
    async create(model, caller, context) {
      const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
      requireTenant(caller, tenantIdentifier);
      checkShape(model, caller, session(), clock.now());
      const tenant = await findTenant(database, tenantIdentifier);
      if (tenant === null) fail('TENANT_NOT_FOUND', { parameters: { tenantIdentifier } });
      try {
        return await database.transaction((tx) => createIn(tx, model, tenant.identifier, caller, context));
      } catch (error) {
        if (!isUniqueViolation(error, API_KEY_NAME_INDEX)) throw error;
        return fail('API_KEY_ALREADY_EXISTS', { parameters: { name: model.name } });
      }
    },
    async remove(uuid, caller, context) {
      await database.transaction(async (tx) => {
        const key = await findApiKey(tx, uuid, visibleTenant(caller));
        if (key === null) fail('API_KEY_NOT_FOUND');
        await removeApiKey(tx, key.id, caller.username, new Date(clock.now()));
        await session().refreshKey(tx, key.uuid);
        await recordKeyEvent(tx, events, 'authentication.api-key-deleted', key, caller, context);
      });
    },
  };
}

function recordKeyEvent(
  tx: Transaction,
  events: EventRecorder,
  kind: string,
  key: ApiKey,
  caller: Caller,
  context: Context,
): Promise<void> {
  return events.record(tx, {
    kind,
    type: 'AUDIT',
    tenantIdentifier: key.tenantIdentifier,
    actor: caller.username,
    ipAddress: context.remoteAddress,
    requestId: context.requestId,
    subject: key.name,
    detail: { uuid: key.uuid, authorityList: key.authorityList, allowedAddressList: key.allowedAddressList },
  });
}

/** 400 with all problems; 403 for a key of the tenant without the authority that it needs. */
function checkShape(model: SvcApiKeyModelInput, caller: Caller, session: SessionApi, nowMs: number): void {
  const problems: ArgumentProblem[] = [];
  const { owner } = model;
  if (owner !== null && owner !== undefined && owner !== OWNER_TENANT && owner !== caller.username) {
    problems.push({ field: 'owner', code: 'NOT_ALLOWED', message: `Only ${OWNER_TENANT} or the creator.` });
  }
  if (owner !== OWNER_TENANT && caller.userUuid === null) {
    problems.push({ field: 'owner', code: 'REQUIRED', message: `Only a person owns keys; ask for ${OWNER_TENANT}.` });
  }
  (model.allowedAddressList ?? []).forEach((range, index) => {
    if (session.isAddressRange(range)) return;
    const message = 'An address or a CIDR range, IPv4 or IPv6.';
    problems.push({ field: `allowedAddressList[${index}]`, code: 'FORMAT', message });
  });
  const lifetimeMs = expiryOf(model, nowMs).getTime() - nowMs;
  const { max } = apiKeySettings.expiry.limits;
  if (lifetimeMs <= 0 || lifetimeMs > max * DAY_MS) {
    problems.push({ field: 'expiryDate', code: 'OUT_OF_RANGE', message: `In the future, at most ${max} days ahead.` });
  }
  if (problems.length > 0) invalid(...problems);
  if (owner === OWNER_TENANT && !caller.holds(TENANT_OWNER_AUTHORITY)) fail('ACCESS_DENIED');
}

function expiryOf({ expiryDate }: SvcApiKeyModelInput, nowMs: number): Date {
  return new Date(expiryDate ?? nowMs + apiKeySettings.expiry.default * DAY_MS);
}

function toSvcApiKey(key: ApiKey, secret: string | null): SvcApiKeyModel {
  return {
    ...toRecordFields(key),
    name: key.name,
    tenantIdentifier: key.tenantIdentifier,
    description: key.description,
    username: KEY_USERNAME_PREFIX + key.name,
    authorityList: key.authorityList,
    allowedAddressList: key.allowedAddressList,
    expiryDate: key.expiryDate.toISOString(),
    lastUsedDate: key.lastUsedDate?.toISOString() ?? null,
    keyPrefix: key.keyPrefix,
    enabled: key.enabled,
    owner: key.ownerUsername ?? OWNER_TENANT,
    key: secret,
  };
}
