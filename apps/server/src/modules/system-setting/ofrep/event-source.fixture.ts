// Mimics the EventSource of browsers for tests, as far as providers of OpenFeature use it: this program's runtime has none.
const RECONNECT_MS = 20;

interface Block {
  readonly id: string | null;
  readonly data: string | null;
}

function parseBlock(block: string): Block {
  const fields = block.split('\n').map((line) => line.split(/: ?(.*)/s));
  const fieldOf = (name: string): string | null => fields.find(([field]) => field === name)?.[1] ?? null;
  return { id: fieldOf('id'), data: fieldOf('data') };
}

/** Connects anew with the id of the last event, as browsers do; an answer that is no stream closes it for good. */
export class TestEventSource extends EventTarget {
  /** Lists every address that was opened, in order. */
  static readonly opened: string[] = [];
  readonly url: string;
  /** Is 0 while connecting, 1 when open, 2 when closed. */
  readyState = 0;
  readonly #abort = new AbortController();
  #lastEventId: string | null = null;

  constructor(url: string) {
    super();
    this.url = url;
    TestEventSource.opened.push(url);
    void this.#run();
  }

  close(): void {
    this.readyState = 2;
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    while (this.readyState !== 2) {
      await this.#connect().catch(() => undefined);
      if (this.readyState !== 2) this.readyState = 0;
      this.dispatchEvent(new Event('error'));
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  async #connect(): Promise<void> {
    const headers = { accept: 'text/event-stream', ...(this.#lastEventId && { 'last-event-id': this.#lastEventId }) };
    const response = await fetch(this.url, { headers, signal: this.#abort.signal });
    if (response.status !== 200) return this.close();
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#tell(parseBlock(block));
    }
  }

  #tell({ id, data }: Block): void {
    this.#lastEventId = id ?? this.#lastEventId;
    if (data !== null) this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
