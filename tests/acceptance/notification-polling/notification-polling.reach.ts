// Tells how each operation on announcements would reach into another tenant, and what comes back instead.
import type { Client } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import { expect, vi } from 'vitest';
import type { Outcome, Reach } from '../reach.ts';
import type { Foreign } from '../tenants.ts';

/** They answer by the caller's own tenant and name alone. */
export const ownPollingOperations = [
  'queryPage',
  'readAnnouncements',
  'archiveAnnouncements',
  'readAllAnnouncements',
  'getUnreadCount',
  'queryNotifications',
  'readNotifications',
  'archiveNotifications',
  'readAllNotifications',
  'readEverything',
  'getUnreadDetail',
  'getChanges',
  'streamChanges',
  'getPreference',
  'savePreference',
];

const missing: ErrorCode = 'ANNOUNCEMENT_NOT_FOUND';
const text = { title: 'Elsewhere', content: 'For another tenant.' } as const;

/** An administrator of the foreign tenant sends it. */
async function theirs({ tenant }: Foreign): Promise<string> {
  return (await tenant.deputy.sure.notificationPolling.send({ body: text })).body.uuid;
}

const reaching = (
  call: (polling: Client<false>['notificationPolling'], uuid: string) => ReturnType<Reach['call']>,
  everywhere: Outcome,
): Reach => ({
  call: async ({ notificationPolling }, foreign) => call(notificationPolling, await theirs(foreign)),
  stranger: missing,
  everywhere,
});

/** Somebody of the foreign tenant is told something. */
async function theirNotification({ tenant, person }: Foreign): Promise<string> {
  const body = { users: [person.username], title: 'Elsewhere' };
  await tenant.deputy.sure.notificationPolling.sendNotification({ body });
  const read = async () => (await person.sure.notificationPolling.queryNotifications({ body: {} })).body.data[0]?.uuid;
  await vi.waitFor(async () => expect(await read()).toBeDefined(), { timeout: 20_000, interval: 5 });
  return (await read()) ?? '';
}

const marking = (
  call: (polling: Client<false>['notificationPolling'], uuid: string) => ReturnType<Reach['call']>,
): Reach => ({
  call: async ({ notificationPolling }, foreign) => call(notificationPolling, await theirNotification(foreign)),
  stranger: 'USER_NOTIFICATION_NOT_FOUND',
  everywhere: 'USER_NOTIFICATION_NOT_FOUND',
});

export const pollingReaches: Readonly<Record<string, Reach>> = {
  sendNotification: {
    call: ({ notificationPolling }, { person }) =>
      notificationPolling.sendNotification({ body: { users: [person.username], title: 'Across' } }),
    stranger: 'USER_UNKNOWN',
    everywhere: 'USER_UNKNOWN',
  },
  readNotification: marking((polling, uuid) => polling.readNotification({ params: { uuid } })),
  unreadNotification: marking((polling, uuid) => polling.unreadNotification({ params: { uuid } })),
  archiveNotification: marking((polling, uuid) => polling.archiveNotification({ params: { uuid } })),
  deleteNotification: marking((polling, uuid) => polling.deleteNotification({ params: { uuid } })),
  send: {
    call: ({ notificationPolling }, { tenant }) =>
      notificationPolling.send({ body: { ...text, audience: { tenants: [tenant.identifier] } } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { status: 'PUBLISHED' },
  },
  getUnreadNotificationCountByUser: {
    call: ({ notificationPolling }, { person }) =>
      notificationPolling.getUnreadNotificationCountByUser({ params: { user: person.username } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: 'USER_NOT_FOUND',
  },
  getAnnouncement: reaching((polling, uuid) => polling.getAnnouncement({ params: { uuid } }), { title: text.title }),
  updateAnnouncement: reaching(
    (polling, uuid) => polling.updateAnnouncement({ body: { uuid, version: 1, priority: 1 } }),
    { priority: 1 },
  ),
  getStatistics: reaching((polling, uuid) => polling.getStatistics({ params: { uuid } }), { acknowledged: 0 }),
  pageAcknowledgements: reaching((polling, uuid) => polling.pageAcknowledgements({ params: { uuid }, body: {} }), {
    totalElements: 0,
  }),
  previewAnnouncement: {
    call: ({ notificationPolling }, { tenant }) =>
      notificationPolling.previewAnnouncement({ body: { ...text, audience: { tenants: [tenant.identifier] } } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { estimated: true },
  },
  publishAnnouncement: reaching((polling, uuid) => polling.publishAnnouncement({ params: { uuid } }), {
    status: 'PUBLISHED',
  }),
  withdrawAnnouncement: reaching((polling, uuid) => polling.withdrawAnnouncement({ params: { uuid } }), {
    status: 'WITHDRAWN',
  }),
  deleteAnnouncement: reaching((polling, uuid) => polling.deleteAnnouncement({ params: { uuid } }), {}),
  readAnnouncement: reaching((polling, uuid) => polling.readAnnouncement({ params: { uuid } }), missing),
  unreadAnnouncement: reaching((polling, uuid) => polling.unreadAnnouncement({ params: { uuid } }), missing),
  archiveAnnouncement: reaching((polling, uuid) => polling.archiveAnnouncement({ params: { uuid } }), missing),
  unarchiveAnnouncement: reaching((polling, uuid) => polling.unarchiveAnnouncement({ params: { uuid } }), missing),
  acknowledgeAnnouncement: reaching((polling, uuid) => polling.acknowledgeAnnouncement({ params: { uuid } }), missing),
  dismissAnnouncement: reaching((polling, uuid) => polling.dismissAnnouncement({ params: { uuid } }), missing),
};
