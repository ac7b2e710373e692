// Proves what validation promises: no reads in steady state, nothing refused from memory that may live, no dead entry kept.
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import { createDatabase } from '../../../kernel/database/database.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { userKey } from '../record/session.types.ts';
import { actor, countReads, createSessionParts, isAdmitted, plainSignIn, user } from '../session-parts.fixture.ts';

const SLACK_MS = 65_000;

const plainKey = {
  uuid: '019b7700-0000-7000-8000-00000000000a',
  name: 'billing',
  username: 'service:billing',
  tenantIdentifier: 'default',
  authorities: ['BPMN_TASK'],
  allowedAddressList: ['10.0.0.0/8', '2001:db8::/32'],
  createdMs: 0,
  localeTag: 'en',
  owner: null,
};
const keyToken = `svc_key_${'k'.repeat(43)}`;

let testDatabase: TestDatabase;
let clock: ManualClock;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
});
afterAll(() => testDatabase.close());
beforeEach(() => {
  clock = createManualClock();
});

async function startParts(options: Partial<Parameters<typeof createSessionParts>[0]> = {}) {
  const parts = createSessionParts({ database: testDatabase.database, clock, ...options });
  await parts.signals.start();
  return parts;
}

it('answers a known session without a read and without a promise', async () => {
  const counted = countReads(testDatabase.database);
  const parts = await startParts({ database: counted.database });
  const { token } = await parts.begin();
  expect(isAdmitted(await parts.authenticate(token))).toBe(true);
  const before = counted.reads();
  for (let request = 0; request < 10_000; request++) {
    const answer = parts.authenticate(token);
    if (answer instanceof Promise || !isAdmitted(answer)) throw new Error('a known session was read again');
  }
  expect(counted.reads()).toBe(before);
});

it('reads a session once for parallel first requests', async () => {
  const counted = countReads(testDatabase.database);
  const parts = await startParts({ database: counted.database });
  const { token } = await (await startParts()).begin();
  const before = counted.reads();
  const answers = await Promise.all(Array.from({ length: 50 }, () => parts.authenticate(token)));
  expect(answers.every(isAdmitted)).toBe(true);
  expect(counted.reads() - before).toBe(1);
});

it('session 6: a session used by two processes in turn for three idle timeouts never ends early', async () => {
  const processes = [await startParts(), await startParts()];
  const { token } = await processes[0]!.begin();
  for (let step = 0; step < 90; step++) {
    clock.advance(MINUTE_MS);
    const process = processes[step % 2]!;
    await process.signals.sweep();
    expect(isAdmitted(await process.authenticate(token))).toBe(true);
    await process.activity.settled();
  }
});

it('session 6: an entry that looks idle is read again, because another process may know a later use', async () => {
  const [first, second] = [await startParts(), await startParts()];
  const { token, identifier } = await first.begin();
  await first.authenticate(token);
  for (let step = 0; step < 10; step++) {
    clock.advance(4 * MINUTE_MS);
    await second.authenticate(token);
    await second.activity.settled();
    await first.signals.sweep();
  }
  const remembered = first.cache.get(identifier);
  expect(clock.now() - (remembered?.lastAccessMs ?? 0)).toBe(40 * MINUTE_MS);
  expect(isAdmitted(await first.authenticate(token))).toBe(true);
});

it('session 7: a process that dies with unwritten uses ends no session early', async () => {
  const dying = await startParts();
  const { token } = await dying.begin();
  await dying.authenticate(token);
  // The last use falls into the interval in which nothing is written.
  clock.advance(59_000);
  await dying.signals.sweep();
  await dying.authenticate(token);
  clock.advance(30 * MINUTE_MS - 1_000);
  const survivor = await startParts();
  expect(isAdmitted(await survivor.authenticate(token))).toBe(true);
});

