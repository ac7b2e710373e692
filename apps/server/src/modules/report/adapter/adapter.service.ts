// Adds, changes, removes and shows data adapters.
import type {
  SvcRToolReportDataAdapterModel,
  SvcRToolReportDataAdapterModelInput,
  SvcRToolReportDataAdapterQueryModel,
  SvcRToolReportDataAdapterTestModel,
  SvcRToolReportDataAdapterTestResultModel,
  SvcRToolReportDataAdapterUpdateModel,
} from '@keelson/contract';
import { reportAdaptersMax } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { typed } from '../../../kernel/records/record/column.ts';
import { createRecordService } from '../../../kernel/records/record/record-service.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { reportEvents } from '../report.events.ts';
import { lockTenantReports } from '../right/tenant-lock.store.ts';
import { adapters, countAdapters, countReportsUsing } from './adapter.store.ts';
import { toAdapterModel } from './adapter.wire.ts';
import type { AdapterGround, ReachedFields } from './adapter-ground.ts';
import {
  changedAdapterProblems,
  changedSecret,
  newAdapterProblems,
  newSecret,
  type SecretChange,
} from './adapter-input.ts';
import { requireElsewhere, tryAdapter } from './try-adapter.ts';

/** A read body, with the change of the secret. */
type Read<B> = Omit<B, 'secret'> & { readonly kept: SecretChange };

interface AdapterModels {
  readonly save: Read<SvcRToolReportDataAdapterModelInput>;
  readonly update: Read<SvcRToolReportDataAdapterUpdateModel>;
  readonly query: SvcRToolReportDataAdapterQueryModel;
  readonly answer: SvcRToolReportDataAdapterModel;
}

function createAdapterRecords({ database, clock, ids, sealSecret }: AdapterGround) {
  const sealed = (uuid: string, kept: SecretChange): { readonly secretSealed?: string | null } => {
    if (kept.kind === 'KEEP') return {};
    return { secretSealed: kept.kind === 'SET' ? sealSecret(uuid, kept.secret) : null };
  };
  return createRecordService({ database, clock, ids }, adapters, {
    models: typed<AdapterModels>(),
    events: {
      saved: reportEvents.adapterSaved,
      updated: reportEvents.adapterSaved,
      removed: reportEvents.adapterDeleted,
    },
    toModel: toAdapterModel,
    before: {
      async save(tx, { caller: { tenantIdentifier } }, { body }) {
        await lockTenantReports(tx, tenantIdentifier);
        if ((await countAdapters(tx, tenantIdentifier)) >= reportAdaptersMax)
          fail('REPORT_LIMIT_REACHED', { parameters: { limit: reportAdaptersMax } });
        const uuid = ids.uuidV7();
        return { uuid, ...sealed(uuid, body.kept) };
      },
      update: (_tx, _act, { body, row }) => sealed(row.uuid, body.kept),
      /** The row stays without its secret. */
      async remove(tx, _act, { row: { tenantIdentifier, code } }) {
        const count = await countReportsUsing(tx, tenantIdentifier, code);
        if (count > 0)
          fail('REPORT_ADAPTER_IN_USE', { parameters: { code, count }, errorArguments: [{ code, count }] });
        return { secretSealed: null };
      },
    },
  });
}

/** Reads a change, with questions to the network before anything is locked. */
async function readChange(ground: AdapterGround, act: Act, body: SvcRToolReportDataAdapterUpdateModel) {
  const before = await adapters.get(ground.database, act.caller, { uuid: body.uuid });
  requireVersion({ identifier: before.uuid, version: before.version }, body.version);
  const { url = null, username = null } = body;
  const after: ReachedFields = {
    ...before,
    url: url ?? before.url,
    username: username ?? before.username,
    secretSettingCode: body.secretSettingCode === undefined ? before.secretSettingCode : body.secretSettingCode,
    allowedHostList: body.allowedHostList === undefined ? before.allowedHostList : (body.allowedHostList ?? []),
    caCertificate: body.caCertificate === undefined ? before.caCertificate : body.caCertificate,
  };
  // Throws with all problems.
  adapters.changesOf(body, before, changedAdapterProblems(body, before, after));
  const kept = changedSecret(body, after);
  const own = kept.kind === 'SET' ? kept.secret : kept.kind === 'KEEP' ? ground.openSecret(before) : null;
  await requireElsewhere(ground, after, own);
  const { secret: _sealed, ...fields } = body;
  return { ...fields, kept };
}

export function createAdapterService(ground: AdapterGround) {
  const { database } = ground;
  const records = createAdapterRecords(ground);
  return {
    page: records.page,
    get: (act: Act, code: string): Promise<SvcRToolReportDataAdapterModel> => records.get(act, { code }),
    async save(act: Act, body: SvcRToolReportDataAdapterModelInput): Promise<SvcRToolReportDataAdapterModel> {
      const problems = newAdapterProblems(body);
      if (problems.length > 0) invalid(...problems);
      const { secret, ...fields } = body;
      const { tenantIdentifier } = act.caller;
      const { url, username, secretSettingCode = null, caCertificate = null } = body;
      const allowedHostList = body.allowedHostList ?? [];
      const reached = { tenantIdentifier, url, username, secretSettingCode, allowedHostList, caCertificate };
      await requireElsewhere(ground, reached, secret ?? null);
      return records.save(act, { ...fields, kept: newSecret(body) });
    },
    async update(act: Act, body: SvcRToolReportDataAdapterUpdateModel): Promise<SvcRToolReportDataAdapterModel> {
      return records.update(act, { uuid: body.uuid }, await readChange(ground, act, body));
    },
    test: (act: Act, body: SvcRToolReportDataAdapterTestModel): Promise<SvcRToolReportDataAdapterTestResultModel> =>
      tryAdapter(act, ground, body),
    /** Removes an adapter; the lock keeps reports that name it from being saved meanwhile. */
    remove: (act: Act, code: string): Promise<void> =>
      database.transaction(async (tx) => {
        await lockTenantReports(tx, act.caller.tenantIdentifier);
        await records.removeIn(tx, act, { code });
      }),
  };
}

export type AdapterService = ReturnType<typeof createAdapterService>;
