// Tests external tasks over HTTP: who gets which, what comes of them, and that a lock is worth something.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import { boundary, chained, deployed, END, START, started, startedOf, task, WAIT } from '../testing/driven-process.ts';
import { type EnginePair, outcome, startEnginePair } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let pair: EnginePair;
let admin: Person;

beforeAll(async () => {
  pair = await startEnginePair();
  admin = pair.onOne;
});
afterAll(() => pair.stop());

let topics = 0;
const newTopic = () => `topic-${++topics}`;
const external = (topic: string, beside = '') =>
  chained(
    [START, `<serviceTask id="work" keelson:type="external" keelson:topic="${topic}"/>`, task('next'), END],
    beside,
  );

const fetchBody = (topic: string, workerId = 'w1', given: object = {}) => ({
  workerId,
  maxTasks: 10,
  topics: [{ topic, lockMillis: 20_000 }],
  ...given,
});
async function fetchOf(topic: string, workerId = 'w1', given: object = {}, person = admin) {
  const answer = await person.post('/external-task/fetch-and-lock', fetchBody(topic, workerId, given));
  expect(answer.errorDetail).toBeNull();
  return answer.body as (Record<string, unknown> & { id: string })[];
}

describe('fetching', () => {
  it('locks each task for one worker, with the variables that it sees', async () => {
    const topic = newTopic();
    const { key } = await deployed(admin, external(topic));
    const run = await startedOf(admin, key, { businessKey: 'b', variables: { amount: 7, note: 'x' } });
    const [locked] = await fetchOf(topic, 'w1', { topics: [{ topic, lockMillis: 20_000, variables: ['amount'] }] });
    expect(locked).toMatchObject({ topic, workerId: 'w1', businessKey: 'b', variables: { amount: 7 } });
    expect(locked?.processInstanceId).toBe(run.id);
    expect(await fetchOf(topic, 'w2')).toEqual([]);
  });

  it('gives a task to another worker when the lock has run out', async () => {
    const topic = newTopic();
    await started(admin, external(topic));
    const [locked] = await fetchOf(topic);
    pair.one.clock.advance(20_000);
    const [again] = await fetchOf(topic, 'w2');
    expect(again?.id).toBe(locked?.id);
    const late = await admin.post(`/external-task/${locked?.id}/complete`, { workerId: 'w1' });
    expect(outcome(late)).toEqual([409, 'LOCK_LOST']);
  });

  it('waits for the first task, whichever process it comes up in, and serves who came first', async () => {
    const topic = newTopic();
    const { key } = await deployed(admin, external(topic));
    const first = fetchOf(topic, 'w1', { waitMillis: 20_000 }, pair.onTwo);
    await new Promise(setImmediate);
    await startedOf(admin, key);
    expect(await first).toHaveLength(1);
  });

  it('answers nothing when the time is over', async () => {
    expect(await fetchOf(newTopic(), 'w1', { waitMillis: 30 })).toEqual([]);
  });
});

