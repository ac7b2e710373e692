// Tests how the streams of all tabs are held together: with answers of a server that the test writes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHub, type FromHub, type Tab } from './hub.ts';

interface Opened {
  readonly address: string;
  readonly lastId: string | null;
  say(text: string): void;
  end(): void;
  readonly signal: AbortSignal | null;
}

const opened: Opened[] = [];
let answerWith: (() => Response) | null = null;

function serve(address: string, init: RequestInit): Promise<Response> {
  const refused = answerWith?.();
  let sink: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      sink = controller;
    },
  });
  init.signal?.addEventListener('abort', () => sink.error(new Error('aborted')));
  opened.push({
    address,
    lastId: new Headers(init.headers).get('last-event-id'),
    signal: init.signal ?? null,
    say: (text) => sink.enqueue(new TextEncoder().encode(text)),
    end: () => sink.close(),
  });
  return Promise.resolve(refused ?? new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
}

function makeTab(): Tab & { readonly heard: FromHub[] } {
  const heard: FromHub[] = [];
  return { heard, post: (message) => void heard.push(message) };
}

const eventsOf = ({ heard }: { readonly heard: readonly FromHub[] }) =>
  heard.flatMap((message) => (message.kind === 'events' ? message.events : []));
const live = () => opened.filter(({ signal }) => signal?.aborted === false);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const failure = (status: number, errorClassName: string, argument: object = {}): Response => {
  const errorDetail = { errorClassName, errorArguments: [argument] };
  return Response.json({ body: null, errorDetail }, { status });
};

describe('the streams of all tabs of a browser', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    opened.length = 0;
    answerWith = null;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('console 22: an address is asked for once for three tabs, and each hears every event, also one that comes in pieces', async () => {
    const hub = createHub(serve);
    const tabs = [makeTab(), makeTab(), makeTab()];
    for (const tab of tabs) hub.take(tab, { kind: 'follow', address: '/a' });
    await pass(10);
    expect(opened).toHaveLength(1);
    opened[0]!.say('id: 7\nevent: unread\nda');
    opened[0]!.say('ta: {"total":1}\n\n:\n\n');
    await pass(10);
    const told = [{ event: 'unread', id: '7', data: '{"total":1}' }];
    expect(tabs.map(eventsOf)).toEqual([told, told, told]);
  });

  it('console 22: a stream that ends is opened again at once where it stood, one that fails after a pause', async () => {
    const hub = createHub(serve);
    hub.take(makeTab(), { kind: 'follow', address: '/a' });
    await pass(2_000);
    opened[0]!.say('id: 7\n\n');
    await pass(10);
    opened[0]!.end();
    await pass(10);
    expect(opened.map(({ lastId }) => lastId)).toEqual([null, '7']);
    answerWith = () => new Response('{}', { status: 503 });
    opened[1]!.end();
    await pass(100);
    const tries = opened.length;
    expect(tries).toBeLessThan(5);
    await pass(1_000);
    expect(opened.length).toBeGreaterThan(tries);
  });

  it.each([
    ['truthful', 401, 403],
    ['always-200', 200, 200],
  ])(
    'console 22, 26: another token of the session has the stream opened again at once, a refusal never again (%s)',
    async (_, expired, denied) => {
      const hub = createHub(serve);
      const answers = [
        failure(expired, 'SvcAuthenticationException', { reason: 'ROTATED' }),
        failure(denied, 'SvcAccessDeniedException'),
      ];
      answerWith = () => answers.shift()!;
      hub.take(makeTab(), { kind: 'follow', address: '/a' });
      await pass(10);
      expect(opened).toHaveLength(2);
      await pass(60_000);
      expect(opened).toHaveLength(2);
    },
  );

  it('console 22: what something between the server and the browser answers refuses nothing', async () => {
    const hub = createHub(serve);
    answerWith = () => new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
    hub.take(makeTab(), { kind: 'follow', address: '/a' });
    await pass(10);
    answerWith = null;
    await pass(2_000);
    expect(opened).toHaveLength(2);
  });

  it('console 22: four streams are open at a time, and the fifth once there is room', async () => {
    const hub = createHub(serve);
    const tab = makeTab();
    for (const address of ['/a', '/b', '/c', '/d', '/e']) hub.take(tab, { kind: 'follow', address });
    await pass(10);
    expect(live().map(({ address }) => address)).toEqual(['/a', '/b', '/c', '/d']);
    hub.take(tab, { kind: 'leave', address: '/b' });
    await pass(10);
    expect(live().map(({ address }) => address)).toEqual(['/a', '/c', '/d', '/e']);
  });

  it('console 22: a tab that nobody looks at has no stream after a minute, and learns that it missed something', async () => {
    const hub = createHub(serve);
    const tab = makeTab();
    hub.take(tab, { kind: 'follow', address: '/a' });
    await pass(10);
    opened[0]!.say('id: 7\n\n');
    await pass(70_000);
    expect(live()).toEqual([]);
    hub.take(tab, { kind: 'here' });
    await pass(10);
    expect(live().map(({ address, lastId }) => [address, lastId])).toEqual([['/a', '7']]);
    expect(tab.heard.filter(({ kind }) => kind === 'missed')).toHaveLength(1);
  });

  it('console 22: a server that says nothing at all for a while is asked anew', async () => {
    const hub = createHub(serve);
    const tab = makeTab();
    hub.take(tab, { kind: 'follow', address: '/a' });
    for (let second = 0; second < 45; second += 15) {
      opened[0]!.say(':\n\n');
      hub.take(tab, { kind: 'here' });
      await pass(15_000);
    }
    expect(opened).toHaveLength(1);
    hub.take(tab, { kind: 'here' });
    await pass(30_000);
    expect(opened).toHaveLength(2);
  });
});
