// Proves that whoever outlives a request hears once of the end of a session: closed here or elsewhere, run out, or over already.
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import { eventually } from '../../../testing/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { countReads, createSessionParts } from '../session-parts.fixture.ts';

const SLACK_MS = 65_000;

let testDatabase: TestDatabase;
let clock: ManualClock;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
});
afterAll(() => testDatabase.close());
beforeEach(() => {
  clock = createManualClock();
});

async function start(database = testDatabase.database) {
  const parts = createSessionParts({ database, clock });
  await parts.signals.start();
  return parts;
}

type Parts = Awaited<ReturnType<typeof start>>;

/** Gathers what was told, in words. */
function listen(parts: Parts, identifier: string) {
  const heard: string[] = [];
  const stop = parts.watch.onChange(identifier, (current) => heard.push(current === null ? 'ended' : 'changed'));
  return { heard, stop };
}
const ended = (heard: readonly string[]) =>
  eventually(
    async () => heard.length,
    (count) => count > 0,
  );

it('session 27: a close in this process and in another one is reported once to whoever watches', async () => {
  const [here, there] = [await start(), await start()];
  const { token, identifier } = await here.begin();
  await there.authenticate(token);
  const [near, far] = [listen(here, identifier), listen(there, identifier)];
  await here.close(identifier);
  await ended(near.heard);
  expect([near.heard, far.heard]).toEqual([['ended'], []]);
  for (const payload of here.notify.sent) there.notify.deliver(payload);
  await ended(far.heard);
  await here.watch.look();
  await there.signals.sweep();
  await there.watch.look();
  expect([near.heard, far.heard]).toEqual([['ended'], ['ended']]);
});

it('session 27: a close whose notification was lost is told by the sweep', async () => {
  const [here, there] = [await start(), await start()];
  const { token, identifier } = await here.begin();
  await there.authenticate(token);
  const { heard } = listen(there, identifier);
  await here.close(identifier);
  await there.signals.sweep();
  await ended(heard);
  expect(heard).toEqual(['ended']);
});

it('tells at once of a session that has ended already, or never was', async () => {
  const parts = await start();
  const { identifier } = await parts.begin();
  await parts.close(identifier);
  const [over, unknown] = [listen(parts, identifier), listen(parts, 'x'.repeat(43))];
  await ended(over.heard);
  await ended(unknown.heard);
  expect([over.heard, unknown.heard]).toEqual([['ended'], ['ended']]);
});

it('watches a known session without a read, and tells nothing to whoever stops', async () => {
  const counted = countReads(testDatabase.database);
  const parts = await start(counted.database);
  const { token, identifier } = await parts.begin();
  await parts.authenticate(token);
  const before = counted.reads();
  const { heard, stop } = listen(parts, identifier);
  for (let look = 0; look < 100; look++) await parts.watch.look();
  expect(counted.reads()).toBe(before);
  stop();
  await parts.close(identifier);
  await parts.watch.look();
  expect(heard).toEqual([]);
});

it('session 27: watching is no use of a session, and what another process used is read before it counts as run out', async () => {
  const [watching, used] = [await start(), await start()];
  const { token, identifier } = await used.begin();
  await watching.authenticate(token);
  const { heard } = listen(watching, identifier);
  for (let step = 0; step < 10; step++) {
    clock.advance(10 * MINUTE_MS);
    await used.signals.sweep();
    await used.authenticate(token);
    await used.activity.settled();
    await watching.signals.sweep();
    await watching.watch.look();
  }
  expect(heard).toEqual([]);
  clock.advance(30 * MINUTE_MS + SLACK_MS);
  await watching.watch.look();
  expect(heard).toEqual(['ended']);
});

it('tells nothing while the database is out of reach, and afterwards what happened meanwhile', async () => {
  let away = false;
  const real = testDatabase.database;
  const database = {
    ...real,
    rows: (...given: Parameters<typeof real.rows>) =>
      (away ? Promise.reject(new Error('away')) : real.rows(...given)) as never,
  };
  const [parts, other] = [await start(database), await start()];
  const { token, identifier } = await other.begin();
  await parts.authenticate(token);
  const { heard } = listen(parts, identifier);
  await other.close(identifier);
  away = true;
  for (const payload of other.notify.sent) parts.notify.deliver(payload);
  await parts.watch.look();
  expect(heard).toEqual([]);
  away = false;
  await eventually(
    async () => {
      await parts.watch.look();
      return heard.length;
    },
    (count) => count > 0,
  );
  expect(heard).toEqual(['ended']);
});

it('session 35: a process that slept looks at everything it watches', async () => {
  const [here, asleep] = [await start(), await start()];
  const { token, identifier } = await here.begin();
  await asleep.authenticate(token);
  const { heard } = listen(asleep, identifier);
  await here.close(identifier);
  clock.advance(15 * MINUTE_MS);
  await here.signals.sweep();
  await asleep.signals.sweep();
  await ended(heard);
  expect(heard).toEqual(['ended']);
});
