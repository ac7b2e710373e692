// Warms the subjects up and runs the rounds, one subject under load at a time.
import { type Counters, countSoFar, difference } from './counters.ts';
import type { CourseOf } from './courses/courses.ts';
import type { BenchOptions } from './options.ts';
import type { BenchPostgres } from './postgres.ts';
import type { Subject, SubjectName } from './subjects/subject.ts';
import type { Teardown } from './teardown.ts';
import { openTasksOf, type WorkloadName } from './workloads.ts';
import type { DriveResult } from './wrk.ts';

/** Holds what one subject did with one workload and one number of connections, once. */
export interface Round {
  readonly subject: SubjectName;
  readonly workload: WorkloadName;
  readonly connections: number;
  /** Is counted from 1. */
  readonly round: number;
  readonly result: DriveResult;
  /** Counts by the subject's own history; null where it keeps none. */
  readonly completedByHistory: number | null;
  readonly cost: Counters;
  /** Says in sentences what was wrong with the round; such a round is no measurement. */
  readonly problems: readonly string[];
}

interface RoundsNeeds {
  readonly options: BenchOptions;
  readonly courseOf: CourseOf;
  readonly subjects: readonly Subject[];
  readonly postgres: BenchPostgres;
  readonly teardown: Teardown;
  readonly print: (line: string) => void;
}

/** Every subject takes each of its workloads for its share of the time, at the highest number of connections. */
export async function warmUp({ options, courseOf, subjects, teardown, print }: RoundsNeeds): Promise<void> {
  const { workloads, warmupSeconds } = options;
  if (warmupSeconds === 0) return;
  const connections = Math.max(...options.connections);
  for (const subject of subjects) {
    const courses = workloads.flatMap((workload) => courseOf(subject, workload) ?? []);
    const load = { connections, seconds: Math.ceil(warmupSeconds / courses.length) };
    for (const each of courses) {
      await each.prepare(load);
      const { completed, failed, firstFailure } = await each.run(load, teardown);
      print(`warm-up ${subject.name}: ${completed} completed, ${failed} failed ${firstFailure}`);
    }
  }
}

/** A round is a pass over everything, so that a machine that changes its mood meanwhile does so to all. */
export async function runRounds(needs: RoundsNeeds): Promise<Round[]> {
  const { options, subjects, print } = needs;
  const rounds: Round[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    for (const connections of options.connections) {
      for (const workload of options.workloads) {
        for (const subject of rotated(subjects, round)) {
          const done = await runRound(needs, subject, { workload, connections, round });
          if (done === null) continue;
          rounds.push(done);
          print(lineOf(done));
        }
      }
    }
  }
  return rounds;
}

/** Nobody is always the one that comes after the same neighbour. */
function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

async function runRound(
  { options, courseOf, postgres, teardown }: RoundsNeeds,
  subject: Subject,
  { workload, connections, round }: Pick<Round, 'workload' | 'connections' | 'round'>,
): Promise<Round | null> {
  const course = courseOf(subject, workload);
  if (course === null) return null;
  const load = { connections, seconds: options.seconds };
  await course.prepare(load);
  const completedBefore = await subject.countCompleted(workload);
  const before = await countSoFar(postgres, subject);
  const result = await course.run(load, teardown);
  // The history is asked first: what an engine still has to do for it when the driver leaves is part of the cost.
  const completedAfter = await subject.countCompleted(workload);
  const cost = difference(await countSoFar(postgres, subject), before);
  const completedByHistory =
    completedBefore === null || completedAfter === null ? null : completedAfter - completedBefore;
  const halfDone = openTasksOf(workload) > 1 ? connections : 0;
  const problems = findProblems(result, completedByHistory, { inFlight: connections, halfDone });
  return { subject: subject.name, workload, connections, round, result, completedByHistory, cost, problems };
}

/**
 * The history may hold what was answered after the driver had left: at most one instance per connection. It may lack the
 * instances of which the driver has counted one of several tasks.
 */
export function findProblems(
  result: DriveResult,
  completedByHistory: number | null,
  { inFlight, halfDone = 0 }: { readonly inFlight: number; readonly halfDone?: number },
): string[] {
  const problems: string[] = [];
  if (result.completed === 0) problems.push('no instance was completed');
  if (result.failed > 0) problems.push(`${result.failed} failed answers ${result.firstFailure}`.trim());
  if (result.socketErrors > 0) problems.push(`${result.socketErrors} connections failed or timed out`);
  if (completedByHistory === null) return problems;
  const more = completedByHistory - result.completed;
  if (more < -halfDone || more > inFlight) {
    problems.push(`the driver counted ${result.completed} completed instances, the history ${completedByHistory}`);
  }
  return problems;
}

function lineOf({ round, workload, connections, subject, result, problems }: Round): string {
  const rate = Math.round(result.completed / result.seconds);
  const wrong = problems.length === 0 ? '' : `  NOT VALID: ${problems.join('; ')}`;
  return `round ${round}  ${workload} at ${connections}  ${subject}: ${rate}/s  p50 ${result.p50Ms} ms  p99 ${result.p99Ms} ms${wrong}`;
}