it('writes a use at most once a touch interval, and revives nothing by it', async () => {
  const counted = countReads(testDatabase.database);
  const parts = await startParts({ database: counted.database });
  const { token, identifier } = await parts.begin();
  await parts.authenticate(token);
  const sessionId = parts.cache.get(identifier)?.sessionId ?? 0;
  const before = counted.reads();
  for (let second = 0; second < 120; second++) {
    clock.advance(1_000);
    await parts.signals.sweep();
    parts.authenticate(token);
    await parts.activity.settled();
  }
  const sweeps = 120;
  expect(counted.reads() - before - sweeps).toBeLessThanOrEqual(3);
  clock.advance(30 * MINUTE_MS + SLACK_MS);
  const late = await startParts();
  late.activity.note(sessionId, clock.now(), 1_800_000);
  expect(await late.activity.flush()).toBe(0);
  expect(await late.authenticate(token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'IDLE' });
});

it('session 4: a use in the last second of a session extends it, also where it is written behind that second', async () => {
  const parts = await startParts();
  const { token } = await parts.begin();
  const { token: other } = await parts.begin('busy');
  clock.advance(30 * MINUTE_MS + SLACK_MS - 1_000);
  await parts.signals.sweep();
  // The use of somebody else has just been written: what is noted now waits for the next writing.
  await parts.authenticate(other);
  await parts.activity.settled();
  expect(isAdmitted(await parts.authenticate(token))).toBe(true);
  await parts.activity.settled();
  clock.advance(2_000);
  expect(await parts.activity.flush()).toBe(1);
  clock.advance(29 * MINUTE_MS);
  const elsewhere = await startParts();
  expect(isAdmitted(await elsewhere.authenticate(token))).toBe(true);
});

it('session 10: a close between the read of a loader and its store leaves no live entry', async () => {
  let closeMeanwhile: (() => Promise<unknown>) | null = null;
  const parts = await startParts({
    async whileLoading() {
      const action = closeMeanwhile;
      closeMeanwhile = null;
      await action?.();
    },
  });
  const { token, identifier } = await (await startParts()).begin();
  closeMeanwhile = () => parts.close(identifier);
  expect(await parts.authenticate(token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'USER' });
  expect(parts.cache.get(identifier)).toBeUndefined();
});

it('session 10: a close between the commit of a begin and what is remembered of it leaves no live entry', async () => {
  const begun = Promise.withResolvers<string>();
  let closed: Promise<unknown> | null = null;
  const parts = await startParts({
    async whileLoading() {
      closed ??= begun.promise.then((identifier) => parts.close(identifier));
      await closed;
    },
  });
  const { token, identifier } = await parts.begin();
  begun.resolve(identifier);
  expect(await parts.authenticate(token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'USER' });
  expect(parts.cache.get(identifier)).toBeUndefined();
});

it('session 10: a signal between a commit and what is done behind it makes a begun session be read', async () => {
  const counted = countReads(testDatabase.database);
  const parts = await startParts({ database: counted.database });
  let identifier = '';
  const before = counted.reads();
  await testDatabase.database.transaction(async (tx) => {
    tx.afterCommit(() => parts.cache.apply({ scope: 'SESSION', effect: 'CLOSE', keys: [identifier] }));
    identifier = (await parts.begins.begin(tx, { ...plainSignIn, username: 'ayse' }))?.identifier ?? '';
  });
  expect((await parts.loader.loadSession(identifier)).kind).toBe('live');
  expect(counted.reads() - before).toBe(1);
});

