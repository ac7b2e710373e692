// Declares an answer to an invitation, as it is read from a mail and applied to the event.

export type AnsweredStatus = 'ACCEPTED' | 'DECLINED' | 'TENTATIVE' | 'DELEGATED';

export interface CalendarReply {
  readonly uid: string;
  /**
   * Instance of a series: a day, a time with `Z`, or one by the clock of `timeZone`; null: the event, or all of the
   * series.
   */
  readonly instance: { readonly start: string; readonly timeZone: string | null } | null;
  readonly sequence: number;
  readonly attendee: string;
  /** Address that answers in the attendee's stead. */
  readonly sentBy: string | null;
  /** The single sender of the mail, proven. */
  readonly from: string;
  readonly status: AnsweredStatus;
  /** DTSTAMP: of two answers the later one counts. */
  readonly stamp: Date;
}

export type ReplyOutcome = 'TAKEN' | 'UNCHANGED' | 'NOT_ATTRIBUTED';
