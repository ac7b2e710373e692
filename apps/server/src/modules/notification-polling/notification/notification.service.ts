// Notifies named users, and lets them page and mark their notifications.
import {
  notificationSortStandard,
  resolvePageable,
  type SvcPollingMarkModel,
  type SvcUserNotificationQueryModel,
  type SvcUserNotificationSendModel,
  type SvcUserNotificationSentModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { type Recipients, viewerOf } from '../announcement/feature.ts';
import { notificationPollingEvents } from '../notification-polling.events.ts';
import { readAsOf, writeAsOf } from '../record/as-of.ts';
import type { Signals } from '../record/signals.ts';
import { COUNT_MAX, type OwnView, type OwnViews } from '../view/own-view.ts';
import { saveReadAll } from '../view/poll.store.ts';
import {
  markNotifications,
  type NotificationVerb,
  pageNotifications,
  readAllNotifications,
  saveNotifications,
} from './notification.store.ts';
import { toNotificationModel } from './notification.wire.ts';
import { readNotification } from './notification-input.ts';

export interface NotificationParts extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly views: OwnViews;
  readonly signals: Signals;
  readonly recipients: Recipients;
  /** Called after the commit, as there are notifications to number. */
  readonly wake: () => void;
}

export function createNotificationService(parts: NotificationParts) {
  const { database, clock, ids, views, recipients, signals, wake } = parts;
  const now = () => new Date(clock.now());
  const mark = async (act: Act, uuids: readonly string[], verb: NotificationVerb): Promise<ReadonlySet<string>> => {
    const viewer = viewerOf(act.caller);
    await views.of(viewer, true);
    const marked = await markNotifications(database, viewer, uuids, verb, now());
    signals.ownChanged(viewer);
    return marked;
  };
  const readAll = async (act: Act, token: string, withAnnouncements: boolean): Promise<OwnView> => {
    const viewer = viewerOf(act.caller);
    const asOf = readAsOf(token, await views.of(viewer, true));
    await database.transaction(async (tx) => {
      if (withAnnouncements) await saveReadAll(tx, viewer, asOf.publishSeq);
      await readAllNotifications(tx, viewer, asOf.notificationSeq, now());
    });
    signals.ownChanged(viewer);
    return views.of(viewer, true);
  };

  return {
    async send(act: Act, body: SvcUserNotificationSendModel): Promise<SvcUserNotificationSentModel> {
      const { tenantIdentifier, username } = act.caller;
      const one = readNotification(body, username, clock.now());
      const { known, unknown } = await recipients.namesOf(tenantIdentifier, body.users, body.ignoreUnknown ?? false);
      const rows = known.map((usernameFolded) => ({ uuid: ids.uuidV7(), usernameFolded }));
      return act.once((claim) =>
        database.transaction(async (tx) => {
          const stored = await saveNotifications(tx, tenantIdentifier, rows, one, now());
          const answer = { stored, duplicates: rows.length - stored, unknown: [...unknown] };
          const detail = { title: one.title, stored, users: known.slice(0, COUNT_MAX) };
          await act.record(tx, notificationPollingEvents.notified, null, detail);
          await claim.save(tx, answer);
          tx.afterCommit(wake);
          return answer;
        }),
      );
    },
    async page(act: Act, body: SvcUserNotificationQueryModel) {
      const request = resolvePageable(body.pageable, notificationSortStandard);
      const viewer = viewerOf(act.caller);
      const view = await views.of(viewer, true);
      const query = {
        read: body.read ?? null,
        archived: body.archived ?? false,
        typeList: body.typeList ?? null,
        application: body.application ?? null,
        searchText: body.searchText ?? null,
        dateCreatedFrom: body.dateCreatedFrom ?? null,
        dateCreatedTo: body.dateCreatedTo ?? null,
      };
      const bounds = { seq: view.notificationSeq, now: now(), page: request };
      const { rows, total } = await pageNotifications(database, viewer, query, bounds);
      return { body: pageBody(rows.map(toNotificationModel), total, request), asOf: writeAsOf(view) };
    },
    async one(act: Act, uuid: string, verb: NotificationVerb): Promise<void> {
      if ((await mark(act, [uuid], verb)).size === 0) failNotFound('USER_NOTIFICATION_NOT_FOUND', { uuid });
    },
    async list(act: Act, uuids: readonly string[], verb: 'read' | 'archive'): Promise<SvcPollingMarkModel[]> {
      const found = await mark(act, uuids, verb);
      return uuids.map((uuid) => ({ uuid, found: found.has(uuid.toLowerCase()), held: false }));
    },
    async readAll(act: Act, token: string): Promise<number> {
      return Math.min((await readAll(act, token, false)).notifications, COUNT_MAX);
    },
    async readEverything(act: Act, token: string): Promise<number> {
      return Math.min((await readAll(act, token, true)).countUnread(), COUNT_MAX);
    },
  };
}
