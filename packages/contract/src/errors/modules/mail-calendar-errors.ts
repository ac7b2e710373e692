// Declares the error codes of events of calendars.
import { error } from '../definition.ts';

export const mailCalendarErrors = {
  CALENDAR_EVENT_NOT_FOUND: error(404, {
    en: 'There is no such event: {asked}.',
    tr: 'Böyle bir etkinlik yok: {asked}.',
    help: 'Nobody has invited under this uid here. To call it off all the same, say summary, startDate, organizer and attendees.',
  }),
  CALENDAR_EVENT_CANCELLED: error(409, {
    en: 'The event {uid} is called off.',
    tr: '{uid} etkinliği iptal edildi.',
    help: 'Calendars do not bring it back: invite under a new uid.',
  }),
  CALENDAR_SEQUENCE_STALE: error(409, {
    en: 'The event has been changed meanwhile: its sequence is {sequence}.',
    tr: 'Etkinlik bu arada değişti: sıra numarası {sequence}.',
    help: 'Read the event again, and send its sequence; without one the change is made whatever others have changed.',
  }),
  CALENDAR_ORGANIZER_CHANGED: error(409, {
    en: 'The event {uid} has another organizer.',
    tr: '{uid} etkinliğinin düzenleyicisi başka biri.',
    help: 'Calendars take changes from the organizer who invited alone: call it off, and invite under a new uid.',
  }),
};
