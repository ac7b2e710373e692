// Tests how running instances go on by another version of their process, over HTTP: each kind of wait, and what is told of it.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import type { Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import {
  after,
  boundary,
  catching,
  chained,
  type DrivenInstance,
  deployed,
  END,
  messageOf,
  SIGNAL,
  START,
  startedOf,
  task,
  WAIT,
} from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../../testing/engine-server.ts';
import { bpmnFile, flow } from '../../testing/models.ts';

let server: TestServer;
let admin: Person;
let stranger: Person;

beforeAll(async () => {
  const engine = await startEngine();
  ({ server, admin } = engine);
  stranger = await createStranger(engine, 'migrating-elsewhere');
});
afterAll(() => server.stop());

let processes = 0;
const newKey = () => `moving-${++processes}`;
const EARLY = '<manualTask id="soon"/>';

/** Deploys a version and answers its id. */
async function version(key: string, elements: readonly string[], beside = ''): Promise<string> {
  await deployed(admin, chained(elements, beside), key);
  const { body } = await admin.post('/repository/definitions/page', { key, latestOnly: true });
  return body.data[0].id;
}

const migrate = (body: object, person = admin) => person.post('/process-instance/migrate', body);
const MAPPED = [{ source: 'wait', target: 'held' }];

interface WaitCase {
  readonly element: (id: string) => string | readonly string[];
  /** Stand beside the chain. */
  readonly beside?: (id: string) => string;
  readonly start?: object;
  /** Lets it go on; absent where nothing does in a test. */
  readonly fulfil?: (run: DrivenInstance) => Promise<unknown>;
  /** Waits until it waits. */
  readonly ready?: (run: DrivenInstance) => Promise<unknown>;
}

const incidentOf = async ({ id }: DrivenInstance) =>
  (await admin.post('/management/incidents/page', { processInstanceId: id })).body.data[0];
const jobOf = async ({ id }: DrivenInstance) =>
  (await admin.post('/management/jobs/page', { processInstanceId: id })).body.data[0];
const executeJob = async (run: DrivenInstance) =>
  admin.post(`/management/jobs/${(await jobOf(run)).id}/execute`, undefined);
const resolve = async (run: DrivenInstance) =>
  admin.post(`/management/incidents/${(await incidentOf(run)).id}/resolve`, {
    action: 'RETRY',
    variables: { ready: true },
  });
const correlate = (run: DrivenInstance) =>
  admin.post('/runtime/messages/correlate', { messageName: 'paid', processInstanceId: run.id });
const trigger = async (run: DrivenInstance) => {
  const { currentElements } = await run.instance();
  return admin.post(`/runtime/executions/${currentElements[0].executionId}/trigger`, {});
};
const hasIncident = (run: DrivenInstance) =>
  vi.waitFor(async () => expect((await run.instance()).incidentCount).toBe(1), WAIT);
const RETRY_ONCE =
  '<extensionElements><keelson:failedJobRetryTimeCycle>R1/PT1S</keelson:failedJobRetryTimeCycle></extensionElements>';
const TWICE =
  '<multiInstanceLoopCharacteristics><loopCardinality xsi:type="tFormalExpression">2</loopCardinality></multiInstanceLoopCharacteristics>';
const CONDITION =
  '<conditionalEventDefinition><condition xsi:type="tFormalExpression">${ready}</condition></conditionalEventDefinition>';
const event = (id: string, definition: string) => catching(id, definition);

