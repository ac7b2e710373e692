// Holds examples of invitations.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { calendarOperations } from './calendar-operations.ts';

/** What is answered for the event of the first example. */
const event = {
  id: example.number,
  uuid: example.uuid,
  version: 0,
  createdBy: example.username,
  updatedBy: example.username,
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  uid: example.calendarUid,
  sequence: 0,
  status: 'CONFIRMED',
  summary: 'Review of the orders',
  description: null,
  htmlDescription: null,
  location: 'Room 7',
  url: null,
  conferenceUrl: null,
  categories: [],
  startDate: '2026-03-02T07:00:00.000Z',
  endDate: '2026-03-02T07:45:00.000Z',
  allDay: false,
  timeZone: 'Europe/Istanbul',
  recurrenceRule: null,
  exceptionDates: [],
  recurrenceId: null,
  organizer: { address: 'grace@example.com', name: 'Grace Hopper', sentBy: null },
  attendees: [
    {
      address: example.email,
      name: 'Ada Lovelace',
      role: 'REQ_PARTICIPANT',
      userType: 'INDIVIDUAL',
      rsvp: true,
      participationStatus: 'NEEDS_ACTION',
    },
  ],
  transparency: 'OPAQUE',
  classification: 'PUBLIC',
  priority: null,
  reminders: [{ minutesBefore: 15, action: 'DISPLAY', description: null }],
  notifiedDate: example.time,
} as const;

export const calendarExamples: ExamplesOf<{ readonly operations: typeof calendarOperations }> = {
  calendarNotify: {
    body: {
      calendar: {
        summary: 'Review of the orders',
        startDate: '2026-03-02T10:00:00',
        duration: 'PT45M',
        timeZone: 'Europe/Istanbul',
        location: 'Room 7',
        organizer: { address: 'grace@example.com', name: 'Grace Hopper' },
        attendees: [{ address: example.email, name: 'Ada Lovelace' }],
        reminders: [{ minutesBefore: 15, action: 'DISPLAY' }],
      },
    },
  },
  getCalendarEvent: { params: { uid: example.calendarUid }, answer: event },
  queryCalendarPage: {
    body: { uidList: [example.calendarUid] },
    answer: {
      data: [event],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['startDate'], direction: 'ASC' } },
    },
  },
};
