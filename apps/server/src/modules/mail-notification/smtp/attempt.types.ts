// Describes what one attempt to hand a mail over has seen, and what it means.

/** Says how far an attempt came: REPLY is the wait for the answer to the whole message. */
export type Phase = 'CONNECT' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'REPLY';

/** Is one answer of a mail server. */
export interface Reply {
  readonly code: number;
  /** Is `5.7.1`, RFC 3463; null where the server gives none. */
  readonly enhanced: string | null;
  /** Is without the codes, at most 2 KiB. */
  readonly text: string;
}

/** What a lane saw. */
export interface Seen {
  readonly phase: Phase;
  /** Is the answer that ended the attempt; null where none came, or none was needed. */
  readonly reply: Reply | null;
  /** Holds the addresses that the server took. */
  readonly accepted: readonly string[];
  /** Holds the answers to the addresses that it did not take. */
  readonly refused: ReadonlyMap<string, Reply>;
  /** The whole message was read, so that the server may have it although it has not said so. */
  readonly handedOver: boolean;
  /** The mail was not even tried: no server that speaks like this one takes it. */
  readonly unfit: 'MAIL_TOO_LARGE' | 'ADDRESS_NOT_SUPPORTED' | null;
  /** Says in a few words why there is no answer. */
  readonly error: string | null;
  /** Bytes of the largest mail that the server takes, 0 where it names no bound; null where it was not asked. */
  readonly sizeMax: number | null;
  readonly tls: boolean;
  /** Holds commands and answers, at most 8 KiB, without the sign-in and the message. */
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

/** What becomes of one address: QUEUED and RETRY wait, the others are ends. */
export type Fate = 'SENT' | 'CAPTURED' | 'FAILED' | 'RETRY' | 'UNCERTAIN' | 'QUEUED';

export interface Verdict {
  readonly outcome: Outcome;
  /** Attempts that say nothing about the mail do not count. */
  readonly counts: boolean;
  /** Holds what becomes of each address of the envelope. */
  readonly fates: ReadonlyMap<string, Fate>;
  readonly reason: 'MAIL_TOO_LARGE' | 'ADDRESS_NOT_SUPPORTED' | null;
}
