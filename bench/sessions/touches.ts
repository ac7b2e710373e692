// Measures session B8: what it costs the database to remember when 10,000 active sessions were last used.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { rateOf, runAtRate } from '../bars/load.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { readStatements, statementsBetween } from '../bars/statement-calls.ts';
import { cpuSeconds } from '../processes.ts';

const SESSIONS = 10_000;
/** No interval is longer with the idle timeout of 30 minutes, which is the default. */
const TOUCH_INTERVAL_SECONDS = 60;
/** Each session is used every 10 seconds. */
const REQUESTS_PER_SECOND = 1_000;
const CONNECTIONS = 16;
const SHARE_OF_CORE_PERCENT = 3;
const IDLE_SECONDS = 15;

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { postgres, seconds, print } = run;
  const deployment = await createDeployment(postgres, run);
  const keelson = await deployment.startProcess();
  await saveUsers(deployment.database, SESSIONS);
  const tokens = await openSessions(deployment.database, SESSIONS);
  const requests = tokens.map((token) =>
    rawRequest(keelson.origin, { method: 'GET', path: '/session', headers: { authorization: `Bearer ${token}` } }),
  );
  let sent = 0;
  const next = (): string => requests[sent++ % SESSIONS]!;
  const load = (length: number) =>
    runAtRate({
      origin: keelson.origin,
      connections: CONNECTIONS,
      seconds: length,
      perSecond: REQUESTS_PER_SECOND,
      next,
    });
  const share = async (work: Promise<unknown>, length: number): Promise<number> => {
    const before = cpuSeconds(postgres.pid) ?? Number.NaN;
    await work;
    return (100 * ((cpuSeconds(postgres.pid) ?? Number.NaN) - before)) / length;
  };

  const idle = await share(new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000)), IDLE_SECONDS);
  // One turn comes first: each session is read, and its first touch is due.
  await load(SESSIONS / REQUESTS_PER_SECOND);
  const before = await readStatements(postgres, deployment.databaseName);
  const loading = load(seconds);
  const loaded = await share(loading, seconds);
  const writes = statementsBetween(before, await readStatements(postgres, deployment.databaseName)).filter(
    ({ query }) => query.includes('UPDATE session_activity'),
  );
  const rows = writes.reduce((sum, one) => sum + one.rows, 0);
  const calls = writes.reduce((sum, one) => sum + one.calls, 0);
  print(
    `${numberText(rateOf(await loading))} requests/s for ${seconds} s: ${rows} rows in ${calls} statements; ` +
      `PostgreSQL takes ${numberText(loaded)} % of a core, idle ${numberText(idle)} %`,
  );
  return [
    {
      bar: 'session B8',
      what: 'rows written per active session and touch interval',
      unit: 'rows',
      atMost: 1,
      value: (rows / SESSIONS / seconds) * TOUCH_INTERVAL_SECONDS,
    },
    {
      bar: 'session B8',
      what: `database time of ${SESSIONS} active sessions`,
      unit: '% of a core',
      value: loaded - idle,
      atMost: SHARE_OF_CORE_PERCENT,
      reference: `idle ${numberText(idle)} %`,
    },
  ];
}

// The rounds last two touch intervals.
await runBar({ rounds: 1, seconds: 120 }, measure);
