// Says which type a kind of job is to operators.
import type { SvcBpmnJobModel } from '@keelson/contract';
import type { JobKind } from '../runtime/waits/job.types.ts';

export type JobType = SvcBpmnJobModel['type'];

const TYPES: Readonly<Record<JobKind, JobType>> = {
  TIMER: 'TIMER',
  START_TIMER: 'TIMER',
  ASYNC: 'ASYNC',
  WORK: 'NATIVE',
  SETTLED: 'NATIVE',
  MESSAGE: 'MESSAGE',
  SIGNAL: 'MESSAGE',
  THROW: 'MESSAGE',
  START: 'MESSAGE',
  DEFINITION: 'DEFINITION',
  DEFINITION_INSTANCES: 'DEFINITION',
};

export const jobTypeOf = (kind: JobKind): JobType => TYPES[kind];

export function kindsOf(types: readonly JobType[] | null | undefined): readonly JobKind[] | null {
  if (types === null || types === undefined) return null;
  return (Object.keys(TYPES) as JobKind[]).filter((kind) => types.includes(TYPES[kind]));
}
