// Sends mails to a mail server on one connection that stays open, and reports exactly how far each came.
import { isAscii } from 'node:buffer';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { MailServerAddress } from '../../../kernel/text/mail-server-address.ts';
import type { Phase, Reply, Seen } from './attempt.types.ts';
import { faultOfConnection } from './judge-attempt.ts';
import type { Reach } from './reach-server.ts';
import { SmtpDialogue } from './smtp-dialogue.ts';
import type { CheckedServer, Envelope, Lane } from './transport.types.ts';
import { Utf8Connection } from './utf8-connection.ts';

export interface SmtpTimeouts {
  readonly connectMs: number;
  readonly greetingMs: number;
  readonly commandMs: number;
  /**
   * Limit for the answer to a message (RFC 5321, 4.5.3.2.6): a shorter one doubles mails with a server that scans them
   * slowly.
   */
  readonly replyMs: number;
  /** Time after which an idle connection is closed; servers do so after five minutes and more. */
  readonly idleMs: number;
}

export const STANDARD_TIMEOUTS: SmtpTimeouts = {
  connectMs: 10_000,
  greetingMs: 60_000,
  commandMs: 120_000,
  replyMs: 600_000,
  idleMs: 20_000,
};
/** Mails of a connection; some servers end it after so many. */
const MAILS_PER_CONNECTION_MAX = 500;
const CHUNK_BYTES = 65_536;
const HEADERS_END = '\r\n\r\n';
/** Codes of a server that knows HELO alone (RFC 5321, 2.2.1 and 3.2). */
const EHLO_UNKNOWN: ReadonlySet<number> = new Set([500, 502]);
const NOT_ASCII = /[\u0080-\u{10ffff}]/u;

/** Failure of a connection: `reply` null where the server said nothing. */
interface Failure {
  readonly phase: Phase;
  readonly reply: Reply | null;
  readonly error: string;
}

export class SmtpLane implements Lane {
  readonly #server: MailServerAddress;
  readonly #reach: Reach;
  readonly #timeouts: SmtpTimeouts;
  #connection: Utf8Connection | null = null;
  #dialogue = new SmtpDialogue();
  #sent = 0;
  #idle: NodeJS.Timeout | undefined;
  #abort: ((error: string) => void) | null = null;

  /** `reach` opens a connection to the server, or says why there is none. */
  constructor(server: MailServerAddress, reach: Reach, timeouts: SmtpTimeouts = STANDARD_TIMEOUTS) {
    this.#server = server;
    this.#reach = reach;
    this.#timeouts = timeouts;
  }

