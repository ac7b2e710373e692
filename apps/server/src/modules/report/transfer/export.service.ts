// Writes groups and reports as one document in a stable order, so that two exports can be compared line by line.
import {
  reportTransferBytesMax,
  reportTransferMax,
  type SvcRToolReportTransferGroupModel,
  type SvcRToolReportTransferModel,
  type SvcRToolReportTransferReportModel,
  type SvcRToolReportTransferRequestModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { readLogo, reports } from '../executable/feature.ts';
import { groups } from '../group/feature.ts';
import { reportEvents } from '../report.events.ts';
import { type ExportedGroup, type ExportedPart, listExportedGroups, listExportedReports } from './transfer.store.ts';

const FORMAT_VERSION = 1;
const BYTES_OF_A_MEBIBYTE = 1_048_576;
/** Reports that are in memory at once before their bytes are counted. */
const PORTION = 20;

export interface ExportGround extends Pick<Kernel, 'database' | 'contents'> {
  /** Fails with 404 for a group that the caller may not see. */
  requireSeenGroup(act: Act, uuid: string): Promise<void>;
}

function failTooLarge(): never {
  const mebibytes = reportTransferBytesMax / BYTES_OF_A_MEBIBYTE;
  return fail('REPORT_EXPORT_TOO_LARGE', { parameters: { reports: reportTransferMax, mebibytes } });
}

/** Counts the bytes of a document as it grows; fails with 422 as soon as it is too large for an import. */
function createScale() {
  let bytes = 0;
  return <T>(item: T): T => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > reportTransferBytesMax ? failTooLarge() : item;
  };
}

function portionsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / PORTION) }, (_none, index) =>
    all.slice(index * PORTION, (index + 1) * PORTION),
  );
}

export type ExportService = ReturnType<typeof createExportService>;

export function createExportService({ database, contents, requireSeenGroup }: ExportGround) {
  async function readGroups({ caller }: Act, found: readonly ExportedGroup[]) {
    const scope = { tenantIdentifier: caller.tenantIdentifier };
    const items: SvcRToolReportTransferGroupModel[] = [];
    for (const { uuid, parentCode } of found) {
      const row = await groups.find(database, scope, { uuid });
      if (row === null) continue;
      const { code, name, description, displayOrder, icon, enabled, authorityList } = row;
      items.push({
        code,
        name,
        parentCode,
        description,
        displayOrder,
        icon,
        enabled,
        authorityList: [...authorityList],
      });
    }
    return items;
  }

  async function readReport(
    { caller }: Act,
    uuid: string,
    codes: ReadonlyMap<string, string>,
  ): Promise<SvcRToolReportTransferReportModel | null> {
    const row = await reports.find(database, { tenantIdentifier: caller.tenantIdentifier }, { uuid });
    if (row === null) return null;
    const {
      id: _id,
      uuid: _uuid,
      version: _version,
      createdBy: _createdBy,
      updatedBy: _updatedBy,
      dateCreated: _created,
      dateUpdated: _updated,
      deleted: _deleted,
      deletedDate: _deletedDate,
      tenantIdentifier: _tenant,
      reportGroupUuid,
      ...written
    } = reports.toModel(row);
    const groupCode = reportGroupUuid === null ? null : (codes.get(reportGroupUuid) ?? null);
    const layout = { ...written.layout, logo: await readLogo(contents, row.logo) };
    return { ...written, groupCode, layout } as SvcRToolReportTransferReportModel;
  }

  async function requireKnown(asked: readonly string[] | null, found: readonly string[]): Promise<void> {
    const missing = (asked ?? []).filter((uuid) => !found.includes(uuid));
    if (missing.length > 0) failNotFound('REPORT_NOT_FOUND', ...missing.map((uuid) => ({ uuid })));
  }

  return {
    /** 404 names every unknown report of `uuidList`; 422 REPORT_EXPORT_TOO_LARGE stands for more than an import takes. */
    async export(act: Act, body: SvcRToolReportTransferRequestModel): Promise<SvcRToolReportTransferModel> {
      const groupUuid = body.reportGroupUuid ?? null;
      if (groupUuid !== null) await requireSeenGroup(act, groupUuid);
      const reportUuids = body.uuidList?.map((uuid) => uuid.toLowerCase()) ?? null;
      const { tenantIdentifier } = act.caller;
      const part: ExportedPart = { tenantIdentifier, groupUuid, reportUuids, limit: reportTransferMax + 1 };
      const [groupsFound, found] = [
        await listExportedGroups(database, part),
        await listExportedReports(database, part),
      ];
      await requireKnown(reportUuids, found);
      if (Math.max(groupsFound.length, found.length) > reportTransferMax) failTooLarge();
      const weighed = createScale();
      const groupList = weighed(await readGroups(act, groupsFound));
      const codes = new Map(groupsFound.map(({ uuid, code }) => [uuid, code]));
      const reportList: SvcRToolReportTransferReportModel[] = [];
      for (const portion of portionsOf(found)) {
        const items = await Promise.all(portion.map((uuid) => readReport(act, uuid, codes)));
        reportList.push(...weighed(items.filter((item) => item !== null)));
      }
      const detail = { groups: groupList.length, reports: reportList.map(({ code }) => code) };
      await database.transaction((tx) => act.record(tx, reportEvents.exported, null, detail));
      return { formatVersion: FORMAT_VERSION, groupList, reportList };
    },
  };
}
