// Reads the event of a request: every problem of its texts, people and dates at once.
import type { SvcCalendar } from '@keelson/contract';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { parseMailAddress } from '../../../../kernel/text/mail-address.ts';
import type {
  Attendee,
  CalendarMethod,
  EventStatus,
  EventText,
  EventTimes,
  Organizer,
  Recurrence,
  Reminder,
} from '../calendar.types.ts';
import { readTimes } from '../event-times.ts';
import { readRecurrence } from '../series/read-recurrence.ts';

/** Event of a request; left-out fields are null or absent. */
export interface CalendarDraft {
  readonly uid: string | null;
  readonly method: CalendarMethod;
  /** Sequence that the caller saw last. */
  readonly sequence: number | null;
  readonly status: Exclude<EventStatus, 'CANCELLED'>;
  readonly times: EventTimes | null;
  readonly recurrence: Recurrence | null;
  /** Start of the instance that is meant, as it was written: the series decides its form. */
  readonly recurrenceId: string | null;
  readonly text: Partial<EventText>;
  readonly organizer: Organizer | null;
  readonly attendees: readonly Attendee[] | null;
}

/** A draft with all fields that an event needs. */
export interface WholeDraft extends CalendarDraft {
  readonly times: EventTimes;
  readonly text: Partial<EventText> & Pick<EventText, 'summary'>;
  readonly organizer: Organizer;
  readonly attendees: readonly Attendee[];
}

export function isWhole(draft: CalendarDraft): draft is WholeDraft {
  const { times, text, organizer, attendees } = draft;
  return times !== null && text.summary !== undefined && organizer !== null && attendees !== null;
}

export const standardText: Omit<EventText, 'summary'> = {
  description: null,
  htmlDescription: null,
  location: null,
  url: null,
  conferenceUrl: null,
  categories: [],
  transparency: 'OPAQUE',
  classification: 'PUBLIC',
  priority: null,
  reminders: [],
};

type Problems = ArgumentProblem[];

const ONE_LINE = /[\p{Cc}\u2028\u2029]/u;
/** Characters refused in names, which become names in the heads of mails: they would turn the direction of the text. */
const NAME = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** Characters refused in texts of several lines: controls but breaks and tabs. */
const LINES = /(?![\t\r\n])\p{Cc}/u;

function checkControls(problems: Problems, field: string, text: string | null | undefined, allowed = ONE_LINE): void {
  if (!text || !allowed.test(text)) return;
  const message =
    allowed === LINES ? 'Must hold no control character.' : 'Must be one line without control characters.';
  problems.push({ field, code: 'CONTROL_CHARACTER', message });
}

function readAddress(problems: Problems, field: string, text: string): string {
  const address = parseMailAddress(text);
  if (address === null) {
    problems.push({ field, code: 'INVALID_EMAIL_ADDRESS', message: 'One mail address, for example name@example.org.' });
  }
  return address ?? text;
}

function readOrganizer(problems: Problems, organizer: NonNullable<SvcCalendar['organizer']>): Organizer {
  checkControls(problems, 'organizer.name', organizer.name, NAME);
  const { sentBy } = organizer;
  return {
    address: readAddress(problems, 'organizer.address', organizer.address),
    name: organizer.name ?? null,
    sentBy: sentBy ? readAddress(problems, 'organizer.sentBy', sentBy) : null,
  };
}

