// Tests work that threads of a lane do, and what becomes of it when a thread ends.
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { LaneWork } from './lane-work.fixture.ts';
import { Turns } from './turns.ts';
import { LaneOverrun, WorkerLane } from './worker-lane.ts';

const lanes: WorkerLane<LaneWork, string, string>[] = [];
afterEach(() => Promise.all(lanes.splice(0).map((lane) => lane.close())));

function laneOf({ waitingOfOwnerMax = 10, limitMs = 60_000 } = {}): WorkerLane<LaneWork, string, string> {
  const file = new URL('./lane-work.fixture.ts', import.meta.url);
  const turns = new Turns({ name: 'test', ofOwner: 1, waitingOfOwnerMax });
  const lane = new WorkerLane<LaneWork, string, string>(turns, { file, heapMib: 64, limitMs });
  lanes.push(lane);
  return lane;
}

it('does one piece of an owner after another, and tells how long each took', async () => {
  const lane = laneOf();
  const done = await Promise.all(['a', 'b', 'c'].map((each) => lane.run('acme', each)));
  expect(done.map(({ answer }) => answer)).toEqual(['done a', 'done b', 'done c']);
  for (const { tookMs } of done) expect(tookMs).toBeGreaterThanOrEqual(0);
});

it('has a thread for the others while one owner has more to do than can ever end', async () => {
  const lane = laneOf();
  const until = new SharedArrayBuffer(4);
  let ended = 0;
  const hostile = ['a', 'b', 'c'].map((name) => lane.run('acme', { until, name }).finally(() => (ended += 1)));
  const others = await Promise.all(['globex', 'initech'].map((owner) => lane.run(owner, owner)));
  expect([others.map(({ answer }) => answer), ended]).toEqual([['done globex', 'done initech'], 0]);
  const flags = new Int32Array(until);
  Atomics.store(flags, 0, 1);
  Atomics.notify(flags, 0);
  expect((await Promise.all(hostile)).map(({ answer }) => answer)).toEqual(['done a', 'done b', 'done c']);
});

it('starts its threads with the compile cache of the process', async () => {
  // Tests that run by themselves have none.
  enableCompileCache(join(tmpdir(), 'keelson-test-compile-cache'));
  const { answer } = await laneOf().run('acme', 'cache');
  expect(answer).toBe(getCompileCacheDir());
});

it('rejects with what a piece throws, and goes on', async () => {
  const lane = laneOf();
  const [thrown, after] = await Promise.allSettled([lane.run('acme', 'throw'), lane.run('acme', 'b')]);
  expect(thrown).toMatchObject({ status: 'rejected', reason: { name: 'RangeError', message: 'too much' } });
  expect(after).toMatchObject({ status: 'fulfilled', value: { answer: 'done b' } });
});

it('refuses the piece by which a thread ends, and does the others in another one', async () => {
  const lane = laneOf();
  const [ended, after] = await Promise.allSettled([lane.run('acme', 'end'), lane.run('acme', 'b')]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
  expect(after).toMatchObject({ status: 'fulfilled', value: { answer: 'done b' } });
});

it('refuses what is not done when it is closed, and whatever comes then', async () => {
  const lane = laneOf();
  const open = ['a', 'b'].map((each) => lane.run('acme', each));
  const ends = Promise.allSettled(open);
  await lane.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(lane.run('acme', 'c')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it('refuses what cannot be copied, and goes on', async () => {
  const lane = laneOf();
  await expect(lane.run('acme', (() => 'a') as unknown as string)).rejects.toThrow('could not be cloned');
  expect((await lane.run('acme', 'b')).answer).toBe('done b');
});

it('ends a piece that takes too long, and does the next one in another thread', async () => {
  const lane = laneOf({ limitMs: 50 });
  const [ended, after] = await Promise.allSettled([lane.run('acme', 'forever'), lane.run('acme', 'b')]);
  expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(LaneOverrun) });
  expect(after).toMatchObject({ status: 'fulfilled', value: { answer: 'done b' } });
});

it.each(['stoppable', 'forever'])(
  'a piece that nobody wants any more rejects with the reason, whether it listens or not: %s',
  async (work) => {
    const lane = laneOf();
    const stopping = new AbortController();
    const told: string[] = [];
    const onProgress = (progress: string): void => {
      told.push(progress);
      stopping.abort(new Error('not wanted'));
    };
    const waiting = new AbortController();
    const [first, second] = [
      lane.run('acme', work, { signal: stopping.signal, onProgress }),
      lane.run('acme', 'never begun', { signal: waiting.signal }),
    ];
    waiting.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(first).rejects.toThrow('not wanted');
    expect(told).toEqual(['begun']);
    expect((await lane.run('acme', 'b')).answer).toBe('done b');
  },
);
