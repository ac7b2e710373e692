// Makes, changes, enables, disables and deletes menu items; a tenant's changes of shared ones are its own.
import { type MenuScope, menuOrderMax, type SvcMenuItemModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { changedFields } from '../change/changed-fields.ts';
import {
  type ChangeContext,
  changedOverlay,
  changedRecord,
  ORDER_STEP,
  requireEnableable,
  requireOverlayFields,
  writesRecord,
} from '../change/changed-record.ts';
import type { Made, MenuChanges, MenuPlan } from '../change/menu-changes.ts';
import {
  itemFields,
  type NewPlace,
  newItem,
  readItemModel,
  requireOneTarget,
  requireUnwritten,
} from '../change/new-item.ts';
import { requireApp } from '../change/require-app.ts';
import {
  depthOf,
  descendantsOf,
  requireDepth,
  requireFreeName,
  requireItem,
  requireRoomBelow,
  requireRoomFor,
  requireSharedParent,
  siblingsOf,
} from '../change/require-item.ts';
import { effectiveItem } from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { Deletion, ItemRecord, MenuRows, Switching } from '../records/menu-record.types.ts';
import { toItemModel } from '../view/item.wire.ts';
import { type MenuSnapshot, viewTenantOf } from '../view/menu-snapshot.ts';
import { mayOpen } from '../view/shown-items.ts';

const ORDER_FIRST = 1_000;

function changeItem(change: ChangeContext, record: ItemRecord, fields: Partial<ItemRecord>): MenuRows {
  requireEnableable(change, record, fields.enabled);
  if (!writesRecord(record, change.at)) {
    requireOverlayFields('ITEM', record, fields);
    return { overlays: [changedOverlay(change, 'ITEM', record, fields)] };
  }
  const changed = changedRecord(record, fields, change.at);
  requireOneTarget(changed);
  return { items: [changed] };
}

function placeOf(data: MenuData, model: SvcMenuItemModel, tenant: string): NewPlace {
  const parent = model.parentUuid == null ? null : requireItem(data, { uuid: model.parentUuid }, tenant);
  const app = requireApp(data, { uuid: model.appNameUuid ?? parent?.appNameUuid ?? null }, tenant);
  if (parent !== null && parent.appNameUuid !== app.uuid) {
    invalid({ field: 'appNameUuid', code: 'NOT_ALLOWED', message: 'The parent stands in another application.' });
  }
  const place = { appNameUuid: app.uuid, parentUuid: parent?.uuid ?? null };
  const siblings = siblingsOf(data, place, tenant);
  requireRoomBelow(siblings);
  if (parent !== null) requireDepth(depthOf(data, parent) + 1);
  const last = siblings.at(-1);
  const behind = last === undefined ? ORDER_FIRST : Math.min(last.orderNumber + ORDER_STEP, menuOrderMax);
  const orderNumber = model.orderNumber ?? behind;
  const tenantIdentifier = model.shared === true ? null : tenant;
  requireSharedParent(data, place, tenantIdentifier);
  requireRoomFor(data, tenantIdentifier);
  return { ...place, orderNumber, tenantIdentifier };
}

/** Shows an item as the read or written level sees it. */
export function findItemModel(
  { menuOf }: Pick<MenuSnapshot, 'menuOf'>,
  { caller, context }: Act,
  { scope, uuid }: { readonly scope?: MenuScope | undefined; readonly uuid: string },
): SvcMenuItemModel {
  const place = menuOf(viewTenantOf(caller, scope)).view.findItem(uuid);
  if (place === undefined) failNotFound('MENU_ITEM_NOT_FOUND', { uuid });
  return toItemModel(place.node, languagesOf(caller, context));
}

function requireMakeable(model: SvcMenuItemModel, { caller }: Act): void {
  if (model.shared === true && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  if ((model.authorityList ?? []).length > 0 || model.matchType === 'ALL') {
    invalid({ field: 'authorityList', code: 'FIELD_READ_ONLY', message: 'Changed by PUT /menu-authorities.' });
  }
}

function planRemoval({ uuid, version, cascade = false }: Deletion): MenuPlan {
  return (data, at) => {
    const record = requireItem(data, { uuid }, at.tenant);
    const { shownVersion } = effectiveItem(data, record, at.tenant);
    requireVersion({ identifier: uuid, version: shownVersion }, version);
    if (record.system) fail('MENU_SYSTEM_RECORD');
    if (!writesRecord(record, at)) fail('MENU_SHARED_FIELD', { errorArguments: [{ field: 'deleted' }] });
    const below = descendantsOf(data, uuid);
    if (below.length > 0 && !cascade) fail('MENU_ITEM_HAS_CHILDREN');
    if (below.some(({ system }) => system)) fail('MENU_SYSTEM_RECORD');
    const gone = { deleted: true, deletedDate: at.now };
    const items = [record, ...below].map((item) => changedRecord(item, gone, at));
    return { subject: record.name, rows: { items } };
  };
}

export function createItemService({
  ids,
  snapshot,
  changes,
}: Pick<Kernel, 'ids'> & { readonly snapshot: MenuSnapshot; readonly changes: MenuChanges }) {
  const newUuid = ids.uuidV7;
  return {
    async get(act: Act, uuid: string): Promise<SvcMenuItemModel> {
      const { view } = await snapshot.menuFor(act);
      const visible = act.caller.holds('MENU_VIEW_ALL') || mayOpen(view, uuid, view.pairs.heldBy(act.caller));
      if (!visible) failNotFound('MENU_ITEM_NOT_FOUND', { uuid });
      return findItemModel(snapshot, act, { uuid });
    },
    /** Answers the record as its maker sees it. */
    async save(act: Act, model: SvcMenuItemModel): Promise<Made<SvcMenuItemModel>> {
      requireMakeable(model, act);
      const given = readItemModel(model);
      const uuid = newUuid();
      return changes.make(
        act,
        (data, at) => {
          const item = newItem(given, at, uuid, placeOf(data, model, act.caller.tenantIdentifier));
          requireOneTarget(item);
          requireFreeName(data, item, null);
          return { subject: item.name, rows: { items: [item] } };
        },
        (view) => toItemModel(view.findItem(uuid)!.node, languagesOf(act.caller, act.context)),
      );
    },
    async update(
      act: Act,
      { scope, model }: { readonly scope: MenuScope | undefined; readonly model: SvcMenuItemModel },
    ): Promise<Made<SvcMenuItemModel>> {
      const given = readItemModel(model);
      const languages = languagesOf(act.caller, act.context);
      let uuid = '';
      const plan: MenuPlan = (data, at) => {
        const record = requireItem(data, model, at.tenant);
        uuid = record.uuid;
        const shown = effectiveItem(data, record, at.tenant);
        requireUnwritten(model, shown);
        requireVersion({ identifier: uuid, version: shown.shownVersion }, model.version!);
        const fields = changedFields(given, shown, itemFields, languages);
        if (Object.keys(fields).length === 0) return null;
        if (typeof fields.name === 'string') requireFreeName(data, { ...record, name: fields.name }, uuid);
        return { subject: record.name, rows: changeItem({ data, at, newUuid }, record, fields) };
      };
      const revision = await changes.change(act, { scope, plan });
      return { model: findItemModel(snapshot, act, { scope, uuid }), revision };
    },
    setEnabled: (act: Act, { uuid, enabled, scope }: Switching): Promise<number> =>
      changes.change(act, {
        scope,
        plan(data, at) {
          const record = requireItem(data, { uuid }, at.tenant);
          if (effectiveItem(data, record, at.tenant).enabled === enabled) return null;
          return { subject: record.name, rows: changeItem({ data, at, newUuid }, record, { enabled }) };
        },
      }),
    remove: (act: Act, deletion: Deletion): Promise<number> =>
      changes.change(act, { scope: deletion.scope, plan: planRemoval(deletion) }),
  };
}
