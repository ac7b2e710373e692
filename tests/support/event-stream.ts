// Listens to server-sent events as a browser does, until the one that is waited for.

export interface HeardEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The sweep alone finds a revocation within this time. */
const TIMEOUT_MS = 15_000;

export interface Listener {
  /** Answers the next event that fits; rejects when none comes in time or the stream ends. */
  hear(fits: (event: HeardEvent) => boolean): Promise<HeardEvent>;
  /** Resolves when the server ends the stream. */
  end(): Promise<void>;
  close(): Promise<void>;
}

export function listenTo(stream: ReadableStream<Uint8Array>): Listener {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  const heard: HeardEvent[] = [];
  let rest = '';
  /** Answers false at the end of the stream. */
  async function read(): Promise<boolean> {
    const { done, value = '' } = await inTime(reader.read());
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    heard.push(...blocks.map(parse).filter((event) => event !== null));
    return !done;
  }
  return {
    async hear(fits) {
      for (;;) {
        for (let event = heard.shift(); event !== undefined; event = heard.shift()) if (fits(event)) return event;
        if (!(await read())) throw new Error('the stream ended before the event');
      }
    },
    async end() {
      while (await read());
    },
    close: () => reader.cancel(),
  };
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing came for ${TIMEOUT_MS} ms.`)), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Answers null for comments, such as heartbeats. */
function parse(block: string): HeardEvent | null {
  const field = (name: string): string[] =>
    block.split('\n').flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : []));
  const data = field('data').join('\n');
  if (data === '') return null;
  return { id: field('id')[0] ?? null, event: field('event')[0] ?? 'message', data: JSON.parse(data) };
}
