// Measures authentication B5: whether the time of a refused sign-in shows who exists, is disabled or has a locked-out password.
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { nameOf, saveUsers } from '../bars/people.ts';
import { openConnection } from '../bars/raw-connection.ts';
import { median } from '../bars/statistics.ts';
import { addressOf, signInRequest } from './sign-in-requests.ts';

const RUNS = 200;
const WARM_UP_RUNS = 20;
const DIFFERENCE_PERCENT_MAX = 5;
const kinds = ['known', 'unknown', 'disabled', 'locked-out'] as const;
/** Each name is tried once: a second failure would begin to count. */
const NAMES = (RUNS + WARM_UP_RUNS) * kinds.length;

const disableUsers = sql(
  'bench_users_disable',
  `UPDATE auth_user SET enabled = false WHERE username LIKE 'user%' AND substr(username, 5)::int % 4 = 2`,
);
const disablePasswords = sql(
  'bench_passwords_disable',
  `UPDATE auth_password SET disabled = true FROM auth_user u
   WHERE u.id = user_id AND u.username LIKE 'user%' AND substr(u.username, 5)::int % 4 = 3`,
);

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  await saveUsers(deployment.database, NAMES);
  await deployment.database.execute(disableUsers);
  await deployment.database.execute(disablePasswords);
  const connection = await openConnection(origin);
  const times = kinds.map((): number[] => []);
  for (let index = 0; index < RUNS + WARM_UP_RUNS; index++) {
    // The kinds take turns, so that nobody always comes after the same neighbour.
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = (turn + index) % kinds.length;
      const number = index * kinds.length + kind;
      const username = kinds[kind] === 'unknown' ? `ghost${number}` : nameOf(number);
      // The password is right for those whose state refuses them.
      const password = kind < 2 ? `${deployment.adminPassword}?` : deployment.adminPassword;
      const startMs = performance.now();
      const { status } = await connection.send(signInRequest(origin, { username, password }, addressOf(number)));
      if (status !== 401) throw new Error(`${kinds[kind]} was answered ${status}`);
      if (index >= WARM_UP_RUNS) times[kind]!.push(performance.now() - startMs);
    }
  }
  connection.close();
  const medians = times.map(median);
  print(kinds.map((kind, index) => `${kind} ${numberText(medians[index]!)} ms`).join(', '));
  const known = medians[0]!;
  return kinds.slice(1).map((kind, index) => ({
    bar: 'authentication B5',
    what: `${kind} against known, ${RUNS} runs each`,
    unit: '% difference of the medians',
    value: 100 * Math.abs(medians[index + 1]! / known - 1),
    atMost: DIFFERENCE_PERCENT_MAX,
    reference: `known ${numberText(known)} ms`,
  }));
}

await runBar({ rounds: 1, seconds: 1 }, measure);
