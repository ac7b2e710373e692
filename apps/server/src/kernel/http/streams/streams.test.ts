// Proves what streams promise: heartbeats, resuming, bounds for readers and owners, and that they end with whoever opened them.
import { authority, type EventSink, type EventStream, publicAccess, sessionAccess, text } from '@keelson/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublicAct } from '../../records/act.ts';
import type { Caller } from '../../request/caller.ts';
import { apiKeyOf, callerOf, op, startTestHttp, type TestHttp, tokenOf } from '../http-server.fixture.ts';
import { prepareEvent } from './sse-event.ts';
import { type EventReader, readEvents } from './streams.fixture.ts';
import type { StreamTerms } from './streams.ts';

const events = { changed: text('What has changed.'), message: text('Without a name.') };
const reply = { kind: 'event-stream', events, resumable: true } as const;
const HEARTBEAT_MS = 20;
const OFTEN_ENOUGH = 3;
const MEBIBYTE = 1_048_576;

interface Opened {
  readonly sink: EventSink<typeof events>;
  readonly lastEventId: string | null;
  closed: number;
}

let http: TestHttp;
let opened: Opened[];
let readers: EventReader[];
let watchers: { readonly caller: Caller; readonly tell: (current: Caller | null) => void; stopped: boolean }[];
let failing = false;
let terms: StreamTerms | null = null;

async function start(): Promise<void> {
  const handler = async ({ act }: { readonly act: PublicAct }) =>
    ({
      open(sink: EventSink<typeof events>) {
        if (failing) throw new Error('cannot be opened');
        const one: Opened = { sink, lastEventId: act.context.lastEventId, closed: 0 };
        opened.push(one);
        return () => {
          one.closed++;
        };
      },
    }) satisfies EventStream<typeof events>;
  const operations = {
    follow: op({ path: '/follow', reply }),
    guarded: op({ path: '/guarded', reply, access: authority('SESSION_VIEW') }),
    pair: op({ path: '/pair', reply: { ...reply, streamsMax: 2 }, access: sessionAccess }),
    open: op({ path: '/open', reply, access: publicAccess }),
  };
  http = await startTestHttp({
    operations,
    handlers: {
      follow: handler,
      guarded: handler,
      pair: handler,
      open: async (request) => ({ ...(await handler(request)), ...(terms === null ? {} : { terms }) }),
    },
    callers: {
      [tokenOf('b')]: callerOf({ username: 'bert', authorityList: ['SESSION_VIEW'] }),
      [apiKeyOf('k')]: callerOf({ username: 'service:k', kind: 'api-key', apiKeyUuid: 'k' }),
    },
    streams: {
      heartbeatMs: HEARTBEAT_MS,
      watchCaller(caller, tell) {
        const one = { caller, tell, stopped: false };
        watchers.push(one);
        return () => {
          one.stopped = true;
        };
      },
    },
  });
}

beforeEach(async () => {
  [opened, readers, watchers, failing, terms] = [[], [], [], false, null];
  await start();
});
afterEach(async () => {
  for (const reader of readers) reader.close();
  await http.stop();
});

