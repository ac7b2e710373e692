// Imports one group or report of a document, inside a transaction.
import { isDeepStrictEqual } from 'node:util';
import type {
  SvcRToolReportImportResultModel,
  SvcRToolReportTransferGroupModel,
  SvcRToolReportTransferReportModel,
} from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { ServiceError } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { type GivenReportBody, type Report, type ReportWriter, reports } from '../executable/feature.ts';
import { type Group, groups } from '../group/feature.ts';

type Item = SvcRToolReportImportResultModel['itemList'][number];
export type Outcome = Pick<Item, 'action' | 'uuid' | 'version'> & { readonly error?: ServiceError };

export interface TakingGround {
  readonly writer: ReportWriter;
  createGroup(
    tx: Transaction,
    act: Act,
    body: Omit<SvcRToolReportTransferGroupModel, 'parentCode'> & { readonly parentUuid: string | null },
  ): Promise<Group>;
}

const ONE = { sort: { properties: [], direction: 'ASC' }, pageNumber: 0, pageSize: 1 } as const;

const done = (action: 'CREATE' | 'UPDATE' | 'UNCHANGED', { uuid, version }: Group | Report): Outcome => ({
  action,
  uuid,
  version,
});

/** Compares as the database does: the order of fields does not count. */
function isSame(left: object, right: object): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right)));
}

export function createTaking({ writer, createGroup }: TakingGround) {
  async function findGroup(tx: Transaction, { caller }: Act, code: string): Promise<Group | null> {
    const scope = { tenantIdentifier: caller.tenantIdentifier };
    return (await groups.page(tx, scope, { code }, { ...ONE, sort: groups.sort.standard })).rows[0] ?? null;
  }

  async function groupOf(tx: Transaction, act: Act, code: string | null | undefined): Promise<string | null> {
    if (!code) return null;
    const group = await findGroup(tx, act, code);
    return group === null ? failNotFound('REPORT_GROUP_NOT_FOUND', { code }) : group.uuid;
  }

  async function takeGroup(tx: Transaction, act: Act, item: SvcRToolReportTransferGroupModel): Promise<Outcome> {
    const found = await findGroup(tx, act, item.code);
    if (found !== null) return done('UNCHANGED', found);
    const { parentCode, ...fields } = item;
    const parentUuid = await groupOf(tx, act, parentCode);
    return done('CREATE', await createGroup(tx, act, { ...fields, parentUuid }));
  }

  async function takeReport(
    tx: Transaction,
    act: Act,
    { code, groupCode }: SvcRToolReportTransferReportModel,
    { body, logo }: GivenReportBody,
  ): Promise<Outcome> {
    const reportGroupUuid = await groupOf(tx, act, groupCode);
    const whole = { ...body, reportGroupUuid };
    const scope = { tenantIdentifier: act.caller.tenantIdentifier };
    const [row] = (await reports.page(tx, scope, { code }, { ...ONE, sort: reports.sort.standard })).rows;
    if (row === undefined) return done('CREATE', await writer.create(tx, act, { body: whole, logo }));
    const { enabled, ...fields } = reports.fieldsOf(whole);
    const given = { ...fields, layout: { ...fields.layout, logo: null } };
    const before = Object.fromEntries(Object.keys(given).map((field) => [field, row[field as 'code']]));
    const { uuid, version } = row;
    const changed = isSame({ ...given, logo }, { ...before, logo: row.logo })
      ? row
      : await writer.change(tx, act, { body: { uuid, version, ...given }, logo });
    const after = await writer.set(tx, act, changed, { enabled });
    return done(after.version === version ? 'UNCHANGED' : 'UPDATE', after);
  }

  return { takeGroup, takeReport };
}
