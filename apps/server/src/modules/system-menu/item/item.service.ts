// Makes, changes, switches and deletes menu items; of shared ones a tenant keeps what it changes for itself.
import { type MenuScope, menuOrderMax, type SvcMenuItemModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import {
  type Deletion,
  requireApp,
  requireGiven,
  type Switching,
  type Written,
} from '../application/application.service.ts';
import { changedFields } from '../change/changed-fields.ts';
import {
  type ChangeContext,
  changedOverlay,
  changedRecord,
  requireEnableable,
  requireOverlayFields,
  requireVersion,
  writesRecord,
} from '../change/changed-record.ts';
import type { MenuWriter } from '../change/menu-changes.ts';
import {
  changeable,
  type NewPlace,
  newItem,
  readItemModel,
  requireOneTarget,
  requireUnwritten,
} from '../change/new-item.ts';
import type { RecordSaver, Saved } from '../change/record-saver.ts';
import {
  depthOf,
  descendantsOf,
  requireDepth,
  requireFreeName,
  requireItem,
  requireRoomBelow,
  requireRoomFor,
  siblingsOf,
} from '../change/require-item.ts';
import { effectiveItem } from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { ItemRecord, MenuRows } from '../records/menu-record.types.ts';
import { languagesOf } from '../records/name-for.ts';
import type { TreeService } from '../tree/tree.service.ts';
import { toItemModel } from '../view/item.wire.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { mayOpen } from '../view/shown-items.ts';
import { requireSharedParent } from './order.service.ts';

export interface ItemService {
  get(caller: Caller, context: Context, uuid: string): Promise<SvcMenuItemModel>;
  /** Answers the record as its maker sees it. */
  save(caller: Caller, context: Context, model: SvcMenuItemModel): Promise<Saved<SvcMenuItemModel>>;
  update(caller: Caller, context: Context, scope: MenuScope | undefined, model: SvcMenuItemModel): Promise<Written>;
  setEnabled(caller: Caller, context: Context, asked: Switching): Promise<number>;
  remove(caller: Caller, context: Context, uuid: string, deletion: Deletion): Promise<number>;
  /** As its writer sees it. */
  shown(caller: Caller, context: Context, tenant: string | null, uuid: string): SvcMenuItemModel;
}

export interface ItemDependencies {
  readonly snapshot: MenuSnapshot;
  readonly trees: Pick<TreeService, 'catchUp'>;
  readonly writer: MenuWriter;
  readonly saver: RecordSaver;
  readonly newUuid: () => string;
}

const ORDER_STEP = 10;
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

function createSave({ saver, newUuid }: ItemDependencies): ItemService['save'] {
  return async (caller, context, model) => {
    requireGiven({ ...model, appNameUuid: model.appNameUuid ?? model.parentUuid }, [
      'name',
      'displayName',
      'appNameUuid',
    ]);
    if (model.shared === true && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
    if ((model.authorityList ?? []).length > 0 || model.matchType === 'ALL') {
      invalid({ field: 'authorityList', code: 'FIELD_READ_ONLY', message: 'Changed by PUT /menu-authorities.' });
    }
    const given = readItemModel(model);
    const uuid = newUuid();
    return saver.save(caller, context, {
      operation: 'menuItem_save',
      body: model,
      plan(data, at) {
        const item = newItem(given, at, uuid, placeOf(data, model, caller.tenantIdentifier));
        requireOneTarget(item);
        requireFreeName(data, item, null);
        return { subject: item.name, rows: { items: [item] } };
      },
      modelOf: (view) => toItemModel(view.findItem(uuid)!.node, languagesOf(caller, context)),
    });
  };
}

function createUpdate({ writer, newUuid }: ItemDependencies): ItemService['update'] {
  return async (caller, context, scope, model) => {
    requireGiven({ ...model, uuid: model.uuid ?? model.id }, ['uuid', 'version']);
    const given = readItemModel(model);
    const languages = languagesOf(caller, context);
    let uuid = '';
    const revision = await writer.change(caller, context, scope, (data, at) => {
      const record = requireItem(data, model, at.tenant);
      uuid = record.uuid;
      const shown = effectiveItem(data, record, at.tenant);
      requireUnwritten(model, shown);
      requireVersion(shown.shownVersion, model.version!);
      const fields = changedFields(given, shown, changeable, languages);
      if (Object.keys(fields).length === 0) return null;
      if (typeof fields.name === 'string') requireFreeName(data, { ...record, name: fields.name }, uuid);
      return { subject: record.name, rows: changeItem({ data, at, newUuid }, record, fields) };
    });
    return { uuid, revision };
  };
}

function createRemoval({ writer }: ItemDependencies): ItemService['remove'] {
  return (caller, context, uuid, { version, cascade = false, scope }) =>
    writer.change(caller, context, scope, (data, at) => {
      const record = requireItem(data, { uuid }, at.tenant);
      requireVersion(effectiveItem(data, record, at.tenant).shownVersion, version);
      if (record.system) fail('MENU_SYSTEM_RECORD');
      if (!writesRecord(record, at)) fail('MENU_SHARED_FIELD', { errorArguments: [{ field: 'deleted' }] });
      const below = descendantsOf(data, uuid);
      if (below.length > 0 && !cascade) fail('MENU_ITEM_HAS_CHILDREN');
      if (below.some(({ system }) => system)) fail('MENU_SYSTEM_RECORD');
      const gone = { deleted: true, deletedDate: at.now };
      return { subject: record.name, rows: { items: [record, ...below].map((item) => changedRecord(item, gone, at)) } };
    });
}

export function createItemService(deps: ItemDependencies): ItemService {
  const { snapshot, trees, writer, newUuid } = deps;
  const shown: ItemService['shown'] = (caller, context, tenant, uuid) => {
    const place = snapshot.menuOf(tenant).view.findItem(uuid);
    if (place === undefined) fail('MENU_ITEM_NOT_FOUND', { errorArguments: [{ uuid }] });
    return toItemModel(place.node, languagesOf(caller, context));
  };
  return {
    shown,
    save: createSave(deps),
    update: createUpdate(deps),
    remove: createRemoval(deps),
    async get(caller, context, uuid) {
      await trees.catchUp(context);
      const { view } = snapshot.menuOf(caller.tenantIdentifier);
      const visible = caller.holds('MENU_VIEW_ALL') || mayOpen(view, uuid, view.pairs.heldBy(caller));
      if (!visible) fail('MENU_ITEM_NOT_FOUND', { errorArguments: [{ uuid }] });
      return shown(caller, context, caller.tenantIdentifier, uuid);
    },
    setEnabled: (caller, context, { uuid, enabled, scope }) =>
      writer.change(caller, context, scope, (data, at) => {
        const record = requireItem(data, { uuid }, at.tenant);
        if (effectiveItem(data, record, at.tenant).enabled === enabled) return null;
        return { subject: record.name, rows: changeItem({ data, at, newUuid }, record, { enabled }) };
      }),
  };
}
