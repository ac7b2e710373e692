// Declares the sending of invitations.
import type { Static } from 'typebox';
import { page } from '../../../models/paging.ts';
import { readingAs } from '../../../models/read-as.ts';
import { closed, flag, maybe, nullable, optional, text, uuid } from '../../../models/schema.ts';
import { authority, ownOr } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { sendFields, sendReading } from '../sends/send-models.ts';
import { limitBytes, renderErrors, sendErrors, sentHeaders } from '../sends/send-operations.ts';
import { templateParts } from '../templates/template-models.ts';
import { SvcCalendar, SvcCalendarEventModel, SvcCalendarEventQueryModel } from './calendar-models.ts';

export const SvcCalendarNotificationRequestModel = readingAs(
  closed(
    {
      ...sendFields,
      templateCode: optional(
        templateParts.code(
          'Template of all mails of this request, by its code; default calendar.request, calendar.update and calendar.cancel. It finds the event under `calendar`.',
        ),
      ),
      templateUuid: optional(uuid('The same by its uuid.')),
      content: maybe(
        nullable(templateParts.mailContent, 'Content of all mails of this request, instead of a template.'),
      ),
      ignoreDisabled: optional(
        flag('A disabled template is no failure: the mails are kept as SKIPPED and not sent. Default false.'),
      ),
      calendar: SvcCalendar,
      notifyOrganizer: optional(flag('The organizer gets a mail, too; default false.')),
      cancelRemoved: optional(
        flag(
          'Attendees who are no longer among those of the event get a mail that it is cancelled for them; default true.',
        ),
      ),
    },
    'SvcCalendarNotificationRequestModel',
  ),
  sendReading,
);
export type SvcCalendarNotificationRequestModel = Static<typeof SvcCalendarNotificationRequestModel>;

const VIEW = 'NOTIFICATION_MAIL_VIEW';
const own = `A caller without ${VIEW} sees the events to which he has invited.`;

export const calendarOperations = {
  calendarNotify: operation({
    method: 'POST',
    path: '/notification/mail/calendar-notify',
    listed: true,
    summary: 'Sends a calendar invitation',
    description:
      'Invites to an event, changes one that was sent before, or calls it off: a mail for each attendee, or for each recipient that is named instead, all under one groupUuid. The mail and its calendar file are stored with the event when this is answered.',
    access: authority('NOTIFICATION_MAIL_CALENDAR'),
    effect: 'write',
    idempotent: true,
    body: { kind: 'json', schema: SvcCalendarNotificationRequestModel, limitBytes },
    reply: {
      kind: 'void',
      headers: {
        ...sentHeaders,
        'x-svc-calendar-uid': 'The uid of the event.',
        'x-svc-calendar-sequence': 'Its sequence after the change.',
      },
    },
    errors: [
      ...sendErrors,
      ...renderErrors,
      'NOTIFICATION_TEMPLATE_NOT_FOUND',
      'NOTIFICATION_TEMPLATE_DISABLED',
      'TEMPLATE_LOCALE_NOT_FOUND',
      'TEMPLATE_TYPE_MISMATCH',
      'CALENDAR_EVENT_NOT_FOUND',
      'CALENDAR_EVENT_CANCELLED',
      'CALENDAR_SEQUENCE_STALE',
      'CALENDAR_ORGANIZER_CHANGED',
    ],
  }),
  getCalendarEvent: operation({
    method: 'GET',
    path: '/notification/calendar/by-uid/{uid}',
    summary: 'One event of a calendar',
    description: `As its attendees were notified last, with what its attendees have answered. ${own}`,
    access: ownOr(VIEW),
    effect: 'read',
    params: closed({ uid: text('Uid of the event.', { minLength: 1, maxLength: 255 }) }),
    query: closed({
      recurrenceId: maybe(
        text('One instance that was changed for itself, by its recurrenceId.', { minLength: 1, maxLength: 64 }),
      ),
    }),
    reply: { kind: 'json', schema: SvcCalendarEventModel },
    errors: ['CALENDAR_EVENT_NOT_FOUND'],
  }),
  queryCalendarPage: operation({
    method: 'POST',
    path: '/notification/calendar/data/page',
    aliases: ['/notification/calendar/page'],
    summary: 'Pages events of calendars',
    description: `Events of the tenant as their attendees were notified last. ${own}`,
    access: ownOr(VIEW),
    effect: 'read',
    body: { kind: 'json', schema: SvcCalendarEventQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcCalendarEventModel) },
  }),
} as const;
