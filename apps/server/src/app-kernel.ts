// Puts the kernel together: database, clock, writers and listeners, in the order in which they need each other.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { type ContentStoreRunner, createContentStore } from './kernel/content/content-store.ts';
import { createOutageLines } from './kernel/database/availability/outage-lines.ts';
import { explainRefusal } from './kernel/database/availability/start-refusal.ts';
import { troubleSentence } from './kernel/database/availability/trouble-text.ts';
import { type Clock, type DatabaseClock, startDatabaseClock } from './kernel/database/clock.ts';
import { type ConnectionSettings, createDatabase, type Database } from './kernel/database/database.ts';
import { isUnavailable } from './kernel/database/database-errors.ts';
import { createIds } from './kernel/database/ids.ts';
import { createStandbyReads, type StaleReads } from './kernel/database/standby/standby-reads.ts';
import { createDirectoryFollowers } from './kernel/directory/directory-followers.ts';
import { createDns } from './kernel/dns/dns.ts';
import type { Dns } from './kernel/dns/dns.types.ts';
import { prepareDataDirectory, startEmbeddedPostgres } from './kernel/embedded-postgres/embedded-postgres.ts';
import { holdsEmbeddedDatabase } from './kernel/embedded-postgres/running.ts';
import { createGroupCommit, type GroupCommitRunner } from './kernel/group-commit/group-commit.ts';
import { createLeases } from './kernel/lease/leases.ts';
import { createProcessRegistry, type ProcessRegistry } from './kernel/lease/process-registry.ts';
import { createNotify, type NotifyRunner } from './kernel/live/notify.ts';
import type { Kernel } from './kernel/module.ts';
import { createOutbound } from './kernel/outbound/outbound.ts';
import type { Outbound } from './kernel/outbound/outbound.types.ts';
import type { Config } from './kernel/process/config.ts';
import { holdLines, type Logger } from './kernel/process/logger.ts';
import { createMetrics, type Metrics, type MetricsRegistry } from './kernel/process/metrics.ts';
import { createReadiness, type Readiness, type ReadinessRegistry } from './kernel/process/readiness.ts';
import { createServedAddress } from './kernel/process/served-address.ts';
import { createSummedLog } from './kernel/process/summed-log.ts';
import type { DefinedEvent } from './kernel/records/event-definition.ts';
import { createAttachableReader } from './kernel/records/event-reader.ts';
import { createEventRecorder } from './kernel/records/events.ts';
import { createIdempotency, type Idempotency } from './kernel/records/idempotency.ts';
import { readDatabaseId } from './kernel/schema/database-identity.store.ts';
import { type MigrationSource, migrate } from './kernel/schema/migrate.ts';
import { createSealedColumns } from './kernel/secrets/sealed-columns.ts';
import { loadSecretKeys, type SecretKeys } from './kernel/secrets/secret-keys.ts';
import { createSettings, type SettingSource } from './kernel/settings/settings.ts';
import { createMovableClock } from './kernel/test-clock/movable-clock.ts';
import { createTestClock, type RunningTestClock } from './kernel/test-clock/test-clock.ts';
import { createLanes } from './kernel/worker/lanes.ts';

/** Things to undo, last one first; each is tried whatever happened to the others. */
export interface Teardown {
  add(name: string, undo: () => Promise<void> | void): void;
  run(): Promise<void>;
}

export interface KernelOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly migrations: readonly MigrationSource[];
  /** Replaces the database of the configuration. */
  readonly connection?: ConnectionSettings;
  /** Replaces the database's time. */
  readonly clock?: Clock;
  /** Replaces the name service of the system. */
  readonly dns?: Dns;
  /** Replaces the client that calls other systems. */
  readonly outbound?: Outbound;
  /** These values win over all others. */
  readonly pinnedSettings?: SettingSource;
}

export interface RunningKernel extends Kernel {
  readonly metrics: MetricsRegistry;
  readonly readiness: ReadinessRegistry;
  readonly groupCommit: GroupCommitRunner;
  readonly notify: NotifyRunner;
  readonly processes: ProcessRegistry;
  readonly contents: ContentStoreRunner;
  readonly testClock: RunningTestClock | null;
}

/** A statement has less than the request that waits for it. */
const STATEMENT_SHARE = 2 / 3;
/** Expired keys are refused by their time, so this only bounds the table. */
const IDEMPOTENCY_SWEEP_MS = 60_000;
/** The file lies in the data directory, beside the database, which is useless without its keys. */
export const KEY_FILE_NAME = 'secret-keys';

export function createTeardown(log: Logger): Teardown {
  const steps: { readonly name: string; readonly undo: () => Promise<void> | void }[] = [];
  return {
    add: (name, undo) => void steps.push({ name, undo }),
    async run() {
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        try {
          await step.undo();
        } catch (error) {
          log.error({ err: error, step: step.name }, 'a part did not stop as it should');
        }
      }
    },
  };
}

