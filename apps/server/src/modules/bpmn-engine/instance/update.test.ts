// Tests changing what is known of a running instance as a whole, and who follows, over HTTP.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { catching, deployed, END, messageOf, START, startedOf, task, WAIT } from '../testing/driven-process.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let key: string;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  const elements = [
    START,
    '<parallelGateway id="fork"/>',
    task('work'),
    catching('wait', messageOf('paid')),
    '<serviceTask id="out" keelson:type="external" keelson:topic="renamed"/>',
    END,
    flow('f0', 'start', 'fork'),
    ...['work', 'wait', 'out'].flatMap((id) => [flow(`to-${id}`, 'fork', id), flow(`from-${id}`, id, 'end')]),
  ];
  ({ key } = await deployed(admin, elements.join('\n')));
});
afterAll(() => server.stop());

const pathOf = (id: string) => `/process-instance/${id}`;

describe('an instance that is changed as a whole', () => {
  it('has the new facts while it runs and after its end; what is left out stays, null empties', async () => {
    const run = await startedOf(admin, key, { businessKey: 'OLD', name: 'Order', priority: 7 });
    const changes = { businessKey: 'NEW', priority: 80, dueDate: '2031-02-03T04:05:06.000Z' };
    const changed = await admin.put(pathOf(run.id), changes);
    expect(changed.body).toMatchObject({ ...changes, name: 'Order', version: 2 });
    expect((await admin.put(pathOf(run.id), { priority: null, name: null })).body).toMatchObject({
      ...changes,
      priority: null,
      name: null,
      version: 3,
    });
    expect((await admin.put(pathOf(run.id), { priority: null })).body.version).toBe(3);
    const found = async (filter: object) =>
      (await admin.post('/process-instance/page', { processDefinitionKeys: [key], ...filter })).body.data;
    expect(await found({ businessKey: 'NEW', dueDateTo: '2031-02-04T00:00:00Z' })).toMatchObject([{ id: run.id }]);
    expect(await found({ businessKey: 'OLD' })).toEqual([]);
    await admin.remove(pathOf(run.id));
    const ended = { ...changes, name: null, priority: null, state: 'ENDED' };
    expect(await found({ businessKey: 'NEW', states: ['ENDED'] })).toMatchObject([ended]);
    const { data } = (await admin.post('/history/activities/page', { processInstanceId: run.id })).body;
    expect(data[0]).toMatchObject({ businessKey: 'NEW' });
    expect(outcome(await admin.put(pathOf(run.id), changes))).toEqual([409, 'INSTANCE_ENDED']);
  });

  it('is found by its new business key: its tasks, external tasks and messages', async () => {
    const run = await startedOf(admin, key, { businessKey: 'BEFORE' });
    await admin.put(pathOf(run.id), { businessKey: 'AFTER' });
    expect((await admin.post('/task/list', { businessKey: 'AFTER' })).body).toMatchObject([
      { processInstanceId: run.id },
    ]);
    const topics = [{ topic: 'renamed', lockMillis: 1_000, businessKey: 'AFTER' }];
    const fetched = await admin.post('/external-task/fetch-and-lock', { workerId: 'w', maxTasks: 1, topics });
    expect(fetched.body).toMatchObject([{ processInstanceId: run.id, businessKey: 'AFTER' }]);
    const correlate = (businessKey: string) =>
      admin.post('/runtime/messages/correlate', { messageName: 'paid', businessKey });
    expect(outcome(await correlate('BEFORE'))).toEqual([404, 'MESSAGE_NOT_CORRELATED']);
    expect((await correlate('AFTER')).body).toMatchObject([{ kind: 'EXECUTION', processInstanceId: run.id }]);
  });

  it('receives a message that waits for its new business key', async () => {
    const run = await startedOf(admin, key, { businessKey: 'EARLIER' });
    const message = { messageName: 'paid', businessKey: 'LATER', timeToLive: 20_000 };
    expect((await admin.post('/runtime/messages/correlate', message)).body).toMatchObject([{ kind: 'BUFFERED' }]);
    await admin.put(pathOf(run.id), { businessKey: 'LATER' });
    const elements = async () =>
      (await run.instance()).currentElements.map(({ elementId }: { elementId: string }) => elementId);
    await vi.waitFor(async () => expect(await elements()).not.toContain('wait'), WAIT);
  });

  it('is refused by version, and where there is none; a suspended one can be changed', async () => {
    const run = await startedOf(admin, key);
    expect(outcome(await admin.put(pathOf(run.id), { name: 'x', version: 9 }))).toEqual([409, 'VERSION_CONFLICT']);
    expect(outcome(await admin.put(pathOf('x'), { name: 'x' }))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    await admin.post(`${pathOf(run.id)}/suspend`);
    const changed = await admin.put(pathOf(run.id), { name: 'x', version: 2 });
    expect(changed.body).toMatchObject({ name: 'x', state: 'SUSPENDED' });
    expect((await admin.post('/process-instance/page', { ids: [run.id] })).body.data).toMatchObject([{ name: 'x' }]);
  });
});
