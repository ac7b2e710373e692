// Plans the records of an imported document; every problem is reported at once.
import { fail } from '../../../kernel/request/errors.ts';
import { changedRecord } from '../change/changed-record.ts';
import { type MenuData, mergeRows } from '../records/menu-data.ts';
import type { MenuRows, WriteScope } from '../records/menu-record.types.ts';
import { checkLimits } from './check-limits.ts';
import type { AskedImport, ImportDraft } from './import-draft.ts';
import { planLevels } from './plan-levels.ts';
import { planRecords } from './plan-records.ts';
import { checkRemovals, seeLevel } from './see-level.ts';

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

/** Plans the records; fails with 422 MENU_IMPORT_INVALID and every problem of the document. */
export function planImport(asked: AskedImport, data: MenuData, at: WriteScope): MenuRows {
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
  planRecords(draft);
  checkRemovals(draft);
  planLevels(draft);
  const rows = rowsOf(draft);
  checkLimits(draft, mergeRows(data, rows, data.revision));
  if (draft.problems.length > 0) fail('MENU_IMPORT_INVALID', { errorArguments: draft.problems });
  return rows;
}