async function connect(
  { config, log, connection }: KernelOptions,
  readiness: Readiness,
  teardown: Teardown,
): Promise<ConnectionSettings> {
  if (connection !== undefined) return connection;
  if (config.databaseUrl !== null) return { url: config.databaseUrl };
  const postgres = await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log });
  teardown.add('embedded database', () => postgres.stop());
  let down: string | null = null;
  postgres.onStateChange((state, reason) => {
    const known = reason === undefined ? null : troubleSentence(new Error(reason));
    const text = 'the embedded database is being restarted';
    down = state === 'down' ? (known === null ? text : `${text}: ${known}`) : null;
  });
  readiness.register('embedded-database', () => down);
  return postgres.connection;
}

function loadKeys(config: Config): SecretKeys {
  if (config.secretKeys !== null) return loadSecretKeys({ environmentValue: config.secretKeys });
  if (config.databaseUrl !== null) return loadSecretKeys({});
  const keyFile = join(config.dataDirectory, KEY_FILE_NAME);
  if (holdsEmbeddedDatabase(config.dataDirectory) && !existsSync(keyFile)) {
    throw new Error(
      `"${config.dataDirectory}" holds a database, but the key file "${keyFile}" is gone, and a new key would not open what ` +
        'is sealed in it. Restore that file, or give its keys as KEELSON_SECRET_KEYS.',
    );
  }
  prepareDataDirectory(config.dataDirectory);
  return loadSecretKeys({ keyFile });
}

/** Counts what happened by kind: sign-ins and their failures, locks, deployments. */
function createEventCounter(metrics: Metrics): (event: DefinedEvent) => void {
  const help = 'Events recorded by this process.';
  const counter = metrics.counter({ name: 'events_total', help, labelNames: ['kind', 'type'] });
  return ({ name: kind, type }) => counter.inc({ kind, type });
}

/** Exposes the version that runs, as a metric that is always 1. */
function exposeBuild(metrics: Metrics): void {
  const help = 'Version of the program and of Node.js.';
  const gauge = metrics.gauge({ name: 'build_info', help, labelNames: ['version', 'node'] });
  gauge.set({ version: packageFile.version, node: process.versions.node }, 1);
}

function measurePool(database: Database, metrics: Metrics): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    metrics.gauge({ name, help, collect: (self) => self.set(read()) });
  };
  gauge('database_connections_open', 'Connections of the pool.', () => database.pool().open);
  gauge('database_connections_idle', 'Connections that nobody uses.', () => database.pool().idle);
  gauge('database_waiting', 'Callers that wait for a connection.', () => database.pool().waiting);
}

function startGroupCommit(database: Database, metrics: Metrics): GroupCommitRunner {
  const members = metrics.histogram({
    name: 'group_commit_members',
    help: 'Change sets in one flush.',
    buckets: [1, 2, 4, 8, 16, 32, 64],
  });
  const seconds = metrics.histogram({
    name: 'group_commit_duration_seconds',
    help: 'Time of one flush.',
    buckets: [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1],
  });
  const groupCommit = createGroupCommit({
    database,
    observe(flush) {
      members.observe(flush.members);
      seconds.observe(flush.durationMs / 1_000);
    },
  });
  metrics.gauge({
    name: 'group_commit_waiting',
    help: 'Change sets that wait for a flush.',
    collect: (self) => self.set(groupCommit.waiting()),
  });
  return groupCommit;
}

/** Keys live 24 h; each call removes a batch, and calls go on while there is something to remove. */
function sweepIdempotencyKeys(idempotency: Idempotency, log: Logger, teardown: Teardown): void {
  let sweeping: Promise<unknown> = Promise.resolve();
  const removeAll = async (): Promise<void> => {
    while ((await idempotency.removeExpired()) > 0);
  };
  const timer = setInterval(() => {
    sweeping = removeAll().catch((error: unknown) =>
      log.warn({ err: error }, 'expired idempotency keys could not be removed'),
    );
  }, IDEMPOTENCY_SWEEP_MS);
  teardown.add('idempotency sweep', async () => {
    clearInterval(timer);
    await sweeping;
  });
}

function createRecording({
  clock,
  ids,
  groupCommit,
  log,
  metrics,
}: Pick<Kernel, 'clock' | 'ids' | 'groupCommit' | 'log' | 'metrics'>): Pick<
  Kernel,
  'events' | 'eventReader' | 'keepEvents'
> {
  const count = createEventCounter(metrics);
  const events = createEventRecorder({ clock, ids, groupCommit, log: createSummedLog(log), count });
  const eventReader = createAttachableReader();
  return {
    events,
    eventReader,
    keepEvents(store) {
      events.attach(store);
      eventReader.attach(store.reader);
    },
  };
}

