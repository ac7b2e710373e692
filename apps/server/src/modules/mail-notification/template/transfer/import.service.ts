// Imports a document of templates in one transaction, and answers the result of each.
import {
  type SvcNotificationTemplateImportModel,
  type SvcNotificationTemplateImportResultModel,
  templateTransferContentsMax,
} from '@keelson/contract';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail, invalid } from '../../../../kernel/request/errors.ts';
import { templateEvents } from '../../template.events.ts';
import type { Template } from '../record/template.types.ts';
import { recordTemplate, type TemplateGround } from '../template-ground.ts';
import { type Existing, type ImportPlan, type PlannedItem, planImport } from './plan-import.ts';

interface AskedImport {
  readonly document: SvcNotificationTemplateImportModel;
  readonly dryRun?: boolean | undefined;
  readonly existing?: Existing | undefined;
  readonly atomic?: boolean | undefined;
}

type ImportedItem = SvcNotificationTemplateImportResultModel['itemList'][number];

function requireFew({ templateList }: SvcNotificationTemplateImportModel): void {
  const count = templateList.reduce((sum, { contentMap }) => sum + Object.keys(contentMap).length, 0);
  if (count <= templateTransferContentsMax) return;
  const message = `At most ${templateTransferContentsMax} contents in one document.`;
  invalid({ field: 'templateList', code: 'TOO_LONG', message });
}

/** Answers the identity that a template has, or would have. */
function identityOf({ action, found }: PlannedItem, stored: Template | undefined) {
  if (action === 'REFUSE') return { uuid: null, version: null };
  if (stored !== undefined) return { uuid: stored.uuid, version: stored.version };
  if (found === null) return { uuid: null, version: 0 };
  return { uuid: found.uuid, version: found.version + (action === 'UPDATE' ? 1 : 0) };
}

function toItem(planned: PlannedItem, stored: Template | undefined): ImportedItem {
  const { index, code, action, error } = planned;
  const errorArguments = (error?.options.errorArguments ?? []) as ImportedItem['errorArguments'];
  return { index, code, action, ...identityOf(planned, stored), errorCode: error?.code ?? null, errorArguments };
}

function refuseAll(items: readonly PlannedItem[]): void {
  const refused = items.filter(({ error }) => error !== null);
  if (refused.length === 0) return;
  const errorArguments = refused.map(({ index, code, error }) => ({
    index,
    code,
    errorCode: error!.code,
    errorArguments: error!.options.errorArguments ?? [],
  }));
  fail('TEMPLATE_IMPORT_INVALID', { parameters: { count: refused.length }, errorArguments });
}

function resultOf(
  items: readonly PlannedItem[],
  stored: ReadonlyMap<number, Template>,
  dryRun: boolean,
): SvcNotificationTemplateImportResultModel {
  const count = (action: PlannedItem['action']): number => items.filter((item) => item.action === action).length;
  return {
    dryRun,
    createdCount: count('CREATE'),
    updatedCount: count('UPDATE'),
    unchangedCount: count('UNCHANGED'),
    skippedCount: count('SKIP'),
    refusedCount: count('REFUSE'),
    itemList: items.map((item) => toItem(item, stored.get(item.index))),
  };
}

export function createImportService(ground: TemplateGround) {
  const { storing, writes } = ground;
  return {
    /** Imports; 422 TEMPLATE_IMPORT_INVALID names the problems of each where the import is atomic. */
    async import(
      act: Act,
      { document, dryRun = false, existing = 'SKIP', atomic = false }: AskedImport,
    ): Promise<SvcNotificationTemplateImportResultModel> {
      const { tenantIdentifier } = act.caller;
      requireFew(document);
      await storing.ensure(tenantIdentifier);
      let plan: ImportPlan | null = null;
      const stored = await writes.run(tenantIdentifier, async () => {
        const { items, storeUsers } = await planImport(act, ground, document, existing);
        plan = { items, storeUsers };
        if (atomic) refuseAll(items);
        if (dryRun || items.every(({ store }) => store === null)) return null;
        return async (tx) => {
          const saved = new Map<number, Template>();
          for (const { index, store, compiled } of items) {
            if (store === null) continue;
            const template = await store(tx);
            const locales = compiled!.contents.map(({ locale }) => locale);
            await recordTemplate(tx, act, templateEvents.templateSaved, template, { locales });
            saved.set(index, template);
          }
          await storeUsers(tx);
          return saved;
        };
      });
      return resultOf(plan!.items, stored ?? new Map(), dryRun);
    },
  };
}

export type ImportService = ReturnType<typeof createImportService>;
