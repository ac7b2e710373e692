// Proves that begin and close inside one another's way leave no session that should be dead.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { raceInOrder } from '../../../testing/lock-barrier.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { actor, createSessionParts, isAdmitted } from '../session-parts.fixture.ts';

const clock = createManualClock();
const user = { tenantIdentifier: 'default', usernameFolded: 'ayse' };
const beginning = {
  tenantIdentifier: 'default',
  username: 'Ayse',
  userUuid: '019b7700-0000-7000-8000-000000000001',
  securityVersion: 0,
  methods: ['PASSWORD'] as const,
  localeTag: 'en',
  deviceName: '',
  userAgent: '',
  attributes: {},
  replacedIdentifier: null,
  actor,
};

let testDatabase: TestDatabase;
let parts: ReturnType<typeof createSessionParts>;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
  parts = createSessionParts({ database: testDatabase.database, clock });
  await parts.signals.start();
});
afterAll(() => testDatabase.close());

describe('a begin beside a close by user', () => {
  it('session 31: a session begun and not yet committed is closed by a close by user that came later', async () => {
    let token = '';
    const [closed] = await raceInOrder(
      testDatabase.database,
      async (tx) => {
        token = (await parts.begins.begin(tx, beginning))!.token;
      },
      () => testDatabase.database.transaction((tx) => parts.closing.closeByUser(tx, user, 'USER_DISABLED', actor)),
    );
    expect(closed).toBe(1);
    expect(await parts.authenticate(token)).toEqual({ reject: 'SESSION_EXPIRED', reason: 'USER_DISABLED' });
  });

  it('session 31: a user who changed since the password was checked begins nothing', async () => {
    const changed = await testDatabase.database.transaction((tx) =>
      parts.begins.begin(tx, { ...beginning, securityVersion: 7 }),
    );
    expect(changed).toBeNull();
  });
});

it('closes the sessions that hang on a closed one, down to the eighth, and tells the reason of each', async () => {
  const chain = [];
  for (let depth = 0; depth < 10; depth++) chain.push(await parts.begin('family'));
  const setParent = sql(
    'test_lifecycle_parent',
    'UPDATE session_entry SET parent_identifier = $1 WHERE identifier = $2',
  );
  for (let depth = 1; depth < 10; depth++) {
    await testDatabase.database.execute(setParent, [chain[depth - 1]?.identifier, chain[depth]?.identifier]);
  }
  for (const { token } of chain) await parts.authenticate(token);
  expect(await parts.close(chain[0]?.identifier ?? '')).toBe(9);
  expect(await parts.authenticate(chain[0]?.token ?? '')).toEqual({ reject: 'SESSION_EXPIRED', reason: 'USER' });
  expect(await parts.authenticate(chain[8]?.token ?? '')).toEqual({
    reject: 'SESSION_EXPIRED',
    reason: 'PARENT_CLOSED',
  });
  expect(isAdmitted(await parts.authenticate(chain[9]?.token ?? ''))).toBe(true);
});

it('closes a session once for two closes at the same time', async () => {
  const { identifier } = await parts.begin();
  const closed = await Promise.all([parts.close(identifier), parts.close(identifier)]);
  expect(closed.sort()).toEqual([0, 1]);
});
