// Declares what the harness asks of a program that it measures.
import type { BenchPostgres } from '../postgres.ts';
import type { Teardown } from '../teardown.ts';
import type { WorkloadName } from '../workloads.ts';
import type { Drive } from '../wrk.ts';

export const engineNames = ['keelson', 'flowable', 'operaton'] as const;
export type EngineName = (typeof engineNames)[number];
export type ReferenceName = 'bare' | 'bare-row';
export type SubjectName = EngineName | ReferenceName;

/** A subject is a running program with the models deployed. */
export interface Subject {
  readonly name: SubjectName;
  readonly pid: number;
  readonly databaseName: string | null;
  /** Answers null when it does not take this workload. */
  drive(workload: WorkloadName): Drive | null;
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
