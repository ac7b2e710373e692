// Arranges what the examples of mails need: one that is captured, or was refused, or waits.
import type { mailNotificationModule } from '@keelson/contract';
import { asAdmin, type ExampleWorld, type GivenOf } from './given.ts';
import { providerGivens } from './mail-provider.given.ts';
import { senderGivens } from './mail-sender.given.ts';
import { templateGivens } from './mail-template.given.ts';
import { suppressionGivens } from './suppression.given.ts';

/** The mail of an invitation, which nobody gets. */
async function captured({ admin, somebodyWithAddress, mailbox }: ExampleWorld) {
  const { address } = await somebodyWithAddress();
  return { as: admin, values: { email: address, mail: await mailbox!.captured(address) } };
}

/** Somebody is invited to the event of the example. */
async function invited({ admin, somebodyWithAddress }: ExampleWorld) {
  const { address: email } = await somebodyWithAddress();
  const calendarUid = `review-of-${email}`;
  const calendar = {
    uid: calendarUid,
    summary: 'Review of the orders',
    startDate: '2026-03-02T07:00:00Z',
    duration: 'PT45M',
    timeZone: 'Europe/Istanbul',
    location: 'Room 7',
    organizer: { address: 'grace@example.com', name: 'Grace Hopper' },
    attendees: [{ address: email, name: 'Ada Lovelace' }],
    reminders: [{ minutesBefore: 15, action: 'DISPLAY' }],
  } as const;
  await admin.sure.mailNotification.calendarNotify({ body: { calendar } });
  return { as: admin, values: { email, calendarUid, username: admin.username } };
}

const inState = (status: 'FAILED' | 'UNCERTAIN' | 'RETRY') => async (world: ExampleWorld) => {
  const given = await captured(world);
  await world.mailbox!.become(given.values.mail, status);
  return given;
};

/** A file that the administrator uploaded. */
async function uploaded({ admin }: ExampleWorld) {
  const files = { file: [{ fileName: 'offer.txt', bytes: 'Ten chairs' }] };
  const { body } = await admin.sure.mailNotification.uploadAttachment({ files });
  return { as: admin, values: { mailFile: body.fileUuid } };
}

export const mailNotificationGivens: GivenOf<typeof mailNotificationModule> = {
  ...templateGivens,
  ...suppressionGivens,
  calendarNotify: async ({ admin, somebodyWithAddress }: ExampleWorld) => ({
    as: admin,
    values: { email: (await somebodyWithAddress()).address },
  }),
  getCalendarEvent: invited,
  queryCalendarPage: invited,
  notify: templateGivens.template_preview,
  notifyBatch: templateGivens.template_preview,
  notifyWithContent: ({ admin }) => ({ as: admin, values: {} }),
  ...providerGivens,
  ...senderGivens,
  getMailByUuid: captured,
  queryMailPage: captured,
  countByStatus: captured,
  getAttempts: captured,
  async stream(world) {
    const given = await inState('RETRY')(world);
    const params = { uuid: given.values.mail };
    const happens = () => world.admin.sure.mailNotification.cancel({ params });
    return { ...given, happens: async () => void (await happens()) };
  },
  getContent: captured,
  getRaw: captured,
  retryByUuid: inState('FAILED'),
  retry: captured,
  resolve: inState('UNCERTAIN'),
  cancel: inState('RETRY'),
  inbound: asAdmin,
  uploadAttachment: ({ admin }) => ({ as: admin, values: {} }),
  deleteAttachment: uploaded,
};
