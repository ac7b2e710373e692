// Sends an example: the placeholders in it give way to what was arranged, the request goes over HTTP, and the answer is read.
import { createClient } from '@keelson/client';
import { type Example, type ModuleContract, moduleKey, type PlaceholderName, placeholders } from '@keelson/contract';
import { listenTo } from '../support/event-stream.ts';
import type { Given } from './given.ts';

type Values = NonNullable<Given['values']>;

/** Those that contain others stand before them. */
const names = (Object.keys(placeholders) as PlaceholderName[])
  .filter((name) => typeof placeholders[name] === 'string')
  .sort((left, right) => String(placeholders[right]).length - String(placeholders[left]).length);

const numberNames = (Object.keys(placeholders) as PlaceholderName[]).filter(
  (name) => typeof placeholders[name] === 'number',
);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
const anyPlaceholder = new RegExp(names.map((name) => escaped(String(placeholders[name]))).join('|'), 'g');
const nameOf = (text: string): PlaceholderName | undefined => names.find((name) => placeholders[name] === text);

/** Puts the values in the place of their placeholders, in keys too; what has no value stays. */
export function filled<T>(example: T, values: Values): T {
  if (typeof example === 'string') {
    return example.replace(anyPlaceholder, (found) => values[nameOf(found)!] ?? found) as T;
  }
  if (typeof example === 'number') {
    const value = values[numberNames.find((name) => placeholders[name] === example)!];
    return (value === undefined ? example : Number(value)) as T;
  }
  if (Array.isArray(example)) return example.map((item) => filled(item, values)) as T;
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => [filled(key, values), filled(value, values)]),
  ) as T;
}

const forms = [
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  /^svc_key_[A-Za-z0-9_-]{43}$/,
  /^svc_[A-Za-z0-9_-]{43}$/,
  /^[A-Za-z0-9_-]{43}$/,
  /^[0-9a-f]{64}$/,
  /^https?:\/\/[^/]+$/,
];

/** Describes what may stand where a placeholder does: a text of its form. */
function patternOf(placeholder: string): string {
  const form = forms.find((one) => one.test(placeholder));
  return form === undefined ? '[^]+?' : form.source.slice(1, -1);
}

function fits(text: unknown, example: string): boolean {
  let [pattern, end] = ['', 0];
  for (const { 0: found, index } of example.matchAll(anyPlaceholder)) {
    pattern += `${escaped(example.slice(end, index))}(?:${patternOf(found)})`;
    end = index + found.length;
  }
  return typeof text === 'string' && new RegExp(`^${pattern}${escaped(example.slice(end))}$`).test(text);
}

/**
 * Says where an answer differs from its example, in which the values have been filled in. Lists and maps of an example may
 * be shorter, but not empty where those of the answer are not.
 */
export function findDifference(answer: unknown, example: unknown, place = 'answer'): string | null {
  const differs = `${place}: ${JSON.stringify(answer)?.slice(0, 300)} is not as ${JSON.stringify(example)?.slice(0, 300)}`;
  if (example === placeholders.number) return Number.isInteger(answer) ? null : differs;
  if (typeof example === 'string') return fits(answer, example) ? null : differs;
  if (typeof example !== 'object' || example === null) return Object.is(answer, example) ? null : differs;
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer) !== Array.isArray(example)) return differs;
  const [found, shown] = [answer, example].map((one) => one as Readonly<Record<string, unknown>>) as [
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, unknown>>,
  ];
  if (Object.keys(shown).length === 0) return Object.keys(found).length === 0 ? null : differs;
  for (const key of Object.keys(shown)) {
    const inner = key in found ? findDifference(found[key], shown[key], `${place}.${key}`) : `${place} has no ${key}`;
    if (inner !== null) return inner;
  }
  return null;
}

export interface Sent {
  readonly status: number;
  /** Is the body out of its envelope, the first event of a stream, a file, the text of a page, where a redirect leads. */
  readonly answer: unknown;
  readonly headers: Headers;
}

type AnyCall = (input: object) => Promise<{
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly bytes: Uint8Array | null;
}>;

async function firstEvent(stream: ReadableStream<Uint8Array>, happens: Given['happens']) {
  const listener = listenTo(stream);
  try {
    await happens?.();
    const { event, data } = await listener.hear(() => true);
    return { event, data };
  } finally {
    await listener.close();
  }
}

/** Sends the request of an example as whoever the precondition names; a failure is an error that says why. */
export async function sendExample(
  url: string,
  { name, key }: { readonly name: ModuleContract['name']; readonly key: string },
  { answer: _answer, ...request }: Example,
  { as, values = {}, happens }: Given,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const client: unknown = createClient({
    baseUrl: url,
    throwOnError: true,
    headers,
    ...(as === null ? {} : { token: as.token }),
  });
  const call = (client as Readonly<Record<string, Readonly<Record<string, AnyCall>>>>)[moduleKey(name)]![key]!;
  const { body, bytes, status, headers: received } = await call(filled(request, values));
  if (body instanceof ReadableStream && received.get('content-disposition') !== null) {
    const mediaType = received.get('content-type')?.split(';')[0];
    return { status, headers: received, answer: { mediaType, text: await new Response(body).text() } };
  }
  if (body instanceof ReadableStream) return { status, headers: received, answer: await firstEvent(body, happens) };
  if (status === 302) return { status, headers: received, answer: { location: received.get('location') } };
  return { status, headers: received, answer: bytes === null ? body : new TextDecoder().decode(bytes) };
}
