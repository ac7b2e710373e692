// Tests reports that are run while their answer is waited for.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsReport, whileLocked } from '../run/run.fixture.ts';
import { eventually, query, type RunServer, startRunServer } from './execution.fixture.ts';

let server: RunServer;
beforeAll(async () => {
  server = await startRunServer();
});
afterAll(() => server?.stop());

const run = (uuid: string, { query: asked = '', signal }: { query?: string; signal?: AbortSignal } = {}) =>
  fetch(`${server.url}/executable-reports/run/by-uuid/${uuid}${asked}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ outputFormat: 'CSV' }),
    ...(signal === undefined ? {} : { signal }),
  });
const statusOf = (uuid: string) =>
  query<{ status: string }>(
    server,
    'SELECT status FROM report_execution WHERE report_uuid = $1 ORDER BY id DESC LIMIT 1',
    [uuid],
  ).then(([row]) => row?.status);

it('a run answers its file, and names itself in a header', async () => {
  const { uuid } = await server.report('at-once');
  const answer = await run(uuid);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv']);
  const named = answer.headers.get('x-svc-execution-uuid')!;
  expect((await server.output(named)).bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
});

it('a run that takes longer than its answer waits goes on, and is named in the refusal', async () => {
  const { uuid } = await server.report('slow', mailsReport);
  const named = await whileLocked(server, 'mail', async () => {
    const answer = await run(uuid, { query: '?wait-millis=200' });
    const { errorDetail } = (await answer.json()) as {
      errorDetail: { errorCode: string; errorArguments: [{ executionUuid: string }] };
    };
    expect([answer.status, errorDetail.errorCode]).toEqual([504, 'REPORT_RUN_TIMEOUT']);
    return errorDetail.errorArguments[0].executionUuid;
  });
  expect(await server.ended(named)).toMatchObject({ status: 'SUCCEEDED' });
});

it('a run whose client goes is cancelled', async () => {
  const { uuid } = await server.report('left', mailsReport);
  await whileLocked(server, 'mail', async () => {
    const leaving = new AbortController();
    const answer = run(uuid, { signal: leaving.signal });
    await eventually(
      () => statusOf(uuid),
      (status) => status === 'RUNNING',
    );
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await eventually(
      () => statusOf(uuid),
      (status) => status === 'CANCELLED',
    );
  });
});

it('report 25: file, rows and further formats of a run that is not over are refused, and its status says when to ask again', async () => {
  const { uuid } = await server.report('not-ready', mailsReport);
  await whileLocked(server, 'mail', async () => {
    const { uuid: asked } = await server.execute(uuid, { outputFormat: 'CSV' });
    const answers = await Promise.all([
      server.as(server.admin, 'GET', `/report-executions/output/by-uuid/${asked}`),
      server.as(server.admin, 'GET', `/report-executions/page/by-uuid/${asked}/0`),
      server.as(server.admin, 'POST', `/report-executions/export/by-uuid/${asked}`, { outputFormat: 'JSON' }),
    ]);
    expect(answers.map(({ status, error }) => [status, error?.errorCode])).toEqual(
      Array.from({ length: 3 }, () => [409, 'REPORT_NOT_READY']),
    );
    const status = await server.as(server.admin, 'GET', `/report-executions/status/by-uuid/${asked}`);
    expect(status.body).toMatchObject({ retryAfterMillis: 1_000 });
    await server.as(server.admin, 'POST', `/report-executions/cancel/by-uuid/${asked}`);
    expect(await server.ended(asked)).toMatchObject({ status: 'CANCELLED', retryAfterMillis: null });
  });
});
