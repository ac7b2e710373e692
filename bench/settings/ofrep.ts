// Measures system setting B4: settings as OpenFeature flags, all at once, unchanged, and one by one beside a bare route.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { type BareServer, compareRates, startBareServer } from '../bars/bare-route.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { latenciesOf, runAtRate, statusesOf } from '../bars/load.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { nameOf, saveUsers } from '../bars/people.ts';
import { openConnection, rawRequest } from '../bars/raw-connection.ts';
import { settingCode } from '../bars/setting-rows.ts';
import { median, percentile } from '../bars/statistics.ts';

const FLAGS = 200;
const CONNECTIONS = 8;
/** A page asks once when it is loaded and once after a change: this is some thousand people's. */
const BULKS_PER_SECOND = 100;
const BULK_PATH = '/ofrep/v1/evaluate/flags';

/** A provider sends this for somebody who is signed in. */
const model = { context: { targetingKey: nameOf(1), plan: 'bench', 'keelson.prefix': settingCode(0).slice(0, -1) } };

async function defineFlags(origin: string, token: string): Promise<void> {
  for (let number = 1; number <= FLAGS; number += 1) {
    const code = settingCode(number);
    const body = { code, name: code, type: 'BOOLEAN', defaultValue: false, userOverridable: number % 10 === 0 };
    await call(origin, '/settings', { token, body });
    if (number % 2 === 0) {
      const value = { code, scope: 'GLOBAL', value: true };
      await call(origin, '/settings/value', { method: 'PUT', token, body: value });
    }
  }
}

/** Answers the median p95 of the rounds of bulk answers, which must all have this status. */
async function timeBulks(
  { rounds, seconds, print }: BarRun,
  origin: string,
  { headers, status }: { readonly headers: Readonly<Record<string, string>>; readonly status: number },
): Promise<number> {
  const request = rawRequest(origin, { method: 'POST', path: BULK_PATH, headers, body: model });
  const load = { origin, connections: CONNECTIONS, perSecond: BULKS_PER_SECOND, next: () => request, seconds };
  const p95s: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const result = await runAtRate(load);
    const times = latenciesOf(result, status);
    if (times.length !== seconds * BULKS_PER_SECOND) throw new Error(`bulk answers were ${statusesOf(result)}`);
    if (round > 0) p95s.push(percentile(times, 95));
  }
  print(`bulk ${status}: p95 ${p95s.map(numberText).join(', ')} ms`);
  return median(p95s);
}

/** Reads that of an answer with all flags. */
async function readEtag(origin: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const connection = await openConnection(origin);
  const { head, body } = await connection.send(
    rawRequest(origin, { method: 'POST', path: BULK_PATH, headers, body: model }),
  );
  connection.close();
  const { flags } = JSON.parse(body) as { readonly flags?: readonly unknown[] };
  if (flags?.length !== FLAGS) throw new Error(`the bulk answer was ${body.slice(0, 200)}`);
  return /^etag: *(.+)$/im.exec(head)?.[1]?.trim() ?? '';
}

async function compareSingles(run: BarRun, { keelson, bareOrigin }: BareServer, token: string) {
  const path = `${BULK_PATH}/${settingCode(1)}`;
  const body = JSON.stringify(model);
  return compareRates(run, {
    own: { origin: keelson.origin, script: 'post', args: [path, body, `Authorization: Bearer ${token}`] },
    bare: { origin: bareOrigin, script: 'post', args: ['/bare', body] },
  });
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(run.postgres, run);
  const server = await startBareServer(deployment);
  const { origin } = server.keelson;
  await defineFlags(origin, await signIn(origin, 'admin', deployment.adminPassword));
  await saveUsers(deployment.database, 1);
  const [token = ''] = await openSessions(deployment.database, 1);
  const headers = { authorization: `Bearer ${token}` };
  const etag = await readEtag(origin, headers);
  const whole = await timeBulks(run, origin, { headers, status: 200 });
  const unchanged = await timeBulks(run, origin, { headers: { ...headers, 'if-none-match': etag }, status: 304 });
  const { own, bare, share } = await compareSingles(run, server, token);
  const at = `at ${BULKS_PER_SECOND}/s`;
  const single = `${numberText(own)}/s, bare with the same body ${numberText(bare)}/s`;
  return [
    { bar: 'setting B4', what: `bulk of ${FLAGS} flags, p95`, value: whole, unit: 'ms', atMost: 10, reference: at },
    { bar: 'setting B4', what: 'bulk 304, p95', value: unchanged, unit: 'ms', atMost: 5, reference: at },
    {
      bar: 'setting B4',
      what: 'single evaluations, of the bare route',
      value: share,
      unit: '%',
      atLeast: 50,
      reference: single,
    },
  ];
}

await runBar({ rounds: 3, seconds: 4 }, measure);
