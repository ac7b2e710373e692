// Declares what an event of a calendar is, as it is sent.
import type { Static } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel, readingAs } from '../../../models/read-as.ts';
import { recordFields } from '../../../models/records.ts';
import {
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  nullable,
  optional,
  serverSet,
  text,
} from '../../../models/schema.ts';

/** A mail address has at most this many characters. */
const addressMax = 254;
const nameMax = 128;
const urlMax = 2_000;
/** Characters of dates as they are read, more than any of them has. */
const dateMax = 64;
/** Highest sequence, which is counted up from here; RFC 5545, 3.3.8 ends at 2,147,483,647. */
const sequenceMax = 2_000_000_000;
/** 28 days, in minutes. */
const reminderMax = 40_320;
/** Two years of days. */
const exceptionsMax = 730;

const address = (description: string) =>
  text(description, { format: 'idn-email', minLength: 1, maxLength: addressMax });
const personName = optional(text('Name shown with the address.', { minLength: 1, maxLength: nameMax }));
const webAddress = (description: string) =>
  optional(text(description, { format: 'external-address', minLength: 1, maxLength: urlMax }));

export const SvcCalendarOrganizer = closed(
  {
    address: address('Who invites. Another one than before is 409 CALENDAR_ORGANIZER_CHANGED: that needs a new uid.'),
    name: personName,
    sentBy: optional(address('Who sends in their name; default the sender of the mail where that is somebody else.')),
  },
  'SvcCalendarOrganizer',
);

export const attendeeRoles = ['REQ_PARTICIPANT', 'OPT_PARTICIPANT', 'NON_PARTICIPANT', 'CHAIR'] as const;
export const attendeeKinds = ['INDIVIDUAL', 'GROUP', 'RESOURCE', 'ROOM'] as const;
export const participationStatuses = ['NEEDS_ACTION', 'ACCEPTED', 'DECLINED', 'TENTATIVE', 'DELEGATED'] as const;

export const SvcCalendarAttendee = closed(
  {
    address: address('Who is invited; each address once.'),
    name: personName,
    role: optional(choice(attendeeRoles, 'Default REQ_PARTICIPANT.')),
    userType: optional(choice(attendeeKinds, 'Default INDIVIDUAL.')),
    rsvp: optional(flag('An answer is asked for; default true.')),
    participationStatus: serverSet(choice(participationStatuses, 'What was answered.')),
  },
  'SvcCalendarAttendee',
);
export type SvcCalendarAttendee = Static<typeof SvcCalendarAttendee>;

export const SvcCalendarReminder = closed(
  {
    minutesBefore: integer('Minutes before the start.', { minimum: 0, maximum: reminderMax }),
    action: choice(['DISPLAY', 'EMAIL'], 'How the calendar of the reader reminds.'),
    description: optional(text('What it says; default the summary.', { minLength: 1, maxLength: 255 })),
  },
  'SvcCalendarReminder',
);

export const eventStatuses = ['CONFIRMED', 'TENTATIVE'] as const;
export const eventClasses = ['PUBLIC', 'PRIVATE', 'CONFIDENTIAL'] as const;
export const eventTransparencies = ['OPAQUE', 'TRANSPARENT'] as const;

