// Tests how events are gathered into groups, and what whoever waits hears when a group fails.
import { expect, it } from 'vitest';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { LogEvent } from '../record/event.types.ts';
import type { EventStore } from './event.store.ts';
import { eventKey } from './event.store.ts';
import { EventWriter } from './event-writer.ts';

const uuidOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const eventOf = (number: number, content = 'x') =>
  ({ uuid: uuidOf(number), tenantIdentifier: 'default', contentHash: Buffer.from(content) }) as unknown as LogEvent;

/** Keeps what it is given, as the database would; `fail` says what befalls a call. */
function createMemory(
  fail: (events: readonly LogEvent[], call: number) => 'before' | 'after' | Error | null = () => null,
) {
  const kept = new Map<string, Buffer>();
  const groups: string[][] = [];
  const store: EventStore = {
    async insert(events) {
      groups.push(events.map(({ uuid }) => uuid));
      const failure = fail(events, groups.length);
      if (failure instanceof Error) throw failure;
      if (failure === 'before') throw unavailable('Connection terminated');
      const fresh = events.filter((event) => !kept.has(eventKey(event)));
      for (const event of fresh) kept.set(eventKey(event), event.contentHash);
      if (failure === 'after') throw unavailable('Connection terminated');
      return new Set(fresh.map(eventKey));
    },
    async findStored(events) {
      return new Map(events.map((event) => [eventKey(event), kept.get(eventKey(event))!]));
    },
  };
  return { store, groups, kept };
}

function unavailable(message: string, code?: string): ServiceError {
  const error = new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  error.cause = Object.assign(new Error(message), code === undefined ? {} : { code });
  return error;
}

const writerOf = (...stores: EventStore[]) =>
  new EventWriter({ now: () => 0, stores, makeRoom: async () => undefined, outcomeWaitMs: 120 });

it('whoever comes while a group is under way shares the next one, in the order of the uuids', async () => {
  const { store, groups } = createMemory();
  const writer = writerOf(store);
  const first = writer.store(eventOf(9), 1);
  await new Promise(setImmediate);
  const others = [5, 3, 4].map((number) => writer.store(eventOf(number), 1));
  expect(await Promise.all([first, ...others])).toEqual(['stored', 'stored', 'stored', 'stored']);
  expect(groups).toEqual([[uuidOf(9)], [uuidOf(3), uuidOf(4), uuidOf(5)]]);
  expect(writer.waiting).toBe(0);
});

it('a commit whose outcome was lost is reported as stored, once the same group is found', async () => {
  const { store, kept } = createMemory((_events, call) => (call === 1 ? 'after' : null));
  const writer = writerOf(store);
  expect(await Promise.all([writer.store(eventOf(1), 1), writer.store(eventOf(2), 1)])).toEqual(['stored', 'stored']);
  expect(kept.size).toBe(2);
});

it('an outcome that stays unknown is LOG_STORE_TIMEOUT; a database that was not there is LOG_STORE_UNAVAILABLE at once', async () => {
  const lost = createMemory(() => 'before');
  await expect(writerOf(lost.store).store(eventOf(1), 1)).rejects.toMatchObject({ code: 'LOG_STORE_TIMEOUT' });
  expect(lost.groups.length).toBeGreaterThan(1);
  const away = createMemory((_events, call) =>
    call === 1 ? unavailable('connect ECONNREFUSED', 'ECONNREFUSED') : null,
  );
  const writer = writerOf(away.store);
  await expect(writer.store(eventOf(1), 1)).rejects.toMatchObject({ code: 'LOG_STORE_UNAVAILABLE' });
  expect(away.groups).toHaveLength(1);
  expect(await writer.store(eventOf(1), 1)).toBe('stored');
});

it('logger-producer 5: an event that the database does not take keeps none of its group out', async () => {
  const poison = new Error('invalid byte sequence');
  const { store, kept } = createMemory((events) => (events.some(({ uuid }) => uuid === uuidOf(77)) ? poison : null));
  const writer = writerOf(store);
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, number) => writer.store(eventOf(number), 1)),
  );
  const failed = results.flatMap(({ status }, number) => (status === 'rejected' ? [number] : []));
  expect([failed, kept.size]).toEqual([[77], 99]);
});

it('more than 20,000 that wait are refused, and none that was taken is lost', async () => {
  const gate = Promise.withResolvers<void>();
  const { store, kept } = createMemory();
  const writer = writerOf({ ...store, insert: (events, now) => gate.promise.then(() => store.insert(events, now)) });
  const waiting = Array.from({ length: 20_000 }, (_, number) => writer.store(eventOf(number), 1));
  await expect(writer.store(eventOf(20_000), 1)).rejects.toMatchObject({ code: 'LOG_BUFFER_FULL' });
  gate.resolve();
  await Promise.all(waiting);
  expect(kept.size).toBe(20_000);
});

it('equal events at once share an outcome, and one with other content is a conflict', async () => {
  const { store } = createMemory();
  const writer = writerOf(store);
  const outcomes = ['a', 'a', 'b'].map((content) => writer.store(eventOf(1, content), 1));
  expect(await Promise.all(outcomes)).toEqual(['stored', 'duplicate', 'conflict']);
});
