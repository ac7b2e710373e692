// Measures the file of one process over HTTP beside a bare route that sends a file of as many bytes in the same process; needs wrk.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { compareRates } from '../bars/bare-route.ts';
import { signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { fileOf } from '../bpmn/file.ts';
import { findFreePort } from '../processes.ts';
import { saveModel } from './models.ts';

const SIZES = [10_000, 100_000, 1_000_000];

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(run.postgres, run);
  const port = await findFreePort();
  const main = new URL('../menus/bare-server.ts', import.meta.url);
  const { origin } = await deployment.startProcess({ main, env: { BENCH_BARE_PORT: String(port) } });
  const bareOrigin = `http://127.0.0.1:${port}`;
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const header = [`Authorization: Bearer ${token}`, 'Accept: application/xml'];
  const figures: Figure[] = [];
  for (const size of SIZES) {
    const text = new TextDecoder().decode(fileOf(size)).replaceAll('"bench"', `"bench-${size}"`);
    const { id } = await saveModel(origin, token, text);
    const headers = { 'content-type': 'application/octet-stream' };
    await fetch(`${bareOrigin}/bytes`, { method: 'PUT', headers, body: text });
    const { own, bare, share } = await compareRates(run, {
      own: { origin, script: 'get', args: [`/process/export/${id}`, ...header] },
      bare: { origin: bareOrigin, script: 'get', args: ['/file', ...header] },
    });
    figures.push({
      bar: 'bpmn-admin 6',
      what: `one file of ${numberText(text.length / 1_000)} KB, of a static one`,
      value: share,
      unit: '%',
      atLeast: 80,
      reference: `${numberText(own)}/s, static ${numberText(bare)}/s`,
    });
  }
  return figures;
}

await runBar({ rounds: 3, seconds: 4 }, measure);
