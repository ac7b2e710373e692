// Proves that what counting leaves behind goes when it no longer counts, in batches, and nothing else does.
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManualClock } from '../../../../kernel/database/clock.ts';
import { createSettings } from '../../../../kernel/settings/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts';
import { authenticationSettings } from '../../settings/authentication.settings.ts';
import { cleanUpAttempts } from './clean-up.jobs.ts';

const settings = createSettings().bind(authenticationSettings);

const migrations = { name: 'authentication', directory: new URL('../../migrations/', import.meta.url) };
const clock = createManualClock();
let opened: TestDatabase;

beforeAll(async () => {
  opened = await createTestDatabase([migrations]);
});
afterAll(() => opened.close());

const run = (text: string, values: readonly unknown[] = []) => opened.database.rows({ name: '', text }, values);
const hoursFromNow = (hours: number): Date => new Date(clock.now() + hours * HOUR_MS);

it('forgotten counters, past days, used captchas and expired devices go', async () => {
  const [user] = (await run(
    `INSERT INTO auth_user (uuid, tenant_identifier, username, username_folded, created_by, updated_by, date_created,
       date_updated) VALUES (gen_random_uuid(), 'default', 'a', 'a', 'test', 'test', now(), now()) RETURNING id`,
  )) as { id: number }[];
  for (let index = 0; index < 7; index++) {
    const [gone, kept] = [index < 5, hoursFromNow(1)];
    await run('INSERT INTO auth_attempt (key_hash, failures, updated_date) VALUES ($1, 1, $2)', [
      Buffer.from([index]),
      hoursFromNow(gone ? -168.1 : -167.9),
    ]);
    const day = hoursFromNow(gone ? -24 : -23.9);
    await run('INSERT INTO auth_address_counter VALUES ($1, $2, 1, $2, 1)', [`address ${index}`, day]);
    const expiry = gone ? hoursFromNow(0) : kept;
    await run('INSERT INTO auth_captcha_used VALUES ($1, $2)', [Buffer.from([index]), expiry]);
    await run(
      `INSERT INTO auth_device (uuid, user_id, device_hash, name, ip_address, first_used_date, last_used_date, expiry_date)
       VALUES (gen_random_uuid(), $1, $2, '', '', now(), now(), $3)`,
      [user?.id, `hash ${index}`, expiry],
    );
  }
  await cleanUpAttempts({ database: opened.database, clock, settings }, 2);
  for (const table of ['auth_attempt', 'auth_address_counter', 'auth_captcha_used', 'auth_device']) {
    expect(await run(`SELECT count(*)::int AS count FROM ${table}`), table).toEqual([{ count: 2 }]);
  }
});
