// Writes answers to the socket: header sets made beforehand, one write a reply.
import type { Bytes, Cookie } from '@keelson/contract';
import type { HttpResponse } from './http-message.ts';

/** Names and values alternate in a flat list, the form that costs node the least. */
export type HeaderList = readonly string[];

/** Headers of one reply, to which its parts add theirs. */
export type ReplyHeaders = string[];

const noStore: HeaderList = ['cache-control', 'no-store'];
const alwaysSent: HeaderList = ['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer'];
/** Headers of a file: one that a browser shows after all must run nothing. */
const sandboxed: HeaderList = ['content-security-policy', "sandbox; default-src 'none'", 'x-frame-options', 'DENY'];
/**
 * Content security policy of the server's small pages: their own style, forms to this service, no frame of other pages.
 */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export interface HeaderSets {
  readonly json: HeaderList;
  readonly file: HeaderList;
  readonly html: HeaderList;
  readonly stream: HeaderList;
  /** Headers of an answer without a body: they name no media type. */
  readonly empty: HeaderList;
  /** Headers that every answer over HTTPS has beside its own. */
  readonly transport: HeaderList;
}

/** `strictTransport`: the public address is HTTPS, so browsers shall never try without. */
export function createHeaderSets(strictTransport: boolean): HeaderSets {
  // Browsers ask for one year before they put a name on their list.
  const transport = strictTransport ? ['strict-transport-security', 'max-age=31536000'] : [];
  const constant = [...noStore, ...alwaysSent, ...transport];
  return {
    json: ['content-type', 'application/json; charset=utf-8', ...constant],
    file: [...constant, ...sandboxed],
    html: ['content-type', 'text/html; charset=utf-8', ...constant, 'content-security-policy', pagePolicy],
    // A proxy that collects or compresses would hold back events.
    stream: [
      'content-type',
      'text/event-stream',
      'cache-control',
      'no-store, no-transform',
      'x-accel-buffering',
      'no',
      ...alwaysSent,
      ...transport,
    ],
    empty: constant,
    transport,
  };
}

/** Appends `extra`; a name that is there already gets the new value, so that the handler's value counts. */
export function setHeaders(headers: ReplyHeaders, extra: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(extra)) {
    const value = extra[name];
    if (value === undefined) continue;
    const lower = name.toLowerCase();
    let at = 0;
    while (at < headers.length && headers[at] !== lower) at += 2;
    headers[at] = lower;
    headers[at + 1] = value;
  }
}

const cookieName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const cookieValue = /^[!#-+\--:<-[\]-~]*$/;

/** `Set-Cookie` of a cookie; throws for a name or value that cannot travel, because its maker is this program. */
export function formatCookie(cookie: Cookie): string {
  if (!cookieName.test(cookie.name) || !cookieValue.test(cookie.value)) throw new Error('cookie cannot be written');
  const parts = [`${cookie.name}=${cookie.value}`, `Path=${cookie.path}`];
  if (cookie.maxAgeSeconds !== undefined) parts.push(`Max-Age=${Math.max(0, Math.floor(cookie.maxAgeSeconds))}`);
  if (cookie.httpOnly) parts.push('HttpOnly');
  if (cookie.secure) parts.push('Secure');
  parts.push(`SameSite=${cookie.sameSite}`);
  return parts.join('; ');
}

export function addCookies(headers: ReplyHeaders, cookies: readonly Cookie[] | undefined): void {
  if (cookies === undefined) return;
  for (const cookie of cookies) headers.push('set-cookie', formatCookie(cookie));
}

/** The header that names a file: in ASCII for old clients, and exactly in the form of RFC 8187. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(fileName.replace(/[\\/]/g, '_').toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export function fileHeaders(
  sets: HeaderSets,
  { mediaType, fileName }: Pick<Bytes, 'mediaType' | 'fileName'>,
): ReplyHeaders {
  return ['content-type', mediaType, 'content-disposition', contentDisposition(fileName), ...sets.file];
}

/** Sends text or bytes whole; nothing may be written to this response afterwards. */
export function send(
  response: HttpResponse,
  status: number,
  headers: ReplyHeaders,
  payload: string | Uint8Array,
): void {
  if (response.headersSent || response.destroyed) return;
  const length = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.byteLength;
  headers.push('content-length', String(length));
  response.writeHead(status, headers);
  response.end(payload);
}

/** Answers 304 with headers alone. */
export function sendNotModified(response: HttpResponse, headers: ReplyHeaders): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(304, headers);
  response.end();
}
