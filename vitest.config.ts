// Tells vitest where the tests are, and that those of the server share one PostgreSQL.
import { defineConfig } from 'vitest/config';

// A clone of a database takes a tenth of a second, but a busy machine takes its time for the first one.
const HOOK_TIMEOUT_MS = 30_000;
const TEST_TIMEOUT_MS = 15_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          hookTimeout: HOOK_TIMEOUT_MS,
          testTimeout: TEST_TIMEOUT_MS,
        },
      },
    ],
  },
});
