// Finds the records that a level sees before an import, and those that a REPLACE removes.
import { isOfView } from '../records/effective-item.ts';
import { compileView } from '../view/menu-view.ts';
import { isOfLevel } from './export-level.ts';
import { type ImportDraft, itemKey, refuse } from './import-draft.ts';

/** Fills the draft with the records that the level sees, without those that a REPLACE removes. */
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
  // Items on a cycle are seen, too: a document can repair them.
  for (const item of data.items.values()) {
    const app = view.findApp(item.appNameUuid)?.app;
    if (app === undefined || item.retired || !isOfView(item.tenantIdentifier, at.tenant)) continue;
    const own = isOfLevel(item, at.tenant);
    const named = mode === 'MERGE' || namedItems.has(itemKey(app.name, item.name));
    if (draft.apps.has(app.name) && (named || !own)) draft.items.set(itemKey(app.uuid, item.name), item);
    else if (own) gone.items.push(item);
  }
}

/** Refuses a REPLACE that removes parents of tenants' items. */
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
