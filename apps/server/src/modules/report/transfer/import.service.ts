// Imports a document of groups and reports in one transaction, and answers the result of each.
import type {
  SvcRToolReportImportResultModel,
  SvcRToolReportTransferModel,
  SvcRToolReportTransferReportModel,
} from '@keelson/contract';
import { isUnavailable } from '../../../kernel/database/database-errors.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { GivenReportBody } from '../executable/feature.ts';
import { reportEvents } from '../report.events.ts';
import { aloneInTenant } from '../right/tenant-lock.store.ts';
import { createTaking, type Outcome, type TakingGround } from './taking.ts';

export interface ImportGround extends Pick<Kernel, 'database'>, TakingGround {
  /** Checks a report as saving it would; stores its logo. */
  prepareReport(act: Act, body: Omit<SvcRToolReportTransferReportModel, 'groupCode'>): Promise<GivenReportBody>;
}

type Item = SvcRToolReportImportResultModel['itemList'][number];
type Prepared = GivenReportBody | ServiceError;

/** Ends the transaction of a dry run. */
class DryRunOver extends Error {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    super('nothing is written');
    this.items = items;
  }
}

/** Answers the outcome of work; a refusal is one, too. */
async function outcomeOf(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || isUnavailable(error)) throw error;
    return { action: 'REFUSE', uuid: null, version: null, error };
  }
}

function toItem(type: Item['type'], index: number, code: string, { error, ...outcome }: Outcome): Item {
  const errorArguments = (error?.options.errorArguments ?? []) as Item['errorArguments'];
  return { type, index, code, ...outcome, errorCode: error?.code ?? null, errorArguments };
}

function resultOf(itemList: readonly Item[], dryRun: boolean): SvcRToolReportImportResultModel {
  const count = (action: Item['action']): number => itemList.filter((item) => item.action === action).length;
  // A new record has no identifier in a dry run.
  const shown = dryRun ? itemList.map((item) => (item.action === 'CREATE' ? { ...item, uuid: null } : item)) : itemList;
  return {
    dryRun,
    createdCount: count('CREATE'),
    updatedCount: count('UPDATE'),
    unchangedCount: count('UNCHANGED'),
    refusedCount: count('REFUSE'),
    itemList: [...shown],
  };
}

export type ImportService = ReturnType<typeof createImportService>;

export function createImportService({ database, prepareReport, ...ground }: ImportGround) {
  const alone = aloneInTenant(database);

  const { takeGroup, takeReport } = createTaking(ground);

  async function prepareAll(act: Act, document: SvcRToolReportTransferModel): Promise<readonly Prepared[]> {
    const prepared: Prepared[] = [];
    for (const { groupCode: _group, ...body } of document.reportList) {
      try {
        prepared.push(await prepareReport(act, body));
      } catch (error) {
        if (!(error instanceof ServiceError) || isUnavailable(error)) throw error;
        prepared.push(error);
      }
    }
    return prepared;
  }

  return {
    async import(
      act: Act,
      document: SvcRToolReportTransferModel,
      dryRun: boolean,
    ): Promise<SvcRToolReportImportResultModel> {
      const { groupList, reportList } = document;
      const prepared = await prepareAll(act, document);
      const work = alone(act, async (tx) => {
        const items: Item[] = [];
        for (const [index, item] of groupList.entries()) {
          const outcome = await outcomeOf(() => tx.part((part) => takeGroup(part, act, item)));
          items.push(toItem('GROUP', index, item.code, outcome));
        }
        for (const [index, item] of reportList.entries()) {
          const ready = prepared[index]!;
          const take = (): Promise<Outcome> => {
            if (ready instanceof ServiceError) throw ready;
            return tx.part((part) => takeReport(part, act, item, ready));
          };
          items.push(toItem('REPORT', index, item.code, await outcomeOf(async () => take())));
        }
        if (dryRun) throw new DryRunOver(items);
        const { itemList: _items, dryRun: _dry, ...counts } = resultOf(items, false);
        await act.record(tx, reportEvents.imported, null, counts);
        return items;
      });
      const items = await work.catch((error: unknown) => {
        if (error instanceof DryRunOver) return error.items;
        throw error;
      });
      return resultOf(items, dryRun);
    },
  };
}
