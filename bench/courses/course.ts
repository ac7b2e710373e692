// Says what a course of a workload is, and waits until what it started has ended.
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

/** The history is asked so often whether all instances have ended. */
const LOOK_MS = 100;
/** An engine that works so long on what was started is given up. */
const REST_MS = 120_000;

/** Answers how many there are once there are so many, or as many as there were when it took too long. */
export async function untilEnded(engine: Engine, workload: ProcessName, wanted: number): Promise<number> {
  const deadline = performance.now() + REST_MS;
  for (;;) {
    const ended = (await engine.countCompleted(workload)) ?? 0;
    if (ended >= wanted || performance.now() > deadline) return ended;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
