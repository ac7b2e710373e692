// Tests what instances wait for on the server: timers, messages, signals, asynchronous steps, scripts and calls, over HTTP.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import {
  after,
  boundary,
  catching,
  chained,
  deployed,
  END,
  messageOf,
  SIGNAL,
  START,
  started,
  startedOf,
  task,
  WAIT,
} from '../testing/driven-process.ts';
import { startEngine } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const LEFT = sql(
  'test_rows_left',
  `SELECT (SELECT count(*) FROM bpm_job WHERE id = $1 OR instance_id = $1)::int AS jobs,
     (SELECT count(*) FROM bpm_subscription WHERE id = $1)::int AS subscriptions,
     (SELECT count(*) FROM bpm_incident WHERE instance_id = $1 AND resolved_at IS NULL)::int AS incidents`,
);
const rowsOf = async (id: string) => (await server.kernel.database.rows(LEFT, [id]))[0];
const NOTHING = { jobs: 0, subscriptions: 0, incidents: 0 };
const DELAY_MS = 20_000;

describe('a timer', () => {
  it('lets the token go on when its time has come, and leaves no row behind', async () => {
    const run = await started(admin, chained([START, catching('wait', after('PT20S')), task('next'), END]));
    expect(await run.names()).toEqual([]);
    expect(await rowsOf(run.id)).toEqual({ ...NOTHING, jobs: 1 });
    server.clock.advance(DELAY_MS);
    await run.standsAt('next');
    expect(await rowsOf(run.id)).toEqual(NOTHING);
  });

  it('at a boundary ends its task, and goes with a task that is completed first', async () => {
    const late = boundary('late', 'work', after('PT20S'));
    const model = chained([START, task('work'), END], `${late}${task('care')}${flow('x', 'late', 'care')}`);
    const [ended, completed] = [await started(admin, model), await started(admin, model)];
    await completed.complete('work');
    expect(await rowsOf(completed.id)).toEqual(NOTHING);
    server.clock.advance(DELAY_MS);
    await ended.standsAt('care');
  });

  it('of a cycle fires as often as it says', async () => {
    const cycle =
      '<timerEventDefinition><timeCycle xsi:type="tFormalExpression">R3/PT20S</timeCycle></timerEventDefinition>';
    const often = boundary('often', 'work', cycle, 'cancelActivity="false"');
    const run = await started(
      admin,
      chained([START, task('work'), END], `${often}${task('note')}${flow('x', 'often', 'note')}`),
    );
    for (let firing = 1; firing <= 3; firing++) {
      server.clock.advance(DELAY_MS);
      await run.standsAt(...Array.from({ length: firing }, () => 'note'), 'work');
    }
    expect(await rowsOf(run.id)).toEqual(NOTHING);
  });

  it('starts instances where it is a start event, until a newer version has none', async () => {
    const cycle =
      '<timerEventDefinition><timeCycle xsi:type="tFormalExpression">R/PT20S</timeCycle></timerEventDefinition>';
    const { key } = await deployed(admin, chained([`<startEvent id="start">${cycle}</startEvent>`, task('work'), END]));
    const count = async () =>
      (await admin.post('/process-instance/page', { processDefinitionKeys: [key] })).body.totalElements;
    for (const expected of [1, 2]) {
      server.clock.advance(DELAY_MS);
      await vi.waitFor(async () => expect(await count()).toBe(expected), WAIT);
    }
    await deployed(admin, chained([START, task('work'), END]), key);
    expect(
      await server.kernel.database.rows(sql('t_starts', "SELECT 1 FROM bpm_job WHERE kind = 'START_TIMER'")),
    ).toEqual([]);
  });
});

