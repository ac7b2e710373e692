// Measures the import of a file of 10 MiB with its check: how long it takes, and how late the event loop is meanwhile.
import { readDeployment } from '@keelson/bpmn-xml';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median } from '../bars/statistics.ts';
import { fileOf } from '../bpmn/file.ts';
import { findFreePort } from '../processes.ts';

const FILE_BYTES = 9.9 * 1_048_576;

const LOOK_MS = 100;

interface Report {
  readonly id: number;
  readonly state: string;
  readonly files: readonly { readonly action: string; readonly errorCode: string | null }[];
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(run.postgres, run);
  const probePort = await findFreePort();
  const probe = `http://127.0.0.1:${probePort}/`;
  const { origin } = await deployment.startProcess({
    probe: new URL('../bars/event-loop-probe.ts', import.meta.url),
    env: { BENCH_PROBE_PORT: String(probePort) },
  });
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const text = new TextDecoder().decode(fileOf(FILE_BYTES));
  const [times, late, readings]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= run.rounds; round += 1) {
    const file = text.replaceAll('"bench"', `"bench-${round}"`);
    const data = new FormData();
    data.append('files', new Blob([file]), 'large.bpmn');
    await fetch(probe, { method: 'DELETE' });
    const began = performance.now();
    const answer = await fetch(`${origin}/process/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: data,
    });
    let { body } = (await answer.json()) as { readonly body: Report };
    // On a busy machine the answer does not wait for the end.
    while (body?.state === 'RUNNING') {
      body = await call<Report>(origin, `/process/import/${body.id}`, { method: 'GET', token });
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    const took = performance.now() - began;
    const { maxMs } = (await (await fetch(probe)).json()) as { readonly maxMs: number };
    if (body?.files?.[0]?.action !== 'CREATED') throw new Error(`the import was answered ${JSON.stringify(body)}`);
    const reading = performance.now();
    readDeployment([{ name: 'large.bpmn', bytes: new TextEncoder().encode(file) }], { strictness: 'lenient' });
    const read = performance.now() - reading;
    run.print(
      `round ${round}: ${numberText(took)} ms, late by ${numberText(maxMs)} ms; read by itself ${numberText(read)} ms`,
    );
    // In the first round the thread is begun and everything compiled.
    if (round === 0) continue;
    times.push(took);
    late.push(maxMs);
    readings.push(read);
  }
  const bar = 'bpmn-admin 6';
  return [
    {
      bar,
      what: `import of a file of ${numberText(text.length / 1_048_576)} MiB with its check`,
      value: median(times),
      unit: 'ms',
      atMost: 2_000,
      reference: `one reading by the packages alone ${numberText(median(readings))} ms`,
    },
    { bar, what: 'event loop late at most during it', value: median(late), unit: 'ms', atMost: 50 },
  ];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
