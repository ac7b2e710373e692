// Composes kernel and modules by hand: creates all, connects all, starts, listens, stops.
import { modules as contracts, moduleKey } from '@keelson/contract';
import packageFile from '../package.json' with { type: 'json' };
import { createTeardown, type KernelOptions, type RunningKernel, startKernel, type Teardown } from './app-kernel.ts';
import { type BuiltModules, createModules, type ModuleApis, moduleMigrations } from './app-modules.ts';
import { explainListenFailure } from './app-start-checks.ts';
import { START_LOCK } from './kernel/database/advisory-locks.ts';
import { createDatabase } from './kernel/database/database.ts';
import type { CompiledSchemas } from './kernel/http/answer/serializers.ts';
import { type ConsoleHost, createConsoleHost } from './kernel/http/console/console-host.ts';
import { createConsoleRoutes } from './kernel/http/console/console-routes.ts';
import { createDocsRoutes } from './kernel/http/docs/docs-routes.ts';
import { createGuard } from './kernel/http/exchange/guard.ts';
import { createOriginRules } from './kernel/http/exchange/origin-proof.ts';
import { createRemoteAddressReader } from './kernel/http/exchange/remote-address.ts';
import { createHealthRoutes } from './kernel/http/health.ts';
import { basePath, createHttpServer, type HttpParts, type ServedModule } from './kernel/http/http-server.ts';
import type { HttpServer } from './kernel/http/listener.ts';
import { createStreams, type Streams } from './kernel/http/streams/streams.ts';
import { nameOfProcess } from './kernel/live/running-processes.ts';
import type { Job } from './kernel/module.ts';
import type { Config } from './kernel/process/config.ts';
import type { Logger } from './kernel/process/logger.ts';
import { listenUrl, localUrl } from './kernel/process/served-address.ts';
import { runAlone } from './kernel/schema/run-alone.ts';

export interface AppOptions
  extends Pick<KernelOptions, 'clock' | 'connection' | 'dns' | 'outbound' | 'pinnedSettings'> {
  readonly config: Config;
  readonly log: Logger;
  /** Validates every reply against its schema, as in test mode. */
  readonly checkReplies?: boolean;
  /** Is this program's own unless given: another one in the same process has compiled the same schemas. */
  readonly schemas?: CompiledSchemas;
}

export interface App {
  readonly kernel: RunningKernel;
  readonly apis: ModuleApis;
  /** Lists the background work that this process does. */
  readonly jobs: readonly Job[];
  /** Takes requests; answers the address. Throws a sentence when the address is not to be had, everything stopped again. */
  listen(): Promise<string>;
  /** Stops listening, finishes what is in flight (10 s), drains, and closes everything. Called twice it is done once. */
  stop(): Promise<void>;
}

/** A start takes seconds: whoever waits longer waits for a process that hangs. */
const START_WAIT_MAX_MS = 5 * 60_000;
/** What is in flight may take this long; whoever is still there then is cut off. */
const DRAIN_MS = 10_000;

function servedModules({ modules }: Config, built: BuiltModules): readonly ServedModule[] {
  return contracts
    .filter(({ name }) => (modules as readonly string[]).includes(name))
    .map((contract) => ({
      contract,
      handlers: built.all.find((module) => module.contract.name === contract.name)?.handlers ?? null,
    }));
}

function createServer(
  kernel: RunningKernel,
  built: BuiltModules,
  streams: Streams,
  pages: ConsoleHost | null,
  { checkReplies, schemas }: Pick<HttpParts, 'checkReplies' | 'schemas'>,
): HttpServer {
  const { config, clock, ids, log, metrics, readiness } = kernel;
  const { publicUrl, allowedOrigins } = config;
  const remote = createRemoteAddressReader(config.trustedProxies);
  readiness.warn('forwarded-for', () =>
    remote.sawUntrustedForward ? 'a peer that KEELSON_TRUSTED_PROXIES does not list sends X-Forwarded-For' : null,
  );
  const served = servedModules(config, built);
  const { authenticate, freshPeriodMs, onRefused, sameSiteAllowed } = built.callers;
  return createHttpServer({
    config,
    clock,
    log,
    metrics,
    checkReplies,
    schemas,
    streams,
    guard: createGuard({ authenticate, clock, freshPeriodMs, onRefused }),
    sources: {
      remote,
      origins: createOriginRules({ publicUrl, allowedOrigins, sameSiteAllowed }),
      newRequestId: () => ids.requestId(),
    },
    modules: served,
    acts: { events: kernel.events, idempotency: kernel.idempotency },
    replyForms: built.all.flatMap(({ replyForms }) => replyForms),
    plainRoutes: [
      ...createHealthRoutes({ readiness, metrics, version: packageFile.version }),
      ...createDocsRoutes(
        served.map(({ contract }) => contract),
        config.prefixes,
        packageFile.version,
        pages === null ? 'docs' : 'platform',
      ),
      ...(pages === null ? [] : createConsoleRoutes(pages)),
    ],
  });
}