  async send(envelope: Envelope, message: Buffer, onConnected?: () => void): Promise<Seen> {
    clearTimeout(this.#idle);
    this.#dialogue.begin();
    const failure = await this.#connect();
    if (failure !== null) return this.#seen(failure, false);
    onConnected?.();
    const unfit = this.#findUnfit(envelope, message);
    const seen = unfit === null ? await this.#hand(envelope, message) : { ...this.#seen(NOT_TRIED, false), unfit };
    await this.#settle(seen);
    return seen;
  }

  /** Connects, signs in, says RSET, and closes the connection. */
  async check(): Promise<Omit<CheckedServer, 'durationMs'>> {
    this.#dialogue.begin();
    const failure = await this.#connect();
    const isReset = failure === null && (await this.#reset(this.#connection!));
    const { tls, transcript } = this.#seen(NOT_TRIED, false);
    this.close();
    if (isReset) return { success: true, phase: null, reply: null, error: null, tls, transcript };
    const phase = failure === null ? 'RSET' : failure.phase === 'AUTH' ? 'AUTH' : 'CONNECT';
    const reply = failure === null ? this.#dialogue.last : failure.reply;
    const error = failure?.error ?? 'the server did not answer';
    return { success: false, phase, reply, error: reply === null ? error : null, tls, transcript };
  }

  abort(): void {
    this.#abort?.('the process stops');
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#connection?.quit();
    this.#connection = null;
  }

  /** Connects; null once the server waits for mails. */
  async #connect(): Promise<Failure | null> {
    if (this.#connection !== null) return null;
    const dialogue = new SmtpDialogue();
    this.#dialogue = dialogue;
    this.#sent = 0;
    const cut = new AbortController();
    this.#abort = () => cut.abort();
    const reached = await this.#reach(this.#timeouts.connectMs, cut.signal);
    this.#abort = null;
    if ('error' in reached) return { phase: 'CONNECT', reply: null, error: reached.error };
    return this.#greet(reached.socket, dialogue);
  }

  #greet(socket: Socket, dialogue: SmtpDialogue): Promise<Failure | null> {
    const connection = new Utf8Connection(this.#options(socket, dialogue));
    return new Promise((resolve) => {
      let phase: Phase = 'CONNECT';
      const fail = (error: string, reply = dialogue.last): void => {
        this.#abort = null;
        this.#drop(connection);
        socket.destroy();
        resolve({ phase, reply: reply !== null && reply.code >= 400 ? reply : null, error });
      };
      const succeed = (): void => {
        this.#abort = null;
        this.#connection = connection;
        resolve(null);
      };
      this.#abort = fail;
      connection.on('error', (error: Error) => {
        if (this.#connection === null) fail(error.message);
        else this.#drop(connection);
      });
      connection.once('end', () => this.#drop(connection));
      connection.connect((error) => {
        if (error) return fail(error.message);
        // nodemailer sends HELO after any refusal of EHLO.
        const { ehloRefusal } = dialogue;
        if (ehloRefusal !== null && !EHLO_UNKNOWN.has(ehloRefusal.code)) return fail('EHLO was refused', ehloRefusal);
        const { login } = this.#server;
        if (login === null) return succeed();
        phase = 'AUTH';
        dialogue.signIn(true);
        const credentials = { user: login.username, pass: login.password };
        connection.login({ credentials }, (refusal) => {
          dialogue.signIn(false);
          if (refusal) fail('the sign-in failed');
          else succeed();
        });
      });
    });
  }

  #options(socket: Socket, dialogue: SmtpDialogue) {
    const { host, port, security } = this.#server;
    const { connectMs, greetingMs, replyMs } = this.#timeouts;
    return {
      // An open socket to a checked address; its certificate has to be for the name.
      connection: socket,
      host,
      port,
      secure: security === 'TLS',
      requireTLS: security === 'STARTTLS',
      ignoreTLS: security === 'NONE',
      connectionTimeout: connectMs,
      greetingTimeout: greetingMs,
      // Commands have a timer of their own, which is shorter.
      socketTimeout: replyMs + 1_000,
      transactionLog: true,
      logger: loggerOf(dialogue),
    };
  }

  #findUnfit({ from, to }: Envelope, message: Buffer): Seen['unfit'] {
    const { sizeMax } = this.#dialogue;
    if (sizeMax !== null && sizeMax > 0 && message.length > sizeMax) return 'MAIL_TOO_LARGE';
    const needsUtf8 = [from, ...to].some((address) => NOT_ASCII.test(address)) || hasUtf8Headers(message);
    return needsUtf8 && !this.#dialogue.offers('SMTPUTF8') ? 'ADDRESS_NOT_SUPPORTED' : null;
  }

  #hand({ from, to, id }: Envelope, message: Buffer): Promise<Seen> {
    const connection = this.#connection!;
    connection.hasUtf8Headers = hasUtf8Headers(message);
    const { commandMs, replyMs } = this.#timeouts;
    let handedOver = false;
    let timer: NodeJS.Timeout | undefined;
    return new Promise((resolve) => {
      const finish = (error: string | null): void => {
        clearTimeout(timer);
        this.#abort = null;
        resolve(this.#seen({ ...this.#ended(handedOver), error: error ?? '' }, handedOver));
      };
      const give = (error: string): void => {
        finish(error);
        this.#drop(connection);
      };
      const watch = (ms: number): void => {
        clearTimeout(timer);
        timer = setTimeout(() => give('the server did not answer in time'), ms);
      };
      this.#abort = give;
      watch(commandMs);
      const source = sourceOf(message, () => watch(commandMs));
      source.once('end', () => {
        handedOver = true;
        watch(replyMs);
      });
      const dsn = { ret: 'HDRS', envid: id, notify: ['FAILURE', 'DELAY'] };
      const size = message.length;
      connection.send({ from, to: [...to], size, use8BitMime: true, dsn }, source, (error) => {
        finish(error?.message ?? null);
      });
    });
  }

  /** Finds the answer that ended the mail. */
  #ended(handedOver: boolean): Pick<Failure, 'phase' | 'reply'> {
    const { mail, accepted, refused, data, message } = this.#dialogue.replies;
    if (mail === null) return { phase: 'MAIL', reply: closingOf(this.#dialogue.last) };
    if (mail.code >= 400) return { phase: 'MAIL', reply: mail };
    if (accepted.length === 0 && refused.size > 0)
      return { phase: 'RCPT', reply: [...refused.values()].at(-1) ?? null };
    if (data === null) return { phase: 'RCPT', reply: closingOf(this.#dialogue.last) };
    if (data.code >= 400) return { phase: 'DATA', reply: data };
    return { phase: handedOver || message !== null ? 'REPLY' : 'DATA', reply: message };
  }

  #seen({ phase, reply, error }: Failure, handedOver: boolean): Seen {
    const { accepted, refused } = this.#dialogue.replies;
    return {
      phase,
      reply,
      accepted: [...accepted],
      refused: new Map(refused),
      handedOver,
      unfit: null,
      error: reply === null ? error : null,
      sizeMax: this.#dialogue.sizeMax,
      tls: this.#connection?.secure ?? this.#server.security === 'TLS',
      transcript: this.#dialogue.transcript,
    };
  }

  /** Leaves the connection ready for the next mail, or closes it. */
  async #settle(seen: Seen): Promise<void> {
    const connection = this.#connection;
    if (connection === null) return;
    this.#sent += 1;
    const isClean = seen.reply !== null && seen.reply.code < 400;
    if (this.#sent >= MAILS_PER_CONNECTION_MAX) return this.close();
    // An answer in the middle of the message leaves the rest of it unread. A server that requires a sign-in, or is out
    // of step with this end, cannot be used further either.
    const isBroken = (seen.unfit === null && seen.reply === null) || faultOfConnection(seen) !== null;
    if (isBroken || (seen.phase === 'REPLY' && !seen.handedOver)) return this.#drop(connection);
    if (!isClean && seen.unfit === null && !(await this.#reset(connection))) return this.#drop(connection);
    this.#idle = setTimeout(() => this.close(), this.#timeouts.idleMs);
    this.#idle.unref();
  }

  #reset(connection: Utf8Connection): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), this.#timeouts.connectMs);
      const end = (isReset: boolean): void => {
        clearTimeout(timer);
        resolve(isReset);
      };
      connection.once('error', () => end(false));
      connection.once('end', () => end(false));
      connection.reset((error) => end(error === null || error === undefined));
    });
  }

  #drop(connection: Utf8Connection): void {
    if (this.#connection === connection) this.#connection = null;
    connection.close();
  }
}

const NOT_TRIED: Failure = { phase: 'MAIL', reply: null, error: 'the server would not take it' };

/** Answers whether the server closes, which it may announce at any time (RFC 5321, 3.8). */
function closingOf(reply: Reply | null): Reply | null {
  return reply?.code === 421 ? reply : null;
}

/** Says whether headers have letters beyond ASCII (RFC 6532), which not every server accepts. */
function hasUtf8Headers(message: Buffer): boolean {
  const end = message.indexOf(HEADERS_END);
  return !isAscii(message.subarray(0, end < 0 ? message.length : end));
}

/**
 * Makes the stream, which is read only after the server has asked for the message; its end says that all of it was
 * sent.
 */
function sourceOf(message: Buffer, onRead: () => void): Readable {
  let place = 0;
  return new Readable({
    read() {
      onRead();
      const chunk = message.subarray(place, place + CHUNK_BYTES);
      place += chunk.length;
      this.push(chunk.length === 0 ? null : chunk);
    },
  });
}

function loggerOf(dialogue: SmtpDialogue) {
  const ignore = (): void => undefined;
  const hear = (entry: object, text?: unknown): void => {
    const kind = (entry as { readonly tnx?: string }).tnx;
    if (kind === 'client') dialogue.said(String(text));
    else if (kind === 'server') dialogue.answered(String(text));
  };
  return { level: ignore, trace: ignore, debug: hear, info: ignore, warn: ignore, error: ignore, fatal: ignore };
}
