// Signs the bytes of a mail: DKIM of RFC 6376, rsa-sha256, relaxed/relaxed.
import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

export interface DkimSigner {
  readonly domain: string;
  readonly selector: string;
  readonly privateKey: KeyObject;
}

/**
 * Headers that are signed: those that a reader sees or a program acts on. Nodemailer's own list lacks that of one-click
 * unsubscribing, RFC 8058, 4.
 */
const SIGNED = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'in-reply-to',
  'references',
  'sender',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'importance',
  'precedence',
];
/** Headers named once more than they occur, so that adding another one breaks the signature (RFC 6376, 8.15). */
const OVERSIGNED: ReadonlySet<string> = new Set(['from', 'to', 'subject', 'date', 'reply-to']);
const HEADER_END = Buffer.from('\r\n\r\n');
const LINE_LENGTH = 76;
const signBytes = promisify(sign);

/** Answers the message with the signature as its first header; the same bytes give the same signature. */
export async function signMessage(message: Buffer, { domain, selector, privateKey }: DkimSigner): Promise<Buffer> {
  const end = message.indexOf(HEADER_END);
  const headers = readHeaders(message.subarray(0, end < 0 ? message.length : end).toString('latin1'));
  const body = end < 0 ? '' : message.subarray(end + HEADER_END.length).toString('latin1');
  const { names, lines } = chooseHeaders(headers);
  const bodyHash = createHash('sha256').update(relaxBody(body), 'latin1').digest('base64');
  const tags = [
    'v=1',
    'a=rsa-sha256',
    'c=relaxed/relaxed',
    `d=${domain}`,
    'q=dns/txt',
    `s=${selector}`,
    `bh=${bodyHash}`,
    `h=${names.join(':')}`,
    'b=',
  ];
  const unsigned = fold(`DKIM-Signature: ${tags.join('; ')}`);
  const signed = [...lines, relaxHeader(unsigned)].join('\r\n');
  const signature = (await signBytes('RSA-SHA256', Buffer.from(signed, 'latin1'), privateKey)).toString('base64');
  const wrapped = signature.replace(/.{1,72}/g, '\r\n $&');
  return Buffer.concat([Buffer.from(`${unsigned}${wrapped}\r\n`, 'latin1'), message]);
}

/** Answers each header with its lines. */
function readHeaders(text: string): readonly { readonly name: string; readonly line: string }[] {
  return text
    .split(/\r\n(?![ \t])/)
    .filter((line) => line.includes(':'))
    .map((line) => ({ name: line.slice(0, line.indexOf(':')).trim().toLowerCase(), line }));
}

/**
 * Chooses the headers to sign: of one that occurs several times the last comes first, and a missing one signs its
 * absence (RFC 6376, 5.4.2).
 */
function chooseHeaders(headers: readonly { readonly name: string; readonly line: string }[]) {
  const names: string[] = [];
  const lines: string[] = [];
  for (const name of SIGNED) {
    const found = headers.filter((header) => header.name === name).reverse();
    for (const { line } of found) lines.push(relaxHeader(line));
    const count = found.length + (OVERSIGNED.has(name) ? 1 : 0);
    for (let index = 0; index < count; index += 1) names.push(name);
  }
  return { names, lines };
}

/** Relaxes a header (RFC 6376, 3.4.2). */
function relaxHeader(line: string): string {
  const colon = line.indexOf(':');
  const value = line
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${line.slice(0, colon).trim().toLowerCase()}:${value}`;
}

/** Relaxes the body (RFC 6376, 3.4.4). */
function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
}

/** Folds a header at the blanks between tags, and the list of names at its colons. */
function fold(header: string): string {
  let length = 0;
  return header
    .split(/(?<=;) |(?<=:)(?=[a-z])/)
    .map((part, index, parts) => {
      const isTag = index > 0 && parts[index - 1]!.endsWith(';');
      const glue = isTag ? ' ' : '';
      if (index > 0 && length + part.length >= LINE_LENGTH) {
        length = part.length + 1;
        return `\r\n ${part}`;
      }
      length += part.length + glue.length;
      return glue + part;
    })
    .join('');
}
