// Describes an event as it is kept and written into invitations.

export type AttendeeRole = 'REQ_PARTICIPANT' | 'OPT_PARTICIPANT' | 'NON_PARTICIPANT' | 'CHAIR';
export type AttendeeKind = 'INDIVIDUAL' | 'GROUP' | 'RESOURCE' | 'ROOM';
export type ParticipationStatus = 'NEEDS_ACTION' | 'ACCEPTED' | 'DECLINED' | 'TENTATIVE' | 'DELEGATED';
export type EventStatus = 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
export type CalendarMethod = 'REQUEST' | 'CANCEL';

/** Dates of an event. */
export interface EventTimes {
  readonly allDay: boolean;
  /** IANA name: local times are in this zone, and so are the times in mails. */
  readonly timeZone: string;
  /** Epoch milliseconds, whole seconds; of a day the midnight of UTC that begins it. */
  readonly start: number;
  /** End of the event, exclusive; of days the first one after it. */
  readonly end: number;
}

export interface Organizer {
  readonly address: string;
  readonly name: string | null;
  /** Address that sends in the organizer's name. */
  readonly sentBy: string | null;
}

export interface Attendee {
  readonly address: string;
  readonly name: string | null;
  readonly role: AttendeeRole;
  readonly userType: AttendeeKind;
  readonly rsvp: boolean;
  readonly participationStatus: ParticipationStatus;
}

export interface Reminder {
  readonly minutesBefore: number;
  readonly action: 'DISPLAY' | 'EMAIL';
  readonly description: string | null;
}

/** Texts of an event; a change of them alone moves it for nobody. */
export interface EventText {
  readonly summary: string;
  readonly description: string | null;
  readonly htmlDescription: string | null;
  readonly location: string | null;
  readonly url: string | null;
  readonly conferenceUrl: string | null;
  readonly categories: readonly string[];
  readonly transparency: 'OPAQUE' | 'TRANSPARENT';
  readonly classification: 'PUBLIC' | 'PRIVATE' | 'CONFIDENTIAL';
  readonly priority: number | null;
  readonly reminders: readonly Reminder[];
}

/** Repetition of an event. */
export interface Recurrence {
  /** Rule in the form of RFC 5545; UNTIL is a day, or a time of UTC. */
  readonly rule: string;
  /** Instances of the rule that are left out, in their order. */
  readonly exceptions: readonly number[];
}

export interface CalendarEvent {
  readonly uid: string;
  /** Null for an event that happens once. */
  readonly recurrence: Recurrence | null;
  /** Start of an instance in its series, for one that was changed on its own; null of everything else. */
  readonly recurrenceId: number | null;
  readonly sequence: number;
  readonly status: EventStatus;
  readonly times: EventTimes;
  readonly text: EventText;
  readonly organizer: Organizer;
  readonly attendees: readonly Attendee[];
  readonly dateCreated: Date;
  /** Time of a message, by which the later one of two with one sequence is known. */
  readonly stamp: Date;
}
