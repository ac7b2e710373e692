// Describes what somebody answers to an invitation, as it is read of a mail and taken by the event.

export type AnsweredStatus = 'ACCEPTED' | 'DECLINED' | 'TENTATIVE' | 'DELEGATED';

export interface CalendarReply {
  readonly uid: string;
  /** Names an instance of a series: a day, a time with `Z`, or one by the clock of `timeZone`; null: the event, or all of the series. */
  readonly instance: { readonly start: string; readonly timeZone: string | null } | null;
  readonly sequence: number;
  readonly attendee: string;
  /** Answers in the attendee's stead. */
  readonly sentBy: string | null;
  /** Is the one sender of the mail; that it is his is proven. */
  readonly from: string;
  readonly status: AnsweredStatus;
  /** Is DTSTAMP: of two answers the later one counts. */
  readonly stamp: Date;
}

export type ReplyOutcome = 'TAKEN' | 'UNCHANGED' | 'NOT_ATTRIBUTED';
