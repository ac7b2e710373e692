// Keeps one embedded server running: restarts it with back-off when it dies, until it is stopped.
import { setTimeout as delay } from 'node:timers/promises';
import { removeUnfinishedClusters } from './cluster.ts';
import { type LaunchedServer, type LaunchOptions, launchServer } from './launch.ts';
import { claimOwnership, type Ownership } from './owner.ts';
import { type ServerOptions, type ServerProcess, stopServer } from './server-process.ts';

// The first restart comes almost at once, because a request waits for it; a server that keeps dying gets rarer tries.
const BACKOFF_FIRST_MS = 50;
const BACKOFF_MAX_MS = 10_000;
// A server that ran this long is a healthy one that was killed, not one that cannot run.
const HEALTHY_AFTER_MS = 10_000;
// A crash of one backend closes all connections while the server restarts itself.
const RECLAIM_POLL_MS = 50;

/** The state is `down` from the first sign of the server's end until it takes connections again. */
export type SupervisedState = 'ready' | 'down';

/** Starts the server again when it ends. */
export interface Supervisor {
  /** Resolves when the server takes connections; throws a sentence, with nothing left running, when it does not. */
  start(): Promise<void>;
  stop(): Promise<void>;
  pid(): number | undefined;
  /** `reason` says why the last try to start it again failed. */
  onStateChange(listener: StateListener): void;
}

export type StateListener = (state: SupervisedState, reason?: string) => void;

/** Makes the keeper; nothing runs before `start`. */
export function createSupervisor(options: ServerOptions, password: string): Supervisor {
  const stopping = new AbortController();
  const listeners: StateListener[] = [];
  const launchOptions: LaunchOptions = { ...options, password, signal: stopping.signal };
  let server: ServerProcess | undefined;
  let supervision: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const onState: StateListener = (state, reason) => {
    for (const listener of listeners) listener(state, reason);
  };

  const stopCurrent = async (): Promise<void> => {
    const current = server;
    if (current && !current.exit()) await stopServer(current.pid, options.binaries, () => current.exit() !== undefined);
  };

  const launch = async (): Promise<LaunchedServer> => {
    const launched = await launchServer(launchOptions, (started) => {
      server = started;
    });
    try {
      removeUnfinishedClusters(options.place.dataDirectory);
      const libraries = (options.settings.shared_preload_libraries ?? '').split(',').map((name) => name.trim());
      await launched.ownership.prepareDatabase(libraries.filter((name) => name !== ''));
      return launched;
    } catch (error) {
      // The next launch would find the directory in use by this one.
      await stopCurrent();
      throw error;
    }
  };

  const stop = async (): Promise<void> => {
    stopping.abort();
    await stopCurrent();
    await supervision;
    // A launch that was under way may have started one more.
    await stopCurrent();
  };

  return {
    async start() {
      try {
        supervision = supervise(await launch(), launch, onState, launchOptions);
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
    pid: () => (server && !server.exit() ? server.pid : undefined),
    onStateChange: (listener) => listeners.push(listener),
  };
}

/**
 * Keeps the server running until it is stopped: claims it again, or starts it anew, whenever it ends or loses the
 * connection.
 */
async function supervise(
  first: LaunchedServer,
  launch: () => Promise<LaunchedServer>,
  onState: StateListener,
  options: LaunchOptions,
): Promise<void> {
  let { ownership } = first;
  let running = first.server;
  let readyAt = performance.now();
  let backoffMs = BACKOFF_FIRST_MS;
  for (;;) {
    await Promise.race([running.exited, ownership.lost]);
    if (options.signal.aborted) return;
    onState('down');
    if (performance.now() - readyAt > HEALTHY_AFTER_MS) backoffMs = BACKOFF_FIRST_MS;
    const reclaimed = await reclaim(running, options);
    if (reclaimed) ownership = reclaimed;
    else {
      const relaunched = await relaunch(running, { backoffMs, launch, onState }, options);
      // A stop that came before the new server had a process id waits for this loop, then stops that server.
      if (!relaunched || options.signal.aborted) return;
      ({ ownership } = relaunched.launched);
      running = relaunched.launched.server;
      backoffMs = Math.min(relaunched.backoffMs * 2, BACKOFF_MAX_MS);
    }
    readyAt = performance.now();
    options.log.info({ pid: running.pid }, 'the embedded database is back');
    onState('ready');
  }
}

/** Claims a server again that lost our connection but lives; undefined when it ends or we are stopped. */
async function reclaim(server: ServerProcess, options: LaunchOptions): Promise<Ownership | undefined> {
  while (!server.exit() && !options.signal.aborted) {
    try {
      const answer = await claimOwnership(options.endpoint, options.password);
      if (answer.kind === 'granted') return answer.ownership;
      await Promise.race([server.exited, delay(RECLAIM_POLL_MS, undefined, { ref: false })]);
    } catch (error) {
      options.log.error({ reason: reasonOf(error) }, 'the embedded database runs, but its owner cannot connect');
      await Promise.race([server.exited, delay(BACKOFF_MAX_MS, undefined, { ref: false })]);
    }
  }
  return undefined;
}

interface Relaunching {
  readonly backoffMs: number;
  readonly launch: () => Promise<LaunchedServer>;
  readonly onState: StateListener;
}

/** Tries until a server runs again; undefined when stopped. */
async function relaunch(
  dead: ServerProcess,
  { launch, onState, ...first }: Relaunching,
  { log, signal }: LaunchOptions,
): Promise<{ launched: LaunchedServer; backoffMs: number } | undefined> {
  let { backoffMs } = first;
  let reason = dead.exit()?.reason;
  while (!signal.aborted) {
    log.error({ reason, backoffMs }, 'the embedded database has ended; starting it again');
    try {
      await delay(backoffMs, undefined, { signal });
      return { launched: await launch(), backoffMs };
    } catch (error) {
      reason = reasonOf(error);
      onState('down', reason);
      backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS);
    }
  }
  return undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
