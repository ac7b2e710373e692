// Proves the counters of addresses: who shares one, how long failures count.
import { HOUR_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { createSettings } from '../../../kernel/settings/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { authenticationSettings } from '../settings/authentication.settings.ts';
import { addressKey, createAddressLimit } from './address-limit.ts';

const settings = createSettings().bind(authenticationSettings);

const migrations = { name: 'authentication', directory: new URL('../migrations/', import.meta.url) };
const clock = createManualClock();
let opened: TestDatabase;

beforeAll(async () => {
  opened = await createTestDatabase([migrations]);
});
afterAll(() => opened.close());

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '20010db800010002/64'],
    ['2001:db8:1:2:ffff::9', '20010db800010002/64'],
    ['2001:db8:1:3::1', '20010db800010003/64'],
    ['', ''],
  ])('%s is counted as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it('failures count for ten minutes towards captchas and for a day towards the limit', async () => {
    const limit = createAddressLimit({ database: opened.database, clock, settings });
    const raise = () => limit.raise(opened.database, '203.0.113.7');
    await raise();
    clock.advance(10 * MINUTE_MS - 1);
    await raise();
    expect(await limit.find('203.0.113.7')).toMatchObject({ windowFailures: 2, dayFailures: 2 });
    clock.advance(1);
    expect(await limit.find('203.0.113.7')).toMatchObject({ windowFailures: 0, dayFailures: 2 });
    await raise();
    expect(await limit.find('203.0.113.7')).toMatchObject({ windowFailures: 1, dayFailures: 3 });
    expect(await limit.find('203.0.113.8')).toMatchObject({ windowFailures: 0, dayFailures: 0 });
    clock.advance(24 * HOUR_MS);
    expect(await limit.find('203.0.113.7')).toMatchObject({ windowFailures: 0, dayFailures: 0 });
  });

  it('the 100th failure of a day shuts it out until the day is over', async () => {
    const limit = createAddressLimit({ database: opened.database, clock, settings });
    const address = '2001:db8::1';
    for (let count = 0; count < 99; count++) await limit.raise(opened.database, address);
    await expect(limit.admit(address, 'default')).resolves.toMatchObject({ dayFailures: 99 });
    await limit.raise(opened.database, address);
    clock.advance(HOUR_MS);
    const refused = { code: 'RATE_LIMITED', options: { retryAfterSeconds: (23 * HOUR_MS) / 1_000 } };
    await expect(limit.admit('2001:db8::beef', 'default')).rejects.toMatchObject(refused);
    clock.advance(23 * HOUR_MS);
    await expect(limit.admit(address, 'default')).resolves.toMatchObject({ dayFailures: 0 });
  });
});