describe('a result', () => {
  it('of a completion brings variables of the task alone, which its outputs see', async () => {
    const outputs =
      '<keelson:inputOutput><keelson:outputParameter name="kept">${mine + 1}</keelson:outputParameter></keelson:inputOutput>';
    const topic = newTopic();
    const model = external(topic).replace(
      `"${topic}"/>`,
      `"${topic}"><extensionElements>${outputs}</extensionElements></serviceTask>`,
    );
    const { key } = await deployed(admin, model);
    const runs = [await startedOf(admin, key), await startedOf(admin, key)];
    const [first, second] = await fetchOf(topic);
    const done = await admin.post(`/external-task/${first?.id}/complete`, {
      workerId: 'w1',
      localVariables: { mine: 1 },
    });
    expect(done.errorDetail).toBeNull();
    const tasks = [{ id: second?.id, localVariables: { mine: 4 } }];
    expect((await admin.post('/external-task/complete', { workerId: 'w1', tasks })).body).toMatchObject([
      { errorCode: null },
    ]);
    const kept = [];
    for (const { id } of runs) {
      kept.push((await admin.get(`/process-instance/${id}?withVariables=kept,mine`)).body.variables);
    }
    expect(kept).toEqual([{ kept: 2 }, { kept: 5 }]);
    const [third] = [await startedOf(admin, key), ...(await fetchOf(topic))].slice(1);
    const big = { workerId: 'w1', localVariables: { mine: 'x'.repeat(4_194_305) } };
    expect(outcome(await admin.post(`/external-task/${third?.id}/complete`, big))).toEqual([413, 'VARIABLE_TOO_LARGE']);
  });

  it('of a completion lets the token go on, and a repetition is answered alike', async () => {
    const topic = newTopic();
    const run = await started(admin, external(topic));
    const [locked] = await fetchOf(topic);
    const complete = () =>
      admin.post(`/external-task/${locked?.id}/complete`, { workerId: 'w1', variables: { paid: true } });
    expect((await complete()).status).toBe(200);
    expect(await run.names()).toEqual(['next']);
    expect((await complete()).status).toBe(200);
    const other = await admin.post(`/external-task/${locked?.id}/complete`, { workerId: 'w2' });
    expect(outcome(other)).toEqual([404, 'EXTERNAL_TASK_NOT_FOUND']);
    expect((await admin.get(`/process-instance/${run.id}?withVariables=paid`)).body.variables).toEqual({ paid: true });
  });

  it('of an error goes to the boundary event of its code; nobody who catches it is told', async () => {
    const topic = newTopic();
    const caught = boundary('caught', 'work', '<errorEventDefinition errorRef="broken"/>');
    const run = await started(admin, external(topic, `${caught}${task('care')}${flow('x', 'caught', 'care')}`));
    const [locked] = await fetchOf(topic);
    const uncaught = await admin.post(`/external-task/${locked?.id}/error`, { workerId: 'w1', code: 'E9' });
    expect(uncaught.errorDetail?.errorArguments[0].code).toBe('UNCAUGHT_ERROR');
    expect((await admin.post(`/external-task/${locked?.id}/error`, { workerId: 'w1', code: 'E1' })).status).toBe(200);
    expect(await run.names()).toEqual(['care']);
  });

  it('of a failure is tried again after its delay, and is an incident without attempts left', async () => {
    const topic = newTopic();
    const run = await started(admin, external(topic));
    const [locked] = await fetchOf(topic);
    const fail = (retries: number) =>
      admin.post(`/external-task/${locked?.id}/failure`, {
        workerId: 'w1',
        message: 'no',
        retries,
        retryMillis: 5_000,
      });
    expect((await fail(1)).status).toBe(200);
    expect(await fetchOf(topic)).toEqual([]);
    pair.one.clock.advance(5_000);
    expect(await fetchOf(topic)).toHaveLength(1);
    expect((await fail(0)).status).toBe(200);
    pair.one.clock.advance(5_000);
    expect(await fetchOf(topic)).toEqual([]);
    expect((await run.instance()).incidentCount).toBe(1);
    const { body } = await admin.put('/external-task/retries', { ids: [locked?.id], retries: 1 });
    expect(body).toEqual([{ id: locked?.id, errorCode: null }]);
    expect((await run.instance()).incidentCount).toBe(0);
    expect(await fetchOf(topic)).toHaveLength(1);
  });

  it('of many at once is refused each apart', async () => {
    const topic = newTopic();
    const { key } = await deployed(admin, external(topic));
    await Promise.all([startedOf(admin, key), startedOf(admin, key)]);
    const locked = await fetchOf(topic);
    const tasks = [...locked.map(({ id }) => ({ id })), { id: 'nothing' }];
    const { body } = await admin.post('/external-task/complete', { workerId: 'w1', tasks });
    expect(body.map(({ errorCode }: { errorCode: string | null }) => errorCode)).toEqual([
      null,
      null,
      'EXTERNAL_TASK_NOT_FOUND',
    ]);
  });
});

describe('a lock', () => {
  it('can be held for longer and given back by its worker alone', async () => {
    const topic = newTopic();
    await started(admin, external(topic));
    const [locked] = await fetchOf(topic);
    const path = `/external-task/${locked?.id}`;
    expect(outcome(await admin.post(`${path}/unlock`, { workerId: 'w2' }))).toEqual([409, 'LOCK_LOST']);
    expect((await admin.post(`${path}/extend-lock`, { workerId: 'w1', lockMillis: 60_000 })).status).toBe(200);
    pair.one.clock.advance(30_000);
    expect(await fetchOf(topic, 'w2')).toEqual([]);
    expect((await admin.post(`${path}/unlock`, { workerId: 'w1' })).status).toBe(200);
    await vi.waitFor(async () => expect(await fetchOf(topic, 'w2')).toHaveLength(1), WAIT);
  });
});
