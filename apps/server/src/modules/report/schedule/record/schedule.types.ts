// Holds the words of schedules that are stored as one value.

/** Says of a schedule that each recipient is mailed his own rows. */
export interface ScheduleBurst {
  readonly recipientColumn: string;
  readonly maxRecipients?: number | null;
}

/** A value of the recipients' column for which no recipient was found; null where the row had no value. */
export interface Unserved {
  readonly recipient: string | null;
  readonly rowCount: number;
}

/** Says to whom the files of a schedule are mailed, and what the mails say; nobody named is the owner. */
export interface ScheduleDelivery {
  readonly toList?: readonly string[] | null;
  readonly toUserList?: readonly string[] | null;
  readonly ccList?: readonly string[] | null;
  readonly subject?: string | null;
  readonly content?: string | null;
  readonly attach?: boolean | null;
  readonly onFailureToList?: readonly string[] | null;
}
