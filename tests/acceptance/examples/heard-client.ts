// Makes a client that hands over the calls of one operation which succeed, as what was sent and what came back.
import type { Client } from '@keelson/client';
import { type Example, moduleKey } from '@keelson/contract';
import { listenTo } from '../../support/event-stream.ts';
import type { Entry } from '../addresses.ts';

/**
 * Reads the examples that a call made once its stream has been read: one, none where the call shows nothing, as a 304, or one for each
 * event of a stream.
 */
export type Heard = () => Promise<readonly Example[]>;

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly bytes: Uint8Array | null;
}
type AnyCall = (input?: object) => Promise<Received>;
type AnyClient = Readonly<Record<string, Readonly<Record<string, AnyCall>>>>;

/** Each call that does not throw is handed to `hear` before whoever called goes on. */
export function heardClient(
  client: Client<true>,
  { module: { name }, key, operation }: Entry,
  hear: (heard: Heard) => void,
): Client<true> {
  const calls = (client as unknown as AnyClient)[moduleKey(name)]!;
  const reply = operation.built ? operation.reply.kind : 'void';
  const call: AnyCall = async (input = {}) => {
    const { headers: _headers, signal: _signal, ...request } = input as Example & RequestInit;
    const received = await calls[key]!(input);
    if (received.body instanceof ReadableStream) {
      const { body, text } = copied(received.body);
      hear(async () => (await streamed(received.headers, await text())).map((answer) => ({ ...request, answer })));
      return { ...received, body };
    }
    const answer = answerOf(reply, received);
    hear(async () => (answer === null ? [] : [{ ...request, ...answer }]));
    return received;
  };
  const own: unknown = { ...client, [moduleKey(name)]: { ...calls, [key]: call } };
  return own as Client<true>;
}

function answerOf(reply: string, { status, headers, body, bytes }: Received): Pick<Example, 'answer'> | null {
  if (reply === 'html') return {};
  if (status === 302) return { answer: { location: headers.get('location') } };
  if (status !== 200 || bytes !== null || reply === 'redirect-or-void') return null;
  return reply === 'void' || reply === 'page-or-void' ? {} : { answer: body };
}

/** Answers a stream of the same bytes, and the text of those that have gone through it so far. */
function copied(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const copy = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      chunks.push(chunk);
      controller.enqueue(chunk);
    },
  });
  return { body: stream.pipeThrough(copy), text: () => new Blob(chunks).text() };
}

async function streamed(headers: Headers, text: string): Promise<readonly unknown[]> {
  const mediaType = headers.get('content-type')?.split(';')[0];
  if (mediaType !== 'text/event-stream') return [{ mediaType, text }];
  const { hear } = listenTo(new Response(text).body!);
  const events: unknown[] = [];
  for (;;) {
    const next = await hear(() => true).catch(() => null);
    if (next === null) return events;
    events.push({ event: next.event, data: next.data });
  }
}
