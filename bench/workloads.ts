// Names the workloads: their models, and how they are driven.
import { readFileSync } from 'node:fs';

/**
 * `requests`: the driver brings each instance to its end. `backlog`: it works on instances that wait. `background`: it starts
 * instances, which end by themselves. `timers`: nothing is driven, instances end when their timers are due.
 */
type Course = 'requests' | 'backlog' | 'background' | 'timers';

interface Workload {
  readonly text: string;
  readonly course: Course;
  /** Names a file of `models/`, in which the process has this id; null for references without one. */
  readonly model: string | null;
}

const passing = (text: string): Workload => ({ text, course: 'requests', model: 'w12' });
const many = (count: string): Workload => ({
  text: `${count} instances of a task at once`,
  course: 'requests',
  model: 'w7',
});
const workloads = {
  w0: { text: 'start to end', course: 'requests', model: 'w0' },
  w1: { text: 'five no-op tasks', course: 'requests', model: 'w1' },
  'w1-1': { text: 'one no-op task', course: 'requests', model: 'w12' },
  'w1-15': { text: 'fifteen no-op tasks', course: 'requests', model: 'w1-15' },
  'w2-2': { text: 'two choices by a variable', course: 'requests', model: 'w2-2' },
  'w2-5': { text: 'five choices by a variable', course: 'requests', model: 'w2-5' },
  'w3-2': { text: 'two branches and their join', course: 'requests', model: 'w3-2' },
  'w3-4': { text: 'four branches, forked and joined two by two', course: 'requests', model: 'w3-4' },
  w4: { text: 'one user task: start, find, complete', course: 'requests', model: 'w4' },
  'w4-7': { text: 'seven user tasks one after another, each found and completed', course: 'requests', model: 'w4-7' },
  w5: { text: 'two user tasks at once: start, find, complete both', course: 'requests', model: 'w5' },
  w6: { text: 'a loop of ten through a choice', course: 'requests', model: 'w6' },
  'w7-10': many('ten'),
  'w7-100': many('a hundred'),
  'w7-1000': many('a thousand'),
  'w7-s10': { text: 'ten instances of a task one after another', course: 'requests', model: 'w7-s10' },
  w8: { text: 'a message by business key, among many that wait', course: 'backlog', model: 'w8' },
  'w9-burst': { text: 'timers due at one moment', course: 'timers', model: 'w9' },
  'w9-rate': { text: '1,000 timers due each second', course: 'timers', model: 'w9' },
  w10: { text: 'five asynchronous service tasks', course: 'background', model: 'w10' },
  w11: { text: 'an external task, fetched ten at a time and completed', course: 'backlog', model: 'w11' },
  'w12-1': passing('one variable'),
  'w12-10': passing('ten variables'),
  'w12-50': passing('fifty variables'),
  'w12-1k': passing('a variable of 1 KB'),
  'w12-11k': passing('a variable of 11 KB'),
  'w12-100k': passing('a variable of 100 KB'),
  'w13-call': { text: 'calls three deep', course: 'requests', model: 'w13-call' },
  'w13-timer': {
    text: 'one user task with a boundary timer: start, find, complete',
    course: 'requests',
    model: 'w13-timer',
  },
  w15: { text: 'tasks, choices, a fork, a user task and a message in turn', course: 'requests', model: 'w15' },
  bare: { text: 'session check alone', course: 'requests', model: null },
  'bare-row': { text: 'session check and one row', course: 'requests', model: null },
} as const satisfies Readonly<Record<string, Workload>>;

export type WorkloadName = keyof typeof workloads;
export const workloadNames = Object.keys(workloads) as WorkloadName[];
/** Take minutes together; each of the others is asked for by its name. */
export const standardNames = ['w0', 'w1', 'w4', 'bare', 'bare-row'] as const satisfies readonly WorkloadName[];
/** Says why a part of a workload cannot be measured yet, by its name. */
export const missingWorkloads: Readonly<Record<string, string>> = {
  'w13-decision': 'The decision of W13 is not measured: each engine takes its DMN file in another way.',
};

/** Runs a process; its key is the workload's name. */
export type ProcessName = Exclude<WorkloadName, 'bare' | 'bare-row'>;
export const processNames = workloadNames.filter(isProcess);

export function workloadOf(name: WorkloadName): Workload {
  return workloads[name];
}

export function isProcess(name: WorkloadName): name is ProcessName {
  return workloads[name].model !== null;
}

/** Answers the file with the process under the workload's name, and as many instances of its task as the name says. */
export function modelOf(name: ProcessName): Buffer {
  const { model } = workloads[name];
  const text = readFileSync(new URL(`./models/${model}.bpmn`, import.meta.url), 'utf8')
    .replace(`<process id="${model}"`, `<process id="${name}"`)
    .replace(/>10<\/loopCardinality>/, `>${/^w7-s?(\d+)$/.exec(name)?.[1]}</loopCardinality>`);
  return Buffer.from(text);
}

export interface MixedStart {
  readonly variables?: Readonly<Record<string, string | number>>;
  /** Is `@`, which the driver replaces, in an instance that waits for a message. */
  readonly businessKey?: string;
}

const mixed: Readonly<Record<string, MixedStart>> = {
  'w15-tasks': {},
  'w15-choice': { variables: { amount: 7 } },
  'w15-fork': {},
  'w15-user': {},
  'w15-message': { businessKey: '@' },
};

/** Lists the processes whose instances a workload brings to their end. */
export function keysOf(name: WorkloadName): readonly string[] {
  return name === 'w15' ? Object.keys(mixed) : [name];
}

/** Answers the driver's arguments for what is started in turn; `write` makes path and body of one start. */
export function mixedStarts(write: (key: string, start: MixedStart) => readonly [string, object]): readonly string[] {
  const starts = Object.entries(mixed).map(([key, start]) => write(key, start));
  return [String(starts.length), ...starts.flatMap(([path, body]) => [path, JSON.stringify(body)])];
}

/** Instances of a workload are started with these. */
export function variablesOf(name: ProcessName): Readonly<Record<string, string | number>> {
  if (name === 'w2-2' || name === 'w2-5') return { amount: 7 };
  if (name === 'w6') return { count: 0 };
  const count = /^w12-(\d+)$/.exec(name)?.[1];
  if (count !== undefined) return Object.fromEntries(Array.from({ length: Number(count) }, (_, at) => [`v${at}`, at]));
  const kilobytes = /^w12-(\d+)k$/.exec(name)?.[1];
  return kilobytes === undefined ? {} : { text: 'x'.repeat(Number(kilobytes) * 1_000) };
}

/** Counts the user tasks that are open at once in an instance; each is found and completed. 0: there are none to find. */
export function openTasksOf(name: WorkloadName): number {
  if (name === 'w5') return 2;
  return name === 'w4' || name === 'w4-7' || name === 'w13-timer' ? 1 : 0;
}
