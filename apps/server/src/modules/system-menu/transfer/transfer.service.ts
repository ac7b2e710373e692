// Exports the menu of one level, and imports a document into a level: one transaction, or all problems.
import type { MenuScope, SvcMenuImportModel, SvcMenuImportResultModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { MenuPlan } from '../change/menu-changes.ts';
import type { MenuGround } from '../change/menu-ground.ts';
import { mergeRows } from '../records/menu-data.ts';
import { changesBetween, resultOf } from './changes-between.ts';
import { exportLevel } from './export-level.ts';
import type { ImportMode } from './import-draft.ts';
import { planImport } from './plan-import.ts';

interface AskedTransfer {
  readonly document: SvcMenuImportModel;
  readonly dryRun?: boolean | undefined;
  readonly mode?: ImportMode | undefined;
  readonly scope?: MenuScope | undefined;
}

function requireAll({ caller }: Act): void {
  const needed = ['MENU_MANAGE', 'MENU_APP_MANAGE', 'MENU_AUTHORITY_MANAGE'];
  if (!needed.every((authority) => caller.holds(authority))) fail('ACCESS_DENIED');
}

/** Lists the pairs that are not empty; empty ones are refused elsewhere. */
function grantsOf({ appList, authorityList, overlayList }: SvcMenuImportModel) {
  return [...appList, ...authorityList, ...overlayList].map((entry) =>
    (entry.authorityList ?? []).map(({ role = null, authority = null }) => ({ role, authority })),
  );
}

export function createTransferService({ ids, snapshot, changes, grants }: MenuGround) {
  return {
    async exportAll(act: Act, scope: MenuScope | undefined): Promise<SvcMenuImportModel> {
      requireAll(act);
      const { view } = await snapshot.menuFor(act, scope);
      return exportLevel(snapshot.data(), view.tenant);
    },
    /** Imports; writes nothing where there are problems: 422 MENU_IMPORT_INVALID with every one. */
    async importAll(
      act: Act,
      { document, dryRun = false, mode = 'MERGE', scope }: AskedTransfer,
    ): Promise<{ readonly result: SvcMenuImportResultModel; readonly revision: number }> {
      requireAll(act);
      const unknownGrants = await grants.findUnknown(act.caller.tenantIdentifier, grantsOf(document));
      let changeList: SvcMenuImportResultModel['changeList'] = [];
      const plan: MenuPlan = (data, at) => {
        const rows = planImport({ document, mode, unknownGrants, newUuid: ids.uuidV7 }, data, at);
        const after = mergeRows(data, rows, data.revision);
        changeList = changesBetween(exportLevel(data, at.tenant), exportLevel(after, at.tenant));
        return changeList.length === 0 ? null : { subject: 'import', rows };
      };
      const revision = await (dryRun ? changes.rehearse(act, { scope, plan }) : changes.change(act, { scope, plan }));
      return { result: resultOf(changeList, document, dryRun), revision };
    },
  };
}
