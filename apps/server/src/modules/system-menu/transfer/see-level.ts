// Finds what a level sees before an imported document, and what a REPLACE takes away of it.
import { isOfView } from '../records/effective-item.ts';
import { compileView } from '../view/menu-view.ts';
import { isOfLevel } from './export-level.ts';
import { type ImportDraft, itemKey, refuse } from './import-draft.ts';

/** Fills the draft with what the level sees before the document; what a REPLACE takes away of it is gone already. */
export function seeLevel(draft: ImportDraft): void {
  const { data, at, document, mode, gone } = draft;
  const namedApps = new Set(document.appList.map(({ name }) => name));
  const namedItems = new Set(document.itemList.map(({ appName, name }) => itemKey(appName, name)));
  const view = compileView(data, at.tenant);
  for (const { app } of view.apps) {
    const record = data.apps.get(app.uuid)!;
    if (mode === 'MERGE' || namedApps.has(app.name) || !isOfLevel(record, at.tenant)) draft.apps.set(app.name, record);
    else gone.apps.push(record);
  }
  // What hangs on a cycle is seen, too: a document can bring it back.
  for (const item of data.items.values()) {
    const app = view.findApp(item.appNameUuid)?.app;
    if (app === undefined || item.retired || !isOfView(item.tenantIdentifier, at.tenant)) continue;
    const own = isOfLevel(item, at.tenant);
    const named = mode === 'MERGE' || namedItems.has(itemKey(app.name, item.name));
    if (draft.apps.has(app.name) && (named || !own)) draft.items.set(itemKey(app.uuid, item.name), item);
    else if (own) gone.items.push(item);
  }
}

/** Refuses a REPLACE that takes away what tenants hung something below. */
export function checkRemovals(draft: ImportDraft): void {
  const { data, at, gone } = draft;
  const goneApps = new Map(gone.apps.map((app) => [app.uuid, app]));
  const goneItems = new Map(gone.items.map((item) => [item.uuid, item]));
  const refused = new Set<string>();
  for (const item of data.items.values()) {
    if (isOfLevel(item, at.tenant)) continue;
    const app = goneApps.get(item.appNameUuid);
    const held = app ?? (item.parentUuid === null ? undefined : goneItems.get(item.parentUuid));
    if (held === undefined || refused.has(held.uuid)) continue;
    refused.add(held.uuid);
    const appName = data.apps.get(item.appNameUuid)?.name ?? '';
    const place = { field: app ? 'appList' : 'itemList', appName, itemName: app ? null : held.name };
    refuse(draft, place, app ? 'APP_NAME_HAS_ITEMS' : 'MENU_ITEM_HAS_CHILDREN');
  }
}
