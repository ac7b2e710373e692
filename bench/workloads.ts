// Names the workloads: their models, and how they are driven.
import { readFileSync } from 'node:fs';

export const workloadNames = ['w0', 'w1', 'w4', 'bare', 'bare-row'] as const;
export type WorkloadName = (typeof workloadNames)[number];

/** Lists the workloads that run a process; its key is the workload's name. */
export const processNames = ['w0', 'w1', 'w4'] as const satisfies readonly WorkloadName[];
export type ProcessName = (typeof processNames)[number];

export const workloadTexts: Readonly<Record<WorkloadName, string>> = {
  w0: 'start to end',
  w1: 'five no-op tasks',
  w4: 'one user task: start, find, complete',
  bare: 'session check alone',
  'bare-row': 'session check and one row',
};

export function isProcess(name: WorkloadName): name is ProcessName {
  return (processNames as readonly string[]).includes(name);
}

export function modelOf(name: ProcessName): Buffer {
  return readFileSync(new URL(`./models/${name}.bpmn`, import.meta.url));
}