async function follow(path = '/follow', headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await readEvents(http.url + path, { authorization: `Bearer ${tokenOf('a')}`, ...headers });
  readers.push(reader);
  return reader;
}
const eventually = async (condition: () => boolean): Promise<void> => {
  const giveUpAt = performance.now() + 20_000;
  while (!condition() && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(condition()).toBe(true);
};

describe('a stream', () => {
  it('is text/event-stream that nobody stores or transforms, outside the envelope', async () => {
    const reader = await follow();
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(reader.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('carries events in order with their ids; one without a name is a message', async () => {
    const reader = await follow();
    opened[0]!.sink.send({ event: 'changed', data: 'line one\nline two', id: '1' });
    opened[0]!.sink.send({ event: 'message', data: 'ünïcode' });
    await reader.until(({ events: heard }) => heard.length === 2);
    expect(reader.events).toEqual([
      { event: 'changed', data: 'line one\nline two' },
      { event: 'message', data: 'ünïcode' },
    ]);
    expect(reader.lastEventId()).toBe('1');
    expect(reader.text()).toContain('id: 1\nevent: changed\ndata: "line one\\nline two"\n\n');
  });

  it('says when its client comes back, each after a time of its own between 2 and 10 s', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => follow()));
    const times = await Promise.all(
      all.map(async (one) => Number(/^retry: (\d+)\n\n/.exec((await one.until((r) => r.text() !== '')).text())?.[1])),
    );
    for (const time of times) expect(time >= 2_000 && time <= 10_000, String(time)).toBe(true);
    expect(new Set(times).size).toBeGreaterThan(1);
  });

  it('hands the id of the last event to the handler, none when it is empty, and refuses one that is no id of ours', async () => {
    await follow('/follow', { 'last-event-id': '17' });
    await follow('/follow', { 'last-event-id': '' });
    await follow();
    expect(opened.map(({ lastEventId }) => lastEventId)).toEqual(['17', null, null]);
    const refused = await http.call('/follow', { headers: { 'last-event-id': 'x'.repeat(257) } });
    expect([refused.status, refused.json.errorDetail.errorArguments]).toEqual([
      400,
      [{ field: 'Last-Event-ID', code: 'TOO_LONG', message: 'Must have at most 256 characters.' }],
    ]);
  });

  it('is not for a client that takes JSON alone', async () => {
    const refused = await http.call('/follow', { headers: { accept: 'application/json' } });
    expect([refused.status, refused.json.errorDetail.errorCode]).toEqual([406, 'NOT_ACCEPTABLE']);
    expect(opened).toEqual([]);
  });

  it('beats, and tells a marked place at once the first time, then with the heartbeat', async () => {
    const reader = await follow();
    await reader.until(({ heartbeats }) => heartbeats() >= OFTEN_ENOUGH);
    opened[0]!.sink.mark('a');
    await reader.until(({ lastEventId }) => lastEventId() === 'a');
    opened[0]!.sink.mark('b');
    opened[0]!.sink.mark('c');
    await reader.until(({ lastEventId }) => lastEventId() === 'c');
    expect(reader.text()).not.toContain('id: b');
    expect(reader.events).toEqual([]);
  });

  it('undoes what was opened, once, when the client leaves', async () => {
    const reader = await follow();
    reader.close();
    await eventually(() => opened[0]!.closed === 1);
    opened[0]!.sink.send({ event: 'changed', data: 'nobody hears' });
    opened[0]!.sink.mark('x');
    opened[0]!.sink.end();
    expect([opened[0]!.closed, watchers[0]!.stopped]).toEqual([1, true]);
  });

  it('is ended and counts no more when it cannot be opened', async () => {
    failing = true;
    for (let attempt = 0; attempt < 12; attempt++) {
      const reader = await follow();
      await reader.until(({ ended }) => ended());
    }
    failing = false;
    expect((await follow()).status).toBe(200);
    expect(http.logs.filter(({ msg }) => msg === 'request failed')).toHaveLength(12);
  });

  it('is a defect when it sends an event that the contract does not declare', async () => {
    await follow();
    const sink = opened[0]!.sink as EventSink;
    expect(() => sink.send({ event: 'unknown', data: '' })).toThrow('not declared');
    expect(() => sink.send({ event: 'changed', data: 4 })).toThrow('not what the contract promises');
    expect(() => sink.send({ event: 'changed', data: '', id: 'a\nb' })).toThrow('more than one line');
  });
});

describe('streams end', () => {
  it('with the session of whoever opened them, and when an authority is lost', async () => {
    const [own, guarded] = [await follow(), await follow('/guarded', { authorization: `Bearer ${tokenOf('b')}` })];
    watchers[0]!.tell(callerOf({ username: 'anna' }));
    watchers[1]!.tell(callerOf({ username: 'bert', authorityList: ['SESSION_VIEW', 'OTHER'] }));
    opened[0]!.sink.send({ event: 'changed', data: 'still here' });
    opened[1]!.sink.send({ event: 'changed', data: 'still here' });
    await own.until(({ events: heard }) => heard.length === 1);
    await guarded.until(({ events: heard }) => heard.length === 1);
    watchers[0]!.tell(null);
    watchers[1]!.tell(callerOf({ username: 'bert' }));
    await own.until(({ ended }) => ended());
    await guarded.until(({ ended }) => ended());
    expect(opened.map(({ closed }) => closed)).toEqual([1, 1]);
  });

  it('when the process stops, and no other one is opened', async () => {
    const reader = await follow();
    http.streams.stop();
    await reader.until(({ ended }) => ended());
    const refused = await http.call('/follow', { headers: { accept: 'text/event-stream, application/json' } });
    expect([refused.status, refused.json.errorDetail.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });
});

describe('a slow reader', () => {
  const droppedLines = async () =>
    (await http.metrics.text()).split('\n').filter((line) => line.startsWith('keelson_streams_dropped_total{'));

  it('is cut off when more waits for it than the bound, and memory stays bounded', async () => {
    const reader = await follow();
    reader.pause();
    const data = 'x'.repeat(65_536);
    // The loop sends more than the system's buffers of a connection take.
    for (let sent = 0; sent < 64 * MEBIBYTE && opened[0]!.closed === 0; sent += data.length) {
      opened[0]!.sink.send({ event: 'changed', data });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(opened[0]!.closed).toBe(1);
    expect(await droppedLines()).toEqual(['keelson_streams_dropped_total{kind="session follow",reason="too-slow"} 1']);
  });

  it('is cut off when it took nothing from one heartbeat to the next', async () => {
    const reader = await follow();
    reader.pause();
    // The pieces are small: from the first byte that waits to the bound it takes longer than two heartbeats.
    const data = 'x'.repeat(4_096);
    for (let sent = 0; sent < 64 * MEBIBYTE && opened[0]!.closed === 0; sent += data.length) {
      opened[0]!.sink.send({ event: 'changed', data });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await eventually(() => opened[0]!.closed === 1);
    expect(await droppedLines()).toEqual(['keelson_streams_dropped_total{kind="session follow",reason="stalled"} 1']);
  });
});

describe('at most ten of a kind for one user', () => {
  const refusedWith = async (path: string, headers: Record<string, string> = {}) => {
    const { status, json } = await http.call(path, { headers: { accept: '*/*', ...headers } });
    return [status, json.errorDetail.errorCode, json.errorDetail.errorMessage];
  };

  it('are open, and one more is 429 TOO_MANY_STREAMS until one of them ends', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => follow()));
    const tooMany = [429, 'TOO_MANY_STREAMS', 'You follow this in 10 places already.'];
    expect(await refusedWith('/follow')).toEqual(tooMany);
    expect(await refusedWith('/session-server/follow')).toEqual(tooMany);
    expect(opened).toHaveLength(10);
    expect((await follow('/follow', { authorization: `Bearer ${tokenOf('b')}` })).status).toBe(200);
    expect((await follow('/follow', { authorization: `Bearer ${apiKeyOf('k')}` })).status).toBe(200);
    expect((await follow('/pair')).status).toBe(200);
    all[0]!.close();
    await eventually(() => opened[0]!.closed === 1);
    expect((await follow()).status).toBe(200);
  });

  it('are as many as the contract says where it sets a bound', async () => {
    await follow('/pair');
    await follow('/pair');
    expect(await refusedWith('/pair')).toEqual([429, 'TOO_MANY_STREAMS', 'You follow this in 2 places already.']);
  });
});

describe('a handler that says more of its stream', () => {
  const anonymous = async (): Promise<EventReader> => {
    const reader = await readEvents(`${http.url}/open`, {});
    readers.push(reader);
    return reader;
  };

  it('bounds the streams of an owner, and those of nobody together', async () => {
    terms = { ownerMax: 3, anonymousMax: 2 };
    expect([(await anonymous()).status, (await anonymous()).status, (await anonymous()).status]).toEqual([
      200, 200, 429,
    ]);
    const own = [await follow('/open'), await follow('/open'), await follow('/open'), await follow('/open')];
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    readers[0]?.close();
    await eventually(() => opened[0]?.closed === 1);
    expect((await anonymous()).status).toBe(200);
  });

  it('names a caller that it found itself: it counts as theirs and ends with them', async () => {
    terms = { ownerMax: 1, caller: callerOf({ username: 'bert' }) };
    const [first, second] = [await anonymous(), await follow('/open')];
    expect([first.status, second.status]).toEqual([200, 429]);
    expect(watchers.map(({ caller }) => caller.username)).toEqual(['bert']);
    watchers[0]?.tell(null);
    await first.until((one) => one.ended());
  });

  it('relays what it prepared once to all, with its id', async () => {
    terms = { ownerMax: 10 };
    const both = [await follow('/open'), await follow('/open')];
    const prepared = prepareEvent<typeof events>({ event: 'changed', data: 'once', id: '7' });
    for (const { sink } of opened) sink.relay(prepared);
    for (const reader of both) {
      await reader.until((one) => one.events.length === 1);
      expect([reader.events, reader.lastEventId()]).toEqual([[{ event: 'changed', data: 'once' }], '7']);
    }
    opened[1]?.sink.relay(prepareEvent<typeof events>({ event: 'changed', data: 'own place' }), '8');
    await both[1]?.until((one) => one.events.length === 2);
    expect(both.map((reader) => reader.lastEventId())).toEqual(['7', '8']);
    expect(both[1]?.text()).toContain('id: 8\nevent: changed\ndata: "own place"\n\n');
    const undeclared = prepareEvent({ event: 'other', data: 'x' } as never);
    expect(() => opened[0]?.sink.relay(undeclared)).toThrow('not declared');
  });
});
