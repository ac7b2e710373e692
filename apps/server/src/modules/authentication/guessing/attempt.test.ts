// Proves the counting of failed attempts: never more guesses than the limit, locks that grow, nothing lost in a crash.
import { randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { loadSecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { createSettings } from '../../../kernel/settings/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { authenticationSettings } from '../settings/authentication.settings.ts';
import { type AttemptService, createAttemptService, type FailureCount, type Reservation } from './attempt.service.ts';

const settings = createSettings().bind(authenticationSettings);

const keys = loadSecretKeys({ environmentValue: `test:${randomBytes(32).toString('base64url')}` });
const migrations = { name: 'authentication', directory: new URL('../migrations/', import.meta.url) };

let opened: TestDatabase;
let clock: ManualClock;
let pauses: number;
let attempts: AttemptService;
/** Holds the same counters, as another process sees them. */
let elsewhere: AttemptService;
let name: string;
let count = 0;

beforeAll(async () => {
  opened = await createTestDatabase([migrations]);
});
afterAll(() => opened.close());

beforeEach(() => {
  clock = createManualClock();
  pauses = 0;
  const pause = async (): Promise<void> => {
    pauses++;
  };
  const { database } = opened;
  attempts = createAttemptService({ database, clock, keys, settings, pause });
  elsewhere = createAttemptService({ database, clock, keys, settings, pause });
  name = `name-${count++}`;
});

const subject = (deviceHash: string | null = null) => ({
  tenantIdentifier: 'default',
  usernameFolded: name,
  deviceHash,
});
const settle = (reservation: Reservation): Promise<FailureCount> =>
  opened.database.transaction((tx) => attempts.saveFailure(tx, reservation));
const fails = async (): Promise<FailureCount> => settle(await attempts.reserve(subject()));
const succeeds = async (): Promise<void> => {
  const reservation = await attempts.reserve(subject());
  await opened.database.transaction((tx) => attempts.saveSuccess(tx, reservation));
};
const failTimes = async (times: number): Promise<void> => {
  for (let index = 0; index < times; index++) await fails();
};

/** Answers the seconds of Retry-After, or null when the attempt was admitted (and taken back). */
async function refusedFor(service = attempts): Promise<number | null> {
  try {
    await service.release(await service.reserve(subject()));
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe('AUTH_TEMPORARILY_LOCKED');
    return error.options.retryAfterSeconds ?? 0;
  }
}

describe('reservations', () => {
  it('authentication 1: 50 at once in two processes: exactly 10 may be checked', async () => {
    const reserved = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? attempts : elsewhere).reserve(subject())),
    );
    expect(reserved.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(pauses).toBeGreaterThan(0);
    for (const result of reserved) if (result.status === 'fulfilled') await settle(result.value);
    expect(await refusedFor()).toBe(60);
  });

  it('authentication 1: waits for those that are being checked, and goes on when one of them was right', async () => {
    const held = await Promise.all(Array.from({ length: 10 }, () => attempts.reserve(subject())));
    const patient = createAttemptService({
      database: opened.database,
      clock,
      keys,
      settings,
      pause: () => opened.database.transaction((tx) => elsewhere.saveSuccess(tx, held.pop()!)),
    });
    const reservation = await patient.reserve(subject());
    expect(reservation.failures).toBe(0);
    expect(held).toHaveLength(9);
  });

  it('authentication 1: gives up after five seconds of trying every 50 ms', async () => {
    await Promise.all(Array.from({ length: 10 }, () => attempts.reserve(subject())));
    expect(await refusedFor()).toBe(1);
    expect(pauses).toBe(101);
  });

  it('authentication 1: what was taken back is no failure and leaves no row', async () => {
    for (let index = 0; index < 30; index++) expect(await refusedFor()).toBeNull();
    expect(await attempts.findState(opened.database, subject())).toEqual({
      failures: 0,
      pending: 0,
      lockedUntil: null,
    });
  });
});

