// Declares what the harness asks of a program that it measures.
import type { BenchPostgres } from '../postgres.ts';
import type { Teardown } from '../teardown.ts';
import type { ProcessName, WorkloadName } from '../workloads.ts';
import type { Drive } from '../wrk.ts';

/** Workers of external tasks fetch so many at once, and lock them for so long. */
export const TASKS_AT_ONCE = 10;
export const LOCK_MS = 60_000;
/** The model of W4 with more than one task has so many. */
export const TASKS_IN_TURN = 7;

export const engineNames = ['keelson', 'flowable', 'operaton'] as const;
export type EngineName = (typeof engineNames)[number];
export type ReferenceName = 'bare' | 'bare-row';
export type SubjectName = EngineName | ReferenceName;

/** An instance that waits is started with these. */
export interface StartedWith {
  readonly businessKey: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Makes ready what a round works on, and reads what came of it. */
export interface Hands {
  /** Says whether the engine's REST interface has what the workload needs. */
  takes(workload: ProcessName): boolean;
  start(workload: ProcessName, instance: StartedWith): Promise<void>;
  /** Lists the ended instances whose business key is this date or a later one, in epoch milliseconds. */
  endsOf(workload: ProcessName, from: string): Promise<readonly { readonly due: number; readonly ended: number }[]>;
}

/** A subject is a running program with the models deployed. */
export interface Subject {
  readonly name: SubjectName;
  readonly pid: number;
  readonly databaseName: string | null;
  /** Answers null when it does not take this workload. */
  drive(workload: WorkloadName): Drive | null;
  /** Is null for references, which have no instances. */
  readonly hands: Hands | null;
  /** Counts by its own history; null where it keeps none. */
  countCompleted(workload: WorkloadName): Promise<number | null>;
}

export interface SubjectNeeds {
  readonly postgres: BenchPostgres;
  readonly teardown: Teardown;
  /** Is meant for files of the subject, and removed at the end. */
  readonly scratchDirectory: string;
}

/** Throws with what the program answered; `what` is the start of the sentence. */
export async function expectOk(what: string, answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (!response.ok) throw new Error(`${what} failed: ${response.status} ${await response.text()}`);
  return response;
}
