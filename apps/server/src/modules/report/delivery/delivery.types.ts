// Holds the words of mails about runs.
import type { ReportOutputFormat } from '../report.types.ts';

/** FILES of a run of a schedule, its FAILURE, the END of a run that somebody asked for, or that a schedule was STOPPED. */
export type DeliveryKind = 'FILES' | 'FAILURE' | 'END' | 'STOPPED';

/** SKIPPED: nobody is written to, as the template is disabled or the user has no address. */
export type DeliveryStatus = 'PENDING' | 'SENT' | 'SKIPPED' | 'FAILED';

/** Is what a mail says; what is not there is empty text. */
export interface DeliveryContent {
  readonly title: string;
  /** Stands before all else. */
  readonly note: string;
  readonly reportName: string;
  readonly scheduleName: string;
  readonly reason: string;
  readonly rowCount: string;
  /** Are the files of FILES. */
  readonly formats: readonly ReportOutputFormat[];
  readonly attach: boolean;
  /** The recipient stands among those who get a copy. */
  readonly isCopy: boolean;
}

export interface Recipient {
  /** Is a name or an address. */
  readonly recipient: string;
  readonly isUser: boolean;
}

export interface NewDelivery extends Recipient {
  readonly kind: DeliveryKind;
  readonly tenantIdentifier: string;
  readonly scheduleRunId: number | null;
  readonly executionUuid: string | null;
  readonly sender: string;
  readonly content: DeliveryContent;
  /** Is the column of the snapshot in which the recipient's own rows name him; null: he gets all. */
  readonly recipientColumn: string | null;
}

export interface Delivery extends NewDelivery {
  readonly id: number;
  readonly uuid: string;
  readonly round: number;
}

/** Counts the deliveries of a run by what became of them. */
export interface DeliveryCounts {
  readonly pending: number;
  readonly sent: number;
  readonly failed: number;
}
