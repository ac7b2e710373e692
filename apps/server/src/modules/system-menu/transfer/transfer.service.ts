// The menu of one level as a document, and a document as the menu of a level: one transaction, or every problem told.
import { isDeepStrictEqual } from 'node:util';
import type { MenuScope, SvcMenuImportModel, SvcMenuImportResultModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { changedRecord } from '../change/changed-record.ts';
import type { GrantCheck } from '../change/grant-check.ts';
import { type MenuPlan, type MenuWriter, viewTenantOf } from '../change/menu-changes.ts';
import { type MenuData, mergeRows } from '../records/menu-data.ts';
import type { MenuRows, WriteScope } from '../records/menu-record.types.ts';
import type { TreeService } from '../tree/tree.service.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { checkLimits } from './check-limits.ts';
import { exportLevel } from './export-level.ts';
import type { AskedImport, ImportDraft, ImportMode } from './import-draft.ts';
import { planAuthorities, planOverlays } from './plan-levels.ts';
import { checkRemovals, planApps, planItems, seeLevel } from './plan-records.ts';

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly mode?: ImportMode;
  readonly scope?: MenuScope;
}

export interface MenuTransfer {
  exportAll(caller: Caller, context: Context, scope: MenuScope | undefined): Promise<SvcMenuImportModel>;
  /** 422 MENU_IMPORT_INVALID with every problem, and nothing is written. */
  importAll(caller: Caller, context: Context, document: SvcMenuImportModel, options: ImportOptions): Promise<Imported>;
}

export interface Imported {
  readonly result: SvcMenuImportResultModel;
  readonly revision: number;
}

type Change = SvcMenuImportResultModel['changeList'][number];

function requireAll(caller: Caller): void {
  const needed = ['MENU_MANAGE', 'MENU_APP_MANAGE', 'MENU_AUTHORITY_MANAGE'];
  if (!needed.every((authority) => caller.holds(authority))) fail('ACCESS_DENIED');
}

/** Pairs that have something in them; empty ones are refused where they stand. */
function grantsOf({ appList, authorityList, overlayList }: SvcMenuImportModel) {
  return [...appList, ...authorityList, ...overlayList].map((entry) =>
    (entry.authorityList ?? []).map(({ role = null, authority = null }) => ({ role, authority })),
  );
}

function rowsOf({ data, at, apps, items, gone, authorities, overlays }: ImportDraft): MenuRows {
  const deleted = { deleted: true, deletedDate: at.now };
  return {
    apps: [
      ...[...apps.values()].filter((app) => app !== data.apps.get(app.uuid)),
      ...gone.apps.map((app) => changedRecord(app, deleted, at)),
    ],
    items: [
      ...[...items.values()].filter((item) => item !== data.items.get(item.uuid)),
      ...gone.items.map((item) => changedRecord(item, deleted, at)),
    ],
    authorities,
    overlays,
  };
}

/** What the document asks for as records; throws with every problem of it. */
function planImport(asked: AskedImport, data: MenuData, at: WriteScope): MenuRows {
  const draft: ImportDraft = {
    ...asked,
    data,
    at,
    problems: [],
    apps: new Map(),
    items: new Map(),
    places: new Map(),
    gone: { apps: [], items: [] },
    authorities: [],
    overlays: [],
  };
  seeLevel(draft);
  planApps(draft);
  planItems(draft);
  checkRemovals(draft);
  planAuthorities(draft);
  planOverlays(draft);
  const rows = rowsOf(draft);
  checkLimits(draft, mergeRows(data, rows, data.revision));
  if (draft.problems.length > 0) fail('MENU_IMPORT_INVALID', { errorArguments: draft.problems });
  return rows;
}

type Listed = Pick<Change, 'targetType' | 'appName' | 'itemName'> & { readonly entry: object };

function entriesOf({ appList, itemList, authorityList, overlayList }: SvcMenuImportModel): Map<string, Listed> {
  const listed: Listed[] = [
    ...appList.map((entry) => ({ targetType: 'APP' as const, appName: entry.name, itemName: null, entry })),
    ...itemList.map((entry) => ({
      targetType: 'ITEM' as const,
      appName: entry.appName,
      itemName: entry.name,
      entry,
    })),
    ...authorityList.map((entry) => ({
      targetType: 'AUTHORITY' as const,
      appName: entry.appName,
      itemName: entry.itemName,
      entry,
    })),
    ...overlayList.map((entry) => ({
      targetType: 'OVERLAY' as const,
      appName: entry.appName,
      itemName: entry.itemName ?? null,
      entry,
    })),
  ];
  return new Map(listed.map((one) => [`${one.targetType} ${one.appName} ${one.itemName ?? ''}`, one]));
}

/** What an export before and one afterwards differ in: by this alone the list is exact. */
function changesBetween(before: SvcMenuImportModel, after: SvcMenuImportModel): readonly Change[] {
  const [old, fresh] = [entriesOf(before), entriesOf(after)];
  const changes: Change[] = [];
  for (const [key, { targetType, appName, itemName, entry }] of fresh) {
    const oldValue = old.get(key)?.entry ?? null;
    if (isDeepStrictEqual(oldValue, entry)) continue;
    const action = oldValue === null ? 'CREATE' : 'UPDATE';
    changes.push({ targetType, appName, itemName, action, oldValue, newValue: entry });
  }
  for (const [key, { targetType, appName, itemName, entry }] of old) {
    if (fresh.has(key)) continue;
    changes.push({ targetType, appName, itemName, action: 'REMOVE', oldValue: entry, newValue: null });
  }
  return changes;
}

function resultOf(changeList: readonly Change[], document: SvcMenuImportModel, dryRun: boolean) {
  const count = (action: Change['action']): number => changeList.filter((change) => change.action === action).length;
  const changed = new Set(changeList.map((one) => `${one.targetType} ${one.appName} ${one.itemName ?? ''}`));
  return {
    dryRun,
    createdCount: count('CREATE'),
    updatedCount: count('UPDATE'),
    removedCount: count('REMOVE'),
    unchangedCount: [...entriesOf(document).keys()].filter((key) => !changed.has(key)).length,
    changeList,
  };
}

export function createMenuTransfer(deps: {
  readonly snapshot: MenuSnapshot;
  readonly trees: Pick<TreeService, 'catchUp'>;
  readonly writer: MenuWriter;
  readonly grants: GrantCheck;
  readonly newUuid: () => string;
}): MenuTransfer {
  const { snapshot, trees, writer, grants, newUuid } = deps;
  return {
    async exportAll(caller, context, scope) {
      requireAll(caller);
      const tenant = viewTenantOf(caller, scope);
      await trees.catchUp(context);
      return exportLevel(snapshot.data(), tenant);
    },
    async importAll(caller, context, document, { dryRun = false, mode = 'MERGE', scope }) {
      requireAll(caller);
      const unknownGrants = await grants.findUnknown(caller.tenantIdentifier, grantsOf(document));
      let changeList: readonly Change[] = [];
      const plan: MenuPlan = (data, at) => {
        const rows = planImport({ document, mode, unknownGrants, newUuid }, data, at);
        const after = mergeRows(data, rows, data.revision);
        changeList = changesBetween(exportLevel(data, at.tenant), exportLevel(after, at.tenant));
        return changeList.length === 0 ? null : { subject: 'import', rows };
      };
      const revision = dryRun
        ? await writer.rehearse(caller, scope, plan)
        : await writer.change(caller, context, scope, plan);
      return { result: resultOf(changeList, document, dryRun), revision };
    },
  };
}
