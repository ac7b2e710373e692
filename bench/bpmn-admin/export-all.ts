// Measures an archive of 1,000 processes of 100 KB each: how long it takes, and what the server holds meanwhile.
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median } from '../bars/statistics.ts';
import { fileOf } from '../bpmn/file.ts';
import { findFreePort } from '../processes.ts';
import { copyModels, saveModel } from './models.ts';

const deflate = promisify<Buffer, Buffer>(deflateRaw);
const PROCESSES = 1_000;
const FILE_BYTES = 100_000;
const MIB = 1_048_576;
const LOOK_MS = 20;

/** Is what packing the same bytes takes where they are in memory, by node's own code: what the archive cannot be cheaper than. */
async function packInMemory(files: readonly Buffer[]): Promise<number> {
  const began = performance.now();
  for (const bytes of files) {
    crc32(bytes);
    await deflate(bytes);
  }
  return performance.now() - began;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const probePort = await findFreePort();
  const probe = `http://127.0.0.1:${probePort}/`;
  const { origin } = await deployment.startProcess({
    probe: new URL('../bars/peak-memory-probe.ts', import.meta.url),
    env: { BENCH_PROBE_PORT: String(probePort), BENCH_PROBE_LOOK_MS: String(LOOK_MS) },
  });
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const text = new TextDecoder().decode(fileOf(FILE_BYTES));
  const texts = Array.from({ length: PROCESSES }, (_, number) => text.replaceAll('"bench"', `"bench-${number}"`));
  const files = texts.map((one) => Buffer.from(one));
  const ids = await copyModels(deployment.database, await saveModel(origin, token, text), files);
  print(`${ids.length} processes are there`);
  const [times, zips, grown]: [number[], number[], number[]] = [[], [], []];
  let bytes = 0;
  for (let round = 0; round <= run.rounds; round += 1) {
    await fetch(probe, { method: 'DELETE' });
    const began = performance.now();
    const answer = await fetch(`${origin}/process/export-all`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/zip' },
      body: JSON.stringify(ids),
    });
    if (answer.status !== 200) throw new Error(`the archive was answered ${answer.status}: ${await answer.text()}`);
    bytes = 0;
    for await (const part of answer.body!) bytes += part.byteLength;
    const took = performance.now() - began;
    const { grownBytes } = (await (await fetch(probe)).json()) as { readonly grownBytes: number };
    const zipped = await packInMemory(files);
    // In the first round everything is compiled.
    if (round === 0) continue;
    times.push(took);
    zips.push(zipped);
    grown.push(grownBytes / MIB);
    print(
      `round ${round}: ${numberText(took)} ms, in memory ${numberText(zipped)} ms, ${numberText(grownBytes / MIB)} MiB more`,
    );
  }
  const bar = 'bpmn-admin 6';
  return [
    {
      bar,
      what: `archive of ${PROCESSES} processes of ${numberText(files[0]!.length / 1_000)} KB, ${numberText(bytes / MIB)} MiB`,
      value: median(times),
      unit: 'ms',
      atMost: 3_000,
      reference: `the same packed in memory ${numberText(median(zips))} ms`,
    },
    {
      bar,
      what: 'memory of the server during it, more than before',
      value: median(grown),
      unit: 'MiB',
      atMost: 64,
      reference: `in the round that follows the first archive ${numberText(grown[0]!)} MiB`,
    },
  ];
}

await runBar({ rounds: 5, seconds: 1 }, measure);
