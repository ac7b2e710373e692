// Measures how late the event loop is while large files are read: deployed, refused, shown, and compiled for a first start.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median } from '../bars/statistics.ts';
import { fileOf, processOf } from '../bpmn/file.ts';
import { findFreePort } from '../processes.ts';

/** With its flows and conditions a process has 5,000 elements at most; a file has 10 MiB. */
const NODES = 2_180;
const FILE_BYTES = 9.9 * 1024 * 1024;
const LATE_MS_MAX = 50;

const AUTHORITIES = ['BPMN_DEPLOY', 'BPMN_DEFINITION_VIEW', 'BPMN_INSTANCE_START'];

interface Deployed {
  readonly data: readonly { readonly id: string }[];
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(run.postgres, run);
  const probePort = await findFreePort();
  const probe = `http://127.0.0.1:${probePort}/`;
  const { origin } = await deployment.startProcess({
    probe: new URL('../bars/event-loop-probe.ts', import.meta.url),
    env: { BENCH_PROBE_PORT: String(probePort) },
  });
  const admin = await signIn(origin, 'admin', deployment.adminPassword);
  const [largest, tooMuch] = [processOf(NODES), fileOf(FILE_BYTES)];

  let token = admin;
  /** Each round is somebody else's: what one caller may have read within a minute is bounded. */
  async function beSomebody(round: number): Promise<void> {
    const body = { name: `reader-${round}`, authorityList: AUTHORITIES, owner: 'TENANT' };
    token = (await call<{ readonly key: string }>(origin, '/api-keys', { token: admin, body })).key;
  }
  async function deploy(bytes: Uint8Array, round: number): Promise<number> {
    const form = new FormData();
    const text = new TextDecoder().decode(bytes).replaceAll('id="bench"', `id="bench-${round}"`);
    form.set('xmlFile', new Blob([text]), `bench-${round}.bpmn`);
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${origin}/repository/deployXml`, { method: 'POST', headers, body: form })).status;
  }
  async function latest(round: number): Promise<string> {
    const body = { key: `bench-${round}` };
    return (await call<Deployed>(origin, '/repository/definitions/page', { token, body })).data[0]!.id;
  }
  const takes: readonly (readonly [string, (round: number) => Promise<unknown>])[] = [
    ['idle for as long', async () => new Promise((resolve) => setTimeout(resolve, 1_000))],
    [`deploying ${NODES} nodes (${numberText(largest.length / 1024)} KiB)`, (round) => deploy(largest, round)],
    [
      'showing their nodes',
      async (round) => call(origin, `/repository/model/${await latest(round)}`, { method: 'GET', token }),
    ],
    [
      'starting them for the first time',
      (round) =>
        call(origin, `/runtime/start/by-process-definition-key/bench-${round}`, {
          token,
          body: { variables: { amount: 1 } },
        }),
    ],
    [`refusing ${numberText(tooMuch.length / 1024)} KiB`, (round) => deploy(tooMuch, round)],
  ];
  const late = takes.map((): number[] => []);
  const took = takes.map((): number[] => []);
  for (let round = 1; round <= run.rounds; round++) {
    await beSomebody(round);
    for (const [index, [what, act]] of takes.entries()) {
      await fetch(probe, { method: 'DELETE' });
      const beganMs = performance.now();
      await act(round);
      took[index]!.push(performance.now() - beganMs);
      const { maxMs } = (await (await fetch(probe)).json()) as { readonly maxMs: number };
      late[index]!.push(maxMs);
      run.print(`round ${round}: ${what}: ${numberText(took[index]!.at(-1)!)} ms, late by ${numberText(maxMs)} ms`);
    }
  }
  const [idle = []] = late;
  return takes.slice(1).map(([what], index) => ({
    bar: 'engine large files',
    what: `event loop late at most, ${what}`,
    unit: 'ms',
    atMost: LATE_MS_MAX,
    value: median(late[index + 1]!),
    reference: `idle ${numberText(median(idle))} ms; it took ${numberText(median(took[index + 1]!))} ms`,
  }));
}

await runBar({ rounds: 5, seconds: 1 }, measure);
