// Tests that what is due is done though the clock does not move on: whatever makes a job due tells those who do it.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { after, catching, chained, deployed, END, START, started, task, WAIT } from '../testing/driven-process.ts';
import { startEngine } from '../testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const DELAY_MS = 20_000;
const ISO_PAST = '2001-01-01T00:00:00Z';
const startBy = (what: string, value: string) =>
  `<startEvent id="start"><timerEventDefinition><${what} xsi:type="tFormalExpression">${value}</${what}></timerEventDefinition></startEvent>`;

async function openedOf(key: string): Promise<number> {
  return (await admin.post('/process-instance/page', { processDefinitionKeys: [key] })).body.totalElements;
}

const answered = async (answer: ReturnType<Person['post']>) => expect((await answer).errorDetail).toBeNull();

/** Moves the clock over the due date of what is held: nobody does it then. */
async function passBy(isHeld: () => Promise<boolean>): Promise<void> {
  server.clock.advance(DELAY_MS);
  for (let look = 0; look < 10; look++) expect(await isHeld()).toBe(true);
}

describe('at once', () => {
  it('a start timer whose date is over begins its instance with the deployment', async () => {
    const { key } = await deployed(admin, chained([startBy('timeDate', ISO_PAST), task('work'), END]));
    await vi.waitFor(async () => expect(await openedOf(key)).toBe(1), WAIT);
  });

  it('a start timer that became due while its definition was held begins its instance with the activation', async () => {
    const { key } = await deployed(admin, chained([startBy('timeDuration', 'PT20S'), task('work'), END]));
    await answered(admin.post('/repository/suspend', { key }));
    await passBy(async () => (await openedOf(key)) === 0);
    await answered(admin.post('/repository/activate', { key }));
    await vi.waitFor(async () => expect(await openedOf(key)).toBe(1), WAIT);
  });

  it('a timer that became due while its instance was held fires with the activation', async () => {
    const run = await started(admin, chained([START, catching('wait', after('PT20S')), task('next'), END]));
    await answered(admin.post(`/process-instance/${run.id}/suspend`));
    await passBy(async () => (await run.names()).length === 0);
    await answered(admin.post(`/process-instance/${run.id}/activate`));
    await run.standsAt('next');
  });

  it('a worker that waits gets the external task of an instance with the activation', async () => {
    const work = '<serviceTask id="work" keelson:type="external" keelson:topic="held"/>';
    const run = await started(admin, chained([START, work, task('next'), END]));
    await answered(admin.post(`/process-instance/${run.id}/suspend`));
    const topics = [{ topic: 'held', lockMillis: DELAY_MS }];
    const fetched = admin.post('/external-task/fetch-and-lock', {
      workerId: 'w',
      maxTasks: 1,
      topics,
      waitMillis: 20_000,
    });
    // The fetch has looked by then.
    for (let look = 0; look < 10; look++) expect(await run.names()).toEqual([]);
    await answered(admin.post(`/process-instance/${run.id}/activate`));
    expect((await fetched).body).toHaveLength(1);
  });

  it('a job that fails when it is done by hand is tried again when its cycle says so', async () => {
    const cycle = '<keelson:failedJobRetryTimeCycle>PT1H,PT0S</keelson:failedJobRetryTimeCycle>';
    const bad = `<serviceTask id="bad" keelson:asyncBefore="true" keelson:expression="\${missing}"><extensionElements>${cycle}</extensionElements></serviceTask>`;
    const run = await started(admin, chained([START, bad, END]));
    const find = async () =>
      (await admin.post('/management/jobs/page', { processInstanceId: run.id })).body.data[0] as {
        id: string;
        retries: number;
      };
    await vi.waitFor(async () => expect(await find()).toMatchObject({ retries: 2 }), WAIT);
    expect((await admin.post(`/management/jobs/${(await find()).id}/execute`)).status).toBe(422);
    await vi.waitFor(async () => expect((await run.instance()).incidentCount).toBe(1), WAIT);
  });
});
