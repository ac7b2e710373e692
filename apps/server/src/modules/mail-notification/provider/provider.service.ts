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
import type { Provider } from './provider.types.ts';
import { toProviderModel } from './provider.wire.ts';
import type { ProviderGround } from './provider-ground.ts';
import { readChangedProvider, readNewProvider } from './provider-input.ts';

const NEW_STATE = { failures: 0, openings: 0, openUntil: null, reason: null } as const;

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

export function createProviderService(ground: ProviderGround) {
  const { database, clock, ids, followed, sealPassword, requireReachable, transportOf } = ground;

  const requireOne = async (act: Act, uuid: string): Promise<Provider> =>
    (await findProvider(database, tenantOf(act), uuid)) ?? failNotFound('PROVIDER_NOT_FOUND', { uuid });
  const lockOne = async (tx: Transaction, act: Act, uuid: string): Promise<Provider> =>
    (await lockProvider(tx, tenantOf(act), uuid)) ?? failNotFound('PROVIDER_NOT_FOUND', { uuid });
  /** A shared one serves tenants that the caller may have nothing to do with. */
  const requireOwn = ({ caller }: Act, { pinned, shared, code }: Provider): void => {
    if (pinned) fail('PROVIDER_PINNED', { parameters: { code } });
    if (shared && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  };
  const show = (one: Provider): SvcNotificationProviderModel => toProviderModel(one, clock.now());
  /** This process knows it before the answer, the others soon. */
  const publish = async (): Promise<void> => {
    followed.tell();
    await followed.load();
  };

  return {
    async save(act: Act, body: SvcNotificationProviderModelInput): Promise<SvcNotificationProviderModel> {
      const { caller } = act;
      const { fields, password } = readNewProvider(caller, body);
      const trusted = caller.holds('TENANT_ALL');
      await requireReachable({ ...fields, trusted });
      const model = await withFreeCode(fields.code, () =>
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
            const answer = show(saved);
            await claim.save(tx, answer);
            return answer;
          }),
        ),
      );
      await publish();
      return model;
    },
    async update(act: Act, body: SvcNotificationProviderUpdateModel): Promise<SvcNotificationProviderModel> {
      const { caller } = act;
      const isTrusting = caller.holds('TENANT_ALL');
      // What has to be asked of the network is asked before anything is locked.
      const seen = await requireOne(act, body.uuid);
      requireOwn(act, seen);
      requireVersion({ identifier: seen.uuid, version: seen.version }, body.version);
      const planned = readChangedProvider(caller, seen, body);
      const trusted = planned.isMoved ? isTrusting : seen.trusted || isTrusting;
      if (planned.isMoved) await requireReachable({ ...planned.fields, trusted });
      const changed = await withFreeCode(planned.fields.code, () =>
        database.transaction(async (tx) => {
          const before = await lockOne(tx, act, body.uuid);
          requireVersion({ identifier: before.uuid, version: before.version }, body.version);
          const { fields, password } = planned;
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
      await publish();
      return show(changed);
    },
    async get(act: Act, uuid: string): Promise<SvcNotificationProviderModel> {
      return show(await requireOne(act, uuid));
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
      await publish();
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
      const one = await requireOne(act, uuid);
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
