// Measures how long a second process obeys the old value of a limit, from the answer to the change to the first act under the new one.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { percentile } from '../bars/statistics.ts';

/** Each of the two limits is changed so often. */
const CHANGES = 100;
const OBEYED_WITHIN_MS = 250;
/** A change that is not obeyed by then never is. */
const GIVE_UP_MS = 15_000;
const LOOSE_THRESHOLD = 10;
const TIGHT_THRESHOLD = 2;
/** Idle times go round these minutes, so that each change is one. */
const IDLE_MINUTES = { from: 20, count: 40 } as const;
const MINUTE_SECONDS = 60;

interface Ends {
  readonly writer: string;
  readonly obeyer: string;
  readonly token: string;
}

/** Sets a global value as an operator does, knowing the version that he set last. */
function createChanges({ writer, token }: Ends) {
  const versions = new Map<string, number>();
  return async (code: string, value: unknown): Promise<void> => {
    const version = versions.get(code) ?? 0;
    const body = { code, scope: 'GLOBAL', value, version };
    const stored = await call<{ version: number }>(writer, '/settings/value', { method: 'PUT', token, body });
    versions.set(code, stored.version);
  };
}

/** Answers the milliseconds until it is obeyed. */
async function obeyedAfter(what: string, isObeyed: () => Promise<boolean>): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const obeyed = await isObeyed();
    const elapsedMs = performance.now() - startMs;
    if (obeyed) return elapsedMs;
    if (elapsedMs > GIVE_UP_MS) throw new Error(`${what} was never obeyed`);
  }
}

/** Answers the status of a wrong sign-in; a name that nobody has locks like any other. */
async function failSignIn(origin: string, username: string): Promise<number> {
  const { status } = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'not the password' }),
  });
  return status;
}

/** A name has failed as often as the tighter limit allows; obeyed is the first refusal that it gets. */
async function timeLock(ends: Ends, change: ReturnType<typeof createChanges>, number: number): Promise<number> {
  const username = `guessed-${number}`;
  for (let count = 0; count < TIGHT_THRESHOLD; count += 1) await failSignIn(ends.obeyer, username);
  await change('auth.lock.threshold', TIGHT_THRESHOLD);
  const elapsedMs = await obeyedAfter(
    'the lock threshold',
    async () => (await failSignIn(ends.obeyer, username)) === 429,
  );
  await change('auth.lock.threshold', LOOSE_THRESHOLD);
  return elapsedMs;
}

/** Sessions are begun until one has the new idle time. */
async function timeIdle(
  { obeyer, token }: Ends,
  change: ReturnType<typeof createChanges>,
  number: number,
): Promise<number> {
  const minutes = IDLE_MINUTES.from + (number % IDLE_MINUTES.count);
  await change('session.idle-timeout', minutes);
  let tries = 0;
  return obeyedAfter('the idle time', async () => {
    tries += 1;
    const username = `idle-${number}-${tries}`;
    const body = { session: { username }, authorities: [{ role: 'R', authority: username }] };
    const begun = await call<{ token: string }>(obeyer, '/begin/token', { token, body });
    const expiry = await call<{ remainingSeconds: number }>(obeyer, '/session/expiry', {
      method: 'GET',
      token: begun.token,
    });
    return Math.round(expiry.remainingSeconds / MINUTE_SECONDS) === minutes;
  });
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print, postgres } = run;
  const deployment = await createDeployment(postgres, run);
  const first = await deployment.startProcess();
  const second = await deployment.startProcess();
  const token = await signIn(first.origin, 'admin', deployment.adminPassword);
  const ends: Ends = { writer: first.origin, obeyer: second.origin, token };
  const change = createChanges(ends);
  // Both would refuse the sign-ins of one address for another reason.
  await change('auth.captcha.mode', 'OFF');
  await change('auth.address.daily-limit', 10_000);
  const [locks, idles]: [number[], number[]] = [[], []];
  for (let number = 0; number < rounds; number += 1) {
    locks.push(await timeLock(ends, change, number));
    idles.push(await timeIdle(ends, change, number));
  }
  print(`${locks.length} lock thresholds and ${idles.length} idle times changed`);
  return [
    figureOf('changes of both limits, answered to obeyed by a second process, p99', [...locks, ...idles]),
    figureOf('changes of the lock threshold, to the first refusal, p99', locks),
    figureOf('changes of the idle time, to the first session with it, p99', idles),
  ];
}

function figureOf(what: string, timesMs: readonly number[]): Figure {
  const reference = `median ${numberText(percentile(timesMs, 50))} ms, most ${numberText(Math.max(...timesMs))} ms`;
  return {
    bar: 'setting B3',
    what: `${timesMs.length} ${what}`,
    value: percentile(timesMs, 99),
    unit: 'ms',
    atMost: OBEYED_WITHIN_MS,
    reference,
  };
}

await runBar({ rounds: CHANGES, seconds: 1 }, measure);
