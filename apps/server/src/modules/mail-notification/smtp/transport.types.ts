// Describes what carries mails away.
import type { Seen } from './attempt.types.ts';

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  /** Is the uuid of the mail, for reports of the server. */
  readonly id: string;
}

/** Carries one mail after the other. */
export interface Lane {
  /** Never rejects: what went wrong is part of what it saw. */
  send(envelope: Envelope, message: Buffer): Promise<Seen>;
  /** Ends a send that is under way: it answers what it has seen so far. */
  abort(): void;
  /** Says goodbye to the server; called while nothing is under way. */
  close(): void;
}

export interface MailTransport {
  readonly providerCode: string;
  /** Is null where nothing leaves. */
  readonly host: string | null;
  open(): Lane;
}
