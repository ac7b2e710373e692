// Follows the dialogue of a connection: which answer belongs to which command, and a transcript for people.
import type { Reply } from './attempt.types.ts';
import { parseReply } from './judge-attempt.ts';

const TRANSCRIPT_MAX = 8_192;

/** Answers to the commands of one mail. */
export interface MailReplies {
  readonly mail: Reply | null;
  readonly accepted: readonly string[];
  readonly refused: ReadonlyMap<string, Reply>;
  readonly data: Reply | null;
  /** The answer to the whole message. */
  readonly message: Reply | null;
}

interface OpenReplies {
  mail: Reply | null;
  accepted: string[];
  refused: Map<string, Reply>;
  data: Reply | null;
  message: Reply | null;
}

const none = (): OpenReplies => ({ mail: null, accepted: [], refused: new Map(), data: null, message: null });

/** Assigns answers in the order of the commands, also where several commands were sent ahead (RFC 2920). */
export class SmtpDialogue {
  #open: string[] = [];
  #replies = none();
  #transcript = '';
  #isSigningIn = false;
  #extensions: ReadonlySet<string> = new Set();
  #sizeMax: number | null = null;
  /** The last answer, to whichever command. */
  last: Reply | null = null;
  /** The answer of a server that does not take EHLO. */
  ehloRefusal: Reply | null = null;

  get replies(): MailReplies {
    return this.#replies;
  }
  get transcript(): string {
    return this.#transcript;
  }
  /** Bytes that the server takes at most, 0 where it names no bound; null before it was greeted. */
  get sizeMax(): number | null {
    return this.#sizeMax;
  }

  offers(extension: string): boolean {
    return this.#extensions.has(extension);
  }

  /** Forgets the mail before. */
  begin(): void {
    this.#replies = none();
    this.#transcript = '';
    this.last = null;
  }

  signIn(isBegun: boolean): void {
    this.#isSigningIn = isBegun;
  }

  said(command: string): void {
    this.#open.push(command);
    this.#write('C', command);
  }

  answered(text: string): void {
    const reply = parseReply(text);
    this.#write('S', text);
    const command = this.#open.shift();
    if (reply === null) return;
    this.last = reply;
    this.#sort(command, reply, text);
  }

  #sort(command: string | undefined, reply: Reply, text: string): void {
    const replies = this.#replies;
    if (command === undefined) {
      // A greeting comes before any command, so that this is the answer to the message.
      if (replies.data !== null) replies.message = reply;
    } else if (/^(EHLO|HELO)\b/.test(command)) this.#greeted(command, reply, text);
    else if (command.startsWith('MAIL FROM:')) replies.mail = reply;
    // Commands sent ahead behind a refused sender are refused because of it alone (RFC 2920, 3.1).
    else if (replies.mail !== null && replies.mail.code >= 400) return;
    else if (command.startsWith('RCPT TO:')) {
      const address = /^RCPT TO:<([^>]*)>/.exec(command)?.[1] ?? '';
      if (reply.code < 300) replies.accepted.push(address);
      else replies.refused.set(address, reply);
    } else if (command === 'DATA') replies.data = reply;
  }

  #greeted(command: string, reply: Reply, text: string): void {
    if (reply.code < 300) this.#learn(text);
    else if (command.startsWith('EHLO')) this.ehloRefusal = reply;
  }

  /** Reads the extensions; the first line is the server's name (RFC 5321, 4.1.1.1). */
  #learn(text: string): void {
    const lines = text.split(/\r?\n/).slice(1);
    const words = lines.map((line) => line.replace(/^\d{3}[ -]/, '').toUpperCase());
    this.#extensions = new Set(words.map((line) => line.split(' ')[0] ?? ''));
    const size = words.map((line) => /^SIZE (\d+)$/.exec(line)?.[1]).find((found) => found !== undefined);
    this.#sizeMax = Number(size ?? 0);
  }

  #write(who: 'C' | 'S', text: string): void {
    if (this.#isSigningIn || /^AUTH\b/i.test(text) || this.#transcript.length >= TRANSCRIPT_MAX) return;
    const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
    const written = lines.map((line) => `${who}: ${line}\n`).join('');
    this.#transcript = (this.#transcript + written).slice(0, TRANSCRIPT_MAX);
  }
}
