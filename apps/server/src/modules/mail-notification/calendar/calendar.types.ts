// Describes an event as it is kept and written into invitations.

export type AttendeeRole = 'REQ_PARTICIPANT' | 'OPT_PARTICIPANT' | 'NON_PARTICIPANT' | 'CHAIR';
export type AttendeeKind = 'INDIVIDUAL' | 'GROUP' | 'RESOURCE' | 'ROOM';
export type ParticipationStatus = 'NEEDS_ACTION' | 'ACCEPTED' | 'DECLINED' | 'TENTATIVE' | 'DELEGATED';
export type EventStatus = 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
export type CalendarMethod = 'REQUEST' | 'CANCEL';

/** Is when an event is. */
export interface EventTimes {
  readonly allDay: boolean;
  /** Is an IANA name: in it local times are read, and people are told when the event is. */
  readonly timeZone: string;
  /** Epoch milliseconds, whole seconds; of a day the midnight of UTC that begins it. */
  readonly start: number;
  /** The event is over then; of days the first one after it. */
  readonly end: number;
}

export interface Organizer {
  readonly address: string;
  readonly name: string | null;
  /** Sends in the organizer's name. */
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

/** Is what an event is about: a change of it alone moves nobody. */
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

/** Is how an event is repeated. */
export interface Recurrence {
  /** RFC 5545 writes it so; UNTIL is a day, or a time of UTC. */
  readonly rule: string;
  /** Are instances of the rule that the event has not, in their order. */
  readonly exceptions: readonly number[];
}

export interface CalendarEvent {
  readonly uid: string;
  /** Null: it happens once. */
  readonly recurrence: Recurrence | null;
  /** Of one instance of a series, that was changed for itself, when the series has it; null of everything else. */
  readonly recurrenceId: number | null;
  readonly sequence: number;
  readonly status: EventStatus;
  readonly times: EventTimes;
  readonly text: EventText;
  readonly organizer: Organizer;
  readonly attendees: readonly Attendee[];
  readonly dateCreated: Date;
  /** Says which of two messages of one sequence is the later one. */
  readonly stamp: Date;
}