/** Says whether two addresses are one mailbox: mail systems ignore case. */
export function sameMailbox(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function readAttendees(problems: Problems, list: NonNullable<SvcCalendar['attendees']>): readonly Attendee[] {
  const seen = new Set<string>();
  return list.map(({ address: typed, name, role, userType, rsvp }, index) => {
    const field = `attendees[${index}]`;
    checkControls(problems, `${field}.name`, name, NAME);
    const address = readAddress(problems, `${field}.address`, typed);
    if (seen.has(address.toLowerCase())) {
      problems.push({ field: `${field}.address`, code: 'DUPLICATE', message: 'Another attendee has this address.' });
    }
    seen.add(address.toLowerCase());
    return {
      address,
      name: name ?? null,
      role: role ?? 'REQ_PARTICIPANT',
      userType: userType ?? 'INDIVIDUAL',
      rsvp: rsvp ?? true,
      participationStatus: 'NEEDS_ACTION',
    };
  });
}

function readReminders(problems: Problems, list: NonNullable<SvcCalendar['reminders']>): readonly Reminder[] {
  return list.map(({ minutesBefore, action, description }, index) => {
    checkControls(problems, `reminders[${index}].description`, description);
    return { minutesBefore, action, description: description ?? null };
  });
}

/** Answers the text fields that are given, and no others. */
function readText(problems: Problems, calendar: SvcCalendar): Partial<EventText> {
  const { summary, description, htmlDescription, location, url, conferenceUrl, categories, reminders } = calendar;
  const oneLine = { summary, location, url, conferenceUrl };
  for (const [field, text] of Object.entries(oneLine)) checkControls(problems, field, text);
  for (const [field, text] of Object.entries({ description, htmlDescription })) {
    checkControls(problems, field, text, LINES);
  }
  for (const [index, text] of (categories ?? []).entries()) checkControls(problems, `categories[${index}]`, text);
  const { transparency, classification, priority } = calendar;
  const plain = { ...oneLine, description, htmlDescription, categories, transparency, classification, priority };
  const given = Object.entries(plain).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...(Object.fromEntries(given) as Partial<EventText>),
    ...(reminders ? { reminders: readReminders(problems, reminders) } : {}),
  };
}

function readWhen(problems: Problems, calendar: SvcCalendar, tenantTimeZone: string): EventTimes | null {
  const { startDate, endDate, duration, allDay, timeZone } = calendar;
  if (!startDate) {
    const others = endDate || duration || timeZone || typeof allDay === 'boolean';
    const isMissed = others && calendar.method === 'CANCEL';
    if (isMissed) problems.push({ field: 'startDate', code: 'REQUIRED', message: 'Must be given.' });
    return null;
  }
  const read = readTimes({
    startDate,
    endDate: endDate ?? null,
    duration: duration ?? null,
    allDay: allDay ?? false,
    timeZone: timeZone ?? tenantTimeZone,
  });
  problems.push(...read.problems);
  return read.times;
}

function readSeries(problems: Problems, calendar: SvcCalendar, times: EventTimes | null): Recurrence | null {
  const { recurrenceRule, exceptionDates, recurrenceId, uid } = calendar;
  const add = (field: string, code: string, message: string) => problems.push({ field, code, message });
  if (recurrenceId && recurrenceRule)
    add('recurrenceId', 'CALENDAR_INVALID', 'Must not be given beside recurrenceRule.');
  if (recurrenceId && !uid) add('uid', 'REQUIRED', 'Must be given.');
  if (!recurrenceRule) {
    if ((exceptionDates ?? []).length > 0) add('recurrenceRule', 'REQUIRED', 'Must be given.');
    return null;
  }
  if (times === null) return null;
  const read = readRecurrence({ recurrenceRule, exceptionDates: exceptionDates ?? [] }, times);
  problems.push(...read.problems);
  return read.recurrence;
}

const NEEDED = ['summary', 'startDate', 'organizer', 'attendees'] as const;

/** Reads the event; fields of the problems begin with `field`. */
export function readEvent(
  calendar: SvcCalendar,
  { field, tenantTimeZone }: { readonly field: string; readonly tenantTimeZone: string },
): { readonly draft: CalendarDraft; readonly problems: readonly ArgumentProblem[] } {
  const problems: Problems = [];
  const method = calendar.method ?? 'REQUEST';
  if (method === 'REQUEST') {
    for (const needed of NEEDED) {
      if (calendar[needed]) continue;
      problems.push({ field: needed, code: 'REQUIRED', message: 'Must be given.' });
    }
  } else if (!calendar.uid && !calendar.recurrenceId)
    problems.push({ field: 'uid', code: 'REQUIRED', message: 'Must be given.' });
  const times = readWhen(problems, calendar, tenantTimeZone);
  const draft: CalendarDraft = {
    uid: calendar.uid ?? null,
    method,
    sequence: calendar.sequence ?? null,
    status: calendar.status ?? 'CONFIRMED',
    times,
    recurrence: readSeries(problems, calendar, times),
    recurrenceId: calendar.recurrenceId ?? null,
    text: readText(problems, calendar),
    organizer: calendar.organizer ? readOrganizer(problems, calendar.organizer) : null,
    attendees: calendar.attendees ? readAttendees(problems, calendar.attendees) : null,
  };
  return { draft, problems: problems.map((problem) => ({ ...problem, field: `${field}.${problem.field}` })) };
}
