// Says how a round of each workload runs at a subject: what is made ready before, what is driven, and when it is over.
import type { BenchOptions } from '../options.ts';
import { type Subject, TASKS_AT_ONCE } from '../subjects/subject.ts';
import { isProcess, type ProcessName, type WorkloadName, workloadOf } from '../workloads.ts';
import { type Drive, drive } from '../wrk.ts';
import { type Course, type Engine, untilEnded } from './course.ts';
import { startMany } from './start-many.ts';
import { createTimerCourse } from './timers.ts';

const nothing = async (): Promise<void> => undefined;

const USED_UP = 'what waited was used up: ask for more by --items';

/** One course for each subject and workload lasts for the whole run: it knows which instances are used up. */
export type CourseOf = (subject: Subject, workload: WorkloadName) => Course | null;

export function createCourses(options: BenchOptions): CourseOf {
  const made = new Map<string, Course | null>();
  return (subject, workload) => {
    const key = `${subject.name} ${workload}`;
    if (!made.has(key)) made.set(key, create(subject, workload, options));
    return made.get(key) ?? null;
  };
}

function create(subject: Subject, workload: WorkloadName, options: BenchOptions): Course | null {
  const { course } = workloadOf(workload);
  if (isProcess(workload) && subject.hands !== null && course !== 'requests') {
    const engine: Engine = { ...subject, hands: subject.hands };
    if (course === 'timers') return engine.hands.takes(workload) ? createTimerCourse(engine, workload, options) : null;
    const driven = subject.drive(workload);
    if (driven === null) return null;
    return course === 'backlog' ? backlog(engine, workload, driven, options) : background(engine, workload, driven);
  }
  const driven = subject.drive(workload);
  return driven === null ? null : { prepare: nothing, run: (load, teardown) => drive(driven, load, teardown) };
}

/** Instances wait under the numbers from 1 on; a round takes them in their order. */
function backlog(engine: Engine, workload: ProcessName, driven: Drive, { items }: BenchOptions): Course {
  let started = 0;
  let used = 0;
  return {
    async prepare() {
      const from = started + 1;
      started = used + items;
      await startMany(started - from + 1, (at) => engine.hands.start(workload, { businessKey: `k${from + at}` }));
    },
    async run(load, teardown) {
      const args = driven.script === 'numbered' ? [String(used + 1), ...driven.args] : driven.args;
      const result = await drive({ ...driven, args }, load, teardown);
      // Those in flight when the driver left may be gone, too.
      used += driven.script === 'numbered' ? result.requests + load.connections : result.completed;
      const isUsedUp = started - used < load.connections * TASKS_AT_ONCE;
      return isUsedUp ? { ...result, failed: result.failed + 1, firstFailure: USED_UP } : result;
    },
  };
}

/** The driver starts instances, and the round lasts until the last of them has ended. */
function background(engine: Engine, workload: ProcessName, driven: Drive): Course {
  return {
    prepare: nothing,
    async run(load, teardown) {
      const before = (await engine.countCompleted(workload)) ?? 0;
      const startedAt = performance.now();
      const result = await drive(driven, load, teardown);
      const completed = await untilEnded(engine, workload, before + result.completed);
      return { ...result, completed: completed - before, seconds: (performance.now() - startedAt) / 1_000 };
    },
  };
}