describe('an asynchronous step', () => {
  it('is done after the answer, one job after the other', async () => {
    const step = (id: string) => `<serviceTask id="${id}" keelson:asyncBefore="true" keelson:expression="\${true}"/>`;
    const run = await started(admin, chained([START, step('a'), step('b'), step('c'), task('next'), END]));
    await run.standsAt('next');
    expect(await rowsOf(run.id)).toEqual(NOTHING);
  });

  it('that fails is tried again, and is an incident in the end', async () => {
    const failing = '<serviceTask id="bad" keelson:asyncBefore="true" keelson:expression="${missing}"/>';
    const run = await started(admin, chained([START, failing, END]));
    const attempts = sql('t_attempts', 'SELECT attempts, retries FROM bpm_job WHERE id = $1');
    const standing = async () => (await server.kernel.database.rows(attempts, [run.id]))[0];
    for (const [attempt, delay] of [
      [1, 10_000],
      [2, 20_000],
      [3, 0],
    ] as const) {
      await vi.waitFor(async () => expect(await standing()).toEqual({ attempts: attempt, retries: 3 - attempt }), WAIT);
      server.clock.advance(delay);
    }
    await vi.waitFor(async () => expect(await rowsOf(run.id)).toMatchObject({ incidents: 1 }), WAIT);
    expect((await run.instance()).incidentCount).toBe(1);
  });
});

describe('a message', () => {
  const sending = (message: string) =>
    `<intermediateThrowEvent id="send">${messageOf(message)}</intermediateThrowEvent>`;

  it('that an instance sends reaches the one that waits for it under its business key', async () => {
    const { key } = await deployed(admin, chained([START, catching('wait', messageOf('paid')), task('next'), END]));
    const [mine, other] = [
      await startedOf(admin, key, { businessKey: 'k-1' }),
      await startedOf(admin, key, { businessKey: 'k-2' }),
    ];
    await started(admin, chained([START, sending('paid'), END]), { businessKey: 'k-1' });
    await mine.standsAt('next');
    expect(await other.names()).toEqual([]);
    expect(await rowsOf(mine.id)).toEqual(NOTHING);
  });

  it('that nobody waits for is kept for whoever begins to wait', async () => {
    await started(admin, chained([START, sending('early'), END]));
    const run = await started(admin, chained([START, catching('wait', messageOf('early')), task('next'), END]));
    await run.standsAt('next');
  });

  it('starts an instance where nobody waits for it', async () => {
    const begin = `<startEvent id="start">${messageOf('other')}</startEvent>`;
    const { key } = await deployed(admin, chained([begin, task('begun'), END]));
    await started(admin, chained([START, sending('other'), END]));
    const page = async () => (await admin.post('/task/page', { processDefinitionKeys: [key] })).body.totalElements;
    await vi.waitFor(async () => expect(await page()).toBe(1), WAIT);
  });
});

describe('a signal', () => {
  it('reaches every instance that waits for it, and begins those that it starts', async () => {
    const waiting = await deployed(admin, chained([START, catching('wait', SIGNAL), task('heard'), END]));
    const all = await Promise.all([1, 2, 3].map(() => startedOf(admin, waiting.key)));
    const begun = await deployed(admin, chained([`<startEvent id="start">${SIGNAL}</startEvent>`, task('woken'), END]));
    await started(
      admin,
      chained([START, `<intermediateThrowEvent id="throw">${SIGNAL}</intermediateThrowEvent>`, END]),
    );
    for (const run of all) await run.standsAt('heard');
    const page = async () =>
      (await admin.post('/task/page', { processDefinitionKeys: [begun.key] })).body.totalElements;
    await vi.waitFor(async () => expect(await page()).toBe(1), WAIT);
  });
});