export const SvcCalendar = readingAs(
  closed(
    {
      uid: optional(
        text('Names the event in every calendar; default a new one, answered in the header X-Svc-Calendar-Uid.', {
          minLength: 1,
          maxLength: 255,
          pattern: '^[\\x21-\\x7e]+$',
        }),
      ),
      method: optional(
        choice(
          ['REQUEST', 'CANCEL'],
          'REQUEST invites, and changes an event that is known. CANCEL calls it off. Default REQUEST.',
        ),
      ),
      sequence: optional(
        integer(
          'The sequence that the caller saw last: another one is 409 CALENDAR_SEQUENCE_STALE. For a uid that is not known, where to begin.',
          { minimum: 0, maximum: sequenceMax },
        ),
      ),
      summary: optional(text('What the event is; of a REQUEST it must be given.', { minLength: 1, maxLength: 255 })),
      description: optional(text('What is to be known of it.', { maxLength: 8_000 })),
      htmlDescription: optional(
        text('The same with markup, for the calendars that show it; made safe as the markup of mails is.', {
          maxLength: 32_000,
        }),
      ),
      location: optional(text('Where it is.', { maxLength: 255 })),
      url: webAddress('Page of the event.'),
      conferenceUrl: webAddress('Where to join it.'),
      categories: optional(
        list(text('Category.', { minLength: 1, maxLength: 64 }), 'Categories that calendars show.', { maxItems: 10 }),
      ),
      startDate: optional(
        text(
          'When it begins; of a REQUEST it must be given. A date and time with an offset, or one without that is read in timeZone; with allDay a day, as 2026-03-01.',
          { minLength: 1, maxLength: dateMax },
        ),
      ),
      endDate: optional(
        text('When it is over, written as startDate; of days the first one after it. At most 366 days later.', {
          minLength: 1,
          maxLength: dateMax,
        }),
      ),
      duration: optional(
        text('Instead of endDate: how long it is, as PT1H30M, P2D or P1W. Default one hour, with allDay one day.', {
          minLength: 1,
          maxLength: dateMax,
        }),
      ),
      allDay: optional(flag('It has days instead of times; default false.')),
      timeZone: optional(
        text('IANA name of the time zone in which people read it, as Europe/Istanbul; default that of the tenant.', {
          format: 'time-zone',
          minLength: 1,
          maxLength: dateMax,
        }),
      ),
      organizer: maybe(nullable(SvcCalendarOrganizer, 'Who invites; of a REQUEST it must be given.')),
      attendees: optional(
        list(
          SvcCalendarAttendee,
          'Who is invited; of a REQUEST it must be given. Who is no longer among them is removed.',
          {
            minItems: 1,
            maxItems: 500,
          },
        ),
      ),
      recurrenceRule: optional(
        text(
          'Rule by which it is repeated (RFC 5545), of days and longer, as FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T090000Z. startDate is its first instance. What needs to look at the instances ends after 730.',
          { minLength: 1, maxLength: 1_000 },
        ),
      ),
      exceptionDates: optional(
        list(
          text('Start of an instance.', { minLength: 1, maxLength: dateMax }),
          'Instances that the rule has and the event has not, written as startDate.',
          { maxItems: exceptionsMax },
        ),
      ),
      recurrenceId: optional(
        text(
          'The instance of a series that is meant, by the start that the series gives it, written as startDate: it is changed or called off for itself.',
          { minLength: 1, maxLength: dateMax },
        ),
      ),
      status: optional(choice(eventStatuses, 'How sure a REQUEST is; default CONFIRMED.')),
      transparency: optional(choice(eventTransparencies, 'Whether it takes the time of who attends; default OPAQUE.')),
      classification: optional(choice(eventClasses, 'Who may see it in a calendar; default PUBLIC.')),
      priority: optional(integer('1 is the highest, 9 the lowest, 0 none.', { minimum: 0, maximum: 9 })),
      reminders: optional(list(SvcCalendarReminder, 'Reminders that calendars set.', { maxItems: 5 })),
    },
    'SvcCalendar',
  ),
  { organizer: { list: 'one', mailbox: true }, attendees: { list: 'all', mailbox: true } },
);
export type SvcCalendar = Static<typeof SvcCalendar>;

const SvcCalendarEventOrganizer = closed(
  {
    address: text('Who invites.'),
    name: nullable(text('Name shown with the address.')),
    sentBy: nullable(text('Who was named as sending for them.')),
  },
  'SvcCalendarEventOrganizer',
);

const SvcCalendarEventAttendee = closed(
  {
    address: text('Who is invited.'),
    name: nullable(text('Name shown with the address.')),
    role: choice(attendeeRoles, 'How much they are needed.'),
    userType: choice(attendeeKinds, 'What they are.'),
    rsvp: flag('An answer is asked for.'),
    participationStatus: choice(participationStatuses, 'What they have answered; asked anew where the event is moved.'),
  },
  'SvcCalendarEventAttendee',
);

