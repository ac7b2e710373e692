// Writes a message whose parts are all in memory: the bytes of the library's streams, in a fraction of their time.
import * as base64 from 'nodemailer/lib/base64';
import type MimeNode from 'nodemailer/lib/mime-node';
import * as quotedPrintable from 'nodemailer/lib/qp';

/** Bytes of a part up to which it is written at once; larger ones are streams, which let other work in between. */
const PART_BYTES_MAX = 64 * 1_024;

/** Writes the message; null where a part is a stream, or too large to be written at once. */
export function writeMessage(root: MimeNode): Buffer | null {
  const texts: string[] = [];
  if (!writeNode(root, texts)) return null;
  const text = texts.join('').replaceAll(/(?<!\r)\n/g, '\r\n');
  return Buffer.from(text.endsWith('\n') ? text : `${text.replace(/\r$/, '')}\r\n`);
}

function writeNode(node: MimeNode, texts: string[]): boolean {
  const { content } = node;
  texts.push(node.buildHeaders(), '\r\n\r\n');
  if (content !== undefined) {
    if (typeof content !== 'string' && !Buffer.isBuffer(content)) return false;
    const bytes = Buffer.from(content);
    if (bytes.length > PART_BYTES_MAX) return false;
    texts.push(encode(node, bytes));
  }
  if (!node.multipart) return true;
  for (const [index, child] of node.childNodes.entries()) {
    texts.push(`${index > 0 ? '\r\n' : ''}--${node.boundary}\r\n`);
    if (!writeNode(child, texts)) return false;
  }
  texts.push(`\r\n--${node.boundary}--\r\n`);
  return true;
}

function encode(node: MimeNode, bytes: Buffer): string {
  const encoding = node.getTransferEncoding();
  if (encoding === 'base64') return base64.wrap(base64.encode(bytes));
  return encoding === 'quoted-printable' ? quoted(bytes) : bytes.toString();
}

/**
 * Writes quoted-printable as the library's stream does, which holds back trailing blanks, and breaks the last line once
 * more when it knows that they are the last.
 */
function quoted(bytes: Buffer): string {
  let blanks = bytes.length;
  while (bytes[blanks - 1] === 0x20 || bytes[blanks - 1] === 0x09) blanks -= 1;
  const wrapped = quotedPrintable.wrap(quotedPrintable.encode(bytes.subarray(0, blanks)));
  const lastLine = wrapped.lastIndexOf('\n') + 1;
  const last = wrapped.slice(lastLine) + quotedPrintable.encode(bytes.subarray(blanks));
  return wrapped.slice(0, lastLine) + quotedPrintable.wrap(last);
}
