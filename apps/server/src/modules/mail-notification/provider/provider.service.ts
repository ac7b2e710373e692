// Adds, changes, removes and shows mail servers, and tries whether they serve.
import {
  providerSortStandard,
  resolvePageable,
  type SvcNotificationProviderCheckModel,
  type SvcNotificationProviderModel,
  type SvcNotificationProviderModelInput,
  type SvcNotificationProviderQueryModel,
  type SvcNotificationProviderUpdateModel,
} from '@keelson/contract';
import { isUniqueViolation, type Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { providerEvents } from '../provider.events.ts';
import {
  changeProvider,
  findProvider,
  insertProvider,
  lockProvider,
  PROVIDER_CODE_CONSTRAINT,
  pageProviders,
} from './provider.store.ts';
import { NEW_STATE, type Provider } from './provider.types.ts';
import { toProviderModel } from './provider.wire.ts';
import type { ProviderGround } from './provider-ground.ts';
import { readChangedProvider, readNewProvider } from './provider-input.ts';

const tenantOf = ({ caller }: Act): string | null => (caller.holds('TENANT_ALL') ? null : caller.tenantIdentifier);

function record(tx: Transaction, act: Act, event: DefinedEvent, one: Provider): Promise<void> {
  const { code, tenantIdentifier, uuid, version, host, port, security, username, enabled, shared } = one;
  const detail = { uuid, version, host, port, security, username, enabled, shared };
  return act.record(tx, event, { name: code, tenantIdentifier }, detail);
}

/** The unique index decides, also between two that come at once. */
async function withFreeCode<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, PROVIDER_CODE_CONSTRAINT)) throw error;
    return fail('PROVIDER_ALREADY_EXISTS', { parameters: { code } });
  }
}

/** This process knows it before the answer, the others soon. */
async function publish({ followed }: ProviderGround): Promise<void> {
  followed.tell();
  await followed.load();
}

/** A shared one serves tenants that the caller may have nothing to do with. */
function requireOwn({ caller }: Act, { pinned, shared, code }: Provider): void {
  if (pinned) fail('PROVIDER_PINNED', { parameters: { code } });
  if (shared && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
}

async function requireOne({ database }: ProviderGround, act: Act, uuid: string): Promise<Provider> {
  return (await findProvider(database, tenantOf(act), uuid)) ?? failNotFound('PROVIDER_NOT_FOUND', { uuid });
}

async function lockOne(tx: Transaction, act: Act, uuid: string): Promise<Provider> {
  return (await lockProvider(tx, tenantOf(act), uuid)) ?? failNotFound('PROVIDER_NOT_FOUND', { uuid });
}

async function saveNew(ground: ProviderGround, act: Act, body: SvcNotificationProviderModelInput) {
  const { database, clock, ids, sealPassword, requireReachable } = ground;
  const { caller } = act;
  const { fields, password } = readNewProvider(caller, body);
  const trusted = caller.holds('TENANT_ALL');
  await requireReachable({ ...fields, trusted });
  return withFreeCode(fields.code, () =>
    act.once((claim) =>
      database.transaction(async (tx) => {
        const uuid = ids.uuidV7();
        const now = new Date(clock.now());
        const { username, tenantIdentifier } = caller;
        const made = { version: 0, createdBy: username, updatedBy: username, dateCreated: now, dateUpdated: now };
        const passwordSealed = password === null ? null : sealPassword(uuid, password);
        const kept = { passwordSealed, pinned: false, trusted, deleted: false, deletedDate: null };
        const one = { ...fields, ...NEW_STATE, ...made, ...kept, uuid, tenantIdentifier };
        const saved: Provider = { ...one, id: await insertProvider(tx, one) };
        await record(tx, act, providerEvents.providerSaved, saved);
        const answer = toProviderModel(saved, clock.now());
        await claim.save(tx, answer);
        return answer;
      }),
    ),
  );
}

async function change(ground: ProviderGround, act: Act, body: SvcNotificationProviderUpdateModel): Promise<Provider> {
  const { database, clock, sealPassword, requireReachable } = ground;
  const { caller } = act;
  // What has to be asked of the network is asked before anything is locked.
  const seen = await requireOne(ground, act, body.uuid);
  requireOwn(act, seen);
  requireVersion({ identifier: seen.uuid, version: seen.version }, body.version);
  const { fields, password, isMoved } = readChangedProvider(caller, seen, body);
  const isTrusting = caller.holds('TENANT_ALL');
  const trusted = isMoved ? isTrusting : seen.trusted || isTrusting;
  if (isMoved) await requireReachable({ ...fields, trusted });
  return withFreeCode(fields.code, () =>
    database.transaction(async (tx) => {
      const before = await lockOne(tx, act, body.uuid);
      requireVersion({ identifier: before.uuid, version: before.version }, body.version);
      const kept = fields.username === null ? null : before.passwordSealed;
      const after: Provider = {
        ...before,
        ...fields,
        ...NEW_STATE,
        passwordSealed: password === null ? kept : sealPassword(before.uuid, password),
        trusted,
        version: before.version + 1,
        updatedBy: caller.username,
        dateUpdated: new Date(clock.now()),
      };
      await changeProvider(tx, after);
      await record(tx, act, providerEvents.providerSaved, after);
      return after;
    }),
  );
}

export function createProviderService(ground: ProviderGround) {
  const { database, clock, requireReachable, transportOf } = ground;
  const show = (one: Provider): SvcNotificationProviderModel => toProviderModel(one, clock.now());

  return {
    async save(act: Act, body: SvcNotificationProviderModelInput): Promise<SvcNotificationProviderModel> {
      const model = await saveNew(ground, act, body);
      await publish(ground);
      return model;
    },
    async update(act: Act, body: SvcNotificationProviderUpdateModel): Promise<SvcNotificationProviderModel> {
      const changed = await change(ground, act, body);
      await publish(ground);
      return show(changed);
    },
    async get(act: Act, uuid: string): Promise<SvcNotificationProviderModel> {
      return show(await requireOne(ground, act, uuid));
    },
    /** The row stays, marked as deleted and without its password; its code is free. */
    async remove(act: Act, uuid: string): Promise<void> {
      await database.transaction(async (tx) => {
        const before = await lockOne(tx, act, uuid);
        requireOwn(act, before);
        const now = new Date(clock.now());
        const by = { updatedBy: act.caller.username, dateUpdated: now };
        await changeProvider(tx, { ...before, ...by, passwordSealed: null, deleted: true, deletedDate: now });
        await record(tx, act, providerEvents.providerRemoved, before);
      });
      await publish(ground);
    },
    async page({ caller }: Act, body: SvcNotificationProviderQueryModel) {
      const pageable = resolvePageable(body.pageable, providerSortStandard);
      const query = {
        tenantIdentifier: caller.tenantIdentifier,
        code: body.code ?? null,
        searchText: body.searchText ?? null,
        enabled: body.enabled ?? null,
      };
      const { rows, total } = await pageProviders(database, query, pageable);
      return pageBody(rows.map(show), total, pageable);
    },
    async verify(act: Act, uuid: string): Promise<SvcNotificationProviderCheckModel> {
      const one = await requireOne(ground, act, uuid);
      await requireReachable(one);
      const { success, phase, reply, error, tls, transcript, durationMs } = await transportOf(one).verify();
      return {
        success,
        phase,
        code: reply?.code ?? null,
        enhancedCode: reply?.enhanced ?? null,
        text: reply?.text ?? error,
        tls,
        durationMs,
        transcript: transcript === '' ? null : transcript,
      };
    },
  };
}

export type ProviderService = ReturnType<typeof createProviderService>;
