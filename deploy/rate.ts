// Measures what synchronous replication costs and what more servers bring: calls a second through the one address, in turn.
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startLoad } from '../tests/chaos/load.ts';
import { drain, putBack } from './chaos/haproxy-commands.ts';
import { prepareLoad } from './chaos/load.ts';
import { setSynchronous } from './cluster/cluster.ts';
import { defaultDirectory, type Layout, machines, readLayout } from './cluster/layout.ts';

const SECOND_MS = 1_000;
/** What was changed last has no part in a figure. */
const SETTLE_MS = 2_000;

type State = readonly [name: string, servers: number, synchronous: boolean];
const states: readonly State[] = [
  ['three servers, synchronous', 3, true],
  ['one server, synchronous', 1, true],
  ['three servers, not synchronous', 3, false],
  ['one server, not synchronous', 1, false],
];

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function enter(layout: Layout, [, servers, synchronous]: State): Promise<void> {
  await setSynchronous(layout, synchronous);
  for (const [index, machine] of machines.entries()) {
    await (index < servers ? putBack(layout, machine) : drain(layout, machine));
  }
  await pause(SETTLE_MS);
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      directory: { type: 'string', default: defaultDirectory },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      connections: { type: 'string', default: '8' },
    },
  });
  const layout = readLayout(resolve(values.directory));
  if (layout === null) throw new Error(`There is no cluster in ${values.directory}: node deploy/cluster.ts start.`);
  const { token } = await prepareLoad(layout);
  const load = startLoad(Number(values.connections), () => layout.url, token);
  const rates = new Map<string, number[]>(states.map(([name]) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const state of states) {
      await enter(layout, state);
      const [before, began] = [load.acknowledged(), performance.now()];
      await pause(Number(values.seconds) * SECOND_MS);
      rates.get(state[0])?.push(((load.acknowledged() - before) * SECOND_MS) / (performance.now() - began));
    }
  }
  await load.finish();
  const [first] = states;
  await enter(layout, first!);
  for (const [name, list] of rates) {
    console.log(`${name}: ${list.map(Math.round).join(', ')} calls a second, median ${Math.round(median(list))}`);
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