/** Finds the pages while everything else starts; null where this process serves none. */
function startConsole({ config, log, readiness }: RunningKernel, teardown: Teardown): ConsoleHost | null {
  const { console: asked, dataDirectory, publicUrl } = config;
  const names: readonly string[] = asked === 'all' ? contracts.map(({ name }) => name) : config.modules;
  // Nobody can sign in, or is anybody, without these.
  if (asked === 'off' || !names.includes('session') || !names.includes('authentication')) return null;
  const place = { base: basePath(publicUrl), modules: names.map(moduleKey) };
  const host = createConsoleHost({ log, readiness, dataDirectory, place });
  teardown.add('console', () => host.stop());
  return host;
}

function startJobs(jobs: readonly Job[], teardown: Teardown): void {
  for (const job of jobs) {
    teardown.add(`job ${job.name}`, () => job.stop());
    job.start();
  }
}

function warnOfFewThreads(kernel: RunningKernel): void {
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  kernel.readiness.warn('thread-pool', () =>
    threads > kernel.config.hashConcurrency + 1
      ? null
      : 'UV_THREADPOOL_SIZE leaves no thread beside the password hashes',
  );
}

/** Answers the address as it was asked for, with the port that was found. */
async function listen(server: HttpServer, { config, address, notify }: RunningKernel): Promise<string> {
  const { host, port } = config.listen;
  const found = await server.listen({ host, port }).catch((error: unknown) => {
    throw explainListenFailure(error, { host, port });
  });
  const actual = { host, port: found };
  const url = localUrl(actual);
  address.listensOn(url);
  const name = nameOfProcess({ version: packageFile.version, url });
  if (name !== null) await notify.name(name);
  return listenUrl(actual);
}

/**
 * Whatever a start puts in where it is not there is put in by one process at a time. The lock has a connection beside the pool: the
 * modules may need all of that.
 */
async function startModules({ databaseSettings }: RunningKernel, { all }: BuiltModules, teardown: Teardown) {
  const holder = createDatabase({ settings: databaseSettings, connectionsMax: 1 });
  const what = 'other processes have been starting';
  try {
    await runAlone(holder, { lock: START_LOCK, waitMaxMs: START_WAIT_MAX_MS, what }, async () => {
      for (const module of all) {
        teardown.add(`module ${module.contract.name}`, () => module.stop());
        await module.start();
      }
    });
  } finally {
    await holder.close();
  }
}

/** Starts everything but the listening; when a part fails, what was started is stopped again. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log, checkReplies = config.testMode, schemas, ...given } = options;
  const teardown = createTeardown(log);
  try {
    const kernel = await startKernel({ config, log, migrations: moduleMigrations, ...given }, teardown);
    warnOfFewThreads(kernel);
    const pages = startConsole(kernel, teardown);
    const built = createModules(kernel);
    await kernel.notify.start();
    await kernel.processes.enter();
    startJobs([kernel.processes.job, kernel.contents.job], teardown);
    if (kernel.testClock !== null) startJobs([kernel.testClock.job], teardown);
    await startModules(kernel, built, teardown);
    const served = new Set<string>(config.modules);
    const jobs = [
      kernel.directoryFollowers.job,
      ...built.all.flatMap((module) => module.jobs.filter((job) => job.everywhere || served.has(module.contract.name))),
    ];
    startJobs(jobs, teardown);
    const streams = createStreams({ log, metrics: kernel.metrics, watchCaller: built.callers.watchCaller });
    const server = createServer(kernel, built, streams, pages, { checkReplies, schemas });
    teardown.add('HTTP server', () => server.close(DRAIN_MS));
    // An open stream is in flight for ever: it ends before the server waits for what is.
    teardown.add('streams', () => streams.stop());
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= teardown.run();
      return stopped;
    };
    return {
      kernel,
      apis: built.apis,
      jobs,
      async listen() {
        try {
          return await listen(server, kernel);
        } catch (error) {
          await stop();
          throw error;
        }
      },
      stop,
    };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}
