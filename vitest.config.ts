// Tells vitest where the tests are, which of them share a worker, which have one for themselves, and which run with nothing beside them.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Whoever waits for so long waits in vain, also on a busy machine: these times end what hangs, and judge nothing.
const HOOK_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 60_000;
const expect = { poll: { timeout: 20_000 } };

// Each has a PostgreSQL of its own, as one transaction of another test holds back whoever reads what is committed.
const WORKERS_MAX = 4;
// The workers and what they start compile what one of them has compiled no second time; it is the cache of the program itself.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/keelson', import.meta.url));
const { DATABASE_URL = '' } = process.env;
const workers = DATABASE_URL === '' ? Math.min(availableParallelism(), WORKERS_MAX) : 1;

/**
 * What kills its processes, copies or packs the repository, asks again what `npm run check` has asked, or sends thousands of requests:
 * `npm run test:long`, each with a worker for itself.
 */
const long = [
  'tests/architecture/kept-boundaries.test.ts',
  'tests/architecture/removal.test.ts',
  'apps/server/src/kernel/embedded-postgres/{embedded-postgres,takeover}.test.ts',
  'apps/server/src/kernel/database/standby/standby-reads.test.ts',
  'tests/chaos/{batch-kill,kill,mail-kill,mail-parallel,notification-kill}.test.ts',
  'tests/{client,fuzz,walkthrough}/**/*.test.ts',
  'apps/server/src/modules/report/render/{full-sheet,outside-readers}.test.ts',
];

/** What measures, and what gives others, browsers among them, a time to answer in: `npm run test:long`, with nothing beside it. */
const longAlone = ['tests/{browser,chaos,performance-budget}/**/*.test.ts'];

/** What puts another module in the place of a real one: each has a worker for itself. */
const apart = [
  'apps/server/src/modules/authentication/one-answer.test.ts',
  'apps/server/src/modules/authentication/pool-while-hashing.test.ts',
  'apps/server/src/modules/authentication/flows/challenge/full-hash-queue.test.ts',
  'apps/server/src/modules/authentication/flows/factors/factor.test.ts',
  'apps/server/src/modules/logger-producer/refused-work.test.ts',
];

declare module 'vitest' {
  interface ProvidedContext {
    /** Says how often a property holds to be believed; with the seed the cases are the same ones each time. */
    properties: { readonly numRuns: number; readonly seed?: number };
    /** Is true where each value is tried at each place; otherwise each place meets one value, and each value some places. */
    exhaustive: boolean;
    /** Says how much is divided among how many, in a report whose parts are mailed. */
    burst: { readonly recipients: number; readonly rows: number };
    /** Says how many sessions begin and end beside a ledger, and which ones: without a seed they are others each time. */
    ledger: { readonly steps: number; readonly seed?: number };
  }
}

/** What is drawn at random in `npm test`, and ten times as often, each time anew, in `npm run test:long`. */
const PROPERTIES = 'packages/*/src/**/*.properties.test.ts';
const FEW_PROPERTIES = { numRuns: 30, seed: 1 };
const MANY_PROPERTIES = { numRuns: 300 };

/** The largest burst is one of the long run; everything that is true of it is proven of a small one, too. */
const BURST = 'apps/server/src/modules/report/schedule/burst/burst.test.ts';
const SMALL_BURST = { recipients: 50, rows: 10_000 };
const LARGE_BURST = { recipients: 500, rows: 100_000 };

/** The ledger of open sessions is held against a count after each few of its steps. */
const LEDGER = 'apps/server/src/modules/session/upkeep/totals.test.ts';
const FEW_STEPS = { steps: 1_000, seed: 24 };
const MANY_STEPS = { steps: 10_000 };

const server = {
  expect,
  globalSetup: ['apps/server/src/testing/global-setup.ts'],
  hookTimeout: HOOK_TIMEOUT_MS,
  testTimeout: TEST_TIMEOUT_MS,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          provide: { properties: FEW_PROPERTIES, exhaustive: false },
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          isolate: false,
          maxWorkers: workers,
          expect,
          testTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'server',
          provide: { burst: SMALL_BURST, ledger: FEW_STEPS },
          include: ['apps/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...apart, ...long, ...longAlone],
          isolate: false,
          maxWorkers: workers,
          ...server,
        },
      },
      {
        test: {
          name: 'apart',
          include: apart,
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
          ...server,
        },
      },
      {
        test: {
          name: 'properties',
          include: [PROPERTIES],
          provide: { properties: MANY_PROPERTIES, exhaustive: true },
          isolate: false,
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
          testTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'long',
          include: [...long, BURST, LEDGER],
          provide: { burst: LARGE_BURST, ledger: MANY_STEPS },
          maxWorkers: workers,
          sequence: { groupOrder: 2 },
          ...server,
        },
      },
      {
        test: {
          name: 'long-alone',
          include: longAlone,
          exclude: long,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          ...server,
        },
      },
    ],
  },
});
