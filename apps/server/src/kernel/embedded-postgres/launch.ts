// Brings up one server on a database directory: finds out who holds the directory, starts, and claims the ownership.
import { setTimeout as delay } from 'node:timers/promises';
import { claimOwnership, type Ownership, type OwnershipAnswer } from './owner.ts';
import { type ServerOptions, type ServerProcess, startServer, stopServer, waitUntilReady } from './server-process.ts';
import { type HeldState, hasEnded, inspectPostmaster, removeStaleLockFiles } from './state.ts';

// An orphan may be in recovery, or wait for its own children, before it can be stopped.
const SETTLE_TIMEOUT_MS = 60_000;
// A program that was just killed is still there, with its lock, for a moment.
const IN_USE_CONFIRM_MS = 1_000;
// Another starter may hold the lock for the moment in which it looks who owns the directory.
const CLAIM_TIMEOUT_MS = 3_000;
const POLL_MS = 25;

/** Holds what a launch needs beside the server's own options. */
export interface LaunchOptions extends ServerOptions {
  password: string;
  /** Ends all waiting; the launch then fails. */
  signal: AbortSignal;
}

/** A running server that takes connections and belongs to this program. */
export interface LaunchedServer {
  server: ServerProcess;
  ownership: Ownership;
}

/**
 * Starts a server and waits until it takes connections. Throws a sentence when another program owns the directory or
 * the server does not come up. `onStart` hears of each process as soon as there is one.
 */
export async function launchServer(
  options: LaunchOptions,
  onStart: (server: ServerProcess) => void,
): Promise<LaunchedServer> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    await settleDirectory(options, deadline);
    const server = await startServer(options);
    onStart(server);
    const result = await waitUntilReady(server, options.place.cluster);
    if (result === 'ready') return { server, ownership: await claimOwnServer(server, options) };
    if (!result.isHeldByOther || performance.now() > deadline) {
      throw new Error(`The embedded PostgreSQL in "${options.place.cluster}" did not start (${result.reason}).`);
    }
    await delay(POLL_MS, undefined, { signal: options.signal });
  }
}

/** Returns when nothing holds the directory any more: an orphan is stopped, lock files of the dead are removed. */
async function settleDirectory(options: LaunchOptions, deadline: number): Promise<void> {
  const { place, signal } = options;
  const inUseAt = performance.now() + IN_USE_CONFIRM_MS;
  for (;;) {
    const state = inspectPostmaster(place.cluster);
    if (state.kind === 'none') break;
    const answer = await askHolder(state, options);
    if (state.kind === 'stale' && answer.kind === 'silent') break;
    if (answer.kind === 'owned' && performance.now() > inUseAt) throw inUse(options, state.file.pid);
    if (answer.kind === 'granted') {
      if (state.kind === 'stale') return leaveUnseenServer(options, answer.ownership);
      await stopOrphan(options, state.file.pid, answer.ownership);
    }
    if (performance.now() > deadline) {
      throw new Error(
        `An earlier PostgreSQL (process ${state.file.pid}) still holds "${place.cluster}" and neither answers nor ends. ` +
          'End that process, then start again.',
      );
    }
    await delay(POLL_MS, undefined, { signal });
  }
  removeStaleLockFiles(place.cluster, options.endpoint.host);
}

/**
 * Asks the server for the owner's lock. A server whose program lives is not asked: its owner may just be claiming the
 * lock again.
 */
function askHolder(
  state: HeldState,
  { endpoint, password }: LaunchOptions,
): Promise<OwnershipAnswer> | OwnershipAnswer {
  if (state.kind === 'living' && state.hasLivingOwner) return { kind: 'owned' };
  // On Windows each start has a port of its own, and the lock file holds it.
  const port = process.platform === 'win32' ? state.file.port : endpoint.port;
  return claimOwnership({ ...endpoint, port }, password);
}

/**
 * Fails for a server that answers although the lock file names no server here: it runs where its processes cannot be
 * seen.
 */
async function leaveUnseenServer({ place }: LaunchOptions, ownership: Ownership): Promise<never> {
  await ownership.release();
  throw new Error(
    `A PostgreSQL that this program cannot see, perhaps in another container, works on "${place.cluster}". ` +
      'Stop it, or name a directory of its own for this program in KEELSON_DATA.',
  );
}

async function stopOrphan({ log, binaries, place }: LaunchOptions, pid: number, ownership: Ownership): Promise<void> {
  log.warn({ pid, cluster: place.cluster }, 'stopping the database that a killed program left running');
  try {
    // The lock is held until the server ends, so that no second starter takes it for an orphan of its own.
    await stopServer(pid, binaries, () => hasEnded(pid));
  } finally {
    await ownership.release();
  }
}

async function claimOwnServer(server: ServerProcess, options: LaunchOptions): Promise<Ownership> {
  const deadline = performance.now() + CLAIM_TIMEOUT_MS;
  try {
    for (;;) {
      const answer = await claimOwnership(options.endpoint, options.password);
      if (answer.kind === 'granted') return answer.ownership;
      const exit = server.exit();
      if (exit) throw new Error(`The embedded PostgreSQL ended during its start (${exit.reason}).`);
      if (performance.now() > deadline) throw inUse(options, server.pid);
      await delay(POLL_MS, undefined, { signal: options.signal });
    }
  } catch (error) {
    await stopServer(server.pid, options.binaries, () => server.exit() !== undefined);
    throw error;
  }
}

function inUse({ place }: LaunchOptions, pid: number): Error {
  return new Error(
    `The data directory "${place.dataDirectory}" is in use by another running program (its PostgreSQL is process ${pid}). ` +
      'Stop that program, or name a directory of its own for this one in KEELSON_DATA.',
  );
}
