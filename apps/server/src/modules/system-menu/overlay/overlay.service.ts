// Resets what a level changed of a record; the row stays, so that no form from before is accepted again.
import type { MenuScope } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { requireApp } from '../application/application.service.ts';
import type { MenuWriter } from '../change/menu-changes.ts';
import { requireItem } from '../change/require-item.ts';
import { levelKey } from '../records/menu-data.ts';

export interface OverlayService {
  reset(caller: Caller, context: Context, scope: MenuScope | undefined, uuid: string): Promise<number>;
}

export function createOverlayService({ writer }: { readonly writer: MenuWriter }): OverlayService {
  return {
    reset: (caller, context, scope, uuid) =>
      writer.change(caller, context, scope, (data, at) => {
        const isApp = data.apps.has(uuid);
        if (!caller.holds(isApp ? 'MENU_APP_MANAGE' : 'MENU_MANAGE')) fail('ACCESS_DENIED');
        const { name } = isApp ? requireApp(data, { uuid }, at.tenant) : requireItem(data, { uuid }, at.tenant);
        const before = data.overlays.get(levelKey(uuid, at.tenant));
        if (before === undefined || Object.keys(before.fields).length === 0) return null;
        const emptied = { fields: {}, version: before.version + 1, updatedBy: at.username, dateUpdated: at.now };
        return { subject: name, rows: { overlays: [{ ...before, ...emptied }] } };
      }),
  };
}
