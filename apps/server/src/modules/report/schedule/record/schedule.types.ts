// Declares the parts of schedules that are stored as one value.

/** Part of a schedule by which each recipient is mailed own rows. */
export interface ScheduleBurst {
  readonly recipientColumn: string;
  readonly maxRecipients?: number | null;
}

/** A value of the recipients' column for which no recipient was found; null where the row had no value. */
export interface Unserved {
  readonly recipient: string | null;
  readonly rowCount: number;
}

/** Recipients of a schedule's files, and texts of the mails; the owner where none is named. */
export interface ScheduleDelivery {
  readonly toList?: readonly string[] | null;
  readonly toUserList?: readonly string[] | null;
  readonly ccList?: readonly string[] | null;
  readonly subject?: string | null;
  readonly content?: string | null;
  readonly attach?: boolean | null;
  readonly onFailureToList?: readonly string[] | null;
}
