// Reads server-sent events of one answer (WHATWG HTML, 9.2).

export interface StreamEvent {
  readonly event: string;
  /** Place of the stream behind this event; empty where the server named none. */
  readonly id: string;
  /** Data as JSON, as the server wrote it. */
  readonly data: string;
}

export interface EventReader {
  /** Called with all events of one packet together. */
  onEvents(events: readonly StreamEvent[]): void;
  /** Called with the place where the stream stands, also by lines that carry no event. */
  onPlace(id: string): void;
  /** Called whenever anything arrives, as a heartbeat does. */
  onSound(): void;
}

/** Resolves when the answer ends; rejects when its connection is lost. */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onEvents, onPlace, onSound }: EventReader,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let [event, data, id]: [string, string[], string] = ['', [], ''];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSound();
    const lines = (rest + value).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    const events: StreamEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        if (id !== '') onPlace(id);
        if (data.length > 0) events.push({ event: event === '' ? 'message' : event, id, data: data.join('\n') });
        [event, data] = ['', []];
        continue;
      }
      const [, name, text = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
      if (name === 'event') event = text;
      else if (name === 'data') data.push(text);
      else if (name === 'id') id = text;
    }
    if (events.length > 0) onEvents(events);
  }
}
