// Says what a course of a workload is, and waits until what it started has ended.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Subject } from '../subjects/subject.ts';
import type { Teardown } from '../teardown.ts';
import type { ProcessName } from '../workloads.ts';
import type { DriveLoad, DriveResult } from '../wrk.ts';

export interface Course {
  /** Makes ready what a round works on; is no part of what is measured. */
  prepare(load: DriveLoad): Promise<void>;
  run(load: DriveLoad, teardown: Teardown): Promise<DriveResult>;
}

export interface Engine extends Subject {
  readonly hands: NonNullable<Subject['hands']>;
}

/** The history is asked whether all instances have ended after so long, and after so many times as long as its answer took. */
const LOOK_MS = 100;
const LOOK_REST = 20;
/** An engine that works so long on what was started is given up. */
const REST_MS = 120_000;

/** Answers how many there are once there are so many, or as many as there were when it took too long. */
export async function untilEnded(engine: Engine, workload: ProcessName, wanted: number): Promise<number> {
  const deadline = performance.now() + REST_MS;
  for (;;) {
    const lookedAt = performance.now();
    const ended = (await engine.countCompleted(workload)) ?? 0;
    const answeredAt = performance.now();
    if (ended >= wanted || answeredAt > deadline) return ended;
    await sleep(Math.max(LOOK_MS, LOOK_REST * (answeredAt - lookedAt)));
  }
}
