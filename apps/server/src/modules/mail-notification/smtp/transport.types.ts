// Describes what carries mails away.
import type { Reply, Seen } from './attempt.types.ts';

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  /** Is the uuid of the mail, for reports of the server. */
  readonly id: string;
}

/** Carries one mail after the other. */
export interface Lane {
  /** Never rejects: what went wrong is part of what it saw. `onConnected` is called once the server waits for the mail. */
  send(envelope: Envelope, message: Buffer, onConnected?: () => void): Promise<Seen>;
  /** Ends a send that is under way: it answers what it has seen so far. */
  abort(): void;
  /** Says goodbye to the server; called while nothing is under way. */
  close(): void;
}

/** Says whether a server serves, without a mail. */
export interface CheckedServer {
  readonly success: boolean;
  /** Says where it failed; null where it did not. */
  readonly phase: 'CONNECT' | 'AUTH' | 'RSET' | null;
  readonly reply: Reply | null;
  /** Says in a few words why there is no answer. */
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
