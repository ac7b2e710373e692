// Measures session B2: what the database is asked while 1,000 sessions are used 100,000 times.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { runClosed, statusesOf } from '../bars/load.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { readStatements, type StatementCalls, statementsBetween } from '../bars/statement-calls.ts';

const SESSIONS = 1_000;
const REQUESTS = 100_000;
const CONNECTIONS = 16;
const READS_PER_SECOND_MAX = 1;

/** Leaves out the statements that write touches, which are B8's, and those that keep the connection and the clock alive. */
function isRead({ query }: StatementCalls): boolean {
  return !/\b(INSERT INTO|UPDATE|DELETE FROM)\b/.test(query) && /session_|auth_/.test(query);
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { postgres, print, seconds } = run;
  const deployment = await createDeployment(postgres, run);
  const keelson = await deployment.startProcess({ env: { KEELSON_MODULES: 'authentication,session' } });
  await saveUsers(deployment.database, SESSIONS);
  const tokens = await openSessions(deployment.database, SESSIONS);
  const requests = tokens.map((token) =>
    rawRequest(keelson.origin, { method: 'GET', path: '/session', headers: { authorization: `Bearer ${token}` } }),
  );
  let sent = 0;
  const next = (): string => requests[sent++ % SESSIONS]!;
  const drive = (length: number) =>
    runClosed({ origin: keelson.origin, connections: CONNECTIONS, seconds: length, next });
  // One turn comes first, so that each session has been read.
  while (sent < SESSIONS) await drive(1);

  const before = await readStatements(postgres, deployment.databaseName);
  const startMs = performance.now();
  const from = sent;
  while (sent - from < REQUESTS) print(`${statusesOf(await drive(seconds))}`);
  const elapsed = (performance.now() - startMs) / 1_000;
  const after = await readStatements(postgres, deployment.databaseName);

  const reads = statementsBetween(before, after).filter(isRead);
  for (const { query, calls } of reads) print(`${numberText(calls / elapsed)}/s  ${query.slice(0, 120)}`);
  const total = reads.reduce((sum, { calls }) => sum + calls, 0);
  const ofRequests = reads.filter(({ query }) => /e\.identifier = ANY|unnest\(\$1::text\[\]\) AS k/.test(query));
  const count = numberText(sent - from);
  return [
    {
      bar: 'session B2',
      what: `reads for ${count} requests on ${SESSIONS} sessions`,
      unit: 'reads',
      atMost: 0,
      value: ofRequests.reduce((sum, { calls }) => sum + calls, 0),
    },
    {
      bar: 'session B2',
      what: 'reads in the background',
      unit: '/s',
      atMost: READS_PER_SECOND_MAX,
      value: total / elapsed,
    },
  ];
}

await runBar({ rounds: 1, seconds: 2 }, measure);
