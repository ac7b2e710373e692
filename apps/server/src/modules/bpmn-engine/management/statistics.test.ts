// Tests what operators see in numbers: of their tenant over HTTP, of all tenants in the metrics.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { after, catching, chained, deployed, END, START, started, startedOf, task } from '../testing/driven-process.ts';
import { startEngine } from '../testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const metric = async (line: string): Promise<number | null> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const found = text.split('\n').find((each) => each.startsWith(`keelson_${line} `));
  return found === undefined ? null : Number(found.split(' ').at(-1));
};

describe('statistics', () => {
  it('count jobs by type, external tasks by topic, incidents, messages, instances and tasks', async () => {
    const { key } = await deployed(admin, chained([START, catching('wait', after('PT1H')), END]));
    for (let count = 0; count < 3; count++) await startedOf(admin, key);
    await started(admin, chained([START, task('work'), END]));
    const work = '<serviceTask id="work" keelson:type="external" keelson:topic="counted"/>';
    const external = await started(admin, chained([START, work, END]));
    const bad =
      '<serviceTask id="bad" keelson:asyncBefore="true" keelson:expression="${missing}"><extensionElements><keelson:failedJobRetryTimeCycle>R1/PT0S</keelson:failedJobRetryTimeCycle></extensionElements></serviceTask>';
    const failing = await started(admin, chained([START, bad, END]));
    await expect.poll(async () => (await failing.instance()).incidentCount).toBe(1);
    await admin.post('/runtime/messages/correlate', { messageName: 'later', timeToLive: 60_000 });
    const { body } = await admin.get('/management/statistics');
    const oldest = (await external.instance()).startTime;
    expect(body).toEqual({
      instancesRunning: 6,
      tasksOpen: 1,
      messagesWaiting: 1,
      jobs: expect.arrayContaining([
        { type: 'TIMER', waiting: 3, due: 0, running: 0, failed: 0, oldestDue: null },
        { type: 'ASYNC', waiting: 1, due: 0, running: 0, failed: 1, oldestDue: null },
      ]),
      externalTasks: [{ topic: 'counted', open: 1, locked: 0, failed: 0, oldest }],
      incidents: [{ type: 'FAILED_JOB', open: 1 }],
    });
    expect(await metric('engine_jobs{type="TIMER",state="waiting"}')).toBe(3);
    expect(await metric('engine_incidents_open{type="FAILED_JOB"}')).toBe(1);
    expect(await metric('engine_external_tasks{topic="counted"}')).toBe(1);
    expect(await metric('engine_messages_waiting')).toBe(1);
    expect(await metric(`engine_instances_total{process="${key}",outcome="STARTED"}`)).toBe(3);
  });

  it('count instances by how they ended', async () => {
    const { key } = await deployed(admin, chained([START, task('work'), END]));
    const [done, cancelled] = [await startedOf(admin, key), await startedOf(admin, key)];
    await done.complete('work');
    await admin.remove(`/process-instance/${cancelled.id}`);
    expect(await metric(`engine_instances_total{process="${key}",outcome="COMPLETED"}`)).toBe(1);
    expect(await metric(`engine_instances_total{process="${key}",outcome="CANCELLED"}`)).toBe(1);
  });

  it('tell activities, bursts, states and versions of this process, the lag of the projector and the log of the database', async () => {
    const names = [
      'engine_burst_duration_seconds_count',
      'engine_states_read_total{from="memory"}',
      'engine_definitions_compiled_total',
      'database_log_bytes',
    ] as const;
    const read = () => Promise.all(names.map(async (name) => (await metric(name)) ?? 0));
    const { key } = await deployed(admin, chained([START, task('work'), task('next'), END]));
    const before = await read();
    const run = await startedOf(admin, key);
    expect(await metric(`engine_activities_total{process="${key}"}`)).toBe(2);
    await run.complete('work');
    expect(await metric(`engine_activities_total{process="${key}"}`)).toBe(3);
    const grown = (await read()).map((now, index) => now - before[index]!);
    expect(grown.slice(0, 3)).toEqual([2, 1, 1]);
    expect(grown[3]).toBeGreaterThan(0);
    await expect.poll(() => metric('engine_projector_lag_seconds'), { timeout: 10_000 }).toBe(0);
  });
});
