// Tests that what a task shows is true: its loop, its delegation, its state, and where it can be returned to; over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, END, START, started, startedOf, task } from '../testing/driven-process.ts';
import { startEngine } from '../testing/engine-server.ts';
import { bpmnFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const looped = (id: string, loop: string) => `<userTask id="${id}">${loop}</userTask>`;
const parallel =
  '<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>';
const sequential = parallel.replace('Characteristics>', 'Characteristics isSequential="true">');
const standard = '<standardLoopCharacteristics><loopCondition>${true}</loopCondition></standardLoopCharacteristics>';

describe('a task', () => {
  it('tells which iteration of its loop it is, and outside of a loop none', async () => {
    const loops = async (elements: readonly string[]) => {
      const run = await started(admin, chained([START, ...elements, END]));
      const counters = async () => (await run.tasks()).map(({ loopCounter }) => loopCounter);
      return { run, counters };
    };
    expect(await (await loops([task('work')])).counters()).toEqual([null]);
    expect((await (await loops([looped('each', parallel)])).counters()).sort()).toEqual([0, 1, 2]);
    for (const loop of [sequential, standard]) {
      const { run, counters } = await loops([looped('again', loop)]);
      expect(await counters()).toEqual([0]);
      await run.complete('again');
      expect(await counters()).toEqual([1]);
    }
  });

  it('is unassigned, assigned or delegated, and says how far a delegation is', async () => {
    const run = await started(admin, chained([START, task('work'), END]));
    const [{ id } = { id: '' }] = await run.tasks();
    const shown = async () => {
      const { body } = await admin.get(`/task/${id}`);
      return [body.state, body.delegationState, body.assignee, body.owner];
    };
    const found = async (delegationState: string) => {
      const page = await admin.post('/task/page', { delegationState, processInstanceId: run.id });
      return page.body.totalElements;
    };
    expect(await shown()).toEqual(['UNASSIGNED', null, null, null]);
    await admin.post(`/task/${id}/claim`);
    expect(await shown()).toEqual(['ASSIGNED', null, 'admin', null]);
    expect([await found('PENDING'), await found('RESOLVED')]).toEqual([0, 0]);
    await admin.post(`/task/${id}/delegate`, { user: 'mary' });
    expect(await shown()).toEqual(['DELEGATED', 'PENDING', 'mary', 'admin']);
    expect([await found('PENDING'), await found('RESOLVED')]).toEqual([1, 0]);
    await admin.post(`/task/${id}/resolve`, {});
    expect(await shown()).toEqual(['ASSIGNED', 'RESOLVED', 'admin', 'admin']);
    expect([await found('PENDING'), await found('RESOLVED')]).toEqual([0, 1]);
    expect((await admin.post('/task/page', { or: [{ delegationState: 'RESOLVED' }] })).body.totalElements).toBe(1);
  });

  it('of a suspended instance is found by that', async () => {
    const run = await started(admin, chained([START, task('work'), END]));
    const found = async (suspended: boolean) =>
      (await admin.post('/task/page', { suspended, processInstanceId: run.id })).body.totalElements;
    expect([await found(true), await found(false)]).toEqual([0, 1]);
    await admin.post(`/process-instance/${run.id}/suspend`);
    expect([await found(true), await found(false)]).toEqual([1, 0]);
    expect((await run.tasks())[0]?.suspended).toBe(true);
  });

  it('tells the tasks that it can be returned to, the nearest first, to whoever asks for them', async () => {
    const named = '<userTask id="second" name="Second look"/>';
    await admin.deploy([['line.bpmn', bpmnFile('line', chained([START, task('first'), named, task('third'), END]))]]);
    const run = await startedOf(admin, 'line');
    const returns = async (query: object) => {
      const { body } = await admin.post('/task/list', { processInstanceId: run.id, ...query });
      return body[0].possibleReturns;
    };
    expect(await returns({ withReturns: true })).toEqual([]);
    await run.complete('first');
    await run.complete('second');
    expect(await returns({})).toBeNull();
    const both = [
      { elementId: 'second', name: 'Second look' },
      { elementId: 'first', name: null },
    ];
    expect(await returns({ withReturns: true })).toEqual(both);
    const page = await admin.post('/task/page', { processInstanceId: run.id, withReturns: true });
    expect(page.body.data[0]).toMatchObject({ possibleReturns: both, variables: null });
    const [third] = await run.tasks();
    expect((await admin.post(`/task/${third?.id}/return`, { targetElementId: 'first' })).status).toBe(200);
    expect(await run.names()).toEqual(['first']);
  });
});
