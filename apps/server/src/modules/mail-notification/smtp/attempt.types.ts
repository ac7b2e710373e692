// Declares what an attempt to send a mail has seen, and its outcome.

/** Says how far an attempt came: REPLY is the wait for the answer to the whole message. */
export type Phase = 'CONNECT' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'REPLY';

/** One answer of a mail server. */
export interface Reply {
  readonly code: number;
  /** Enhanced code such as `5.7.1` (RFC 3463); null where the server gives none. */
  readonly enhanced: string | null;
  /** Text without the codes, at most 2 KiB. */
  readonly text: string;
}

/** What an attempt has seen. */
export interface Seen {
  readonly phase: Phase;
  /** Answer that ended the attempt; null where none came, or none was needed. */
  readonly reply: Reply | null;
  /** Addresses that the server accepted. */
  readonly accepted: readonly string[];
  /** Answers to the addresses that it refused. */
  readonly refused: ReadonlyMap<string, Reply>;
  /** True where the whole message was sent, so that the server may have it without having answered. */
  readonly handedOver: boolean;
  /** Reason for which the mail was not even tried: no such server takes it. */
  readonly unfit: 'MAIL_TOO_LARGE' | 'ADDRESS_NOT_SUPPORTED' | null;
  /** A short reason where there is no answer. */
  readonly error: string | null;
  /** Bytes of the largest mail that the server takes, 0 where it names no bound; null where it was not asked. */
  readonly sizeMax: number | null;
  readonly tls: boolean;
  /** Commands and answers, at most 8 KiB, without the sign-in and the message. */
  readonly transcript: string;
}

export type Outcome =
  | 'ACCEPTED'
  | 'CAPTURED'
  | 'DEFERRED'
  | 'REFUSED'
  | 'CONNECTION'
  | 'AUTH'
  | 'PROTOCOL'
  | 'RELAY'
  | 'UNCERTAIN';

/** Result for one address: QUEUED and RETRY wait, the others are final. */
export type Fate = 'SENT' | 'CAPTURED' | 'FAILED' | 'RETRY' | 'UNCERTAIN' | 'QUEUED';

export interface Verdict {
  readonly outcome: Outcome;
  /** False for attempts that say nothing about the mail. */
  readonly counts: boolean;
  /** Results of the addresses of the envelope. */
  readonly fates: ReadonlyMap<string, Fate>;
  readonly reason: 'MAIL_TOO_LARGE' | 'ADDRESS_NOT_SUPPORTED' | null;
}