const SvcCalendarEventReminder = closed(
  {
    minutesBefore: integer('Minutes before the start.'),
    action: choice(['DISPLAY', 'EMAIL'], 'How the calendar of the reader reminds.'),
    description: nullable(text('What it says; null: the summary.')),
  },
  'SvcCalendarEventReminder',
);

const storedStatuses = ['CONFIRMED', 'TENTATIVE', 'CANCELLED'] as const;

export const SvcCalendarEventModel = closed(
  {
    ...recordFields,
    uid: text('Names the event in every calendar.'),
    sequence: integer('Raised by what moves the event, removes somebody or calls it off.'),
    status: choice(storedStatuses, 'How sure it is; CANCELLED: it is called off.'),
    summary: text('What the event is.'),
    description: nullable(text('What is to be known of it.')),
    htmlDescription: nullable(text('The same with markup. It is foreign: show it in a sandbox only.')),
    location: nullable(text('Where it is.')),
    url: nullable(text('Page of the event.')),
    conferenceUrl: nullable(text('Where to join it.')),
    categories: list(text('Category.'), 'Categories.'),
    startDate: text('When it begins: ISO 8601 in UTC, of whole days the day, as 2026-03-01.'),
    endDate: text('When it is over, written as startDate; of days the first one after it.'),
    allDay: flag('It has days instead of times.'),
    timeZone: text('Time zone in which people read it; by its clock a series is repeated.'),
    recurrenceRule: nullable(text('Rule by which it is repeated; null: it happens once.')),
    exceptionDates: list(text('Start.'), 'Instances that the rule has and the event has not, written as startDate.'),
    recurrenceId: nullable(
      text('Of an instance that was changed for itself, the start that the series gives it; null of everything else.'),
    ),
    organizer: SvcCalendarEventOrganizer,
    attendees: list(SvcCalendarEventAttendee, 'Who is invited, in the order of the last request.'),
    transparency: choice(eventTransparencies, 'Whether it takes the time of who attends.'),
    classification: choice(eventClasses, 'Who may see it in a calendar.'),
    priority: nullable(integer('1 is the highest, 9 the lowest, 0 none.')),
    reminders: list(SvcCalendarEventReminder, 'Reminders that calendars set.'),
    notifiedDate: dateTime('When its attendees were notified last.'),
  },
  'SvcCalendarEventModel',
);
export type SvcCalendarEventModel = Static<typeof SvcCalendarEventModel>;

export const calendarSort = ['startDate', 'endDate', 'summary', 'status', 'dateCreated', 'dateUpdated'] as const;
export const calendarSortStandard = { properties: ['startDate'], direction: 'ASC' } as const;

export const SvcCalendarEventQueryModel = queryModel(
  {
    pageable: pageable(calendarSort, calendarSortStandard),
    uidList: optional(
      list(text('Uid.', { minLength: 1, maxLength: 255 }), 'Any of these events.', { minItems: 1, maxItems: 100 }),
    ),
    searchText: optional(text('Contained in the summary.', { minLength: 1, maxLength: 255 })),
    statusList: optional(
      list(choice(storedStatuses, 'Status.'), 'Any of these; default all.', { maxItems: storedStatuses.length }),
    ),
    organizer: optional(text('Address of the organizer.', { minLength: 1, maxLength: addressMax })),
    attendee: optional(text('Address of somebody who is invited.', { minLength: 1, maxLength: addressMax })),
    participationStatus: optional(choice(participationStatuses, 'What that attendee, or any, has answered.')),
    createdBy: optional(text('Who invited first.', { minLength: 1, maxLength: addressMax })),
    startDateFrom: optional(dateTime('Begins at or after; days begin at midnight of UTC.')),
    startDateTo: optional(dateTime('Begins before.')),
  },
  'SvcCalendarEventQueryModel',
);
export type SvcCalendarEventQueryModel = Static<typeof SvcCalendarEventQueryModel>;