describe('what a sign-in has read of its user under the lock', () => {
  const ofAyse = { tenantIdentifier: 'default', usernameFolded: 'ayse' };
  const outdated = { userUuid: user.userUuid, roles: [], authorities: [] };
  const beginWith = (parts: Awaited<ReturnType<typeof startParts>>, between: () => void) =>
    testDatabase.database.transaction(async (tx) => {
      const held = await parts.begins.hold(tx, ofAyse);
      between();
      const read = { held, standing: { allowed: true, securityVersion: 0 }, access: outdated };
      return (await parts.begins.begin(tx, { ...plainSignIn, username: 'ayse', read }))!;
    });

  it('is what the session may do, without another read', async () => {
    const whileLoading = vi.fn(async () => undefined);
    const parts = await startParts({ whileLoading });
    const { identifier } = await beginWith(parts, () => undefined);
    await vi.waitFor(() => expect(parts.cache.peek(identifier)).toBeDefined(), { timeout: 10_000 });
    expect(parts.cache.peek(identifier)?.caller.roles).toEqual(new Set());
    expect(whileLoading).not.toHaveBeenCalled();
  });

  it('is read again where a change was heard of since', async () => {
    const parts = await startParts();
    const change = {
      scope: 'USER',
      effect: 'REFRESH',
      keys: [userKey(ofAyse)],
    } as const;
    const { identifier } = await beginWith(parts, () => parts.cache.apply(change));
    await vi.waitFor(() => expect(parts.cache.peek(identifier)).toBeDefined(), { timeout: 10_000 });
    expect(parts.cache.peek(identifier)?.caller.roles).toEqual(new Set(user.roles));
  });

  it('begins nothing where it says so', async () => {
    const parts = await startParts();
    for (const standing of [
      { allowed: false, securityVersion: 0 },
      { allowed: true, securityVersion: 1 },
    ]) {
      const begun = testDatabase.database.transaction(async (tx) => {
        const read = { held: await parts.begins.hold(tx, ofAyse), standing, access: outdated };
        return parts.begins.begin(tx, { ...plainSignIn, username: 'ayse', read });
      });
      expect(await begun).toBeNull();
    }
  });
});

it('remembers a session that begins here by what was written, which is what a read of it says', async () => {
  const counted = countReads(testDatabase.database);
  const parts = await startParts({ database: counted.database });
  const attributes = { zone: 'B', desk: { number: 7, floor: 'mezzanine' } };
  const from = { ...actor, ipAddress: '2001:DB8:0:0:0:0:0:1' };
  const { token, identifier } = await parts.begin('ayse', { attributes, actor: from, userAgent: 'a browser' });
  const before = counted.reads();
  expect(isAdmitted(await parts.authenticate(token))).toBe(true);
  expect(counted.reads()).toBe(before);
  const elsewhere = await startParts();
  await elsewhere.authenticate(token);
  const plain = (cache: typeof parts.cache) => ({
    ...cache.get(identifier),
    authenticated: null,
    caller: null,
    binding: null,
  });
  expect(JSON.stringify(plain(parts.cache))).toBe(JSON.stringify(plain(elsewhere.cache)));
  expect(JSON.stringify(parts.cache.get(identifier)?.caller)).toBe(
    JSON.stringify(elsewhere.cache.get(identifier)?.caller),
  );
});

const unknownToken = (index: number): string => `svc_${String(index).padStart(43, 'q')}`;

it('session 28: a good token that this process has not met comes through beside any number of unknown ones of its address', async () => {
  const { token } = await (await startParts()).begin();
  const counted = countReads(testDatabase.database);
  const apiKey = { ...plainKey, expiryMs: clock.now() + MINUTE_MS };
  const parts = await startParts({ database: counted.database, apiKey });
  const address = '10.1.2.3';
  for (let index = 0; index < 100; index++) await parts.authenticate(unknownToken(index), address);
  const before = counted.reads();
  const flood = Array.from({ length: 1_500 }, (_, index) => parts.authenticate(unknownToken(1_000 + index), address));
  const [session, key, ...refused] = await Promise.all([
    parts.authenticate(token, address),
    parts.authenticate(keyToken, address),
    ...flood,
  ]);
  expect([session, key].map((answer) => isAdmitted(answer!))).toEqual([true, true]);
  expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ reject: 'RATE_LIMITED', retryAfterSeconds: 10 })]),
  );
  // Two reads serve the flood, one the session that is known; what the key is worth is asked of its directory.
  expect(counted.reads() - before).toBe(3);
});

