// Reads streams of server-sent events as a browser would, for tests.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';

export interface ReadEvent {
  /** Is `message` where the stream names none. */
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the stream carries
  readonly data: any;
}

export interface EventReader {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly events: readonly ReadEvent[];
  /** Counts the comments, which are heartbeats. */
  readonly heartbeats: () => number;
  /** Answers what a browser would send as `Last-Event-ID`; empty while there was none. */
  readonly lastEventId: () => string;
  readonly ended: () => boolean;
  /** Answers the text of an answer that is no stream. */
  readonly text: () => string;
  /** The first state that the condition accepts, asked for at most `withinMs`; throws when there is none. */
  until(condition: (reader: EventReader) => boolean, withinMs?: number): Promise<EventReader>;
  /** Stops reading without closing, as a client does that hangs. */
  pause(): void;
  close(): void;
}

/** Whoever waits for so long waits in vain. */
const WAIT_MS = 20_000;

function parseBlock(block: string): { readonly id: string | null; readonly event: ReadEvent | null } {
  let id: string | null = null;
  let event = 'message';
  let data: string | null = null;
  for (const line of block.split('\n')) {
    const [field = '', value = ''] = line.split(/: ?(.*)/s);
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data = data === null ? value : `${data}\n${value}`;
  }
  return { id, event: data === null ? null : { event, data: JSON.parse(data) } };
}

/** Resolves with the head of the answer. */
export async function readEvents(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
  let request: ClientRequest | undefined;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request = httpRequest(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false }, resolve);
    request.on('error', reject);
    request.end();
  });
  const events: ReadEvent[] = [];
  let [rest, text, lastEventId, heartbeats, ended] = ['', '', '', 0, false];
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) heartbeats++;
      const { id, event } = parseBlock(block);
      if (id !== null) lastEventId = id;
      if (event !== null) events.push(event);
    }
  });
  for (const end of ['end', 'close', 'error']) {
    response.on(end, () => {
      ended = true;
    });
  }
  const reader: EventReader = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    heartbeats: () => heartbeats,
    lastEventId: () => lastEventId,
    ended: () => ended,
    text: () => text,
    async until(condition, withinMs = WAIT_MS) {
      const giveUpAt = performance.now() + withinMs;
      while (!condition(reader)) {
        if (performance.now() > giveUpAt) throw new Error(`not within ${withinMs} ms; heard ${JSON.stringify(events)}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return reader;
    },
    pause: () => void response.pause(),
    close: () => void request?.destroy(),
  };
  return reader;
}
