// Declares the transport of mails.
import type { Reply, Seen } from './attempt.types.ts';

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  /** The uuid of the mail, for reports of the server. */
  readonly id: string;
}

/** Sends one mail after the other. */
export interface Lane {
  /**
   * Sends a mail. Never rejects: a failure is part of what it saw. `onConnected` is called once the server waits for
   * the mail.
   */
  send(envelope: Envelope, message: Buffer, onConnected?: () => void): Promise<Seen>;
  /** Ends the send under way, which answers what it has seen so far. */
  abort(): void;
  /** Ends the dialogue with QUIT; called while nothing is under way. */
  close(): void;
}

/** Result of checking a server, without a mail. */
export interface CheckedServer {
  readonly success: boolean;
  /** Phase in which it failed; null where it did not. */
  readonly phase: 'CONNECT' | 'AUTH' | 'RSET' | null;
  readonly reply: Reply | null;
  /** A short reason where there is no answer. */
  readonly error: string | null;
  readonly tls: boolean;
  readonly transcript: string;
  readonly durationMs: number;
}

export interface MailTransport {
  readonly providerCode: string;
  readonly host: string;
  open(): Lane;
  /** Connects, encrypts, signs in, says RSET and goodbye. Never rejects. */
  verify(): Promise<CheckedServer>;
}
