// Moves the clock of a test installation in every process, and lets what falls due on the way be done in its order.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../jobs/job.ts';
import { createRepeatedJob } from '../jobs/repeated-job.ts';
import type { LeaseGround, Leases } from '../lease/leases.ts';
import { fail } from '../request/errors.ts';
import type { ClockReading, MovableClock } from './movable-clock.ts';
import { createRest } from './rest.ts';
import { createTestClockStore, TEST_CLOCK_CHANNEL } from './test-clock.store.ts';

/** A process looks so often whether the clock was moved: where no message arrives, and where one was lost. */
const UNHEARD_LOOK_MS = 250;
const LOOK_MS = 5_000;
/** It goes no further, epoch milliseconds: the seals of the log count microseconds, which are exact until the year 2255. */
export const TEST_CLOCK_END = Date.UTC(2251, 0);
/** Other processes are asked so often whether they have followed. */
const ASK_MS = 2;
/** Who advances the clock hears of what does not come to rest before his request is over. */
const REST_SHARE = 2 / 3;

export interface TestClock {
  /** Epoch milliseconds, and whether it stands there. */
  read(): { readonly now: number; readonly standing: boolean };
  /** Lets it stand at a time and answers once every process sees it; TEST_CLOCK_STEPS_BACK for an earlier time than now. */
  stand(at: number): Promise<void>;
  /** Lets it run on from where it stands. */
  run(): Promise<void>;
  /** Lets it stand at a time, or at the present one where that has passed meanwhile: by itself, or by another move. */
  moveTo(at: number): Promise<void>;
  /**
   * Moves it from due time to due time up to `at`, each time once nothing is due any more; TEST_CLOCK_NOT_AT_REST when that
   * takes longer than a request may.
   */
  drainTo(at: number): Promise<void>;
  /** Is done before the clock is moved, with the time that it will show: a table needs the partition of that time first. */
  beforeMove(prepare: (at: number) => Promise<void>): void;
  /** Makes due what a process may not have made due yet, before it is asked whether anything is. */
  beforeRest(settle: () => Promise<unknown>): void;
}

export interface RunningTestClock extends TestClock {
  /** Follows the moves of other processes. */
  readonly job: Job;
  /** Shows what the row says: before anything else asks for the time. */
  follow(): Promise<void>;
}

type Ground = Pick<LeaseGround, 'database' | 'notify' | 'processes' | 'log'> & { readonly clock: MovableClock };

export function createTestClock({
  requestTimeoutMs,
  leases,
  ...ground
}: Ground & { readonly requestTimeoutMs: number; readonly leases: Pick<Leases, 'all'> }): RunningTestClock {
  const { clock } = ground;
  const { store, job, follow, show } = createFollowing(ground);
  const resting = createRest(leases);
  const restMs = requestTimeoutMs * REST_SHARE;
  const preparing: ((at: number) => Promise<void>)[] = [];

  async function stand(at: number): Promise<void> {
    const now = clock.now();
    if (at < now) fail('TEST_CLOCK_STEPS_BACK', { parameters: { now: new Date(now).toISOString() } });
    await moveTo(at);
  }
  async function moveTo(at: number): Promise<void> {
    const to = Math.max(at, clock.now());
    for (const prepare of preparing) await prepare(to);
    await show(store.stand(to));
  }

  async function rest(deadlineAt: number): Promise<number | null> {
    const { next, due } = await resting.reach(deadlineAt);
    return due === 0 ? next : failNotAtRest(due);
  }
  function failNotAtRest(count: number): never {
    const now = new Date(clock.now()).toISOString();
    return fail('TEST_CLOCK_NOT_AT_REST', { parameters: { seconds: Math.round(restMs / 1_000), count, now } });
  }

  return {
    job,
    follow,
    read: () => ({ now: clock.now(), standing: clock.isStanding() }),
    stand,
    moveTo,
    run: () => show(store.run(clock.ahead())),
    async drainTo(at) {
      const deadlineAt = performance.now() + restMs;
      // While it stands nothing falls due by itself.
      await moveTo(clock.now());
      let next = await rest(deadlineAt);
      while (next !== null && next <= at) {
        // What is done while the other processes follow is never seen to be due.
        if (performance.now() >= deadlineAt) failNotAtRest(1);
        await moveTo(next);
        next = await rest(deadlineAt);
      }
      await moveTo(at);
      await rest(deadlineAt);
    },
    beforeMove: (prepare) => void preparing.push(prepare),
    beforeRest: resting.before,
  };
}

/** Follows the row, and waits for other processes to follow it. */
function createFollowing({ clock, database, notify, processes, log }: Ground) {
  const store = createTestClockStore(database);
  let followed = -1;

  async function look(): Promise<void> {
    const reading = await store.read();
    clock.follow(reading);
    if (reading.revision === followed) return;
    await store.followed(processes.id, reading.revision);
    followed = reading.revision;
  }
  const intervalMs = (): number => (notify.alive ? LOOK_MS : UNHEARD_LOOK_MS);
  const repeated = createRepeatedJob({ name: 'test clock', intervalMs, run: look, everywhere: true }, log);
  const job: Job = {
    ...repeated,
    start() {
      repeated.start();
      repeated.wake();
    },
  };
  notify.listen(TEST_CLOCK_CHANNEL, job.wake);
  notify.onReconnect(job.wake);
  return {
    store,
    job,
    async follow(): Promise<void> {
      clock.follow(await store.read());
    },
    async show(move: Promise<ClockReading>): Promise<void> {
      const reading = await move;
      clock.follow(reading);
      while ((await store.behind(processes.id, reading.revision)) > 0) await sleep(ASK_MS);
    },
  };
}
