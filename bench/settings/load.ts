// Measures system setting B6: how long a new process takes to load 100,000 values, and the heap that it keeps them in.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { moduleMigrations } from '../../apps/server/src/app-modules.ts';
import { migrate } from '../../apps/server/src/kernel/schema/migrate.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { fillSettings } from '../bars/setting-rows.ts';
import { median } from '../bars/statistics.ts';

const DEFINITIONS = 5_000;
const TENANTS = 20;

interface Load {
  readonly loadMs: number;
  readonly heapMiB: number;
  readonly values: number;
}

const run = promisify(execFile);

/** Loads in a process of its own: a start is cold. */
async function loadOnce(url: string): Promise<Load> {
  const program = fileURLToPath(new URL('./load-once.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [program], { env: { ...process.env, DATABASE_URL: url } });
  const load = JSON.parse(stdout) as Load;
  if (load.values !== DEFINITIONS * TENANTS) throw new Error(`${load.values} values were loaded`);
  return load;
}

async function measure({ rounds, print, ...rest }: BarRun): Promise<readonly Figure[]> {
  const { database, databaseUrl } = await createDeployment(rest.postgres, rest);
  await migrate(database, moduleMigrations);
  await fillSettings(database, { definitions: DEFINITIONS, tenants: TENANTS });
  const loads: Load[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const load = await loadOnce(databaseUrl);
    loads.push(load);
    print(`round ${round}: ${numberText(load.loadMs)} ms, ${numberText(load.heapMiB)} MiB`);
  }
  const what = `${DEFINITIONS * TENANTS} values of ${DEFINITIONS} definitions`;
  const loadMs = median(loads.map((load) => load.loadMs));
  const heapMiB = median(loads.map((load) => load.heapMiB));
  return [
    { bar: 'setting B6', what: `load of ${what}`, value: loadMs, unit: 'ms', atMost: 2_000 },
    { bar: 'setting B6', what: `heap of ${what}`, value: heapMiB, unit: 'MiB', atMost: 128 },
  ];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