const WAITS: Readonly<Record<string, WaitCase>> = {
  'a user task': { element: task, fulfil: (run) => run.complete('held') },
  'a message': { element: (id) => event(id, messageOf('paid')), fulfil: correlate },
  'a signal': { element: (id) => event(id, SIGNAL), fulfil: () => admin.post('/runtime/signals', { name: 'alarm' }) },
  'a timer': { element: (id) => event(id, after('P30D')), fulfil: executeJob },
  'a condition': {
    element: (id) => event(id, CONDITION),
    start: { variables: { ready: false } },
    fulfil: ({ id }) => admin.post(`/runtime/set-variable/by-execution-id/${id}/by-variable-name/ready`, true),
  },
  'several triggers': { element: (id) => event(id, messageOf('paid') + SIGNAL), fulfil: correlate },
  'a receive task': { element: (id) => `<receiveTask id="${id}" messageRef="paid"/>`, fulfil: correlate },
  'a receive task without a message': { element: (id) => `<receiveTask id="${id}"/>`, fulfil: trigger },
  'a manual task that waits': {
    element: (id) => `<manualTask id="${id}" keelson:wait="true"/>`,
    fulfil: trigger,
  },
  'an external task': {
    element: (id) => `<serviceTask id="${id}" keelson:type="external" keelson:topic="moving"/>`,
    async fulfil() {
      const topics = [{ topic: 'moving', lockMillis: 20_000 }];
      const { body } = await admin.post('/external-task/fetch-and-lock', { workerId: 'w', maxTasks: 1, topics });
      expect(body[0].elementId).toBe('held');
      await admin.post(`/external-task/${body[0].id}/complete`, { workerId: 'w' });
    },
  },
  'a job that has failed': {
    element: (id) =>
      `<serviceTask id="${id}" keelson:asyncBefore="true" keelson:expression="\${ready}">${RETRY_ONCE}</serviceTask>`,
    ready: hasIncident,
    async fulfil(run) {
      await admin.post(`/runtime/set-variable/by-execution-id/${run.id}/by-variable-name/ready`, true);
      await resolve(run);
    },
  },
  'an http task that has failed': {
    element: (id) =>
      `<serviceTask id="${id}" keelson:type="http"><extensionElements><keelson:field name="requestMethod"><keelson:string>GET</keelson:string></keelson:field><keelson:field name="requestUrl"><keelson:string>http://127.0.0.1:1/</keelson:string></keelson:field><keelson:failedJobRetryTimeCycle>R1/PT1S</keelson:failedJobRetryTimeCycle></extensionElements></serviceTask>`,
    ready: hasIncident,
  },
  'an incident': {
    element: (id) => `<serviceTask id="${id}" keelson:expression="\${ready}"/>`,
    start: { onFailure: 'INCIDENT' },
    fulfil: resolve,
  },
  'a call': {
    element: (id) => `<callActivity id="${id}" calledElement="moving-called"/>`,
    async fulfil({ id }) {
      const [inner] = (await admin.post('/task/list', { rootProcessInstanceId: id })).body;
      await admin.post(`/task/${inner.id}/complete`, {});
    },
  },
  'an event-based gateway': {
    element: (id) => [`<eventBasedGateway id="${id}"/>`, event('paying', messageOf('paid'))],
    beside: (id) => `${event('late', after('P30D'))}${flow('to-late', id, 'late')}${flow('from-late', 'late', 'next')}`,
    fulfil: correlate,
  },
  'a loop': {
    element: (id) => `<userTask id="${id}">${TWICE}</userTask>`,
    async fulfil(run) {
      await run.complete('held');
      await run.complete('held');
    },
  },
  'a sub-process': {
    element: (id) =>
      `<subProcess id="${id}">${chained(['<startEvent id="in"/>', task('inside'), '<endEvent id="out"/>'])}</subProcess>`,
    fulfil: (run) => run.complete('inside'),
  },
};

const placesSql = (table: string, column: string, more = '') =>
  `SELECT definition_id, element_id FROM ${table} WHERE ${column} = $1 ${more}`;
const PLACES = sql(
  'test_places',
  [
    placesSql('bpm_task', 'instance_id'),
    placesSql('bpm_job', 'id'),
    placesSql('bpm_subscription', 'id'),
    placesSql('bpm_external_task', 'instance_id'),
    placesSql('bpm_incident', 'instance_id', 'AND resolved_at IS NULL'),
    'SELECT i.definition_id, c.caller_element_id FROM bpm_call c JOIN bpm_instance i ON i.id = c.caller_id WHERE c.caller_id = $1',
    'SELECT definition_id, NULL FROM bpm_instance WHERE id = $1',
  ].join(' UNION '),
);

/** Runs one version, with what waits, and deploys the other one. */
async function waiting({ element, beside, start, ready }: WaitCase) {
  const key = newKey();
  await version(key, [START, ...[element('wait')].flat(), task('next'), END], beside?.('wait'));
  const run = await startedOf(admin, key, start);
  await ready?.(run);
  const target = await version(
    key,
    [START, EARLY, ...[element('held')].flat(), task('next'), task('added'), END],
    beside?.('held'),
  );
  return { run, target, key };
}

