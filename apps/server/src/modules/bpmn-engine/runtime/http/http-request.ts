// Makes the request of an HTTP task from its fields.
import type { Value } from '@keelson/bpmn-core';
import type { AllowList } from '../../../../kernel/outbound/allow-list.ts';
import type { OutboundRequest } from '../../../../kernel/outbound/outbound.types.ts';
import { CallProblem, type Fields, textOf } from './http-fields.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Longest wait of a task: that of every call of the program. */
const TIMEOUT_MAX_MS = 30_000;
const USER_AGENT = 'Keelson';

/** Makes the request of a task; throws `CallProblem` for fields that cannot be sent. */
export function requestOf(
  fields: Fields,
  { allow, jobId }: { readonly allow: AllowList; readonly jobId: string },
): OutboundRequest {
  const method = (fields.text('requestMethod') || 'GET').toUpperCase();
  if (!METHODS.has(method)) throw new CallProblem(`REQUEST_INVALID: the method ${method} is not sent`);
  const url = fields.url();
  if (url === '') throw new CallProblem('URL_INVALID: requestUrl is empty');
  const body = fields.value('requestBody');
  const headers = headersOf(fields.value('requestHeaders'));
  const timeout = fields.text('requestTimeout');
  if (!/^([1-9]\d{0,8})?$/.test(timeout))
    throw new CallProblem('REQUEST_INVALID: requestTimeout is no number of milliseconds');
  const isEmpty = body === null || body === '';
  return {
    method,
    url,
    headers: withDefaults(headers, { jobId, contentType: isEmpty ? null : contentTypeOf(body) }),
    body: isEmpty ? null : textOf(body),
    allow,
    redirects: redirectsOf(fields),
    totalTimeoutMs: timeout === '' ? TIMEOUT_MAX_MS : Math.min(Number(timeout), TIMEOUT_MAX_MS),
  };
}

/** Reads the redirects, after all other fields: secrets are known only then. */
function redirectsOf(fields: Fields): NonNullable<OutboundRequest['redirects']> {
  if (fields.flag('disallowRedirects')) return 'manual';
  return fields.revealed().length > 0 ? 'same-origin' : 'follow';
}

function contentTypeOf(body: Value): string {
  return typeof body === 'object' ? 'application/json' : 'text/plain;charset=UTF-8';
}

/** Adds defaults to headers. What the model says wins; the id of the job lets the other side know a repetition. */
function withDefaults(
  headers: ReadonlyMap<string, string>,
  { jobId, contentType }: { readonly jobId: string; readonly contentType: string | null },
): Readonly<Record<string, string>> {
  const given = new Set([...headers.keys()].map((name) => name.toLowerCase()));
  const defaults = { 'Idempotency-Key': jobId, 'User-Agent': USER_AGENT, 'Content-Type': contentType };
  const added = Object.entries(defaults).filter(([name, value]) => value !== null && !given.has(name.toLowerCase()));
  return Object.fromEntries([...headers, ...(added as [string, string][])]);
}

/** Reads headers from a map, or from lines as `Name: value`. */
function headersOf(value: Value): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, text] of isMap(value) ? Object.entries(value) : linesOf(textOf(value))) {
    if (seen.has(name.toLowerCase())) throw new CallProblem(`REQUEST_INVALID: the header ${name} is given twice`);
    seen.add(name.toLowerCase());
    headers.set(name, textOf(text));
  }
  return headers;
}

function isMap(value: Value): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function linesOf(text: string): readonly (readonly [string, string])[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new CallProblem('REQUEST_INVALID: a line of requestHeaders is not Name: value');
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
}
