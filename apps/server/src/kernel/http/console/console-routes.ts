// Serves the console: its two documents, its files, and a page that says so while it is being built.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFoundError } from '../../request/not-found.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { isKnownTag } from '../answer/entity-tag.ts';
import { prefersHtml } from '../exchange/accept.ts';
import { type HeaderSets, send, sendNotModified, setHeaders } from '../exchange/reply.ts';
import type { PlainRoute } from '../http-server.ts';
import type { ConsoleDocument, DocumentText } from './console-files.ts';
import type { ConsoleHost } from './console-host.ts';

/** Content security policy of the console: everything comes from this server, styles and scripts from files alone. */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const ASSETS = '/console-assets/';
const PAPER = 'paper.html';

/** Policy of the document that frames foreign content: an origin of its own, no script but its own, nothing loaded. */
function paperPolicy(scriptHash: string): string {
  return `sandbox allow-scripts; default-src 'none'; script-src ${scriptHash}; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'`;
}

/** Seconds after which the page of a console that is being built asks again. */
const RETRY_SECONDS = 2;

const preparingWords = [
  ['en', 'The pages are being prepared. This takes a few seconds.'],
  ['tr', 'Sayfalar hazırlanıyor. Bu birkaç saniye sürer.'],
] as const;
const failedWords = [
  ['en', 'The pages could not be prepared. The interface works all the same; this is why:'],
  ['tr', 'Sayfalar hazırlanamadı. Arayüz yine de çalışıyor; nedeni:'],
] as const;

function notOffered({ method = '', url = '' }: IncomingMessage) {
  return notFoundError('OPERATION_NOT_FOUND', [{ operation: `${method} ${url.split('?', 1)[0]}` }]);
}

function sendWords(response: ServerResponse, sets: HeaderSets, reason: string | null): void {
  const words = reason === null ? preparingWords : failedWords;
  const again = reason === null ? `<meta http-equiv="refresh" content="${RETRY_SECONDS}">` : '';
  const lines = words.map(([language, text]) => `<p lang="${language}">${text}</p>`).join('');
  const cause = reason === null ? '' : `<pre>${escapeHtml(reason)}</pre>`;
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Keelson</title>${again}<style>:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}body{margin:20vh auto;max-width:36rem;padding:0 1rem}pre{white-space:pre-wrap}</style></head><body>${lines}${cause}</body></html>`;
  send(response, 503, [...sets.html, 'retry-after', String(RETRY_SECONDS)], text);
}

function sendDocument(
  host: ConsoleHost,
  name: ConsoleDocument,
  request: IncomingMessage,
  response: ServerResponse,
  sets: HeaderSets,
): void {
  if (!prefersHtml(request.headers.accept)) throw notOffered(request);
  const state = host.state();
  if (state.kind !== 'ready') {
    sendWords(response, sets, state.kind === 'failed' ? state.reason : null);
    return;
  }
  sendText(request, response, sets, state.files.documents[name], {
    vary: 'Accept',
    'content-security-policy': consolePolicy,
    'cross-origin-opener-policy': 'same-origin',
  });
}

function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  sets: HeaderSets,
  { text, etag }: DocumentText,
  own: Readonly<Record<string, string>>,
): void {
  const headers = [...sets.transport];
  setHeaders(headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    etag,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...own,
  });
  if (isKnownTag(request.headers['if-none-match'], etag)) sendNotModified(response, headers);
  else send(response, 200, headers, text);
}

async function sendFile(
  host: ConsoleHost,
  request: IncomingMessage,
  response: ServerResponse,
  sets: HeaderSets,
): Promise<void> {
  const state = host.state();
  const [path = ''] = (request.url ?? '').split('?', 1);
  if (state.kind === 'ready' && path === ASSETS + PAPER) {
    const { paper } = state.files;
    sendText(request, response, sets, paper, { 'content-security-policy': paperPolicy(paper.scriptHash) });
    return;
  }
  const encoding = request.headers['accept-encoding'];
  const file =
    state.kind === 'ready' ? await state.files.read(path.slice(ASSETS.length), String(encoding ?? '')) : null;
  if (file === null) throw notOffered(request);
  const { bytes, mediaType, coding } = file;
  const headers = [...sets.transport];
  setHeaders(headers, {
    'content-type': mediaType,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'content-encoding': coding ?? undefined,
    'x-content-type-options': 'nosniff',
    // An image that is opened by itself runs nothing; a worker's script may ask this server alone.
    'content-security-policy': consolePolicy,
  });
  send(response, 200, headers, bytes);
}

/**
 * Creates the routes. A link gets the document; a request for data at such an address is answered that there is no such
 * operation.
 */
export function createConsoleRoutes(host: ConsoleHost): readonly PlainRoute[] {
  const document = (path: string, name: ConsoleDocument): PlainRoute => ({
    path,
    answer: (request, response, sets) => sendDocument(host, name, request, response, sets),
  });
  return [
    document('/sign-in', 'sign-in'),
    document('/platform', 'index'),
    document('/platform/*', 'index'),
    { path: `${ASSETS}*`, answer: (request, response, sets) => sendFile(host, request, response, sets) },
  ];
}
