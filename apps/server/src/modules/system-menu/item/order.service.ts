// Orders and moves items: siblings are numbered 10, 20, and so on, in records or in overlays of the level that writes.
import type { MenuScope, SvcMenuItemModel, SvcMenuItemMoveModel, SvcMenuItemOrderModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import {
  type ChangeContext,
  changedOverlay,
  changedRecord,
  ORDER_STEP,
  writesRecord,
} from '../change/changed-record.ts';
import type { Made, MenuChanges } from '../change/menu-changes.ts';
import { requireApp } from '../change/require-app.ts';
import {
  depthOf,
  descendantsOf,
  type ItemPlace,
  requireDepth,
  requireFreeName,
  requireItem,
  requireItems,
  requireRoomBelow,
  requireSharedParent,
  siblingsOf,
} from '../change/require-item.ts';
import { type EffectiveItem, effectiveItem } from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { ItemRecord, MenuRows, OverlayRecord } from '../records/menu-record.types.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { findItemModel } from './item.service.ts';

interface Numbered {
  readonly items: ItemRecord[];
  readonly overlays: OverlayRecord[];
}

/** Numbers the items; only changed numbers are written. The caller writes `except`. */
function numberAnew(change: ChangeContext, order: readonly EffectiveItem[], except: string | null): Numbered {
  const { data, at } = change;
  const numbered: Numbered = { items: [], overlays: [] };
  for (const [place, { uuid, orderNumber: before }] of order.entries()) {
    const orderNumber = (place + 1) * ORDER_STEP;
    const record = data.items.get(uuid);
    if (record === undefined || uuid === except || before === orderNumber) continue;
    if (writesRecord(record, at)) numbered.items.push(changedRecord(record, { orderNumber }, at));
    else numbered.overlays.push(changedOverlay(change, 'ITEM', record, { orderNumber }));
  }
  return numbered;
}

interface AskedPlace {
  readonly appNameUuid?: string | null | undefined;
  readonly parentUuid?: string | null | undefined;
}

function levelOf(data: MenuData, model: AskedPlace, tenant: string | null): ItemPlace {
  if (model.parentUuid != null) {
    const { appNameUuid, uuid } = requireItem(data, { uuid: model.parentUuid }, tenant);
    if (model.appNameUuid != null && model.appNameUuid !== appNameUuid) {
      invalid({ field: 'appNameUuid', code: 'NOT_ALLOWED', message: 'The parent stands in another application.' });
    }
    return { appNameUuid, parentUuid: uuid };
  }
  return { appNameUuid: requireApp(data, { uuid: model.appNameUuid ?? null }, tenant).uuid, parentUuid: null };
}

function planOrder(change: ChangeContext, model: SvcMenuItemOrderModel): MenuRows | null {
  const { data, at } = change;
  const level = levelOf(data, model, at.tenant);
  const siblings = siblingsOf(data, level, at.tenant);
  const byUuid = new Map(siblings.map((item) => [item.uuid, item]));
  const strangers = model.uuidList.filter((uuid) => !byUuid.has(uuid));
  requireItems(data, strangers, at.tenant);
  if (strangers.length > 0) fail('MENU_NOT_SIBLINGS', { errorArguments: strangers.map((uuid) => ({ uuid })) });
  const listed = model.uuidList.map((uuid) => byUuid.get(uuid)!);
  const order = [...listed, ...siblings.filter((item) => !listed.includes(item))];
  if (order.every((item, place) => item === siblings[place])) return null;
  return numberAnew(change, order, null);
}

function requireMovable(record: ItemRecord, change: ChangeContext): void {
  const errorArguments = [{ field: 'parentUuid', code: 'FIELD_READ_ONLY' }];
  if (record.system) fail('MENU_SYSTEM_FIELD', { errorArguments });
  if (!writesRecord(record, change.at)) fail('MENU_SHARED_FIELD', { errorArguments });
}

function targetOf(data: MenuData, model: SvcMenuItemMoveModel, record: ItemRecord, tenant: string | null): ItemPlace {
  const { parentUuid, appNameUuid } = model;
  return levelOf(
    data,
    { parentUuid, appNameUuid: appNameUuid ?? (parentUuid == null ? record.appNameUuid : null) },
    tenant,
  );
}

function planMove(change: ChangeContext, model: SvcMenuItemMoveModel): MenuRows {
  const { data, at } = change;
  const record = requireItem(data, model, at.tenant);
  const { shownVersion } = effectiveItem(data, record, at.tenant);
  requireVersion({ identifier: record.uuid, version: shownVersion }, model.version);
  requireMovable(record, change);
  const target = targetOf(data, model, record, at.tenant);
  const below = descendantsOf(data, record.uuid);
  if (target.parentUuid === record.uuid || below.some(({ uuid }) => uuid === target.parentUuid)) fail('MENU_CYCLE');
  requireSharedParent(data, target, record.tenantIdentifier);
  const moved: ItemRecord = { ...record, ...target };
  const deepest = Math.max(depthOf(data, record), ...below.map((item) => depthOf(data, item)));
  requireDepth(depthOf(data, moved) + deepest - depthOf(data, record));
  const siblings = siblingsOf(data, target, at.tenant).filter(({ uuid }) => uuid !== record.uuid);
  const elsewhere = target.appNameUuid !== record.appNameUuid;
  if (elsewhere || target.parentUuid !== record.parentUuid) requireRoomBelow(siblings);
  const followers = elsewhere ? below : [];
  for (const item of elsewhere ? [record, ...followers] : []) {
    requireFreeName(data, { ...item, appNameUuid: target.appNameUuid }, item.uuid);
  }
  const position = Math.min(model.position, siblings.length);
  const order = [...siblings.slice(0, position), effectiveItem(data, moved, at.tenant), ...siblings.slice(position)];
  const { items, overlays } = numberAnew(change, order, record.uuid);
  const own = changedRecord(record, { ...target, orderNumber: (position + 1) * ORDER_STEP }, at);
  const follow = followers.map((item) => changedRecord(item, { appNameUuid: target.appNameUuid }, at));
  return { items: [own, ...items, ...follow], overlays };
}

export function createItemOrder({
  ids,
  snapshot,
  changes,
}: Pick<Kernel, 'ids'> & { readonly snapshot: MenuSnapshot; readonly changes: MenuChanges }) {
  const newUuid = ids.uuidV7;
  return {
    async order(
      act: Act,
      { scope, model }: { readonly scope: MenuScope | undefined; readonly model: SvcMenuItemOrderModel },
    ): Promise<number> {
      const { uuidList } = model;
      const doubled = uuidList.flatMap((uuid, index) => (uuidList.indexOf(uuid) < index ? [index] : []));
      if (doubled.length > 0) {
        const message = 'Stands in the list twice.';
        invalid(...doubled.map((index) => ({ field: `uuidList[${index}]`, code: 'DUPLICATE_ENTRY', message })));
      }
      return changes.change(act, {
        scope,
        plan(data, at) {
          const rows = planOrder({ data, at, newUuid }, model);
          return rows === null ? null : { subject: 'order', rows };
        },
      });
    },
    async move(
      act: Act,
      { scope, model }: { readonly scope: MenuScope | undefined; readonly model: SvcMenuItemMoveModel },
    ): Promise<Made<SvcMenuItemModel>> {
      const { uuid } = model;
      const revision = await changes.change(act, {
        scope,
        plan: (data, at) => ({ subject: uuid, rows: planMove({ data, at, newUuid }, model) }),
      });
      return { model: findItemModel(snapshot, act, { scope, uuid }), revision };
    },
  };
}
