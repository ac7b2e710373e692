// Revisioned snapshot: memory that follows a few tables by their revision, and never misses one.

import type { Notify } from '../live/notify.ts';
import type { Logger } from '../process/logger.ts';

/** Rows that were read, to be put in place without waiting. */
export interface LoadedChanges {
  /** Revision up to which they are complete. */
  readonly revision: number;
  /** Swaps the memory; synchronous, so that no reader sees half a revision. */
  apply(): void;
  /** Called when the revision is in place: notifies listeners. */
  announce?(): void;
}

/** Reads the tables of a snapshot. Each answer comes from one database snapshot. */
export interface SnapshotReader {
  readRevision(): Promise<number>;
  loadAll(): Promise<LoadedChanges>;
  /**
   * Reads the changes since a revision; null when they are not all known: tombstones are gone, or the database was
   * restored.
   */
  loadSince(revision: number): Promise<LoadedChanges | null>;
}

export interface SnapshotOptions {
  readonly name: string;
  /** Channel on which writers send their revision, in their transaction. */
  readonly channel: string;
  readonly reader: SnapshotReader;
  readonly notify: Notify;
  readonly log: Logger;
  readonly monotonic?: () => number;
}

export interface RevisionedSnapshot {
  /** 0 before the first load. */
  readonly revision: number;
  /** Loads everything; call it after `notify.start()`, so that nothing falls between. */
  load(): Promise<void>;
  /** Reads what is new; calls meanwhile share one more read. */
  refresh(): Promise<void>;
  /**
   * Puts in place, without reading it, what this process has just committed as this revision. False, with nothing done,
   * unless it is the very next one and no read is under way.
   */
  advance(own: LoadedChanges): boolean;
  /**
   * Runs a write whose revision is put in place afterwards: a message meanwhile is mostly about that revision, so that
   * it is handled a little later.
   */
  writing<T>(write: () => Promise<T>): Promise<T>;
  /** Reads until the revision is there, unless a read under way brings it. */
  reach(revision: number): Promise<void>;
  /** Waits for the revision, at most so long; answers whether it is there. */
  waitForRevision(revision: number, timeoutMs: number): Promise<boolean>;
  /** Compares the revision with the database's; the only thing that bounds the cost of a lost message. */
  probe(): Promise<void>;
  probeIntervalMs(): number;
  /** Seconds since the database last said that nothing is newer. */
  stalenessSeconds(): number;
}

/** Interval of probes while messages arrive: the most that a message lost without a sign costs. */
const PROBE_INTERVAL_MS = 5_000;
/** Interval of probes while messages do not arrive, and behind a transaction pooler. */
const DEAF_PROBE_INTERVAL_MS = 1_000;

/**
 * Time by which the message of a commit may overtake its answer; while this process writes, changes of others wait as
 * long.
 */
const OWN_WRITE_WAIT_MS = 10;
/** Interval in which a waiting change looks whether the write has ended. */
const OWN_WRITE_LOOK_MS = 1;

interface Coalesced {
  readonly running: Promise<void> | null;
  call(): Promise<void>;
}

/** Keeps one read in flight; calls meanwhile share the next one. */
function coalesce(run: () => Promise<void>): Coalesced {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    running = run().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    get running() {
      return running;
    },
    call() {
      if (running === null) return begin();
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null;
          return begin();
        });
      return next;
    },
  };
}

interface SnapshotState {
  revision: number;
  /** Newest revision of any message; one may come while everything is still being loaded. */
  announced: number;
  /** Counts the writes of this process that are under way. */
  writes: number;
}

function followMessages(
  { name, channel, notify, log }: SnapshotOptions,
  state: SnapshotState,
  { refresh, reach }: Pick<RevisionedSnapshot, 'refresh' | 'reach'>,
): void {
  const follow = (read: () => Promise<void>): void => {
    read().catch((error: unknown) => log.warn({ err: error, snapshot: name }, 'a snapshot could not be refreshed'));
  };
  const followAnnounced = (looksLeft: number): void => {
    if (state.announced <= state.revision) return;
    if (state.writes > 0 && looksLeft > 0) setTimeout(followAnnounced, OWN_WRITE_LOOK_MS, looksLeft - 1);
    else follow(() => reach(state.announced));
  };
  notify.listen(channel, (payload) => {
    state.announced = Math.max(state.announced, Number(payload));
    if (state.revision > 0) followAnnounced(OWN_WRITE_WAIT_MS / OWN_WRITE_LOOK_MS);
  });
  notify.onReconnect(() => {
    if (state.revision > 0) follow(refresh);
  });
}

export function createRevisionedSnapshot(options: SnapshotOptions): RevisionedSnapshot {
  const { reader, notify, monotonic = () => performance.now() } = options;
  const state: SnapshotState = { revision: 0, announced: 0, writes: 0 };
  let confirmedAt = monotonic();

  const take = (loaded: LoadedChanges): void => {
    loaded.apply();
    state.revision = loaded.revision;
    confirmedAt = monotonic();
    loaded.announce?.();
  };
  const reads = coalesce(async () => {
    take((await reader.loadSince(state.revision)) ?? (await reader.loadAll()));
  });
  const refresh = reads.call;
  const reach = async (wanted: number): Promise<void> => {
    await reads.running?.catch(() => undefined);
    // A read that runs now began after the call, so that it brings what was committed before.
    if (state.revision < wanted) await (reads.running ?? refresh());
  };
  followMessages(options, state, { refresh, reach });

  return {
    get revision() {
      return state.revision;
    },
    async load() {
      take(await reader.loadAll());
      if (state.announced > state.revision) await refresh();
    },
    refresh,
    reach,
    advance(own) {
      if (reads.running !== null || own.revision !== state.revision + 1) return false;
      take(own);
      return true;
    },
    async writing(write) {
      state.writes += 1;
      try {
        return await write();
      } finally {
        state.writes -= 1;
      }
    },
    async waitForRevision(wanted, timeoutMs) {
      if (wanted <= state.revision) return true;
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([reach(wanted).catch(() => undefined), timeout]);
      clearTimeout(timer);
      return wanted <= state.revision;
    },
    async probe() {
      const current = await reader.readRevision();
      if (current !== state.revision) await refresh();
      confirmedAt = monotonic();
    },
    probeIntervalMs: () => (notify.alive ? PROBE_INTERVAL_MS : DEAF_PROBE_INTERVAL_MS),
    stalenessSeconds: () => (monotonic() - confirmedAt) / 1_000,
  };
}
