// Starts the whole program in process for a test: a fresh database, a clock in the test's hand, a port of its own.
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../app.ts';
import { moduleMigrations } from '../app-modules.ts';
import { createManualClock, type ManualClock } from '../kernel/database/clock.ts';
import type { Dns } from '../kernel/dns/dns.types.ts';
import type { Outbound } from '../kernel/outbound/outbound.types.ts';
import { type Config, type ModuleName, parseConfig } from '../kernel/process/config.ts';
import { createLogger } from '../kernel/process/logger.ts';
import type { SettingValue } from '../kernel/settings/settings.ts';
import { recordAnsweredCodes } from './answered-codes.ts';
import { createScriptedDns } from './scripted-dns.ts';
import { createSettingOverrides, type SettingOverrides } from './setting-overrides.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestServerOptions {
  readonly clock?: ManualClock;
  /** Answers for the name service; unless given no name exists. */
  readonly dns?: Dns;
  /** Holds keys of the configuration; an unknown one fails as it does at a real start. */
  readonly env?: Readonly<Record<string, string>>;
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

/** The address is that of loopback, replies are held against their schemas, and the keys are made up. */
export async function startTestServer({
  clock = createManualClock(),
  dns = createScriptedDns(),
  env = {},
  modules,
  outbound,
  passwordCost = 'least',
  sharedDatabase,
  settings: given = {},
}: TestServerOptions = {}): Promise<TestServer> {
  const database = sharedDatabase ?? (await createTestDatabase(moduleMigrations));
  const spoolDirectory = join(tmpdir(), `keelson-test-spool-${randomUUID()}`);
  const logLines: string[] = [];
  const settings = createSettingOverrides(given);
  try {
    const config = parseConfig(
      {
        KEELSON_LISTEN: '127.0.0.1:0',
        KEELSON_TEST_MODE: 'true',
        // Pages are tested in a browser, against a process of its own.
        KEELSON_CONSOLE: 'off',
        KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}`,
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
        if (sharedDatabase === undefined) await database.close();
      },
    };
  } catch (error) {
    if (sharedDatabase === undefined) await database.close();
    throw error;
  }
}
