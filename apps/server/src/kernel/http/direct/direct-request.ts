// Reads a request that arrived whole and has nothing unusual about it; all others are for node's parser.
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpRequest } from '../exchange/http-message.ts';

/**
 * The head of a request as RFC 9112 (3, 5) writes it, without the liberties that it leaves: a path as target, no fragment, no
 * folded line, no space before a colon, no line that ends in LF alone. Whatever it takes node's parser takes in the same sense.
 */
const ORDINARY_HEAD =
  /^(?:GET|POST|PUT|PATCH|DELETE) \/[!"$-~]* HTTP\/1\.1(?:\r\n[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*)+$/;
const HEAD_END = '\r\n\r\n';
const LINE_END = '\r\n';
const VERSION_LENGTH = ' HTTP/1.1'.length;
/** Bound of the headers of a request: a tenth of what node takes; browsers send some twenty. */
const HEADERS_MAX = 200;

/** Headers to which node gives a meaning, or a form, of their own. */
const UNUSUAL_HEADERS: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'proxy-connection',
  'set-cookie',
  'trailer',
  '__proto__',
]);
const CONTENT_LENGTH = /^[0-9]{1,9}$/;
const KEEP_ALIVE = /^keep-alive$/i;

const TAB = 0x09;
const SPACE = 0x20;

export class DirectRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: string[];
  readonly socket: Socket;
  readonly complete = true;
  readonly body: Buffer;

  constructor(line: string, fields: Fields, socket: Socket, body: Buffer) {
    const methodEnd = line.indexOf(' ');
    this.method = line.slice(0, methodEnd);
    this.url = line.slice(methodEnd + 1, -VERSION_LENGTH);
    this.headers = fields.headers;
    this.rawHeaders = fields.rawHeaders;
    this.socket = socket;
    this.body = body;
  }
}

interface Fields {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: string[];
}

/** Answers null for a request that is not whole, is followed by another one, or is anything but ordinary. */
export function readDirectRequest(bytes: Buffer, socket: Socket, headBytesMax: number): DirectRequest | null {
  const text = bytes.toString('latin1', 0, Math.min(bytes.length, headBytesMax));
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = text.slice(0, headEnd);
  if (!ORDINARY_HEAD.test(head)) return null;
  const lineEnd = head.indexOf(LINE_END);
  const fields = readFields(head, lineEnd);
  if (fields === null) return null;
  const bodyStart = headEnd + HEAD_END.length;
  if (bodyLengthOf(fields.headers) !== bytes.length - bodyStart) return null;
  return new DirectRequest(head.slice(0, lineEnd), fields, socket, bytes.subarray(bodyStart));
}

/** Answers null where a name stands twice, or is one that node has to interpret. */
function readFields(head: string, lineEnd: number): Fields | null {
  const headers: IncomingHttpHeaders = Object.create(null);
  const rawHeaders: string[] = [];
  for (let end = lineEnd; end < head.length; ) {
    const start = end + LINE_END.length;
    const next = head.indexOf(LINE_END, start);
    end = next < 0 ? head.length : next;
    const colon = head.indexOf(':', start);
    const written = head.slice(start, colon);
    const name = written.toLowerCase();
    if (headers[name] !== undefined || UNUSUAL_HEADERS.has(name)) return null;
    const value = trimmed(head, colon + 1, end);
    headers[name] = value;
    rawHeaders.push(written, value);
  }
  const { host, connection } = headers;
  if (host === undefined || rawHeaders.length > 2 * HEADERS_MAX) return null;
  return connection === undefined || KEEP_ALIVE.test(connection) ? { headers, rawHeaders } : null;
}

/** Leaves out the optional white space around a value, which is spaces and tabs alone (RFC 9110, 5.6.3). */
function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isWhite(text.charCodeAt(start))) start += 1;
  while (end > start && isWhite(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isWhite(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** The length of the body; -1, which no body has, for a value that is no number. */
function bodyLengthOf({ 'content-length': length }: IncomingHttpHeaders): number {
  if (length === undefined) return 0;
  return CONTENT_LENGTH.test(length) ? Number(length) : -1;
}
