// Runs changes of announcements under the head row of their tenant, after checking the caller's rights.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { findAnnouncement } from '../record/announcement.store.ts';
import type { Announcement } from '../record/announcement.types.ts';
import { lockHeads } from '../record/head.store.ts';
import type { OwnViews } from '../view/own-view.ts';
import type { Publishing } from './publishing.ts';
import { mayManage, viewerOf } from './showing.ts';

export const OVER: readonly string[] = ['WITHDRAWN', 'EXPIRED'];

export function failState({ status }: Announcement): never {
  return fail('ANNOUNCEMENT_STATE_INVALID', { parameters: { status } });
}

export function recordChange(
  tx: Transaction,
  act: Act,
  event: DefinedEvent,
  { uuid, status, tenantIdentifier }: Announcement,
  detail: object = {},
): Promise<void> {
  return act.record(tx, event, { name: uuid, tenantIdentifier }, { uuid, status, ...detail });
}

export function createManaged({
  database,
  clock,
  views,
  publishing,
}: Pick<Kernel, 'database' | 'clock'> & { readonly views: OwnViews; readonly publishing: Publishing }) {
  /** Finds an announcement; 404 where the caller cannot see it, 403 where it belongs to somebody else. */
  const requireManaged = async (act: Act, uuid: string): Promise<Announcement> => {
    const found = await findAnnouncement(database, uuid);
    if (found === null) return failNotFound('ANNOUNCEMENT_NOT_FOUND', { uuid });
    if (mayManage(act.caller, found)) return found;
    const { visible } = await views.of(viewerOf(act.caller), true);
    if (visible.some((item) => item.uuid === found.uuid)) fail('ACCESS_DENIED');
    return failNotFound('ANNOUNCEMENT_NOT_FOUND', { uuid });
  };
  return {
    requireManaged,
    /** Runs the work with the announcement as it is under the lock. */
    async changed<T>(act: Act, uuid: string, work: (tx: Transaction, found: Announcement) => Promise<T>): Promise<T> {
      const { tenantIdentifier } = await requireManaged(act, uuid);
      return database.transaction(async (tx) => {
        await lockHeads(tx, [tenantIdentifier]);
        const found = (await findAnnouncement(tx, uuid)) ?? failNotFound('ANNOUNCEMENT_NOT_FOUND', { uuid });
        tx.afterCommit(publishing.wake);
        return work(tx, found);
      });
    },
    touched: (act: Act, one: Announcement): Announcement => ({
      ...one,
      version: one.version + 1,
      updatedBy: act.caller.username,
      dateUpdated: new Date(clock.now()),
    }),
  };
}

export type Managed = ReturnType<typeof createManaged>;
