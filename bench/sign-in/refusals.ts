// Measures authentication B4: sign-ins that are refused before anything is hashed, beside complete ones.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { rateOf, runClosed, statusesOf } from '../bars/load.ts';
import { saveUsers } from '../bars/people.ts';
import { openConnection } from '../bars/raw-connection.ts';
import { median, medianRatio } from '../bars/statistics.ts';
import { addressOf, createSignIns, signInRequest } from './sign-in-requests.ts';

const USERS = 1_000;
const CONNECTIONS = 24;
const WARM_UP_SECONDS = 3;
const TIMES = 20;
/** So many failures lock a name, and after so many a captcha is due. */
const LOCK_FAILURES = 10;
const CAPTCHA_FAILURES = 3;
/** Lies beyond those of the users. */
const FIRST_ADDRESS = 100_000;

/** Sends so many wrong passwords at once, while none of them has failed yet: later ones would be asked for a captcha. */
async function failAtOnce(origin: string, username: string, failures: number): Promise<void> {
  const connections = await Promise.all(Array.from({ length: failures }, () => openConnection(origin)));
  await Promise.all(
    connections.map(async (connection, index) => {
      const address = addressOf(FIRST_ADDRESS + index);
      const { status } = await connection.send(
        signInRequest(origin, { username, password: 'not the password' }, address),
      );
      if (status !== 401) throw new Error(`a wrong password was answered ${status}`);
      connection.close();
    }),
  );
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  await saveUsers(deployment.database, USERS);
  const complete = createSignIns(origin, { users: USERS, password: deployment.adminPassword, ownAddresses: true });
  const drive = (length: number, next: () => string) =>
    runClosed({ origin, connections: CONNECTIONS, seconds: length, next });
  const kinds = [
    { what: 'locked', failures: LOCK_FAILURES, status: 429, rates: [] as number[] },
    { what: 'captcha missing', failures: CAPTCHA_FAILURES, status: 401, rates: [] as number[] },
  ];
  await drive(WARM_UP_SECONDS, complete);
  const logins: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    logins.push(rateOf(await drive(seconds, complete)));
    for (const { what, failures, status, rates } of kinds) {
      // Each round has a name of its own: a lock lasts a minute.
      const username = `nobody-${failures}-${round}`;
      await failAtOnce(origin, username, failures);
      const request = signInRequest(origin, { username, password: 'not the password' }, addressOf(FIRST_ADDRESS * 2));
      const result = await drive(seconds, () => request);
      rates.push(rateOf(result, status));
      print(
        `round ${round}: ${what} ${numberText(rates.at(-1)!)}/s (${statusesOf(result)}), complete ${numberText(logins.at(-1)!)}/s`,
      );
    }
  }
  return kinds.map(({ what, rates }) => ({
    bar: 'authentication B4',
    what: `refused, ${what}`,
    unit: 'times the complete ones',
    atLeast: TIMES,
    value: medianRatio(rates, logins),
    reference: `${numberText(median(rates))}/s, complete ${numberText(median(logins))}/s`,
  }));
}

await runBar({ rounds: 6, seconds: 3 }, measure);
