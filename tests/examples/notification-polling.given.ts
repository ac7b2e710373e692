// Arranges what the examples of announcements need: one that the administrator has sent.
import type { notificationPollingModule } from '@keelson/contract';
import { expect, vi } from 'vitest';
import { type Arrange, asAdmin, asSomebody, type GivenOf } from './given.ts';

const model = {
  title: 'Maintenance tonight',
  content: 'The service rests from 22:00 to 23:00.',
  type: 'MAINTENANCE',
  displayType: 'BANNER',
  priority: 7,
} as const;

const sent =
  (more: { readonly publish?: boolean } = {}): Arrange =>
  async ({ admin }) => {
    const { body } = await admin.sure.notificationPolling.send({ body: { ...model, ...more } });
    return { as: admin, values: { announcement: body.uuid, username: admin.username } };
  };

/** The count of somebody whom nothing else is sent to. */
const counted: Arrange = async ({ somebody }) => {
  const person = await somebody();
  return { as: person, values: { username: person.username } };
};

const seen: Arrange = async ({ admin }) => {
  const { headers } = await admin.sure.notificationPolling.queryPage({ body: {} });
  return { as: admin, values: { asOf: headers.get('x-svc-as-of') ?? '' } };
};

/** Somebody whom the administrator has told something, which is numbered by now. */
const told: Arrange = async ({ admin, somebody }) => {
  const person = await somebody();
  const body = {
    users: [person.username],
    title: 'Your report is ready',
    content: 'Orders of March.',
    type: 'SUCCESS',
  } as const;
  await admin.sure.notificationPolling.sendNotification({ body });
  const read = async () => (await person.sure.notificationPolling.queryNotifications({ body: {} })).body.data[0]?.uuid;
  await vi.waitFor(async () => expect(await read()).toBeDefined(), { timeout: 20_000, interval: 5 });
  return { as: person, values: { notification: (await read()) ?? '', username: admin.username } };
};

/** Somebody has acknowledged what the administrator sent. */
const acknowledged: Arrange = async (world) => {
  const given = await sent()(world);
  const person = await world.somebody();
  const params = { uuid: given.values?.announcement ?? '' };
  await person.sure.notificationPolling.acknowledgeAnnouncement({ params });
  return { ...given, values: { ...given.values, otherUsername: person.username } };
};

export const notificationPollingGivens: GivenOf<typeof notificationPollingModule> = {
  queryPage: sent(),
  send: ({ admin }) => ({ as: admin, values: { username: admin.username } }),
  getUnreadNotificationCountByUser: counted,
  getUnreadCount: asAdmin,
  getAnnouncement: sent(),
  updateAnnouncement: sent(),
  deleteAnnouncement: sent(),
  publishAnnouncement: sent({ publish: false }),
  withdrawAnnouncement: sent(),
  readAnnouncement: sent(),
  unreadAnnouncement: sent(),
  archiveAnnouncement: sent(),
  unarchiveAnnouncement: sent(),
  dismissAnnouncement: sent(),
  acknowledgeAnnouncement: sent(),
  readAnnouncements: sent(),
  archiveAnnouncements: sent(),
  readAllAnnouncements: seen,
  sendNotification: ({ admin }) => ({ as: admin, values: { username: admin.username } }),
  queryNotifications: told,
  readNotification: told,
  unreadNotification: told,
  archiveNotification: told,
  deleteNotification: told,
  readNotifications: told,
  archiveNotifications: told,
  readAllNotifications: seen,
  readEverything: seen,
  getUnreadDetail: told,
  getChanges: async (world) => {
    const { cursor } = (await world.admin.sure.notificationPolling.getChanges()).body;
    const given = await sent()(world);
    return { ...given, values: { ...given.values, cursor } };
  },
  streamChanges: asAdmin,
  getStatistics: acknowledged,
  pageAcknowledgements: acknowledged,
  previewAnnouncement: async (world) => ({ ...(await counted(world)), as: world.admin }),
  getPreference: asSomebody,
  savePreference: asSomebody,
};
