// Tests what people do with a task beside claiming and completing it, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { boundary, chained, END, START, started, task } from '../testing/driven-process.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

async function openTask(model = chained([START, task('work'), task('next'), END])) {
  const run = await started(admin, model);
  const [open] = await run.tasks();
  return { run, path: `/task/${open?.id}`, id: String(open?.id) };
}

describe('a task', () => {
  it('shows what was changed of it, and refuses a change of what somebody else has changed since', async () => {
    const { path } = await openTask();
    const change = { name: 'Look', priority: 70, dueDate: '2030-01-02T03:04:05Z', followUpDate: null };
    expect((await admin.put(path, { ...change, version: 1 })).status).toBe(200);
    const { body } = await admin.get(path);
    expect(body).toMatchObject({ name: 'Look', priority: 70, dueDate: '2030-01-02T03:04:05.000Z', version: 2 });
    expect(outcome(await admin.put(path, { name: 'x', version: 1 }))).toEqual([409, 'VERSION_CONFLICT']);
  });

  it('goes to whom it is assigned, and to nobody again', async () => {
    const { path } = await openTask();
    expect((await admin.post(`${path}/assign`, { assignee: 'mary' })).status).toBe(200);
    expect((await admin.get(path)).body).toMatchObject({ assignee: 'mary', state: 'ASSIGNED' });
    await admin.post(`${path}/assign`, { assignee: null });
    expect((await admin.get(path)).body).toMatchObject({ assignee: null, state: 'UNASSIGNED' });
  });

  it('that is delegated comes back to its owner when it is resolved, and is not completed before', async () => {
    const { path, run } = await openTask();
    expect(outcome(await admin.post(`${path}/resolve`, {}))).toEqual([409, 'TASK_NOT_DELEGATED']);
    await admin.post(`${path}/claim`);
    await admin.post(`${path}/delegate`, { user: 'mary' });
    expect((await admin.get(path)).body).toMatchObject({
      owner: 'admin',
      assignee: 'mary',
      delegationState: 'PENDING',
      state: 'DELEGATED',
    });
    for (const action of ['complete', 'unclaim']) {
      expect(outcome(await admin.post(`${path}/${action}`))).toEqual([409, 'TASK_DELEGATED']);
    }
    expect((await admin.post(`${path}/resolve`, { variables: { found: 1 } })).status).toBe(200);
    expect((await admin.get(path)).body).toMatchObject({ assignee: 'admin', delegationState: 'RESOLVED' });
    await run.complete('work');
    expect(await run.names()).toEqual(['next']);
  });

  it('throws an error that its boundary catches, and an escalation beside which it stays open', async () => {
    const caught = boundary('caught', 'work', '<errorEventDefinition errorRef="broken"/>');
    const { path, run } = await openTask(
      chained([START, task('work'), END], `${caught}${task('care')}${flow('x', 'caught', 'care')}`),
    );
    expect((await admin.post(`${path}/escalate`, { code: 'E2' })).status).toBe(200);
    expect(await run.names()).toEqual(['work']);
    const uncaught = await admin.post(`${path}/error`, { code: 'E9' });
    expect(uncaught.errorDetail?.errorArguments[0].code).toBe('UNCAUGHT_ERROR');
    expect((await admin.post(`${path}/error`, { code: 'E1', variables: { why: 1 } })).status).toBe(200);
    expect(await run.names()).toEqual(['care']);
  });
});

describe('the way back', () => {
  it('of a return is planned without a change, and then done as planned', async () => {
    const { run } = await openTask();
    await run.complete('work');
    const [next] = await run.tasks();
    const path = `/task/${next?.id}/return`;
    const plan = (await admin.post(path, { dryRun: true })).body;
    expect(plan).toMatchObject({ legal: true, starts: [{ elementId: 'work' }], processInstance: null });
    expect(await run.names()).toEqual(['next']);
    const done = (await admin.post(path, { expectedVersion: plan.expectedVersion })).body;
    expect(done.starts).toEqual(plan.starts);
    expect(await run.names()).toEqual(['work']);
    expect(outcome(await admin.post(path, {}))[0]).toBe(404);
  });

  it('of a return to where the instance never was is refused with its reasons', async () => {
    const { path } = await openTask();
    const refused = await admin.post(`${path}/return`, { targetElementId: 'next' });
    expect(outcome(refused)).toEqual([422, 'RETURN_NOT_POSSIBLE']);
    expect(refused.errorDetail?.errorArguments.length).toBeGreaterThan(0);
  });

  it('of a withdrawal takes the own last task back, as long as nobody went on', async () => {
    const { run, id } = await openTask();
    await run.complete('work');
    expect((await admin.post(`/task/${id}/withdraw`, { dryRun: true })).body).toMatchObject({ legal: true });
    expect((await admin.post(`/task/${id}/withdraw`, {})).status).toBe(200);
    expect(await run.names()).toEqual(['work']);
    const again = await openTask(chained([START, task('work'), task('next'), task('last'), END]));
    await again.run.complete('work');
    await again.run.complete('next');
    expect(outcome(await admin.post(`/task/${again.id}/withdraw`, {}))).toEqual([422, 'WITHDRAW_NOT_POSSIBLE']);
  });

  it('of a jump goes to any element, and refuses one that is not there', async () => {
    const { run, path } = await openTask(chained([START, task('work'), task('next'), task('last'), END]));
    expect(outcome(await admin.post(`${path}/jump`, { targetElementIds: ['nowhere'] }))).toEqual([
      422,
      'MODIFICATION_NOT_POSSIBLE',
    ]);
    expect((await admin.post(`${path}/jump`, { targetElementIds: ['last'] })).status).toBe(200);
    expect(await run.names()).toEqual(['last']);
  });

  it('refuses what was planned for another version of the instance', async () => {
    const { path } = await openTask();
    const body = { targetElementIds: ['next'], expectedVersion: 99 };
    expect(outcome(await admin.post(`${path}/jump`, body))).toEqual([409, 'VERSION_CONFLICT']);
  });
});
