// Bars B1 and B4 to B7 of reports on the platform's own data: a million sessions, from the request to the finished file.
import pg from 'pg';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, runBar } from '../bars/bar.ts';
import { createDeployment, type Deployment } from '../bars/keelson.ts';
import { fillSessions, SESSIONS } from '../bars/million-sessions.ts';
import { readStatements } from '../bars/statement-calls.ts';
import {
  type Exported,
  measureBeside,
  measureExports,
  measureWaits,
  type ReportProcess,
  saveReport,
  startReportProcess,
} from './exports.ts';

const COLUMNS = [
  'identifier',
  'username',
  'system',
  'createdDate',
  'createdDay',
  'authenticatedDate',
  'lastAccessDate',
  'ipAddress',
  'userAgent',
  'authenticationMethods',
] as const;
/** Reads the same columns without a report. */
const STATEMENT = `SELECT e.identifier, e.username, e.system, e.created, e.created::date, e.authenticated, coalesce(a.last_access, e.last_access),
    host(e.ip), e.user_agent, array_to_string(e.methods, ', ')
  FROM session_entry e LEFT JOIN session_activity a ON a.session_id = e.id
  WHERE e.tenant_identifier = 'default' AND NOT e.system LIMIT ${SESSIONS}`;
/** Sessions would run out while they are read. */
const KEEP = `UPDATE session_activity SET ends = now() + interval '11 hours'`;
const QUERYING = sql(
  'bench_report_querying',
  `SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
     AND query LIKE '%keelson_report.snapshot%' AND query LIKE '%session_entry%'`,
);

const sessions = (query: object = {}) => ({
  reportDataSourceType: 'PLATFORM',
  dataAdapterCode: 'platform',
  query: { dataSetCode: 'sessions', ...query },
  columnList: COLUMNS.map((name) => ({ name })),
  rowLimit: SESSIONS,
});
/** Is sorted whole before its first row comes, by what no index has. */
const SORTED = sessions({
  orderByList: [
    { column: 'userAgent', direction: 'DESC' },
    { column: 'ipAddress', direction: 'ASC' },
    { column: 'identifier', direction: 'ASC' },
  ],
});

interface Bench {
  readonly deployment: Deployment;
  readonly server: ReportProcess;
  readonly exported: Exported;
}

async function openBench(run: BarRun): Promise<Bench> {
  const { postgres, teardown, scratchDirectory, print } = run;
  const deployment = await createDeployment(postgres, run);
  const server = await startReportProcess(deployment);
  const { database, databaseUrl } = deployment;
  await fillSessions(database, SESSIONS, print);
  await database.withConnection(async ({ script }) => {
    await script(KEEP);
    await script('VACUUM ANALYZE session_activity');
  });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  teardown.add(() => client.end());
  const report = await saveReport(server, sessions());
  const exported = { of: 'platform data', rows: SESSIONS, report, client, statement: STATEMENT, scratchDirectory };
  return { deployment, server, exported };
}

await runBar({ rounds: 5, seconds: 10 }, async (run) => {
  const { deployment, server, exported } = await openBench(run);
  const { database, databaseName } = deployment;
  const { of, report } = exported;
  // The bench's own COPY is none of a report.
  const countQueries = async (): Promise<number> =>
    (await readStatements(run.postgres, databaseName))
      .filter(({ query }) => query.includes('keelson_report.snapshot') && query.includes('session_entry'))
      .reduce((sum, { calls }) => sum + calls, 0);
  const isGone = async (): Promise<boolean> => (await database.rows(QUERYING)).length === 0;
  const sorted = await saveReport(server, SORTED);
  return [
    ...(await measureExports(run, server, exported, { atLeastOfCopy: 50, countQueries })),
    ...(await measureWaits(run, server, { of, long: report, endless: sorted, isGone })),
    ...(await measureBeside(run, server, exported)),
  ];
});
