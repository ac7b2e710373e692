// Proves that a revisioned snapshot misses nothing: while it loads, while it reads, after a restore.
import { expect, it, vi } from 'vitest';
import { createRevisionedSnapshot, type SnapshotReader } from './snapshot.ts';

/** Creates tables in memory, whose reads a test holds back. */
function createTables() {
  const state = { revision: 1, forgotten: 0, reads: [] as string[], shown: 0, failing: false };
  let gate: Promise<void> = Promise.resolve();
  const show = (revision: number): void => {
    state.shown = revision;
  };
  const read = async (name: string) => {
    state.reads.push(name);
    if (state.failing) throw new Error('the database is away');
    const { revision } = state;
    await gate;
    return { revision, apply: () => show(revision) };
  };
  const reader: SnapshotReader = {
    readRevision: async () => state.revision,
    loadAll: () => read('all'),
    loadSince: async (revision) => (state.revision < revision || state.forgotten > revision ? null : read('since')),
  };
  let tell = (_payload: string): void => {};
  let reconnect = (): void => {};
  const time = { nowMs: 0 };
  const notify = {
    listen(_channel: string, onMessage: (payload: string) => void) {
      tell = onMessage;
    },
    onReconnect(action: () => void) {
      reconnect = action;
    },
    send() {},
    onDown() {},
    alive: true,
  };
  const warnings: string[] = [];
  const log = { warn: (_details: object, message: string) => void warnings.push(message) };
  // The log of the program has more methods; this is the one that is called.
  const snapshot = createRevisionedSnapshot({
    name: 'test',
    channel: 'test',
    reader,
    notify,
    log: log as never,
    monotonic: () => time.nowMs,
  });
  return {
    state,
    snapshot,
    show,
    warnings,
    notify,
    time,
    tell: (revision: number) => tell(String(revision)),
    reconnect: () => reconnect(),
    hold: () => {
      let release = (): void => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

it('a change that is told of while everything is loaded is read afterwards', async () => {
  const { state, snapshot, tell, hold } = createTables();
  const release = hold();
  const loading = snapshot.load();
  state.revision = 2;
  tell(2);
  release();
  await loading;
  expect([snapshot.revision, state.shown, state.reads]).toEqual([2, 2, ['all', 'since']]);
});

it('messages that come while a read goes on share one more read', async () => {
  const { state, snapshot, tell, hold } = createTables();
  await snapshot.load();
  const release = hold();
  state.revision = 2;
  tell(2);
  await vi.waitFor(() => expect(state.reads).toEqual(['all', 'since']), { timeout: 10_000 });
  for (let revision = 3; revision <= 9; revision += 1) {
    state.revision = revision;
    tell(revision);
  }
  release();
  expect(await snapshot.waitForRevision(9, 1_000)).toBe(true);
  expect(state.reads).toEqual(['all', 'since', 'since']);
});

it('a lost message is made good by the next probe, and a database that was set back is read whole', async () => {
  const { state, snapshot } = createTables();
  state.revision = 5;
  await snapshot.load();
  state.revision = 6;
  await snapshot.probe();
  expect(snapshot.revision).toBe(6);
  state.revision = 3;
  await snapshot.probe();
  expect([snapshot.revision, state.shown, state.reads]).toEqual([3, 3, ['all', 'since', 'all']]);
  state.revision = 9;
  state.forgotten = 8;
  await snapshot.probe();
  expect(state.reads.at(-1)).toBe('all');
});

it('what was missed while the connection was away is read when it is back; a failure is no end', async () => {
  const { state, snapshot, reconnect, tell, warnings } = createTables();
  await snapshot.load();
  state.revision = 2;
  state.failing = true;
  tell(2);
  expect(await snapshot.waitForRevision(2, 50)).toBe(false);
  await vi.waitFor(() => expect(warnings).toContain('a snapshot could not be refreshed'), { timeout: 10_000 });
  state.failing = false;
  reconnect();
  // Nobody asks for the revision: it is the reconnect that reads.
  await vi.waitFor(() => expect([snapshot.revision, state.shown]).toEqual([2, 2]), { timeout: 10_000 });
});

it('what the process committed itself is put in place without a read, though it is told of before its commit is answered', async () => {
  const { state, snapshot, show, tell } = createTables();
  await snapshot.load();
  await snapshot.writing(async () => {
    state.revision = 2;
    tell(2);
    await new Promise(setImmediate);
  });
  expect(snapshot.advance({ revision: 2, apply: () => show(2) })).toBe(true);
  tell(2);
  await new Promise(setImmediate);
  expect([snapshot.revision, state.shown, state.reads]).toEqual([2, 2, ['all']]);
});

it('a write that takes long keeps nobody from the changes of others', async () => {
  vi.useFakeTimers();
  try {
    const { state, snapshot, tell } = createTables();
    await snapshot.load();
    let end = (): void => {};
    const writing = snapshot.writing(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    state.revision = 2;
    tell(2);
    await vi.advanceTimersByTimeAsync(9);
    expect(snapshot.revision).toBe(1);
    await vi.advanceTimersByTimeAsync(2);
    expect([snapshot.revision, state.reads]).toEqual([2, ['all', 'since']]);
    end();
    await writing;
  } finally {
    vi.useRealTimers();
  }
});

it('what the process committed itself is read after all when another revision lies between, or a read is on its way', async () => {
  const { state, snapshot, show, hold } = createTables();
  await snapshot.load();
  const shownWrongly = () => show(-1);
  expect(snapshot.advance({ revision: 3, apply: shownWrongly })).toBe(false);
  const release = hold();
  state.revision = 2;
  const reading = snapshot.refresh();
  expect(snapshot.advance({ revision: 2, apply: shownWrongly })).toBe(false);
  const reached = snapshot.reach(2);
  release();
  await Promise.all([reading, reached]);
  expect([snapshot.revision, state.shown, state.reads]).toEqual([2, 2, ['all', 'since']]);
  state.revision = 4;
  await snapshot.reach(4);
  expect([snapshot.revision, state.reads]).toEqual([4, ['all', 'since', 'since']]);
});

it('the database is asked every 5 s while messages arrive and every second while none do; until it answers, age grows', async () => {
  const { state, snapshot, notify, time } = createTables();
  await snapshot.load();
  expect(snapshot.probeIntervalMs()).toBe(5_000);
  notify.alive = false;
  expect(snapshot.probeIntervalMs()).toBe(1_000);
  time.nowMs = 4_000;
  expect(snapshot.stalenessSeconds()).toBe(4);
  await snapshot.probe();
  expect(snapshot.stalenessSeconds()).toBe(0);
  state.revision = 2;
  state.failing = true;
  time.nowMs = 10_000;
  await expect(snapshot.probe()).rejects.toThrow('the database is away');
  expect([snapshot.stalenessSeconds(), snapshot.revision]).toEqual([6, 1]);
});