describe('bpmn-engine 21: a migration takes along', () => {
  beforeAll(async () => {
    await deployed(admin, chained([START, task('inner'), END]), 'moving-called');
  });

  it.each(Object.entries(WAITS))('%s, which goes on by the other version', async (_, wait) => {
    const { run, target } = await waiting(wait);
    const before = await run.tasks();
    const body = { targetDefinitionId: target, processInstanceIds: [run.id], mapping: MAPPED };
    const dry = (await migrate({ ...body, dryRun: true })).body;
    expect(dry).toMatchObject([{ id: run.id, errorCode: null, plan: { legal: true, reasons: [] } }]);
    expect((await run.instance()).processDefinitionId).not.toBe(target);
    const { body: done, errorDetail } = await migrate(body);
    expect(errorDetail).toBeNull();
    expect(done).toMatchObject([{ id: run.id, errorCode: null }]);
    const { expectedVersion, ...planned } = dry[0].plan;
    expect(done[0].plan).toMatchObject({ ...planned, processInstance: { version: expectedVersion + 1 } });
    expect((await run.tasks()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const places = await server.kernel.database.rows<{ definition_id: string; element_id: string | null }>(PLACES, [
      run.id,
    ]);
    expect(new Set(places.map((place) => place.definition_id))).toEqual(new Set([target]));
    expect(places.map((place) => place.element_id)).not.toContain('wait');
    if (wait.fulfil === undefined) return;
    const fulfilled = (await wait.fulfil(run)) as { errorDetail?: unknown } | undefined;
    expect(fulfilled?.errorDetail ?? null).toBeNull();
    await run.standsAt('next');
    await run.complete('next');
    await run.standsAt('added');
    await run.complete('added');
    await run.ends();
  });
});

describe('a migration', () => {
  it('keeps assignee, candidates and variables of tasks, and sets those that it is given', async () => {
    const { run, target } = await waiting({ element: (id) => `<userTask id="${id}" keelson:candidateUsers="bob"/>` });
    const [open] = await run.tasks();
    await admin.post(`/task/${open?.id}/assign`, { assignee: 'mary' });
    await admin.put(`/task/${open?.id}/variables`, { variables: { amount: 5 } });
    const variables = { moved: true };
    await migrate({ targetDefinitionId: target, processInstanceIds: [run.id], mapping: MAPPED, variables });
    const [now] = await run.tasks();
    expect(now).toMatchObject({
      id: open?.id,
      assignee: 'mary',
      candidateUsers: ['bob'],
      taskDefinitionKey: 'held',
      processDefinitionId: target,
    });
    expect((await admin.get(`/task/variables/${open?.id}`)).body).toEqual({ amount: 5, moved: true });
  });

  it('arms boundary events and event sub-processes that are new, and disarms those that are gone', async () => {
    const key = newKey();
    const gone = `${boundary('gone', 'work', messageOf('other'))}${task('late')}${flow('g', 'gone', 'late')}`;
    await version(key, [START, task('work'), END], gone);
    const run = await startedOf(admin, key);
    const handler = `<subProcess id="handler" triggeredByEvent="true">${chained([
      `<startEvent id="called" isInterrupting="false">${messageOf('early')}</startEvent>`,
      task('care'),
      '<endEvent id="cared"/>',
    ])}</subProcess>`;
    const fresh = `${boundary('fresh', 'work', messageOf('paid'), 'cancelActivity="false"')}${boundary('due', 'work', after('P1D'), 'cancelActivity="false"')}${task('extra')}${flow('f', 'fresh', 'extra')}${flow('d', 'due', 'extra')}${handler}`;
    const target = await version(key, [START, task('work'), END], fresh);
    const [{ plan }] = (await migrate({ targetDefinitionId: target, processInstanceIds: [run.id] })).body;
    expect(plan.mappings).toEqual([
      { source: 'work', target: 'work' },
      { source: 'gone', target: null },
    ]);
    const send = (messageName: string) =>
      admin.post('/runtime/messages/correlate', { messageName, processInstanceId: run.id });
    expect(outcome(await send('other'))).toEqual([404, 'MESSAGE_NOT_CORRELATED']);
    expect((await send('paid')).status).toBe(200);
    expect((await send('early')).status).toBe(200);
    await executeJob(run);
    expect(await run.names()).toEqual(['care', 'extra', 'extra', 'work']);
  });

  it('that is not possible changes nothing and gives every reason, of each instance', async () => {
    const key = newKey();
    await version(
      key,
      [START, '<parallelGateway id="fork"/>', task('a'), END],
      `${task('b')}${flow('x', 'fork', 'b')}`,
    );
    const run = await startedOf(admin, key);
    const target = await version(key, [START, '<manualTask id="a"/>', task('else'), END]);
    const body = { targetDefinitionId: target, processInstanceIds: [run.id] };
    const refused = await migrate(body);
    expect(outcome(refused)).toEqual([422, 'MIGRATION_NOT_POSSIBLE']);
    expect(refused.errorDetail.errorArguments).toEqual([
      { id: run.id, reason: 'a cannot go on as a: userTask is no manualTask' },
      { id: run.id, reason: 'b is active and goes on as nothing' },
    ]);
    const [dry] = (await migrate({ ...body, dryRun: true })).body;
    expect([dry.errorCode, dry.plan.legal]).toEqual(['MIGRATION_NOT_POSSIBLE', false]);
    expect(dry.plan.reasons).toHaveLength(2);
    expect(await run.names()).toEqual(['a', 'b']);
    const { processDefinitionId } = await run.instance();
    const [same] = (await migrate({ ...body, targetDefinitionId: processDefinitionId, dryRun: true })).body;
    expect(same.plan.reasons).toEqual([`The instance runs by ${processDefinitionId} already`]);
  });

  it('of many does each by itself, and says of each why it was not done', async () => {
    const key = newKey();
    await version(key, [START, task('work'), END]);
    const [one, two, ended] = [await startedOf(admin, key), await startedOf(admin, key), await startedOf(admin, key)];
    await ended.complete('work');
    const target = await version(key, [START, EARLY, task('work'), END]);
    const nobody = '00000000-0000-7000-8000-000000000000';
    const processInstanceIds = [one.id, ended.id, nobody, 'none', two.id];
    const expectedVersions = { [two.id]: 99 };
    const { body } = await migrate({ targetDefinitionId: target, processInstanceIds, expectedVersions });
    expect(body.map(({ id, errorCode }: Record<string, unknown>) => [id, errorCode])).toEqual([
      [one.id, null],
      [ended.id, 'INSTANCE_ENDED'],
      [nobody, 'INSTANCE_NOT_FOUND'],
      ['none', 'INSTANCE_NOT_FOUND'],
      [two.id, 'VERSION_CONFLICT'],
    ]);
    const query = { processDefinitionKeys: [key] };
    const found = (await migrate({ targetDefinitionId: target, query, dryRun: true })).body;
    expect(found.map(({ id, errorCode }: Record<string, unknown>) => [id, errorCode])).toEqual([
      [one.id, 'MIGRATION_NOT_POSSIBLE'],
      [two.id, null],
    ]);
    const told = (await migrate({ targetDefinitionId: target, query })).body;
    expect(told[0].plan.reasons).toEqual([`The instance runs by ${target} already`]);
    expect((await two.instance()).processDefinitionId).toBe(target);
  });

  it('refuses what it cannot read: both or neither way to name instances, ended ones, no such version', async () => {
    const key = newKey();
    const target = await version(key, [START, task('work'), END]);
    expect(outcome(await migrate({ targetDefinitionId: target }))).toEqual([400, 'VALIDATION_FAILED']);
    const both = { targetDefinitionId: target, processInstanceIds: ['a'], query: {} };
    expect(outcome(await migrate(both))).toEqual([400, 'VALIDATION_FAILED']);
    const ended = { targetDefinitionId: target, query: { states: ['ENDED'] } };
    expect(outcome(await migrate(ended))).toEqual([400, 'VALIDATION_FAILED']);
    const unknown = { targetDefinitionId: `${key}:9:abcdefgh`, processInstanceIds: ['a'] };
    expect(outcome(await migrate(unknown))).toEqual([404, 'DEFINITION_NOT_FOUND']);
    expect(outcome(await migrate({ targetDefinitionId: target, processInstanceIds: ['a'] }, stranger))).toEqual([
      404,
      'DEFINITION_NOT_FOUND',
    ]);
    const variables = { text: 'x'.repeat(5_000_000) };
    expect(outcome(await migrate({ targetDefinitionId: target, processInstanceIds: ['a'], variables }))).toEqual([
      413,
      'VARIABLE_TOO_LARGE',
    ]);
    const still = newKey();
    const file = bpmnFile(still, chained([START, task('work'), END])).replace('"true"', '"false"');
    await admin.deploy([[`${still}.bpmn`, file]]);
    const { body } = await admin.post('/repository/definitions/page', { key: still });
    expect(outcome(await migrate({ targetDefinitionId: body.data[0].id, processInstanceIds: ['a'] }))).toEqual([
      422,
      'PROCESS_NOT_EXECUTABLE',
    ]);
  });
});