describe('the schedule of locks', () => {
  it('authentication 4: 10 failures lock for 60 s, each further one twice as long, 15 min at most', async () => {
    await failTimes(9);
    expect(await refusedFor()).toBeNull();
    const lock = await fails();
    expect(lock).toMatchObject({ failures: 10, disables: false });
    for (const seconds of [60, 120, 240, 480, 900, 900]) {
      expect(await refusedFor()).toBe(seconds);
      clock.advance(seconds * SECOND_MS - 1);
      expect(await refusedFor(elsewhere)).toBe(1);
      clock.advance(1);
      await fails();
    }
  });

  it('authentication 4: admits one attempt at a time after a lock has run out', async () => {
    await failTimes(10);
    clock.advance(MINUTE_MS);
    const only = await attempts.reserve(subject());
    expect(only.failures).toBe(10);
    expect(await refusedFor(elsewhere)).toBe(1);
    await settle(only);
    expect(await refusedFor()).toBe(120);
  });

  it('authentication 4: a success starts over', async () => {
    await failTimes(9);
    await succeeds();
    await failTimes(9);
    expect(await refusedFor()).toBeNull();
    await fails();
    expect(await refusedFor()).toBe(60);
  });

  it('authentication 4: 12 h without a failure and all is forgotten, a moment earlier nothing', async () => {
    await failTimes(10);
    clock.advance(12 * HOUR_MS - 1);
    expect((await attempts.findState(opened.database, subject())).failures).toBe(10);
    clock.advance(1);
    expect((await attempts.findState(opened.database, subject())).failures).toBe(0);
    await failTimes(9);
    expect(await refusedFor()).toBeNull();
  });

  it('authentication 4: the 100th failure in a row disables the password', async () => {
    await failTimes(10);
    let last: FailureCount | null = null;
    for (let failures = 11; failures <= 100; failures++) {
      expect(last?.disables ?? false).toBe(false);
      clock.advance(15 * MINUTE_MS);
      last = await fails();
    }
    expect(last).toMatchObject({ failures: 100, disables: true });
  });

  it('authentication 4: reset ends the lock, and what is being checked still counts', async () => {
    await failTimes(9);
    const open = await attempts.reserve(subject());
    await opened.database.transaction((tx) => attempts.reset(tx, [subject()]));
    expect((await settle(open)).failures).toBe(1);
  });
});

describe('a process that dies between reserving and settling', () => {
  it('authentication 6: leaves one failure for each attempt after 60 s, and no free guess', async () => {
    await failTimes(7);
    await Promise.all([attempts.reserve(subject()), attempts.reserve(subject()), attempts.reserve(subject())]);
    clock.advance(MINUTE_MS - 1);
    expect(await elsewhere.findState(opened.database, subject())).toMatchObject({ failures: 7, pending: 3 });
    clock.advance(1);
    expect(await elsewhere.findState(opened.database, subject())).toMatchObject({ failures: 10, pending: 0 });
    expect(await refusedFor(elsewhere)).toBe(60);
  });

  it('authentication 6: a check that comes back after all is not counted twice', async () => {
    const slow = await attempts.reserve(subject());
    clock.advance(MINUTE_MS);
    await fails();
    expect((await settle(slow)).failures).toBe(2);
  });
});

describe('whose attempts are counted together', () => {
  it('a known device has a counter of its own', async () => {
    await failTimes(10);
    const device = await attempts.reserve(subject('device-hash'));
    expect(device.failures).toBe(0);
    expect(await refusedFor()).toBe(60);
  });

  it('a tenant is the same however it is written, another one is not', async () => {
    await failTimes(3);
    const inTenant = (tenantIdentifier: string) =>
      attempts.findState(opened.database, { ...subject(), tenantIdentifier });
    expect((await inTenant('DEFAULT')).failures).toBe(3);
    expect((await inTenant('other')).failures).toBe(0);
  });

  it('nothing of the name is stored', async () => {
    await fails();
    const { database } = opened;
    const text = { name: '', text: 'SELECT string_agg(a::text, $1) AS everything FROM auth_attempt a' };
    const [row] = await database.rows<{ everything: string }>(text, [' ']);
    expect(row?.everything).not.toContain(name);
    expect(row?.everything).not.toContain(Buffer.from(name).toString('hex'));
  });
});
