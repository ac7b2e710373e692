// Makes, changes, rotates and deletes API keys. A key is shown once, and its maker must hold every authority that it
// has.
import type {
  SvcApiKeyModel,
  SvcApiKeyModelInput,
  SvcApiKeyQueryModel,
  SvcApiKeyRotateModel,
  SvcApiKeyUpdateModel,
} from '@keelson/contract';
import { DAY_MS, MINUTE_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { typed } from '../../../../kernel/records/record/column.ts';
import { createRecordService, visibleScope } from '../../../../kernel/records/record/record-service.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { type ArgumentProblem, fail } from '../../../../kernel/request/errors.ts';
import { readOnlyProblems } from '../../../../kernel/request/read-only-fields.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { refuseReversedRange } from '../../ground/date-range.ts';
import { API_KEY_DAYS } from '../../settings/authentication.settings.ts';
import { askedTenant, askedTenantToMakeIn, requireHeld, requireKnownAuthorities } from '../required-grants.ts';
import { findUserId } from '../user.store.ts';
import { type ApiKey, apiKeys } from './api-key.store.ts';
import { OWNER_TENANT, toSvcApiKey } from './api-key.wire.ts';
import {
  findExpiryProblems,
  findRangeProblems,
  type KeySecret,
  makeKeySecret,
  requireTenantOwner,
} from './api-key-rules.ts';
import { KEY_USERNAME_PREFIX } from './api-key-verifier.ts';

interface ApiKeyGround extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly session: () => SessionApi;
}

interface ApiKeyModels {
  readonly save: SvcApiKeyModelInput & { readonly expiryDate: string; readonly made: KeySecret };
  readonly update: SvcApiKeyUpdateModel;
  readonly query: SvcApiKeyQueryModel;
  readonly answer: SvcApiKeyModel;
}

/** Says which key, and for how long its old secret goes on working. */
interface RotatedKey extends SvcApiKeyRotateModel {
  readonly uuid: string;
}

function createApiKeyRecords(ground: ApiKeyGround) {
  const { clock, session } = ground;
  return createRecordService(ground, apiKeys, {
    models: typed<ApiKeyModels>(),
    events: {
      saved: authenticationEvents.apiKeyCreated,
      updated: authenticationEvents.apiKeyUpdated,
      removed: authenticationEvents.apiKeyDeleted,
    },
    toModel: (key: ApiKey) => toSvcApiKey(key, null),
    scopeOf: ({ caller }) => visibleScope(caller),
    pageScopeOf: ({ caller }, { tenantIdentifier }) => ({ tenantIdentifier: askedTenant(caller, tenantIdentifier) }),
    tenantOf: (tx, { caller }, body) => askedTenantToMakeIn(tx, caller, body.tenantIdentifier),
    query(_act, { username, ...filters }) {
      refuseReversedRange('expiryDate', filters.expiryDateFrom, filters.expiryDateTo);
      return { ...filters, nameFolded: username == null ? null : foldedNameOf(username) };
    },
    check: {
      save: ({ caller }, { body }) => findNewProblems(body, caller, clock.now()),
      update: (_act, { body, row }) => findChangeProblems(body, row, clock.now()),
    },
    before: {
      async save(tx, { caller }, { body }) {
        const isOfTenant = body.owner === OWNER_TENANT;
        if (isOfTenant) requireTenantOwner(caller);
        const authorityList = [...new Set(body.authorityList)];
        await requireKnownAuthorities(tx, authorityList);
        requireHeld(caller, authorityList);
        const { keyHash, keyPrefix } = body.made;
        return { authorityList, keyHash, keyPrefix, ownerUserId: isOfTenant ? null : await ownerIdOf(tx, caller) };
      },
      async update(tx, { caller }, { body, row, changes }) {
        const isTaken = takesOver(body, row);
        if (isTaken) requireTenantOwner(caller);
        const authorityList = [...new Set(changes.authorityList ?? row.authorityList)];
        // Null counts as left out: no key is enabled by it.
        const enabled = body.enabled ?? row.enabled;
        const added = authorityList.filter((authority) => !row.authorityList.includes(authority));
        await requireKnownAuthorities(tx, added);
        // The caller must hold every authority of a key that works afterwards.
        requireHeld(caller, enabled ? authorityList : added);
        return { authorityList, enabled, ...(isTaken ? { ownerUserId: null } : {}) };
      },
    },
    after: {
      async update(tx, act, { row: { uuid, enabled, expiryDate } }) {
        if (enabled) await session().limitByKey(tx, uuid, expiryDate.getTime());
        else await session().closeByKey(tx, uuid, act.actor);
      },
      async remove(tx, act, { row }) {
        await session().closeByKey(tx, row.uuid, act.actor);
      },
    },
  });
}

