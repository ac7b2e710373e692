// Tests that what an ended instance has left behind is deleted whole, and nothing of what still runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createPersonWithRoles, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, deployed, END, START, started, startedOf, task } from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const path = (id: string) => `/history/process-instance/${id}`;
const remove = async (id: string, as = admin) => outcome(await as.remove(path(id)));
const LEFT = sql(
  't_removal_left',
  `SELECT (SELECT count(*) FROM bpm_history_event WHERE instance_id = $1) + (SELECT count(*) FROM bpm_hi_instance WHERE id = $1) +
     (SELECT count(*) FROM bpm_call WHERE called_id = $1 OR caller_id = $1) +
     (SELECT count(*) FROM bpm_incident WHERE instance_id = $1) AS left`,
);
const EVENTS = sql(
  't_removal_events',
  "SELECT detail FROM log_recorded_event WHERE kind = 'process-history.deleted' AND subject = $1",
);
const left = async (id: string) => Number((await server.kernel.database.rows<{ left: number }>(LEFT, [id]))[0]?.left);

async function calling() {
  const child = await deployed(admin, chained([START, task('inner'), END]));
  const call = `<callActivity id="call" calledElement="${child.key}"/>`;
  const run = await started(admin, chained([START, call, task('outer'), END]));
  const [open] = (await admin.post('/task/list', { rootProcessInstanceId: run.id })).body;
  return { run, inner: open.id as string, called: open.processInstanceId as string };
}

describe('the history of an ended instance', () => {
  it('bpmn-engine 49: is deleted with those that it called, and counted no more', async () => {
    const { run, inner, called } = await calling();
    await admin.post(`/task/${inner}/complete`, {});
    await run.complete('outer');
    const { processDefinitionKey } = await run.instance();
    const total = async () =>
      (await admin.post('/process-instance/page', { processDefinitionKeys: [processDefinitionKey], states: ['ENDED'] }))
        .body.totalElements;
    expect(await total()).toBe(1);
    expect(await remove(run.id)).toEqual([200, null]);
    expect([await left(run.id), await left(called), await total()]).toEqual([0, 0, 0]);
    for (const gone of [path(run.id), path(called)]) {
      expect(outcome(await admin.get(`${gone}/timeline`))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    }
    expect(outcome(await admin.get(`/process-instance/${run.id}`))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    expect(await remove(run.id)).toEqual([404, 'INSTANCE_NOT_FOUND']);
    expect(await server.kernel.database.rows(EVENTS, [run.id])).toHaveLength(1);
  });

  it('is kept while the instance runs, and while the one that called it does', async () => {
    const { run, inner, called } = await calling();
    expect(await remove(run.id)).toEqual([409, 'INSTANCE_NOT_ENDED']);
    await admin.post(`/task/${inner}/complete`, {});
    expect(await remove(called)).toEqual([409, 'INSTANCE_NOT_ENDED']);
    await run.complete('outer');
    expect(await remove(called)).toEqual([200, null]);
    expect((await admin.get(`${path(run.id)}/timeline`)).status).toBe(200);
    expect(await remove(run.id)).toEqual([200, null]);
  });

  it('bpmn-engine 30: is deleted by whoever may in its tenant', async () => {
    const { key } = await deployed(admin, chained([START, task('own'), END]));
    const run = await startedOf(admin, key);
    await run.complete('own');
    const stranger = await createStranger({ server, admin }, 'removal-elsewhere');
    expect(await remove(run.id, stranger)).toEqual([404, 'INSTANCE_NOT_FOUND']);
    const ada = await createPersonWithRoles(admin, server.url, 'ada');
    expect(await remove(run.id, ada)).toEqual([403, 'ACCESS_DENIED']);
    expect(await left(run.id)).toBeGreaterThan(0);
    expect(await remove('none')).toEqual([404, 'INSTANCE_NOT_FOUND']);
  });
});