describe('a script', () => {
  const script = (id: string, source: string, attributes = '') =>
    `<scriptTask id="${id}" scriptFormat="javascript" ${attributes}><script>${source}</script></scriptTask>`;

  it('runs within the start, and what it writes is answered', async () => {
    const model = chained([START, script('sum', 'a + b', 'keelson:resultVariable="sum"'), task('next'), END]);
    const { key } = await deployed(admin, model);
    const answer = await admin.post(`/runtime/start/by-process-definition-key/${key}`, {
      variables: { a: 2, b: 3 },
      returnVariables: true,
    });
    expect(answer.body.variables).toEqual({ a: 2, b: 3, sum: 5 });
  });

  it('that throws an error is caught at its boundary, and one that fails refuses the start', async () => {
    const caught = boundary('caught', 'bad', '<errorEventDefinition errorRef="broken"/>');
    const source = "throw new BpmnError('E1', 'no')";
    const run = await started(
      admin,
      chained([START, script('bad', source), END], `${caught}${task('care')}${flow('x', 'caught', 'care')}`),
    );
    await run.standsAt('care');
    const { key } = await deployed(admin, chained([START, script('bad', 'nothing.here'), END]));
    const refused = await admin.post(`/runtime/start/by-process-definition-key/${key}`, {});
    expect([refused.status, refused.errorDetail?.errorArguments[0].code]).toEqual([422, 'SCRIPT_FAILED']);
  });

  it('answers a condition in JavaScript in the middle of a step', async () => {
    const elements = [
      START,
      '<exclusiveGateway id="choice" default="no"/>',
      task('large'),
      task('small'),
      END,
      flow('in', 'start', 'choice'),
      '<sequenceFlow id="yes" sourceRef="choice" targetRef="large"><conditionExpression xsi:type="tFormalExpression" language="javascript">amount > 10</conditionExpression></sequenceFlow>',
      flow('no', 'choice', 'small'),
      flow('o1', 'large', 'end'),
      flow('o2', 'small', 'end'),
    ];
    const { key } = await deployed(admin, elements.join('\n'));
    await (await startedOf(admin, key, { variables: { amount: 11 } })).standsAt('large');
    await (await startedOf(admin, key, { variables: { amount: 9 } })).standsAt('small');
  });
});

describe('a call activity', () => {
  const call = (key: string, content = '') =>
    `<callActivity id="call" calledElement="${key}">${content}</callActivity>`;
  const ALL = '<extensionElements><keelson:in variables="all"/><keelson:out variables="all"/></extensionElements>';

  it('starts the called instance in the same commit and goes on when that has ended, with its variables', async () => {
    const child = await deployed(admin, chained([START, task('inner'), END]));
    const run = await started(admin, chained([START, call(child.key, ALL), task('outer'), END]), {
      variables: { n: 1 },
    });
    const page = await admin.post('/process-instance/page', { superProcessInstanceId: run.id });
    const [called] = page.body.data;
    expect(called).toMatchObject({ rootProcessInstanceId: run.id, superProcessInstanceId: run.id });
    const [open] = (await admin.post('/task/list', { processInstanceId: called.id })).body;
    expect(open.rootProcessInstanceId).toBe(run.id);
    await admin.post(`/task/${open.id}/complete`, { variables: { done: true } });
    await run.standsAt('outer');
    expect((await admin.get(`/process-instance/${run.id}?withVariables=n,done`)).body.variables).toEqual({
      n: 1,
      done: true,
    });
  });

  it('ends with the error of the called instance in every instance above, which say so', async () => {
    const failing = `<endEvent id="bad"><errorEventDefinition errorRef="broken"/></endEvent>`;
    const child = await deployed(admin, chained([START, task('inner'), failing]));
    const run = await started(admin, chained([START, call(child.key), END]));
    const [called] = (await admin.post('/process-instance/page', { superProcessInstanceId: run.id })).body.data;
    const [open] = (await admin.post('/task/list', { processInstanceId: called.id })).body;
    await admin.post(`/task/${open.id}/complete`, {});
    expect(await run.instance()).toMatchObject({ endState: 'ERROR', errorCode: 'E1', errorElementId: 'call' });
    const child2 = (await admin.get(`/process-instance/${called.id}`)).body;
    expect(child2).toMatchObject({ endState: 'ERROR', errorCode: 'E1', errorElementId: 'bad' });
  });

  it('of what is not there fails the start by name', async () => {
    const { key } = await deployed(admin, chained([START, call('nowhere'), END]));
    const refused = await admin.post(`/runtime/start/by-process-definition-key/${key}`, {});
    expect(refused.errorDetail?.errorArguments[0]).toMatchObject({ code: 'CALL_TARGET', elementId: 'call' });
  });

  it('that is ended by its boundary ends the called instance, too', async () => {
    const child = await deployed(admin, chained([START, task('inner'), END]));
    const late = boundary('late', 'call', after('PT20S'));
    const run = await started(
      admin,
      chained([START, call(child.key), END], `${late}${task('care')}${flow('x', 'late', 'care')}`),
    );
    const [called] = (await admin.post('/process-instance/page', { superProcessInstanceId: run.id })).body.data;
    server.clock.advance(DELAY_MS);
    await run.standsAt('care');
    expect((await admin.get(`/process-instance/${called.id}`)).body.endState).toBe('CANCELLED');
  });
});
