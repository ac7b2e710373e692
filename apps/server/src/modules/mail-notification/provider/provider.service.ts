// Adds, changes, removes and shows mail servers, and checks whether they work.
import type {
  SvcNotificationProviderCheckModel,
  SvcNotificationProviderModel,
  SvcNotificationProviderModelInput,
  SvcNotificationProviderQueryModel,
  SvcNotificationProviderUpdateModel,
} from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { typed } from '../../../kernel/records/record/column.ts';
import { createRecordService, visibleScope } from '../../../kernel/records/record/record-service.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { providerEvents } from '../provider.events.ts';
import {
  insertProviderState,
  type Provider,
  type ProviderFields,
  providers,
  resetProviderState,
} from './provider.store.ts';
import { toProviderModel } from './provider.wire.ts';
import type { ProviderGround } from './provider-ground.ts';
import { readChangedProvider, readNewProvider } from './provider-input.ts';

/** A provider's fields as sent, checked, with the password in plain text. */
interface ReadProvider extends ProviderFields {
  readonly trusted: boolean;
  /** Password; null in a change: the stored one stays. */
  readonly password: string | null;
}

interface ProviderModels {
  readonly save: ReadProvider;
  readonly update: ReadProvider & { readonly version: number };
  readonly query: SvcNotificationProviderQueryModel;
  readonly answer: SvcNotificationProviderModel;
}

/** Refuses a change of a server that other tenants share. */
function requireOwn({ caller }: Act, { pinned, shared, code }: Provider): void {
  if (pinned) fail('PROVIDER_PINNED', { parameters: { code } });
  if (shared && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
}

function createProviderRecords({ database, clock, ids, sealPassword }: ProviderGround) {
  return createRecordService({ database, clock, ids }, providers, {
    models: typed<ProviderModels>(),
    events: {
      saved: providerEvents.providerSaved,
      updated: providerEvents.providerSaved,
      removed: providerEvents.providerRemoved,
    },
    toModel: (one: Provider) => toProviderModel(one, clock.now()),
    scopeOf: ({ caller }) => visibleScope(caller),
    before: {
      async save(_tx, _act, { body: { password, trusted } }) {
        const uuid = ids.uuidV7();
        return { uuid, trusted, passwordSealed: password === null ? null : sealPassword(uuid, password) };
      },
      async update(_tx, _act, { body: { username, password, trusted }, row }) {
        const kept = username === null ? null : row.passwordSealed;
        return { trusted, passwordSealed: password === null ? kept : sealPassword(row.uuid, password) };
      },
      /** The row stays without its password. */
      async remove(_tx, act, { row }) {
        requireOwn(act, row);
        return { passwordSealed: null };
      },
    },
    after: {
      save: (tx, _act, { row }) => insertProviderState(tx, row.id),
      update: (tx, _act, { row }) => resetProviderState(tx, row.id),
    },
  });
}

/** Reads a change, with questions to the network before anything is locked. */
async function readChange(
  { database, requireReachable }: ProviderGround,
  act: Act,
  body: SvcNotificationProviderUpdateModel,
) {
  const { caller } = act;
  const seen = await providers.get(database, visibleScope(caller), { uuid: body.uuid });
  requireOwn(act, seen);
  requireVersion({ identifier: seen.uuid, version: seen.version }, body.version);
  const { fields, password, isMoved } = readChangedProvider(caller, seen, body);
  const isTrusting = caller.holds('TENANT_ALL');
  const trusted = isMoved ? isTrusting : seen.trusted || isTrusting;
  if (isMoved) await requireReachable({ ...fields, trusted });
  return { ...fields, trusted, password, version: body.version };
}

export function createProviderService(ground: ProviderGround) {
  const { database, followed, requireReachable, transportOf } = ground;
  const records = createProviderRecords(ground);

  /** Follows the change: this process before the answer, the others soon. */
  async function published<T>(work: Promise<T>): Promise<T> {
    const answer = await work;
    followed.broadcast();
    await followed.load();
    return answer;
  }

  return {
    get: records.get,
    page: records.page,
    async save(act: Act, body: SvcNotificationProviderModelInput): Promise<SvcNotificationProviderModel> {
      const { fields, password } = readNewProvider(act.caller, body);
      const trusted = act.caller.holds('TENANT_ALL');
      await requireReachable({ ...fields, trusted });
      return published(records.save(act, { ...fields, trusted, password }));
    },
    async update(act: Act, body: SvcNotificationProviderUpdateModel): Promise<SvcNotificationProviderModel> {
      return published(records.update(act, { uuid: body.uuid }, await readChange(ground, act, body)));
    },
    remove: (act: Act, uuid: string): Promise<void> => published(records.remove(act, { uuid })),
    async verify(act: Act, uuid: string): Promise<SvcNotificationProviderCheckModel> {
      const one = await providers.get(database, visibleScope(act.caller), { uuid });
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
