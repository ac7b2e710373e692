// Asks for flags and opens their streams as clients of OFREP do.
import { expect } from 'vitest';
import { type EventReader, readEvents } from '../../../kernel/http/streams/streams.fixture.ts';

type Headers = Readonly<Record<string, string>>;

export interface Flag {
  readonly key: string;
  readonly value?: unknown;
  readonly reason: string;
  readonly variant?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface FlagAnswer {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly etag: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was answered
  readonly json: any;
}

/** `path` is empty for all flags, else a slash and a key. A text is sent as it is. */
export async function askFlags(
  server: { readonly url: string },
  token: string | null,
  path: string,
  body: unknown,
  headers: Headers = {},
): Promise<FlagAnswer> {
  const response = await fetch(`${server.url}/ofrep/v1/evaluate/flags${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    etag: response.headers.get('etag') ?? '',
    json: text === '' ? null : JSON.parse(text),
  };
}

/** Address of the stream that a bulk answer names, as it stands there. */
export async function streamUriOf(
  server: { readonly url: string },
  token: string | null,
  context: object = {},
): Promise<string> {
  const { status, json } = await askFlags(server, token, '', { context });
  expect(status, JSON.stringify(json)).toBe(200);
  const [stream] = json.eventStreams as { endpoint: { requestUri: string } }[];
  return stream!.endpoint.requestUri;
}

/** Opens it as a browser does: by the address alone. */
export function openStream(server: { readonly url: string }, uri: string, headers: Headers = {}): Promise<EventReader> {
  return readEvents(server.url + uri, headers);
}

/** Answers what a stream has said beside its heartbeats. */
export function saidBy(reader: EventReader): string {
  return reader.text().replaceAll(':\n\n', '');
}