export function createApiKeyService(ground: ApiKeyGround) {
  const { database, clock, ids } = ground;
  const { saveIn, update, get, page, remove } = createApiKeyRecords(ground);
  return {
    update,
    get,
    page,
    remove,
    /** The secret is in this answer only. */
    async create(act: Act, model: SvcApiKeyModelInput): Promise<SvcApiKeyModel> {
      const made = makeKeySecret(ids);
      const expiryDate = model.expiryDate ?? new Date(clock.now() + API_KEY_DAYS * DAY_MS).toISOString();
      const key = await database.transaction((tx) => saveIn(tx, act, { ...model, expiryDate, made }));
      return toSvcApiKey(key, made.secret);
    },
    /** Makes a new secret, which is in this answer only; the old one works for the overlap. */
    rotate: (act: Act, input: RotatedKey): Promise<SvcApiKeyModel> =>
      database.transaction((tx) => rotateIn(tx, ground, act, input)),
  };
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

async function rotateIn(
  tx: Transaction,
  { clock, ids, session }: ApiKeyGround,
  act: Act,
  { uuid, overlapMinutes: asked }: RotatedKey,
): Promise<SvcApiKeyModel> {
  const { caller } = act;
  const overlapMinutes = asked ?? 0;
  const key = await apiKeys.lock(tx, visibleScope(caller), { uuid });
  // The new secret lets the caller do everything that the key can.
  requireHeld(caller, key.authorityList);
  const { secret, keyHash, keyPrefix } = makeKeySecret(ids);
  const nowMs = clock.now();
  const previousKeyExpiry = overlapMinutes === 0 ? null : new Date(nowMs + overlapMinutes * MINUTE_MS);
  // A secret older than the one before ends in any case.
  const previousKeyHash = previousKeyExpiry === null ? null : key.keyHash;
  const changes = { keyHash, keyPrefix, previousKeyHash, previousKeyExpiry };
  const rotated = await apiKeys.update(tx, key, changes, { by: caller.username, now: new Date(nowMs) });
  // Without an overlap the old secret is refused from now on, and its sessions end.
  if (previousKeyExpiry === null) await session().closeByKey(tx, uuid, act.actor);
  else await session().limitByKey(tx, uuid, previousKeyExpiry.getTime());
  const subject = { name: key.name, tenantIdentifier: key.tenantIdentifier };
  await act.record(tx, authenticationEvents.apiKeyRotated, subject, { uuid, overlapMinutes });
  return toSvcApiKey(rotated, secret);
}

function findNewProblems(body: ApiKeyModels['save'], { username, userUuid }: Caller, nowMs: number): ArgumentProblem[] {
  const { owner, allowedAddressList, expiryDate } = body;
  const problems: ArgumentProblem[] = [];
  if (owner !== null && owner !== undefined && owner !== OWNER_TENANT && owner !== username) {
    problems.push({ field: 'owner', code: 'NOT_ALLOWED', message: `Only ${OWNER_TENANT} or the creator.` });
  }
  if (owner !== OWNER_TENANT && userUuid === null) {
    problems.push({ field: 'owner', code: 'REQUIRED', message: `Only a person owns keys; ask for ${OWNER_TENANT}.` });
  }
  return [
    ...problems,
    ...findRangeProblems(allowedAddressList ?? []),
    ...findExpiryProblems(new Date(expiryDate), nowMs),
  ];
}

/** Says whether the change moves the key from its owner to the tenant. */
const takesOver = ({ owner }: SvcApiKeyUpdateModel, key: ApiKey): boolean =>
  owner === OWNER_TENANT && key.ownerUsername !== null;

function findChangeProblems(body: SvcApiKeyUpdateModel, key: ApiKey, nowMs: number): ArgumentProblem[] {
  const owner = takesOver(body, key) ? undefined : (body.owner ?? undefined);
  const expiryDate = new Date(body.expiryDate ?? key.expiryDate);
  return [
    ...readOnlyProblems({ owner }, toSvcApiKey(key, null), { owner: `Only ${OWNER_TENANT} can take a key over.` }),
    ...findRangeProblems(body.allowedAddressList ?? []),
    ...(expiryDate.getTime() === key.expiryDate.getTime() ? [] : findExpiryProblems(expiryDate, nowMs)),
  ];
}

/**
 * Answers the row id of the owner. A key without one would be the tenant's, so that a caller who was deleted meanwhile
 * makes none.
 */
async function ownerIdOf(tx: Transaction, { userUuid }: Caller): Promise<number> {
  return (userUuid === null ? null : await findUserId(tx, userUuid)) ?? fail('ACCESS_DENIED');
}

/** Answers the folded name of a key, given with or without the prefix of its username. */
function foldedNameOf(username: string): string {
  const folded = foldName(username);
  return folded.startsWith(KEY_USERNAME_PREFIX) ? folded.slice(KEY_USERNAME_PREFIX.length) : folded;
}
