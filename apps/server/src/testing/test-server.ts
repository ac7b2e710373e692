// Starts the whole program in process for a test: a fresh database, a clock in the test's hand, a port of its own.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../app.ts';
import { moduleMigrations } from '../app-modules.ts';
import { createManualClock, MANUAL_CLOCK_START_MS, type ManualClock } from '../kernel/database/clock.ts';
import type { Dns } from '../kernel/dns/dns.types.ts';
import { createCompiledSchemas } from '../kernel/http/answer/serializers.ts';
import type { Outbound } from '../kernel/outbound/outbound.types.ts';
import { type Config, type ModuleName, parseConfig } from '../kernel/process/config.ts';
import { createLogger } from '../kernel/process/logger.ts';
import type { SettingValue } from '../kernel/settings/settings.ts';
import { recordAnsweredCodes } from './answered-codes.ts';
import { createScriptedDns } from './scripted-dns.ts';
import { createSettingOverrides, type SettingOverrides } from './setting-overrides.ts';
import { createStartedDatabase, createTestDatabase, secretKeysOfRun, type TestDatabase } from './test-database.ts';

// The servers of one worker serve the same contract.
const schemas = createCompiledSchemas();

export interface TestServerOptions {
  readonly clock?: ManualClock;
  /** Answers for the name service; unless given no name exists. */
  readonly dns?: Dns;
  /** Holds keys of the configuration; an unknown one fails as it does at a real start. */
  readonly env?: Readonly<Record<string, string>>;
  /** Is true where the test says something about the first start of a database; otherwise a server has started in it before. */
  readonly firstStart?: boolean;
  /** These modules' routes and jobs run; all of them unless given. */
  readonly modules?: readonly ModuleName[];
  /** Calls other systems; the kernel's own unless given. */
  readonly outbound?: Outbound;
  /** It is `full` where the hash itself is tested; otherwise a hash costs next to nothing. */
  readonly passwordCost?: Config['passwordCost'];
  /** Another server of the test has it and drops it; both need the same clock and KEELSON_SECRET_KEYS. */
  readonly sharedDatabase?: TestDatabase;
  /** Holds setting values by code, for every tenant; the others are the defaults. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
}

export interface TestServer extends Pick<App, 'kernel' | 'apis' | 'jobs'> {
  /** Has no trailing slash. */
  readonly url: string;
  readonly clock: ManualClock;
  readonly database: TestDatabase;
  /** Holds the log lines so far, as JSON texts. */
  readonly logLines: readonly string[];
  readonly settings: SettingOverrides;
  stop(): Promise<void>;
}

/** Decide, beside the password of the administrator, what a first start writes. */
const FIRST_START_KEYS: readonly string[] = ['KEELSON_SECRET_KEYS', 'KEELSON_PASSWORD_PEPPER', 'KEELSON_TEST_MODE'];

/** The address is that of loopback, replies are held against their schemas, and the keys are those of the run. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { sharedDatabase, env: { KEELSON_ADMIN_PASSWORD } = {} } = options;
  if (sharedDatabase !== undefined) return startOn(sharedDatabase, options);
  const database =
    KEELSON_ADMIN_PASSWORD === undefined || !startsAsUsual(options)
      ? await createTestDatabase(moduleMigrations)
      : await createStartedDatabase(KEELSON_ADMIN_PASSWORD, moduleMigrations, async (first) => {
          const server = await startOn(first, { env: { KEELSON_ADMIN_PASSWORD } });
          await server.stop();
        });
  try {
    const server = await startOn(database, options);
    return {
      ...server,
      async stop() {
        await server.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Says whether the first start with these options writes what that of any other server does. */
function startsAsUsual({ clock, env = {}, firstStart, modules, passwordCost = 'least' }: TestServerOptions): boolean {
  const isClockNew = clock === undefined || clock.now() === MANUAL_CLOCK_START_MS;
  const hasUsualKeys = !FIRST_START_KEYS.some((key) => key in env);
  return isClockNew && hasUsualKeys && firstStart !== true && modules === undefined && passwordCost === 'least';
}

/** Leaves the database to its caller. */
async function startOn(
  database: TestDatabase,
  {
    clock = createManualClock(),
    dns = createScriptedDns(),
    env = {},
    modules,
    outbound,
    passwordCost = 'least',
    settings: given = {},
  }: TestServerOptions,
): Promise<TestServer> {
  const spoolDirectory = join(tmpdir(), `keelson-test-spool-${randomUUID()}`);
  const logLines: string[] = [];
  const settings = createSettingOverrides(given);
  const config = parseConfig(
    {
      KEELSON_LISTEN: '127.0.0.1:0',
      KEELSON_TEST_MODE: 'true',
      // Pages are tested in a browser, against a process of its own.
      KEELSON_CONSOLE: 'off',
      KEELSON_SECRET_KEYS: secretKeysOfRun(),
      KEELSON_LOGGER_SPOOL_DIR: spoolDirectory,
      ...(modules === undefined ? {} : { KEELSON_MODULES: modules.join(',') }),
      ...env,
    },
    () => '/nonexistent',
  );
  const log = createLogger(config.logLevel, { write: (line) => void logLines.push(line) });
  const app = await createApp({
    config: { ...config, passwordCost },
    log,
    clock,
    connection: database.settings,
    dns,
    ...(outbound === undefined ? {} : { outbound }),
    pinnedSettings: settings,
    schemas,
  });
  const url = await app.listen();
  return {
    url,
    clock,
    database,
    logLines,
    settings,
    kernel: app.kernel,
    apis: app.apis,
    jobs: app.jobs,
    async stop() {
      const { metrics } = app.kernel;
      recordAnsweredCodes(metrics.requestText() + (await metrics.textOf('events_total')));
      await app.stop();
      rmSync(spoolDirectory, { recursive: true, force: true });
    },
  };
}