/** Two lines of one level frame an outage, and stand for what it breaks in the background meanwhile. */
function logOutages(database: ReturnType<typeof createDatabase>, log: Logger, teardown: Teardown): void {
  const lines = createOutageLines(isUnavailable);
  holdLines(log, lines.hold);
  teardown.add('lines that wait', async () => lines.flush());
  database.watch((trouble) => {
    if (trouble !== null) lines.begins();
    if (trouble === null) log.error({ unwritten: lines.ends() }, 'the database is back');
    else log.error({ reason: trouble }, 'the database is away');
  });
}

/** Lets a standby answer what may be some seconds old, where the operator names one. */
function startStaleReads(
  { config, log }: KernelOptions,
  { primary, clock, processId, metrics }: { primary: Database; clock: Clock; processId: string; metrics: Metrics },
  readiness: Readiness,
  teardown: Teardown,
): StaleReads {
  const { databaseReadUrl, databaseReadLagMaxMs: lagMaxMs, databasePoolMax: connectionsMax, limits } = config;
  if (databaseReadUrl === null) return primary;
  const settings = { url: databaseReadUrl };
  const statementTimeoutMs = Math.floor(limits.requestTimeoutMs * STATEMENT_SHARE);
  const bounds = { connectionsMax, statementTimeoutMs, lagMaxMs };
  const standby = createStandbyReads({ primary, settings, clock, processId, metrics, log, ...bounds });
  teardown.add('standby', () => standby.stop());
  readiness.warn('standby', () => standby.trouble());
  return standby.reads;
}

/** Starts everything that modules are given. What was started is in `teardown` even when a later part fails. */
export async function startKernel(options: KernelOptions, teardown: Teardown): Promise<RunningKernel> {
  const { config, log } = options;
  const readiness = createReadiness();
  const metrics = createMetrics();
  teardown.add('metrics', () => metrics.stop());
  // The keys are loaded first: a database that was set up without them would look like one whose keys are lost.
  const keys = loadKeys(config);
  const connection = await connect(options, readiness, teardown);
  // Behind a transaction pooler, where LISTEN cannot work, settings of a connection would reach other programs.
  const ownsSessions = config.databaseNotify === 'listen';
  const statementTimeoutMs = Math.floor(config.limits.requestTimeoutMs * STATEMENT_SHARE);
  const connectionsMax = config.databasePoolMax;
  const database = createDatabase({ settings: connection, connectionsMax, ownsSessions, statementTimeoutMs, log });
  teardown.add('database', () => database.close());
  try {
    await migrate(database, options.migrations);
  } catch (error) {
    throw explainRefusal(error, connection);
  }
  const databaseId = await readDatabaseId(database);
  logOutages(database, log, teardown);
  readiness.register('database', () => database.trouble());
  const databaseClock: DatabaseClock = await startDatabaseClock(database);
  const standardClock = options.clock ?? databaseClock;
  const movableClock = config.testMode ? createMovableClock(standardClock) : null;
  const clock = movableClock ?? standardClock;
  const ids = createIds(clock);
  const groupCommit = startGroupCommit(database, metrics);
  teardown.add('group commit', () => groupCommit.drain());
  const notify = createNotify({
    database,
    settings: connection,
    mode: config.databaseNotify,
    clock: databaseClock,
    log,
  });
  teardown.add('notify', () => notify.stop());
  measurePool(database, metrics);
  exposeBuild(metrics);
  const recording = createRecording({ clock, ids, groupCommit, log, metrics });
  const idempotency = createIdempotency({ database, groupCommit, clock });
  sweepIdempotencyKeys(idempotency, log, teardown);
  const settings = createSettings(options.pinnedSettings, { mayReadEarly: false });
  const processes = createProcessRegistry({ database, log });
  const reading = { primary: database, clock: databaseClock, processId: processes.id, metrics };
  const staleReads = startStaleReads(options, reading, readiness, teardown);
  const leases = createLeases({ database, clock, notify, processes, metrics, log });
  const { requestTimeoutMs } = config.limits;
  const testClock =
    movableClock &&
    createTestClock({ clock: movableClock, requestTimeoutMs, leases, database, notify, processes, log });
  await testClock?.follow();
  return {
    config,
    address: createServedAddress(config),
    clock,
    ids,
    log,
    metrics,
    database,
    staleReads,
    databaseId,
    databaseSettings: connection,
    contents: createContentStore({ database, clock, log }),
    directoryFollowers: createDirectoryFollowers({ database, log }),
    groupCommit,
    notify,
    ...recording,
    keys,
    idempotency,
    readiness,
    settings,
    dns: options.dns ?? createDns(),
    outbound: options.outbound ?? createOutbound(),
    sealedColumns: createSealedColumns(),
    processes,
    leases,
    lanes: createLanes(metrics),
    testClock,
  };
}
