// Races every way of closing many against a rotation on another process: no session survives, whoever is first.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { sessionModule } from '../module.ts';
import { actor, createSessionParts, isAdmitted } from '../session-parts.fixture.ts';
import { settleBulkClose } from '../upkeep/settle-bulk-close.ts';

const ROUNDS = 1_000;
/** Some 6 ms a round where the machine is idle. */
const TIMEOUT_MS = 240_000;
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
  testDatabase = await createTestDatabase([{ name: 'session', directory: sessionModule.migrations }]);
  const given = { database: testDatabase.database, clock: createManualClock() };
  parts = createSessionParts(given);
  other = createSessionParts(given);
  await parts.signals.start();
  await other.signals.start();
});
afterAll(() => testDatabase.close());

describe.each([
  ['by user', (tx: Transaction) => parts.closing.closeByUser(tx, user, 'USER', actor)],
  ['by tenant', (tx: Transaction) => parts.closing.closeByTenant(tx, 'default', 'TENANT_DISABLED', actor)],
  ['/close-all', (tx: Transaction) => parts.closing.closeAll(tx, everything, actor)],
] as const)('a close %s', (_, closeIn) => {
  it(
    'session 31: a close raced against a refresh leaves no session',
    async () => {
      let rotations = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const begun = await parts.begin('metin');
        const [rotated] = await Promise.all([
          testDatabase.database.transaction((tx) => other.rotate(tx, begun.identifier, ROTATION)),
          testDatabase.database.transaction<unknown>((tx) => closeIn(tx)),
        ]);
        if (rotated !== null) rotations++;
        for (const { token } of rotated === null ? [begun] : [begun, rotated]) {
          expect(isAdmitted(await other.authenticate(token))).toBe(false);
          expect(isAdmitted(await parts.authenticate(token))).toBe(false);
        }
        await settleBulkClose(testDatabase.database);
      }
      // A race that one side always wins proves nothing.
      expect(rotations).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
