// Turns the rounds into medians, ratios and costs per instance, and prints them as tables.
import type { MemoryMebibytes } from './processes.ts';
import type { Round } from './rounds.ts';
import type { SubjectName } from './subjects/subject.ts';
import { isProcess, type WorkloadName, workloadOf } from './workloads.ts';

/** Sums up the rounds of one subject at one workload and number of connections, as medians. */
export interface Summary {
  readonly subject: SubjectName;
  readonly workload: WorkloadName;
  readonly connections: number;
  readonly rounds: number;
  /** Counts the instances completed per second; answers where there are no instances. */
  readonly perSecond: number;
  readonly slowestPerSecond: number;
  readonly fastestPerSecond: number;
  /** These are the percentiles of single requests. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  /** Counts what was refused for another's sake and sent again. */
  readonly refused: number;
  /** Is counted per completed instance; null where it was not measured. */
  readonly statements: number;
  readonly commits: number;
  readonly walBytes: number;
  readonly walFullPages: number;
  readonly subjectCpuMs: number | null;
  readonly postgresCpuMs: number | null;
}

export interface Ratios {
  readonly workload: WorkloadName;
  readonly connections: number;
  readonly toBetterPeer: number | null;
  readonly betterPeer: SubjectName | null;
  readonly toBareRow: number | null;
}

const MILLISECONDS = 1_000;
const LEGEND =
  'Medians of the rounds. /s: instances completed per second, with the slowest and the fastest round beside it; p50 and p99 of\n' +
  'single requests; statements to DB CPU: per completed instance.';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}

export function summarise(rounds: readonly Round[]): Summary[] {
  const groups = Map.groupBy(rounds, ({ workload, connections, subject }) => `${workload} ${connections} ${subject}`);
  return [...groups.values()].map((group) => {
    const { subject, workload, connections } = group[0] as Round;
    const of = (value: (round: Round) => number): number => median(group.map(value));
    const each = (value: (round: Round) => number): number => of((round) => value(round) / round.result.completed);
    const eachCpu = (value: (round: Round) => number | null): number | null =>
      group.some((round) => value(round) === null) ? null : each((round) => (value(round) as number) * MILLISECONDS);
    const rates = group.map(({ result }) => result.completed / result.seconds);
    return {
      subject,
      workload,
      connections,
      rounds: group.length,
      perSecond: median(rates),
      slowestPerSecond: Math.min(...rates),
      fastestPerSecond: Math.max(...rates),
      p50Ms: of(({ result }) => result.p50Ms),
      p99Ms: of(({ result }) => result.p99Ms),
      errors: group.reduce((sum, { result }) => sum + result.failed + result.socketErrors, 0),
      refused: group.reduce((sum, { result }) => sum + result.refused, 0),
      statements: each(({ cost }) => cost.statements),
      commits: each(({ cost }) => cost.commits),
      walBytes: each(({ cost }) => cost.walBytes),
      walFullPages: each(({ cost }) => cost.walFullPages),
      subjectCpuMs: eachCpu(({ cost }) => cost.subjectCpuSeconds),
      postgresCpuMs: eachCpu(({ cost }) => cost.postgresCpuSeconds),
    };
  });
}

/** Compares Keelson's rates, at every workload that runs a process; empty without Keelson. */
export function ratiosOf(summaries: readonly Summary[]): Ratios[] {
  const rate = (subject: SubjectName, workload: WorkloadName, connections: number): number | null =>
    summaries.find((s) => s.subject === subject && s.workload === workload && s.connections === connections)
      ?.perSecond ?? null;
  return summaries
    .filter(({ subject, workload }) => subject === 'keelson' && isProcess(workload))
    .map(({ workload, connections, perSecond }) => {
      const peers = (['flowable', 'operaton'] as const)
        .map((name) => ({ name, perSecond: rate(name, workload, connections) ?? 0 }))
        .filter((peer) => peer.perSecond > 0)
        .sort((a, b) => b.perSecond - a.perSecond);
      const better = peers[0];
      const bareRow = rate('bare-row', 'bare-row', connections);
      return {
        workload,
        connections,
        toBetterPeer: better ? perSecond / better.perSecond : null,
        betterPeer: better?.name ?? null,
        toBareRow: bareRow ? perSecond / bareRow : null,
      };
    });
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  // The first column is a name, the others are numbers.
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((line) => `  ${line.map(pad).join('  ')}`).join('\n');
}

const fixed = (value: number | null, digits: number): string => (value === null ? 'n/a' : value.toFixed(digits));

const header = [
  '',
  '/s',
  'from',
  'to',
  'p50 ms',
  'p99 ms',
  'errors',
  'refused',
  'statements',
  'commits',
  'WAL bytes',
  'full pages',
  'CPU ms',
  'DB CPU ms',
];

function rowOf(s: Summary): string[] {
  return [
    s.subject,
    fixed(s.perSecond, 0),
    fixed(s.slowestPerSecond, 0),
    fixed(s.fastestPerSecond, 0),
    fixed(s.p50Ms, 2),
    fixed(s.p99Ms, 2),
    String(s.errors),
    String(s.refused),
    fixed(s.statements, 2),
    fixed(s.commits, 2),
    fixed(s.walBytes, 0),
    fixed(s.walFullPages, 2),
    fixed(s.subjectCpuMs, 2),
    fixed(s.postgresCpuMs, 2),
  ];
}

function ratioLine({ toBetterPeer, betterPeer, toBareRow }: Ratios): string {
  const parts = [
    toBetterPeer === null ? null : `Keelson / ${betterPeer} = ${fixed(toBetterPeer, 2)}`,
    toBareRow === null ? null : `Keelson / bare-row = ${fixed(toBareRow, 2)}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

export function formatReport(
  summaries: readonly Summary[],
  memory: Readonly<Partial<Record<SubjectName, MemoryMebibytes | null>>>,
): string {
  const ratios = ratiosOf(summaries);
  const blocks = [...Map.groupBy(summaries, ({ workload, connections }) => `${workload} ${connections}`).values()].map(
    (group) => {
      const { workload, connections } = group[0] as Summary;
      const title = `${workload} (${workloadOf(workload).text}), connections: ${connections}`;
      const ratio = ratios.find((each) => each.workload === workload && each.connections === connections);
      const line = ratio ? ratioLine(ratio) : '';
      return `${title}\n${table(header, group.map(rowOf))}${line === '' ? '' : `\n  ${line}`}`;
    },
  );
  const memoryRows = Object.entries(memory).map(([name, used]) => [
    name,
    used ? String(used.rss) : 'n/a',
    used ? String(used.pss) : 'n/a',
  ]);
  return [LEGEND, ...blocks, `Memory after the last round, MiB\n${table(['', 'RSS', 'Pss'], memoryRows)}`].join('\n\n');
}
