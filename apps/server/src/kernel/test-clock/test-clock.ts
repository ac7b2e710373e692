// Moves the clock of a test installation in every process, and lets what falls due on the way be done in its order.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../jobs/job.ts';
import { createRepeatedJob } from '../jobs/repeated-job.ts';
import type { LeaseGround, Leases } from '../lease/leases.ts';
import { fail } from '../request/errors.ts';
import type { ClockReading, MovableClock } from './movable-clock.ts';
import { createRest } from './rest.ts';
import { createTestClockStore, TEST_CLOCK_CHANNEL } from './test-clock.store.ts';

/** Interval in which a process looks whether the clock was moved: messages may not arrive, or get lost. */
const UNHEARD_LOOK_MS = 250;
const LOOK_MS = 5_000;
/**
 * Latest time of the clock, epoch milliseconds: seals of the log count microseconds, which are exact until the year
 * 2255.
 */
export const TEST_CLOCK_END = Date.UTC(2251, 0);
/** Interval in which other processes are asked whether they have followed. */
const ASK_MS = 2;
/** Share of a request's time after which advancing gives up, so that its caller learns what does not come to rest. */
const REST_SHARE = 2 / 3;

export interface TestClock {
  /** Answers the time in epoch milliseconds, and whether the clock stands. */
  read(): { readonly now: number; readonly standing: boolean };
  /**
   * Stops the clock at a time and answers once every process sees it; TEST_CLOCK_STEPS_BACK for an earlier time than
   * now.
   */
  stand(at: number): Promise<void>;
  /** Lets the clock run on from where it stands. */
  run(): Promise<void>;
  /** Stops the clock at a time, or at the present one where that is later by now. */
  moveTo(at: number): Promise<void>;
  /**
   * Moves the clock from due time to due time up to `at`, each time once nothing is due any more;
   * TEST_CLOCK_NOT_AT_REST when that takes longer than a request may.
   */
  drainTo(at: number): Promise<void>;
  /**
   * Registers work that is done before the clock is moved, with the time that it will show: a table needs the partition
   * of that time first.
   */
  beforeMove(prepare: (at: number) => Promise<void>): void;
  /** Registers work that makes rows due which a process may not have made due yet, before due rows are counted. */
  beforeRest(settle: () => Promise<unknown>): void;
}

export interface RunningTestClock extends TestClock {
  /** Follows the moves of other processes. */
  readonly job: Job;
  /** Reads the row and follows it before anything else asks for the time. */
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
      // A standing clock makes nothing due by itself.
      await moveTo(clock.now());
      let next = await rest(deadlineAt);
      while (next !== null && next <= at) {
        // Rows that are done while the other processes follow are never counted as due, so that the deadline is checked
        // here as well.
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
