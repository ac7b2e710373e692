// Tests work that a thread of its own does, and what becomes of it when the thread ends.
import { afterEach, expect, it } from 'vitest';
import { LaneOverrun, WorkerLane } from './worker-lane.ts';

const lanes: WorkerLane<string, string>[] = [];
afterEach(() => Promise.all(lanes.splice(0).map((lane) => lane.close())));

function laneOf(waitingMax = 10, limit: { readonly limitMs?: number } = {}): WorkerLane<string, string> {
  const file = new URL('./lane-thread.fixture.ts', import.meta.url);
  const lane = new WorkerLane<string, string>({ file, name: 'test', heapMib: 64, waitingMax, ...limit });
  lanes.push(lane);
  return lane;
}

it('does one piece after another, and tells how long each took', async () => {
  const lane = laneOf();
  const done = await Promise.all(['a', 'b', 'c'].map((each) => lane.run(each)));
  expect(done.map(({ answer }) => answer)).toEqual(['done a', 'done b', 'done c']);
  for (const { tookMs } of done) expect(tookMs).toBeGreaterThanOrEqual(0);
});

it('rejects with what a piece throws, and goes on', async () => {
  const lane = laneOf();
  const [thrown, after] = await Promise.allSettled([lane.run('throw'), lane.run('b')]);
  expect(thrown).toMatchObject({ status: 'rejected', reason: { name: 'RangeError', message: 'too much' } });
  expect(after).toMatchObject({ status: 'fulfilled', value: { answer: 'done b' } });
});

it('refuses the piece by which the thread ends, and does the others in another one', async () => {
  const lane = laneOf();
  const [ended, after] = await Promise.allSettled([lane.run('end'), lane.run('b')]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
  expect(after).toMatchObject({ status: 'fulfilled', value: { answer: 'done b' } });
});

it('turns away who comes behind too many', async () => {
  const lane = laneOf(2);
  const pieces = ['a', 'b', 'c', 'd', 'e'].map((each) => lane.run(each));
  const ends = await Promise.allSettled(pieces);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(ends.at(-1)).toMatchObject({ reason: { code: 'RATE_LIMITED', options: { retryAfterSeconds: 5 } } });
});

it('refuses what is not done when it is closed, and whatever comes then', async () => {
  const lane = laneOf();
  const open = ['a', 'b'].map((each) => lane.run(each));
  const ends = Promise.allSettled(open);
  await lane.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(lane.run('c')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it('refuses what cannot be copied, and goes on', async () => {
  const lane = laneOf();
  await expect(lane.run((() => 'a') as unknown as string)).rejects.toThrow('could not be cloned');
  expect((await lane.run('b')).answer).toBe('done b');
});

it('ends a piece that takes too long, and does the next one in another thread', async () => {
  const lane = laneOf(10, { limitMs: 50 });
  const [ended, after] = await Promise.allSettled([lane.run('forever'), lane.run('b')]);
  expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(LaneOverrun) });
  expect(after).toMatchObject({ status: 'fulfilled', value: { answer: 'done b' } });
});
