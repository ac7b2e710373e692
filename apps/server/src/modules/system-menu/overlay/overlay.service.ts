// Lists a level's changes of records, and undoes them; the row stays, so that no earlier form is accepted.
import {
  type MenuScope,
  menuOverlaySortStandard,
  resolvePageable,
  type SvcMenuOverlayQueryModel,
} from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { type MemoryOrder, pageInMemory } from '../../../kernel/records/page-in-memory.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { MenuChanges } from '../change/menu-changes.ts';
import { requireApp } from '../change/require-app.ts';
import { requireItem } from '../change/require-item.ts';
import { levelKey } from '../records/menu-data.ts';
import type { OverlayRecord } from '../records/menu-record.types.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { isOr } from '../view/text-filter.ts';
import { toOverlayModel } from './overlay.wire.ts';

const overlayOrder: MemoryOrder<OverlayRecord, 'targetType' | 'dateUpdated'> = {
  keys: {
    targetType: ({ targetType }) => targetType,
    dateUpdated: ({ dateUpdated }) => Date.parse(dateUpdated),
  },
  tieBreak: ({ id }) => id,
};

export function createOverlayService({
  snapshot,
  changes,
}: {
  readonly snapshot: MenuSnapshot;
  readonly changes: MenuChanges;
}) {
  return {
    async page(
      act: Act,
      { scope, model }: { readonly scope: MenuScope | undefined; readonly model: SvcMenuOverlayQueryModel },
    ) {
      const request = resolvePageable(model.pageable, menuOverlaySortStandard);
      const { view } = await snapshot.menuFor(act, scope);
      const found = [...snapshot.data().overlays.values()].filter(
        ({ tenantIdentifier, targetType, targetUuid, fields }) =>
          tenantIdentifier === view.tenant &&
          Object.keys(fields).length > 0 &&
          isOr(model.targetType, targetType) &&
          isOr(model.targetUuid, targetUuid) &&
          // The overlay of a record that is gone from the code is kept, and not shown.
          (targetType === 'APP' ? view.findApp(targetUuid) : view.findItem(targetUuid)) !== undefined,
      );
      return pageInMemory(found, request, overlayOrder, toOverlayModel);
    },
    /** Undoes changes; answers the revision. */
    reset: (
      act: Act,
      { scope, uuid }: { readonly scope: MenuScope | undefined; readonly uuid: string },
    ): Promise<number> =>
      changes.change(act, {
        scope,
        plan(data, at) {
          const isApp = data.apps.has(uuid);
          if (!act.caller.holds(isApp ? 'MENU_APP_MANAGE' : 'MENU_MANAGE')) fail('ACCESS_DENIED');
          const { name } = isApp ? requireApp(data, { uuid }, at.tenant) : requireItem(data, { uuid }, at.tenant);
          const before = data.overlays.get(levelKey(uuid, at.tenant));
          if (before === undefined || Object.keys(before.fields).length === 0) return null;
          const emptied = { fields: {}, version: before.version + 1, updatedBy: at.username, dateUpdated: at.now };
          return { subject: name, rows: { overlays: [{ ...before, ...emptied }] } };
        },
      }),
  };
}
