// Measures a route of Keelson beside the bare one in the same process, the two taking turns.
import { findFreePort } from '../processes.ts';
import { type Drive, drive } from '../wrk.ts';
import { type BarRun, numberText } from './bar.ts';
import type { Deployment, KeelsonProcess } from './keelson.ts';
import { median, medianRatio } from './statistics.ts';

export interface BareServer {
  readonly keelson: KeelsonProcess;
  readonly bareOrigin: string;
}

export interface Rates {
  /** Is the median of the requests a second. */
  readonly own: number;
  readonly bare: number;
  /** Compares each round with its own reference, in percent. */
  readonly share: number;
}

/** Both are asked through so many connections, the same. */
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 2;

export async function startBareServer(deployment: Deployment): Promise<BareServer> {
  const port = await findFreePort();
  const main = new URL('../settings/bare-server.ts', import.meta.url);
  const keelson = await deployment.startProcess({ main, env: { BENCH_BARE_PORT: String(port) } });
  return { keelson, bareOrigin: `http://127.0.0.1:${port}` };
}

/** `own` and `bare` are driven by the same script with as many bytes of body; an answer of 300 or more ends the run. */
export async function compareRates(
  { rounds, seconds, print, teardown }: BarRun,
  { own, bare }: { readonly own: Drive; readonly bare: Drive },
): Promise<Rates> {
  const rate = async (driven: Drive, length: number): Promise<number> => {
    const result = await drive(driven, { connections: CONNECTIONS, seconds: length }, teardown);
    if (result.failed + result.socketErrors > 0)
      throw new Error(`${driven.args[0]}: ${result.failed} failed ${result.firstFailure}`);
    return result.completed / result.seconds;
  };
  const [owns, bares]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const length = round === 0 ? WARM_UP_SECONDS : seconds;
    const reference = await rate(bare, length);
    const measured = await rate(own, length);
    if (round === 0) continue;
    owns.push(measured);
    bares.push(reference);
    print(`round ${round}: ${own.args[0]} ${numberText(measured)}/s, bare ${numberText(reference)}/s`);
  }
  return { own: median(owns), bare: median(bares), share: 100 * medianRatio(owns, bares) };
}