it('session 28: whoever finds the lane of a flooded address full is told 503 and not that his token is bad', async () => {
  const { token } = await (await startParts()).begin();
  const parts = await startParts();
  const address = '203.0.113.21';
  for (let index = 0; index < 100; index++) await parts.authenticate(unknownToken(index), address);
  const flood = Array.from({ length: 2_000 }, (_, index) => parts.authenticate(unknownToken(1_000 + index), address));
  expect(await parts.authenticate(token, address)).toEqual({ reject: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  await Promise.all(flood);
  expect(isAdmitted(await parts.authenticate(token, address))).toBe(true);
});

it('finds a session that began here in memory, and one whose begin was undone nowhere', async () => {
  const counted = countReads(testDatabase.database);
  const parts = await startParts({ database: counted.database });
  const { token, identifier } = await parts.begin();
  await vi.waitFor(() => expect(parts.cache.peek(identifier)).toBeDefined(), { timeout: 10_000 });
  const before = counted.reads();
  const answer = parts.authenticate(token);
  expect(answer instanceof Promise || !isAdmitted(answer)).toBe(false);
  expect(counted.reads()).toBe(before);
  let undone = '';
  const begin = testDatabase.database.transaction(async (tx) => {
    const begun = await parts.begins.begin(tx, { ...plainSignIn, username: 'ayse' });
    undone = begun!.identifier;
    expect(parts.cache.peek(undone)).toBeUndefined();
    throw new Error('undone');
  });
  await expect(begin).rejects.toThrow('undone');
  expect([parts.cache.peek(undone), (await parts.loader.loadSession(undone)).kind]).toEqual([undefined, 'unknown']);
});

it('session 28: the 101st unknown token of an address within 10 s is limited, and no other address is', async () => {
  const parts = await startParts();
  const { token } = await parts.begin();
  await parts.authenticate(token, '203.0.113.7');
  const unknown = (index: number) => `svc_${String(index).padStart(43, 'q')}`;
  for (let index = 0; index < 100; index++) {
    expect(await parts.authenticate(unknown(index), '203.0.113.7')).toEqual({ reject: 'AUTHENTICATION_REQUIRED' });
  }
  expect(await parts.authenticate(unknown(100), '203.0.113.7')).toEqual({
    reject: 'RATE_LIMITED',
    retryAfterSeconds: 10,
  });
  expect(await parts.authenticate(unknown(101), '203.0.113.8')).toEqual({ reject: 'AUTHENTICATION_REQUIRED' });
  expect(isAdmitted(await parts.authenticate(token, '203.0.113.7'))).toBe(true);
  clock.advance(10_000);
  expect(await parts.authenticate(unknown(102), '203.0.113.7')).toEqual({ reject: 'AUTHENTICATION_REQUIRED' });
});

it('session 12: a database out of reach is answered as 503 and never as 401, and the same tokens work afterwards', async () => {
  const parts = await startParts();
  const { token } = await parts.begin();
  const cutOff = createDatabase({
    settings: { host: '/nonexistent', port: 1, user: 'x', password: 'x', database: 'x' },
  });
  let away = true;
  const database = {
    ...testDatabase.database,
    rows: (...given: Parameters<typeof cutOff.rows>) => (away ? cutOff : testDatabase.database).rows(...given) as never,
  };
  const other = createSessionParts({ database, clock });
  expect(await other.authenticate(token)).toEqual({ reject: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  away = false;
  expect(isAdmitted(await other.authenticate(token))).toBe(true);
  await cutOff.close();
});

it('forgets the caller least recently used, and knows it again when it comes back', async () => {
  const parts = await startParts({ cacheMax: 2 });
  const tokens = [await parts.begin('a'), await parts.begin('b'), await parts.begin('c')].map(({ token }) => token);
  for (const token of [...tokens, ...tokens]) expect(isAdmitted(await parts.authenticate(token))).toBe(true);
  expect(parts.cache.size).toBe(2);
});

describe('API keys', () => {
  it('they are answered from the listed ranges and until their end alone, and their use is noted', async () => {
    const parts = await startParts({ apiKey: { ...plainKey, expiryMs: clock.now() + MINUTE_MS } });
    const admitted = async (address: string) => isAdmitted(await parts.authenticate(keyToken, address));
    expect([await admitted('10.1.2.3'), await admitted('::ffff:10.1.2.3'), await admitted('2001:db8::1')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([await admitted('11.0.0.1'), await admitted('::1'), await admitted('')]).toEqual([false, false, false]);
    await parts.activity.settled();
    expect(parts.uses).toEqual([{ uuid: plainKey.uuid, lastUsedMs: clock.now() }]);
    expect(parts.cache.get(identifierOf(keyToken))?.caller).toMatchObject({
      kind: 'api-key',
      username: 'service:billing',
    });
    clock.advance(MINUTE_MS);
    expect(await admitted('10.1.2.3')).toBe(false);
  });
});
