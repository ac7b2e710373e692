// Measures authentication B6: images of captchas per second and core, and that issuing them leaves nothing in the database.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { latenciesOf, rateOf, runClosed, statusesOf } from '../bars/load.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { readStatements, statementsBetween } from '../bars/statement-calls.ts';
import { median, percentile } from '../bars/statistics.ts';
import { addressOf } from './sign-in-requests.ts';

/** Each core has one at work and one on its way. */
const CONNECTIONS_PER_CORE = 2;
const WARM_UP_SECONDS = 2;

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, cores, print, postgres } = run;
  const deployment = await createDeployment(postgres, run);
  const { origin } = await deployment.startProcess();
  let number = 0;
  // Each request comes from an address of its own: one address is given 30 a minute.
  const next = (): string =>
    rawRequest(origin, {
      method: 'POST',
      path: '/auth/captcha-image-string',
      headers: { 'x-forwarded-for': addressOf(number++) },
    });
  const drive = (length: number) =>
    runClosed({ origin, connections: CONNECTIONS_PER_CORE * cores, seconds: length, next });
  await drive(WARM_UP_SECONDS);
  const before = await readStatements(postgres, deployment.databaseName);
  const [rates, p95s]: number[][] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    const result = await drive(seconds);
    rates!.push(rateOf(result) / cores);
    p95s!.push(percentile(latenciesOf(result), 95));
    print(
      `round ${round}: ${numberText(rateOf(result))}/s (${statusesOf(result)}), p95 ${numberText(p95s!.at(-1)!)} ms`,
    );
  }
  const written = statementsBetween(before, await readStatements(postgres, deployment.databaseName)).filter(
    ({ query }) => /INSERT INTO|UPDATE|DELETE FROM/.test(query) && query.includes('captcha'),
  );
  const bar = 'authentication B6';
  return [
    { bar, what: 'captcha images per core', value: median(rates!), unit: '/s', atLeast: 200 },
    { bar, what: 'p95 of an image', value: median(p95s!), unit: 'ms', atMost: 20 },
    {
      bar,
      what: 'rows written for them',
      value: written.reduce((sum, { rows }) => sum + rows, 0),
      unit: 'rows',
      atMost: 0,
    },
  ];
}

await runBar({ rounds: 6, seconds: 3 }, measure);
