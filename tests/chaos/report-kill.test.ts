// Kills servers, threads and the database while reports run: each run ends once, whole or with its reason, and nothing stays of what was lost.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExternalDatabase, type ExternalDatabase } from '../support/database-url.ts';
import { chain, processFile } from '../support/models.ts';
import { type Person, personOf, signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  makeSecretKeys,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';

const ROUNDS = Number(process.env.KEELSON_CHAOS_ROUNDS ?? 3);
const SEED = Number(process.env.KEELSON_CHAOS_SEED ?? Date.now() % 1_000_000);
const RUNS_PER_ROUND = 12;
const PAUSE_MS_MAX = 400;
const ROUND_MS = 40_000;
/** A process that is silent for five seconds is dead, and what it held is taken within another one. */
const TAKEN_MS = 20_000;

type Rows = <R extends object>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>;

async function platformReport(admin: Person, code: string): Promise<string> {
  const { body } = await admin.sure.report.queryReportDataPage({ body: { code } });
  return body.data[0]!.uuid;
}

/** Saves a report whose query waits while the table of mails is locked. */
async function mailsReport(admin: Person, code: string): Promise<string> {
  const query = { dataSetCode: 'mails', orderByList: [{ column: 'dateCreated' }] };
  const source = { reportDataSourceType: 'PLATFORM', dataAdapterCode: 'platform' } as const;
  const { body } = await admin.sure.report.saveReport({ body: { code, name: code, ...source, query } });
  return body.uuid;
}

async function statusOf(admin: Person, uuid: string): Promise<string> {
  return (await admin.sure.report.getStatus({ params: { uuid } })).body.status;
}

const over = (status: string): boolean => ['SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT'].includes(status);

describe('a process that is killed while another one lives', () => {
  const environment = { KEELSON_SECRET_KEYS: makeSecretKeys() };
  let external: ExternalDatabase;
  let admin: Person;
  let survivor: ServerProcess | undefined;
  const rows: Rows = (text, values = []) => external.database.rows({ name: '', text }, values);

  beforeAll(async () => {
    external = await createExternalDatabase();
  });
  afterAll(async () => {
    await survivor?.stop();
    await external?.close();
  });

  const start = () => startServerProcess({ databaseUrl: external.url, environment });
  const snapshotTables = () =>
    rows<{ name: string }>("SELECT relname AS name FROM pg_class WHERE relname ~ '^snapshot_[0-9]+$'");
  const writers = () =>
    rows(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'INSERT INTO keelson_report.%' AND state = 'active'",
    );

  /** Kills the process that is at a run, which another one has to take; the table keeps the run where it is meanwhile. */
  async function killedAt(table: 'mail' | 'kernel_content', status: 'RUNNING' | 'RENDERING'): Promise<string> {
    const victim = survivor ?? (await start());
    admin = await signInAdmin(victim.url);
    const uuid = await mailsReport(admin, `killed-${status.toLowerCase()}`);
    const run = await external.database.transaction(async (tx) => {
      await tx.execute({ name: '', text: `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE` });
      const { body } = await admin.sure.report.execute({ params: { uuid }, body: { outputFormat: 'CSV' } });
      await until('the run to be there', async () => (await statusOf(admin, body.uuid)) === status);
      process.kill(victim.pid, 'SIGKILL');
      await victim.ended;
      survivor = await start();
      admin = personOf(survivor.url, admin.username, admin.token);
      const attempts = () =>
        rows<{ attempts: number }>('SELECT attempts FROM report_execution WHERE uuid = $1', [body.uuid]);
      await until('another process to take it', async () => (await attempts())[0]?.attempts === 2, {
        timeoutMs: TAKEN_MS,
      });
      return body.uuid;
    });
    await until('its end', async () => over(await statusOf(admin, run)), { timeoutMs: TAKEN_MS });
    return run;
  }

  it.each([
    ['mail', 'RUNNING'],
    ['kernel_content', 'RENDERING'],
  ] as const)(
    'report 6: a run is taken up where its process was killed with %s locked (%s), ends with one file, and leaves one table',
    {
      timeout: 3 * ROUND_MS,
    },
    async (table, status) => {
      const run = await killedAt(table, status);
      expect(await statusOf(admin, run)).toBe('SUCCEEDED');
      const files = await rows<{ name: string; bytes: number }>(
        `SELECT 'snapshot_' || e.snapshot_id AS name, c.size AS bytes FROM report_execution e
       JOIN report_export x ON x.execution_id = e.id JOIN kernel_content c ON c.hash = x.content WHERE e.uuid = $1`,
        [run],
      );
      expect(files).toHaveLength(1);
      const kept = await rows<{ name: string }>("SELECT 'snapshot_' || snapshot_id AS name FROM report_execution");
      await until(
        'the tables of lost attempts to be gone',
        async () => (await snapshotTables()).length === kept.length,
        {
          timeoutMs: 2 * ROUND_MS,
        },
      );
      expect((await snapshotTables()).map(({ name }) => name).sort()).toEqual(kept.map(({ name }) => name).sort());
      expect(await writers()).toEqual([]);
      const file = await fetch(`${survivor!.url}/report-executions/output/by-uuid/${run}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, files[0]!.bytes]);
      // Bytes that nobody finished belong to nobody, and go with the sweep of a day.
      const unfinished = await rows(
        'SELECT FROM kernel_content c JOIN report_export x ON x.content = c.hash WHERE c.size <> x.byte_count',
      );
      expect(unfinished).toEqual([]);
      expect(await rows('SELECT FROM report_run_event')).toEqual([]);
    },
  );
});

describe('a process of the engine whose server is killed while it waits in report.run', () => {
  let directory: string;
  let server: ServerProcess;
  let admin: Person;

  async function start(): Promise<void> {
    server = await startServerProcess({ directory });
  }
  beforeAll(async () => {
    directory = makeDataDirectory();
    await start();
    admin = await signInAdmin(server.url);
  });
  afterAll(async () => {
    await server?.stop();
    removeDataDirectory(directory);
  });

  it(`report 43: after ${ROUNDS} kills at random moments, seed ${SEED}, each instance has gone on once, by a run of its own`, {
    timeout: 2 * ROUNDS * ROUND_MS,
  }, async () => {
    const parameters = { reportCode: 'platform.audit-by-user', outputFormat: 'CSV' };
    const withs = Object.entries(parameters).map(([name, value]) => `<keelson:with name="${name}" value="${value}"/>`);
    const call = `<serviceTask id="run" keelson:call="report.run" keelson:resultVariable="run"><extensionElements>${withs.join('')}</extensionElements></serviceTask>`;
    const model = processFile('reports', chain('<startEvent id="begun"/>', call, '<endEvent id="done"/>'));
    await admin.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'reports.bpmn', bytes: model }] } });
    const begin = (businessKey: string) =>
      admin.client.bpmnEngine.startProcessInstanceByKey({
        params: { processDefinitionKey: 'reports' },
        body: { businessKey },
        headers: { 'idempotency-key': businessKey },
      });
    const pauses = fc.sample(fc.nat(PAUSE_MS_MAX), { seed: SEED, numRuns: ROUNDS });
    const instances = new Map<string, string>();
    for (const [round, pauseMs] of pauses.entries()) {
      const keys = Array.from({ length: RUNS_PER_ROUND }, (_none, index) => `${round}-${index}`);
      const first = keys.map((key) => begin(key).catch(() => null));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      process.kill(server.pid, 'SIGKILL');
      await Promise.all(first);
      await server.ended;
      await start();
      admin = personOf(server.url, admin.username, admin.token);
      for (const key of keys) {
        const begun = await until(`the instance ${key} to be there`, async () => {
          const again = await begin(key).catch(() => null);
          return again?.ok ? again.body : null;
        });
        instances.set(key, begun!.id);
      }
    }
    const runs = new Set<unknown>();
    for (const [key, id] of instances) {
      const ended = await until(
        `the instance ${key} to end`,
        async () => {
          const { body } = await admin.sure.bpmnEngine.getProcessInstance({
            params: { id },
            query: { withVariables: 'run' },
          });
          return body.endState === 'COMPLETED' ? body : null;
        },
        { timeoutMs: ROUND_MS },
      );
      const run = ended!.variables?.run as { readonly status: string; readonly executionUuid: string };
      expect(run.status).toBe('SUCCEEDED');
      runs.add(run.executionUuid);
    }
    const page = await admin.sure.report.queryExecutionPage({ body: { pageable: { pageSize: 200 } } });
    expect([runs.size, page.body.totalElements]).toEqual([instances.size, instances.size]);
  });
});

describe('one process that is killed again and again', () => {
  let directory: string;
  let server: ServerProcess;
  let admin: Person;

  async function start(): Promise<void> {
    server = await startServerProcess({ directory });
  }
  async function startAgain(): Promise<void> {
    await start();
    // The same session goes on: a key is its caller's.
    admin = personOf(server.url, admin.username, admin.token);
  }
  beforeAll(async () => {
    directory = makeDataDirectory();
    await start();
    admin = await signInAdmin(server.url);
  });
  afterAll(async () => {
    await server?.stop();
    removeDataDirectory(directory);
  });

  it(`report 6: after ${ROUNDS} kills at random moments, seed ${SEED}, each run that was asked for under its key is there once, and has one whole file or its reason`, {
    timeout: 2 * ROUNDS * ROUND_MS,
  }, async () => {
    const uuid = await platformReport(admin, 'platform.audit-by-user');
    const formats = ['CSV', 'XLSX', 'PDF', 'HTML', 'JSON'] as const;
    const ask = (key: string, index: number) =>
      admin.client.report.execute({
        params: { uuid },
        body: { outputFormat: formats[index % formats.length]! },
        headers: { 'idempotency-key': key },
      });
    const pauses = fc.sample(fc.nat(PAUSE_MS_MAX), { seed: SEED, numRuns: ROUNDS });
    const runs = new Map<string, string>();
    for (const [round, pauseMs] of pauses.entries()) {
      const keys = Array.from({ length: RUNS_PER_ROUND }, (_none, index) => `${round}-${index}`);
      const first = keys.map((key, index) => ask(key, index).catch(() => null));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      // Every other blow hits the database alone.
      const isServer = round % 2 === 0;
      process.kill(isServer ? server.pid : server.databasePid()!, 'SIGKILL');
      await Promise.all(first);
      if (isServer) {
        await server.ended;
        await startAgain();
      }
      for (const [index, key] of keys.entries()) {
        const answer = await until(`the run ${key} to be accepted`, async () => {
          const again = await ask(key, index).catch(() => null);
          return again?.ok ? again.body : null;
        });
        runs.set(key, answer!.uuid);
      }
      await until(
        'all runs to end',
        async () => {
          const states = await Promise.all([...runs.values()].map((run) => statusOf(admin, run).catch(() => 'QUEUED')));
          return states.every(over);
        },
        { timeoutMs: ROUND_MS },
      );
    }
    const page = await admin.sure.report.queryExecutionPage({
      body: { executableReportUuid: uuid, pageable: { pageSize: 200 } },
    });
    expect(page.body.totalElements).toBe(ROUNDS * RUNS_PER_ROUND);
    expect(new Set(runs.values()).size).toBe(ROUNDS * RUNS_PER_ROUND);
    for (const run of page.body.data) {
      const ended = run.status === 'SUCCEEDED' ? 'SUCCEEDED' : (run.errorDetail?.errorCode ?? run.status);
      expect(['SUCCEEDED', 'REPORT_WORKER_LOST']).toContain(ended);
      const made = run.exportList.filter(({ status }) => status === 'SUCCEEDED');
      expect(made).toHaveLength(run.status === 'SUCCEEDED' ? 1 : 0);
      if (run.status !== 'SUCCEEDED') continue;
      const file = await fetch(`${server.url}/report-executions/output/by-uuid/${run.uuid}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, made[0]!.byteCount]);
    }
  });
});
