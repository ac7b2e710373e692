// Declares mails about runs.
import type { ReportOutputFormat } from '../report.types.ts';

/**
 * Reason of a mail: FILES of a schedule's run, its FAILURE, the END of a run that a person asked for, or that a
 * schedule was STOPPED.
 */
export type DeliveryKind = 'FILES' | 'FAILURE' | 'END' | 'STOPPED';

/** SKIPPED: no mail is sent, as the template is disabled or the user has no address. */
export type DeliveryStatus = 'PENDING' | 'SENT' | 'SKIPPED' | 'FAILED';

/** Content of a mail; a missing text is empty. */
export interface DeliveryContent {
  readonly title: string;
  /** Note at the beginning. */
  readonly note: string;
  readonly reportName: string;
  readonly scheduleName: string;
  readonly reason: string;
  readonly rowCount: string;
  /** The files of FILES. */
  readonly formats: readonly ReportOutputFormat[];
  readonly attach: boolean;
  /** True where the recipient gets a copy. */
  readonly isCopy: boolean;
}

export interface Recipient {
  /** A name or an address. */
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
  /** Column of the snapshot that names the recipients of the rows; null: the recipient gets all rows. */
  readonly recipientColumn: string | null;
}

export interface Delivery extends NewDelivery {
  readonly id: number;
  readonly uuid: string;
  readonly round: number;
}

/** Numbers of a run's deliveries by status. */
export interface DeliveryCounts {
  readonly pending: number;
  readonly sent: number;
  readonly failed: number;
}
