// Builds the bytes of a mail: the same ones on every attempt.
import { createHash } from 'node:crypto';
import { attachedFiles, type FileReader, nameInlineFiles } from './attached-files.ts';
import type { MailBox, MailContent } from './mail-content.ts';

export interface ComposedMail {
  readonly uuid: string;
  /** Message-ID with angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: MailBox;
  readonly priority: 'LOW' | 'NORMAL' | 'HIGH';
  /** Id in a header by which clients may group mails. */
  readonly groupUuid: string | null;
  readonly recipients: readonly (MailBox & { readonly type: 'TO' | 'CC' | 'BCC' })[];
  readonly content: MailContent;
}

/** Answers that are suppressed (MS-OXCMAIL 2.2.3.2.14): `All` would also keep reports of failure from coming back. */
const SUPPRESSED_ANSWERS = 'DR, RN, NRN, OOF, AutoReply';

/**
 * Recognises texts that are encoded although they are plain (RFC 2047): a word that no line can hold (RFC 5322, 2.1.1:
 * 998 characters, of which folding takes one), what readers would decode wherever it stands, and blanks of which
 * folding would make a line of their own.
 */
const ENCODED = /\S{998}|=\?|\s{60}/;
/** Headers of ids, which are not encoded as texts. */
const THREADING = new Set(['references', 'in-reply-to']);
/** Bytes of an encoded word, which has at most 75 characters (RFC 2047, 2). */
const ENCODED_WORD_MAX = 52;

let library: ReturnType<typeof loadLibrary> | undefined;

/**
 * Builds the message; hidden recipients are in the envelope alone. Throws where the bytes of an attachment are gone.
 */
export async function composeMessage(mail: ComposedMail, files: FileReader): Promise<Buffer> {
  library ??= loadLibrary();
  const { MailComposer, encodeWord, writeMessage } = await library;
  const { content, recipients } = mail;
  const encoded = (text: string) => encodeWord(text, 'B', ENCODED_WORD_MAX);
  const written = ({ key, value }: Header): Header =>
    typeof value === 'string' && ENCODED.test(value) && !THREADING.has(key.toLowerCase())
      ? { key, value: { prepared: true, foldLines: true, value: encoded(value.trim()) } }
      : { key, value: typeof value === 'string' ? value.trim() : value };
  const boxes = (type: 'TO' | 'CC') => recipients.filter((box) => box.type === type).map(plainBox);
  const { html, replyTo = [], inReplyTo, calendar, attachments = [] } = content;
  const node = new MailComposer({
    from: plainBox(mail.from),
    to: boxes('TO'),
    cc: boxes('CC'),
    replyTo: replyTo.map(plainBox),
    text: content.content === '' ? ' ' : withoutLoneReturns(content.content),
    ...(html === undefined ? {} : { html: withoutLoneReturns(nameInlineFiles(html, attachments, mail.messageId)) }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(calendar === undefined ? {} : { icalEvent: calendarOf(calendar) }),
    attachments: attachedFiles(attachments, mail.messageId, files),
    messageId: mail.messageId,
    date: mail.date,
    headers: [{ key: 'Subject', value: content.subject }, ...headersOf(mail)].map(written),
    encoding: 'quoted-printable',
    baseBoundary: createHash('sha256').update(mail.uuid).digest('hex').slice(0, 32),
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  encodeNames(node, encoded);
  return writeMessage(node) ?? (await node.build());
}

/** Loads the library, which is needed only where mails are sent and takes its time. */
async function loadLibrary() {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return { MailComposer, encodeWord, ...(await import('./write-message.ts')) };
}

/** Encodes names itself: the library quotes a plain name, in which readers decode words all the same. */
function encodeNames(node: object, encoded: (text: string) => string): void {
  const writer = node as { _encodeAddressName(name: string): string };
  const plain = writer._encodeAddressName.bind(node);
  writer._encodeAddressName = (name) => (ENCODED.test(name) ? encoded(name) : plain(name));
}

/**
 * Removes lone carriage returns, which the library leaves and at which a mail server might end a line or the message.
 */
function withoutLoneReturns(text: string): string {
  return text.replaceAll(/\r(?!\n)/g, '\n');
}

function plainBox({ address, name }: MailBox) {
  return { address, name: name ?? '' };
}

function calendarOf({ method, text }: NonNullable<MailContent['calendar']>) {
  return { method, content: Buffer.from(text), filename: 'invite.ics', contentTransferEncoding: 'base64' };
}

interface Header {
  readonly key: string;
  readonly value: string | { readonly prepared: true; readonly foldLines?: true; readonly value: string };
}

/** Makes the headers; those of the module win. */
function headersOf({ content, priority, groupUuid }: ComposedMail): Header[] {
  const own = {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': SUPPRESSED_ANSWERS,
    ...(priority === 'HIGH' ? { Importance: 'high' } : {}),
    ...(groupUuid === null ? {} : { 'X-Svc-Notification-Group': groupUuid }),
  };
  const raw = unsubscribeHeaders(content);
  const answered = content.inReplyTo === undefined ? [] : ['In-Reply-To'];
  const taken = new Set([...Object.keys(own), ...Object.keys(raw), ...answered].map((name) => name.toLowerCase()));
  const given = Object.entries(content.headers ?? {}).filter(([name]) => !taken.has(name.toLowerCase()));
  const written = [...given, ...Object.entries(own)].map(([key, value]) => ({ key, value }));
  return [
    ...written,
    ...Object.entries(raw).map(([key, value]) => ({ key, value: { prepared: true as const, value } })),
  ];
}

/** Makes the headers of RFC 8058, 3.1; the link must stand in one line, as it is. */
function unsubscribeHeaders({ unsubscribe }: MailContent): Readonly<Record<string, string>> {
  if (unsubscribe === undefined) return {};
  const { url, oneClick } = unsubscribe;
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(oneClick ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    Precedence: 'bulk',
  };
}
