// Bars B1 and B4 to B7 of reports over an adapter, from the request to the finished file of a server that runs as an operator starts it.
import pg from 'pg';
import { type BarRun, runBar } from '../bars/bar.ts';
import { call } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
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
import { columnNames, createSource } from './report-rows.ts';

const ROWS = 1_000_000;
const SOURCE = 'bench_orders';
const STATEMENT = `SELECT ${columnNames} FROM ${SOURCE}`;
/** Its first rows come at once, and its last ones in a week. */
const LONG = `SELECT o.c1, o.c2, p.c1 AS other FROM ${SOURCE} AS o CROSS JOIN ${SOURCE} AS p`;
const ENDLESS = `SELECT sum(o.c4 + n) AS s FROM ${SOURCE} AS o CROSS JOIN generate_series(1, 1000000) AS n`;
const APPLICATION = 'keelson-report';
const ADAPTER = 'source';

interface Bench {
  readonly server: ReportProcess;
  readonly exported: Exported;
  /** Is the database that the adapter leads to. */
  readonly sourceName: string;
  readonly foreign: pg.Client;
}

const over = (statement: string) => ({
  reportDataSourceType: 'SQL',
  dataAdapterCode: ADAPTER,
  query: { statement },
  rowLimit: ROWS,
});

async function openBench(run: BarRun): Promise<Bench> {
  const { postgres, teardown, scratchDirectory } = run;
  const deployment = await createDeployment(postgres, run);
  const source = await postgres.createSubjectDatabase('report_source');
  const foreign = new pg.Client(source.url);
  await foreign.connect();
  teardown.add(() => foreign.end());
  await foreign.query(createSource(SOURCE, ROWS));
  await foreign.query(`VACUUM ANALYZE ${SOURCE}`);
  const server = await startReportProcess(deployment);
  const { origin, token } = server;
  const url = `${source.jdbcUrl.replace('jdbc:', '')}?sslmode=disable`;
  const login = { username: source.user, secret: source.password };
  const adapter = { code: ADAPTER, name: 'Source', url, ...login, allowedHostList: ['127.0.0.1'] };
  await call(origin, '/report-data-adapters', { token, body: adapter });
  const report = await saveReport(server, over(STATEMENT));
  const exported = {
    of: 'an adapter',
    rows: ROWS,
    report,
    client: foreign,
    statement: STATEMENT,
    scratchDirectory,
  };
  return { server, exported, sourceName: source.name, foreign };
}

await runBar({ rounds: 5, seconds: 10 }, async (run) => {
  const { server, exported, sourceName, foreign } = await openBench(run);
  const { of } = exported;
  const countQueries = async (): Promise<number> =>
    (await readStatements(run.postgres, sourceName)).reduce((sum, { calls }) => sum + calls, 0);
  const isGone = async (): Promise<boolean> =>
    (await foreign.query(`SELECT FROM pg_stat_activity WHERE application_name = '${APPLICATION}'`)).rows.length === 0;
  const [long, endless] = [await saveReport(server, over(LONG)), await saveReport(server, over(ENDLESS))];
  return [
    ...(await measureExports(run, server, exported, { atLeastOfCopy: 35, countQueries })),
    ...(await measureWaits(run, server, { of, long, endless, isGone })),
    ...(await measureBeside(run, server, exported)),
  ];
});
