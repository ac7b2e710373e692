// Races every way of closing many against a rotation on another process: no session survives, whoever is first.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { raceInOrder } from '../../../testing/lock-barrier.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { lockUser } from '../record/lock.store.ts';
import { actor, createSessionParts, isAdmitted } from '../session-parts.fixture.ts';
import { settleBulkClose } from '../upkeep/settle-bulk-close.ts';

/** The two orders of the locks are forced; these are for what no lock orders, such as what a process remembers. */
const ROUNDS = Number(process.env.KEELSON_RACE_ROUNDS ?? 20);
/** A round takes some 6 ms where the machine is idle. */
const TIMEOUT_MS = 10_000 + ROUNDS * 200;
const ROTATION = { methods: [], authenticated: false, actor } as const;
const user = { tenantIdentifier: 'default', usernameFolded: 'metin' };
const everything = {
  tenantIdentifier: 'default',
  includeSystem: false,
  systemOnly: false,
  exceptIdentifier: null,
  actorTenantIdentifier: 'default',
};

let testDatabase: TestDatabase;
let parts: ReturnType<typeof createSessionParts>;
let other: ReturnType<typeof createSessionParts>;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
  const given = { database: testDatabase.database, clock: createManualClock() };
  parts = createSessionParts(given);
  other = createSessionParts(given);
  await parts.signals.start();
  await other.signals.start();
});
afterAll(() => testDatabase.close());

type Begun = Awaited<ReturnType<typeof parts.begin>>;

async function expectDead(...sessions: readonly Begun[]): Promise<void> {
  // The process that rotated remembers the new token and hears of the close as every other one does.
  for (const payload of parts.notify.sent.splice(0)) other.notify.deliver(payload);
  for (const { token } of sessions) {
    expect(isAdmitted(await other.authenticate(token))).toBe(false);
    expect(isAdmitted(await parts.authenticate(token))).toBe(false);
  }
}

describe.each([
  ['by user', (tx: Transaction) => parts.closing.closeByUser(tx, user, 'USER', actor)],
  ['by tenant', (tx: Transaction) => parts.closing.closeByTenant(tx, 'default', 'TENANT_DISABLED', actor)],
  ['/close-all', (tx: Transaction) => parts.closing.closeAll(tx, everything, actor)],
] as const)('a close %s', (_, closeIn) => {
  const closeAll = () => testDatabase.database.transaction<unknown>((tx) => closeIn(tx));
  const rotate = ({ identifier }: Begun) =>
    testDatabase.database.transaction((tx) => other.rotate(tx, identifier, ROTATION));
  const holdUser = (tx: Transaction) => lockUser(tx, user);

  it('session 31: a close that comes behind a refresh ends what the session has become', async () => {
    const begun = await parts.begin('metin');
    const [rotated] = await raceInOrder(testDatabase.database, holdUser, () => rotate(begun), closeAll);
    expect(rotated).not.toBeNull();
    await expectDead(begun, rotated!);
    await settleBulkClose(testDatabase.database);
  });

  it('session 31: a close that comes before a refresh leaves it nothing to go on with', async () => {
    const begun = await parts.begin('metin');
    const [, rotated] = await raceInOrder(testDatabase.database, holdUser, closeAll, () => rotate(begun));
    await expectDead(begun, ...(rotated === null ? [] : [rotated]));
    await settleBulkClose(testDatabase.database);
  });

  it(
    'session 31: a close raced against a refresh leaves no session',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const begun = await parts.begin('metin');
        const [rotated] = await Promise.all([rotate(begun), closeAll()]);
        await expectDead(begun, ...(rotated === null ? [] : [rotated]));
        await settleBulkClose(testDatabase.database);
      }
    },
    TIMEOUT_MS,
  );
});
