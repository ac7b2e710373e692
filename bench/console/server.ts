// Measures what the console costs the server that serves it: its start and its memory, in pairs with and without it.
import { readFileSync } from 'node:fs';
import { startServerProcess } from '../../tests/support/server-process.ts';
import { until } from '../../tests/support/until.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median } from '../bars/statistics.ts';

const KIBIBYTES = 1_024;
const REST_MS = 3_000;
/** Are asked for before memory is measured, so that a server that keeps files shows them. */
const DOCUMENTS = ['/sign-in', '/platform'] as const;

interface Cost {
  readonly startMs: number;
  readonly pssMebibytes: number;
}

function pssOf(pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kibibytes) / KIBIBYTES;
}

/** Fetches both documents and all that they name. */
async function fetchFiles(url: string): Promise<void> {
  const isServed = async () => (await fetch(`${url}/platform`, { headers: { accept: 'text/html' } })).ok;
  await until('the console', isServed, { timeoutMs: 120_000 });
  for (const path of DOCUMENTS) {
    const text = await (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
    const files = [...text.matchAll(/(?:href|src)="\.?\/?(console-assets\/[^"]+)"/g)].map(([, file]) => file!);
    if (files.length === 0) throw new Error(`${path} names no file.`);
    for (const file of files)
      await (await fetch(`${url}/${file}`, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
  }
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { databaseUrl } = await createDeployment(run.postgres, run);
  const environment = { KEELSON_SECRET_KEYS: `bench:${'k'.repeat(43)}` };
  const once = async (console: 'on' | 'off'): Promise<Cost> => {
    const server = await startServerProcess({
      databaseUrl,
      directory: run.scratchDirectory,
      environment: { ...environment, KEELSON_CONSOLE: console },
    });
    try {
      if (console === 'on') await fetchFiles(server.url);
      // Once it rests the program gives back what its start took.
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      return { startMs: server.startMs, pssMebibytes: pssOf(server.pid) };
    } finally {
      server.signal('SIGTERM');
      await server.ended;
    }
  };
  await once('on');
  const costs: Record<'on' | 'off', Cost[]> = { on: [], off: [] };
  for (let round = 1; round <= run.rounds; round += 1) {
    // Who begins changes, since a machine changes its mood.
    for (const which of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const))
      costs[which].push(await once(which));
    const [on, off] = [costs.on.at(-1)!, costs.off.at(-1)!];
    run.print(
      `round ${round}: start ${numberText(on.startMs)} and ${numberText(off.startMs)} ms, Pss ${numberText(on.pssMebibytes)} and ${numberText(off.pssMebibytes)} MiB`,
    );
  }
  const more = (read: (cost: Cost) => number): number =>
    median(costs.on.map((cost, index) => read(cost) - read(costs.off[index]!)));
  const off = (read: (cost: Cost) => number): string => numberText(median(costs.off.map(read)));
  return [
    {
      bar: 'console server',
      what: 'longer start',
      unit: 'ms',
      atMost: 30,
      value: more(({ startMs }) => startMs),
      reference: `without the console ${off(({ startMs }) => startMs)} ms`,
    },
    {
      bar: 'console server',
      what: 'more memory (Pss)',
      unit: 'MiB',
      atMost: 5,
      value: more(({ pssMebibytes }) => pssMebibytes),
      reference: `without the console ${off(({ pssMebibytes }) => pssMebibytes)} MiB`,
    },
  ];
}

await runBar({ rounds: 10, seconds: 1 }, measure);
