// Reads the arguments of a run.
import { parseArgs } from 'node:util';
import { type EngineName, engineNames } from './subjects/subject.ts';
import { missingWorkloads, standardNames, type WorkloadName, workloadNames } from './workloads.ts';

export interface BenchOptions {
  readonly workloads: readonly WorkloadName[];
  readonly connections: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  /** So many instances or timers wait before a round that works on what waits. */
  readonly items: number;
  /** Each subject is under load for so long before the first round. */
  readonly warmupSeconds: number;
  readonly subjects: readonly EngineName[];
  /** Names where the built peers lie; null when nobody said. */
  readonly peersDirectory: string | null;
  readonly jsonFile: string | null;
}

export const helpText = `Measures Keelson beside other engines, on one PostgreSQL, one subject under load at a time.

  npm run bench -- [options]

  --workloads LIST    of ${workloadNames.join(',')} (default: ${standardNames.join(',')})
  --connections LIST  connections of the driver (default: 8,32)
  --seconds N         length of a round (default: 10)
  --rounds N          rounds, the subjects taking turns (default: 3)
  --items N           instances or timers that wait before a round of w8, w9-burst and w11 (default: 5000)
  --warmup N          seconds of load per subject before the first round, shared by its workloads (default: 20)
  --subjects LIST     of ${engineNames.join(',')} (default: all)
  --peers DIR         built peers, with flowable/target/*.jar and operaton/target/*.jar (default: BENCH_PEERS)
  --json FILE         writes all rounds as JSON
  --help              this text

A measurement to be quoted: --seconds 30 --rounds 3 --warmup 60, on a machine that does nothing else.
It needs wrk, and java for the peers; a peer that is not there is left out.`;

/** The driver's one thread cannot keep more connections busy. */
const CONNECTIONS_MAX = 1_000;
const SECONDS_MAX = 3_600;
const ROUNDS_MAX = 100;
const ITEMS_MAX = 1_000_000;

/** Answers null when help is asked for. Throws a sentence on an argument that it does not know. */
export function parseOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): BenchOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      workloads: { type: 'string', default: standardNames.join(',') },
      connections: { type: 'string', default: '8,32' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '3' },
      items: { type: 'string', default: '5000' },
      warmup: { type: 'string', default: '20' },
      subjects: { type: 'string', default: engineNames.join(',') },
      peers: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const connections = values.connections.split(',').map((text) => readWhole('--connections', text, 1, CONNECTIONS_MAX));
  for (const name of values.workloads.split(',')) if (name in missingWorkloads) throw new Error(missingWorkloads[name]);
  return {
    workloads: readNames('--workloads', values.workloads, workloadNames),
    connections: [...new Set(connections)],
    seconds: readWhole('--seconds', values.seconds, 1, SECONDS_MAX),
    rounds: readWhole('--rounds', values.rounds, 1, ROUNDS_MAX),
    items: readWhole('--items', values.items, 1, ITEMS_MAX),
    warmupSeconds: readWhole('--warmup', values.warmup, 0, SECONDS_MAX),
    subjects: readNames('--subjects', values.subjects, engineNames),
    peersDirectory: values.peers ?? (environment.BENCH_PEERS || null),
    jsonFile: values.json ?? null,
  };
}

function readWhole(option: string, text: string, minimum: number, maximum: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
  throw new Error(`${option} takes whole numbers from ${minimum} to ${maximum}, not "${text}".`);
}

/** Answers them in the order of `known`, each once. */
function readNames<N extends string>(option: string, text: string, known: readonly N[]): readonly N[] {
  const names = text.split(',');
  for (const name of names) {
    if (!(known as readonly string[]).includes(name)) {
      throw new Error(`${option} takes ${known.join(', ')}, not "${name}".`);
    }
  }
  return known.filter((name) => names.includes(name));
}
