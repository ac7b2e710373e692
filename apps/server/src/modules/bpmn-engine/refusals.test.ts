// Tests what each operation on what waits says where it is refused: the code that its contract declares, and nothing changed.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../kernel/database/database.ts';
import type { Answer, Person } from '../../testing/test-people.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { after, boundary, catching, chained, END, messageOf, START, started, task } from './testing/driven-process.ts';
import { outcome, startEngine } from './testing/engine-server.ts';
import { flow } from './testing/models.ts';

let server: TestServer;
let admin: Person;

/** Small limits: a variable of a kilobyte is too large, and a few dozen of less are too many. */
const SETTINGS = { 'bpmn-engine.limit.variable': 1, 'bpmn-engine.limit.instance': 16 };
const LARGE = { text: 'x'.repeat(2_000) };
const MANY = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`v${index}`, 'x'.repeat(900)]));

beforeAll(async () => {
  ({ server, admin } = await startEngine({ settings: SETTINGS }));
});
afterAll(() => server.stop());

const FAILS = '${fails ? missing : 1}';
const listenerOf = (event: string) => `<keelson:taskListener event="${event}" expression="${FAILS}"/>`;
const listener = (event: string) => `<extensionElements>${listenerOf(event)}</extensionElements>`;
const failing = `<serviceTask id="check" keelson:expression="${FAILS}"/>`;
const WORKER = { workerId: 'w1' };

let topics = 0;

/** Starts the elements, and says how each thing in the instance is addressed. */
async function opened(elements: readonly string[], beside = '') {
  const run = await started(admin, chained([START, ...elements, END], beside), { variables: { fails: false } });
  const { currentElements } = await run.instance();
  const executionOf = (elementId: string): string =>
    currentElements.find((each: { elementId: string }) => each.elementId === elementId)?.executionId;
  const [open] = await run.tasks();
  return { run, executionOf, taskPath: `/task/${open?.id}` };
}

async function openedTask() {
  const caught = boundary('raised', 'work', '<escalationEventDefinition escalationRef="raise"/>');
  const heard = ['create', 'assignment', 'update'].map((event) => listenerOf(event)).join('');
  const listening = `<userTask id="work"><extensionElements>${heard}</extensionElements></userTask>`;
  return opened([task('first'), listening, task('next')], `${caught}${failing}${flow('x', 'raised', 'check')}`);
}

/** The task `work`, with `first` completed before it. */
async function reached() {
  const { run } = await openedTask();
  await run.complete('first');
  const [open] = await run.tasks();
  return { run, path: `/task/${open?.id}` };
}

const setFailing = (id: string) =>
  admin.post(`/runtime/set-variable/by-execution-id/${id}/by-variable-name/fails`, true);
const suspend = (id: string) => admin.post(`/process-instance/${id}/suspend`);
const expectCode = (answer: Answer, code: string) => expect(outcome(answer)[1]).toBe(code);

type TaskCall = (path: string) => Promise<Answer>;
const TASK_CALLS: Readonly<Record<string, TaskCall>> = {
  update: (path) => admin.put(path, { priority: 9 }),
  assign: (path) => admin.post(`${path}/assign`, { assignee: 'mary' }),
  delegate: (path) => admin.post(`${path}/delegate`, { user: 'mary' }),
  resolve: (path) => admin.post(`${path}/resolve`, {}),
  return: (path) => admin.post(`${path}/return`, {}),
  jump: (path) => admin.post(`${path}/jump`, { targetElementIds: ['work'] }),
  escalate: (path) => admin.post(`${path}/escalate`, { code: 'R1' }),
  error: (path) => admin.post(`${path}/error`, { code: 'E1' }),
  unclaim: (path) => admin.post(`${path}/unclaim`),
  claim: (path) => admin.post(`${path}/claim`),
  complete: (path) => admin.post(`${path}/complete`, {}),
  'give back': (path) => admin.get(`${path}/unclaim`),
  withdraw: (path) => admin.post(`${path}/withdraw`, {}),
  tie: (path) => admin.post(`${path}/identity-links`, { type: 'candidate', user: 'mary' }),
  untie: (path) => admin.remove(`${path}/identity-links?type=candidate&user=mary`),
  'set variables': (path) => admin.put(`${path}/variables`, { variables: MANY }),
};

describe('a task', () => {
  it.each(Object.keys(TASK_CALLS).filter((name) => name !== 'jump' && name !== 'set variables'))(
    'of a suspended instance refuses to %s',
    async (name) => {
      const { run, path } = await reached();
      if (name === 'resolve') {
        await admin.post(`${path}/claim`);
        await admin.post(`${path}/delegate`, { user: 'mary' });
      }
      if (name === 'withdraw') await run.complete('work');
      await suspend(run.id);
      expectCode(await TASK_CALLS[name]!(path), 'INSTANCE_SUSPENDED');
    },
  );

  it.each(Object.keys(TASK_CALLS).filter((name) => name !== 'withdraw'))(
    'that is completed refuses to %s',
    async (name) => {
      const { run, path } = await reached();
      await run.complete('work');
      expectCode(await TASK_CALLS[name]!(path), 'TASK_ALREADY_COMPLETED');
      expectCode(await admin.get(path), 'TASK_ALREADY_COMPLETED');
    },
  );

  it.each(['update', 'assign', 'delegate', 'resolve', 'jump', 'escalate', 'tie', 'untie', 'set variables'])(
    'whose listener or way on fails refuses to %s',
    async (name) => {
      const { run, path } = await reached();
      if (name === 'resolve') {
        await admin.post(`${path}/claim`);
        await admin.post(`${path}/delegate`, { user: 'mary' });
      }
      if (name === 'untie') await TASK_CALLS.tie!(path);
      await setFailing(run.id);
      expectCode(await TASK_CALLS[name]!(path), 'PROCESS_EXECUTION_FAILED');
    },
  );

  it('fails on the way back where the earlier task cannot be created again', async () => {
    const { run } = await reached();
    const [open] = await run.tasks();
    await run.complete('work');
    const [next] = await run.tasks();
    await setFailing(run.id);
    expectCode(await admin.post(`/task/${next?.id}/return`, {}), 'PROCESS_EXECUTION_FAILED');
    expectCode(await admin.post(`/task/${open?.id}/withdraw`, {}), 'PROCESS_EXECUTION_FAILED');
    expectCode(await admin.post(`/task/${next?.id}/return`, { expectedVersion: 99 }), 'VERSION_CONFLICT');
    expectCode(await admin.post(`/task/${open?.id}/withdraw`, { expectedVersion: 99 }), 'VERSION_CONFLICT');
  });

  it('that is delegated is neither claimed nor given back', async () => {
    const { path } = await reached();
    await admin.post(`${path}/claim`);
    await admin.post(`${path}/delegate`, { user: 'mary' });
    expectCode(await admin.get(`${path}/unclaim`), 'TASK_DELEGATED');
    await admin.post(`${path}/delegate`, { user: 'admin' });
    expectCode(await admin.post(`${path}/claim`), 'TASK_DELEGATED');
  });

  it('takes no variable that is too large', async () => {
    const { path } = await reached();
    for (const [action, body] of [
      ['error', { code: 'E1', variables: LARGE }],
      ['escalate', { code: 'R1', variables: LARGE }],
      ['resolve', { variables: LARGE }],
    ] as const) {
      expectCode(await admin.post(`${path}/${action}`, body), 'VARIABLE_TOO_LARGE');
    }
  });
});

describe('an instance', () => {
  it('that has ended is neither suspended, activated nor cancelled', async () => {
    const { run } = await opened([task('work')]);
    await run.complete('work');
    for (const action of ['suspend', 'activate']) {
      expectCode(await admin.post(`/process-instance/${run.id}/${action}`), 'INSTANCE_ENDED');
    }
    expectCode(await admin.remove(`/process-instance/${run.id}`), 'INSTANCE_ENDED');
  });

  it('stays suspended where what became true meanwhile fails', async () => {
    const condition =
      '<conditionalEventDefinition><condition xsi:type="tFormalExpression">${fails}</condition></conditionalEventDefinition>';
    const { run } = await opened([catching('until', condition), failing]);
    await suspend(run.id);
    await setFailing(run.id);
    expectCode(await admin.post(`/process-instance/${run.id}/activate`), 'PROCESS_EXECUTION_FAILED');
    expect(await run.instance()).toMatchObject({ state: 'SUSPENDED' });
  });
});

describe('an execution', () => {
  const hand = '<manualTask id="hand" keelson:wait="true"/>';
  const box = `<adHocSubProcess id="box" keelson:activation="manual"><userTask id="inside">${listener('create')}</userTask></adHocSubProcess>`;

  it('that waits for something else is not triggered, and one that fails behind it stays', async () => {
    const other = await opened([task('work')]);
    const path = (id: string) => `/runtime/executions/${id}/trigger`;
    expectCode(await admin.post(path(other.executionOf('work'))), 'EXECUTION_NOT_WAITING');
    const { run, executionOf } = await opened([hand, failing]);
    const id = executionOf('hand');
    expectCode(await admin.post(path(id), { variables: LARGE }), 'VARIABLE_TOO_LARGE');
    expectCode(await admin.post(path(id), { variables: { fails: true } }), 'PROCESS_EXECUTION_FAILED');
    await suspend(run.id);
    expectCode(await admin.post(path(id)), 'INSTANCE_SUSPENDED');
  });

  it('begins only what an ad-hoc sub-process has enabled, and ends only where what follows can go on', async () => {
    const other = await opened([task('work')]);
    const path = (id: string, action: string) => `/runtime/executions/${id}/ad-hoc/${action}`;
    const begin = (id: string, elementId: string) => admin.post(path(id, 'activate'), { elementIds: [elementId] });
    expectCode(await begin(other.executionOf('work'), 'inside'), 'EXECUTION_NOT_WAITING');
    expectCode(await admin.post(path(other.executionOf('work'), 'complete')), 'EXECUTION_NOT_WAITING');
    const { run, executionOf } = await opened([box, failing]);
    const id = executionOf('box');
    expectCode(await begin(id, 'nothing'), 'AD_HOC_NOT_ENABLED');
    await setFailing(run.id);
    expectCode(await begin(id, 'inside'), 'PROCESS_EXECUTION_FAILED');
    expectCode(await admin.post(path(id, 'complete')), 'PROCESS_EXECUTION_FAILED');
    await suspend(run.id);
    expectCode(await begin(id, 'inside'), 'INSTANCE_SUSPENDED');
    expectCode(await admin.post(path(id, 'complete')), 'INSTANCE_SUSPENDED');
  });
});

describe('an external task', () => {
  async function locked() {
    const topic = `refused-${++topics}`;
    const caught = `${boundary('caught', 'out', '<errorEventDefinition errorRef="broken"/>')}${task('care')}${flow('x', 'caught', 'care')}`;
    const { run } = await opened(
      [`<serviceTask id="out" keelson:type="external" keelson:topic="${topic}"/>`, failing],
      caught,
    );
    const body = { ...WORKER, maxTasks: 1, topics: [{ topic, lockMillis: 20_000 }] };
    const [fetched] = (await admin.post('/external-task/fetch-and-lock', body)).body;
    return { run, path: `/external-task/${fetched.id}`, id: fetched.id as string };
  }
  const THROWN = { error: { code: 'E1' }, escalation: { code: 'R1' } } as const;

  it('is changed by the worker alone that has locked it', async () => {
    const { path } = await locked();
    const other = { workerId: 'w2' };
    for (const [action, body] of [
      ['extend-lock', { lockMillis: 5_000 }],
      ['failure', { message: 'no', retries: 1 }],
      ['error', THROWN.error],
      ['escalation', THROWN.escalation],
    ] as const) {
      expectCode(await admin.post(`${path}/${action}`, { ...other, ...body }), 'LOCK_LOST');
    }
  });

  it('is neither completed nor thrown from where it is suspended, too large, or what follows fails', async () => {
    const { run, path, id } = await locked();
    const results = { complete: {}, ...THROWN };
    for (const [action, body] of Object.entries(results)) {
      const large = await admin.post(`${path}/${action}`, { ...WORKER, ...body, variables: LARGE });
      expectCode(large, 'VARIABLE_TOO_LARGE');
    }
    const bulk = { ...WORKER, tasks: [{ id, variables: LARGE }] };
    expect((await admin.post('/external-task/complete', bulk)).body).toEqual([{ id, errorCode: 'VARIABLE_TOO_LARGE' }]);
    await setFailing(run.id);
    for (const action of ['complete', 'escalation'] as const) {
      const failed = await admin.post(`${path}/${action}`, { ...WORKER, ...results[action] });
      expectCode(failed, 'PROCESS_EXECUTION_FAILED');
    }
    await suspend(run.id);
    for (const [action, body] of Object.entries(results)) {
      expectCode(await admin.post(`${path}/${action}`, { ...WORKER, ...body }), 'INSTANCE_SUSPENDED');
    }
  });
});

describe('a message or signal', () => {
  const NOBODY = '00000000-0000-4000-8000-000000000000';

  it('finds no instance that is not there, and brings nothing that is too large', async () => {
    const message = { messageName: 'paid', processInstanceId: NOBODY };
    expectCode(await admin.post('/runtime/messages/correlate', message), 'INSTANCE_NOT_FOUND');
    expectCode(
      await admin.post('/runtime/signals', { name: 'alarm', processInstanceId: NOBODY }),
      'INSTANCE_NOT_FOUND',
    );
    const large = { variables: LARGE };
    expectCode(
      await admin.post('/runtime/messages/correlate', { messageName: 'paid', ...large }),
      'VARIABLE_TOO_LARGE',
    );
    expectCode(await admin.post('/runtime/signals', { name: 'alarm', ...large }), 'VARIABLE_TOO_LARGE');
    expectCode(await admin.post('/runtime/conditions/evaluate', large), 'VARIABLE_TOO_LARGE');
  });

  it('is not received where what follows fails, nor by a suspended instance', async () => {
    const { run } = await opened([catching('wait', messageOf('paid')), failing]);
    const message = { messageName: 'paid', processInstanceId: run.id };
    const failed = await admin.post('/runtime/messages/correlate', { ...message, variables: { fails: true } });
    expectCode(failed, 'PROCESS_EXECUTION_FAILED');
    await suspend(run.id);
    expectCode(await admin.post('/runtime/messages/correlate', message), 'INSTANCE_SUSPENDED');
  });
});

describe('a job or incident', () => {
  const HOLD = sql(
    'test_refused_hold',
    'UPDATE bpm_job SET leased_by = $2, lease_token = gen_random_uuid() WHERE id = $1',
  );

  async function timer() {
    const { run } = await opened([catching('wait', after('P30D')), failing]);
    const [job] = (await admin.post('/management/jobs/page', { processInstanceId: run.id })).body.data;
    return { run, path: `/management/jobs/${job.id}`, id: job.id as string };
  }

  it('that is being done is neither done twice, changed nor removed', async () => {
    const { run, path } = await timer();
    await server.kernel.database.execute(HOLD, [run.id, server.kernel.processes.id]);
    expectCode(await admin.post(`${path}/execute`), 'JOB_LOCKED');
    expectCode(await admin.put(path, { priority: 1 }), 'JOB_LOCKED');
    expectCode(await admin.remove(path), 'JOB_LOCKED');
  });

  it('that fails when it is done at once counts an attempt, and in the end is an incident that cannot be skipped', async () => {
    const { run, path } = await timer();
    await setFailing(run.id);
    for (let attempt = 1; attempt <= 3; attempt++) {
      expectCode(await admin.post(`${path}/execute`), 'PROCESS_EXECUTION_FAILED');
    }
    const [incident] = (await admin.post('/management/incidents/page', { processInstanceId: run.id })).body.data;
    const resolve = (body: object) => admin.post(`/management/incidents/${incident.id}/resolve`, body);
    expectCode(await resolve({ action: 'SKIP' }), 'INCIDENT_NOT_RESOLVABLE');
    expectCode(await resolve({ action: 'RETRY', variables: LARGE }), 'VARIABLE_TOO_LARGE');
    expectCode(await resolve({ action: 'RETRY', variables: MANY }), 'PROCESS_EXECUTION_FAILED');
    expect((await resolve({ action: 'SET_VARIABLES', variables: { fails: false } })).status).toBe(200);
    expect((await admin.post(`${path}/execute`)).status).toBe(200);
    expectCode(await resolve({ action: 'RETRY' }), 'INCIDENT_NOT_RESOLVABLE');
  });

  it('of a suspended instance waits', async () => {
    const { run, path } = await timer();
    await suspend(run.id);
    expectCode(await admin.post(`${path}/execute`), 'INSTANCE_SUSPENDED');
  });

  it('that a suspended instance has cannot be resolved', async () => {
    const stuck = await stuckInstance();
    await suspend(stuck.id);
    const resolved = await admin.post(`/management/incidents/${stuck.incidentId}/resolve`, { action: 'RETRY' });
    expectCode(resolved, 'INSTANCE_SUSPENDED');
  });

  /** A join behind a choice waits for a token that cannot come. */
  async function stuckInstance() {
    const elements = [
      START,
      '<exclusiveGateway id="choice" default="b"/>',
      '<parallelGateway id="join"/>',
      END,
      flow('in', 'start', 'choice'),
      flow('a', 'choice', 'join', '${fails}'),
      flow('b', 'choice', 'join'),
      flow('out', 'join', 'end'),
    ];
    const { id } = await started(admin, elements.join('\n'), { variables: { fails: false } });
    const [incident] = (await admin.post('/management/incidents/page', { processInstanceId: id })).body.data;
    expect(incident).toMatchObject({ type: 'STUCK_TOKENS' });
    return { id, incidentId: incident.id as string };
  }

  it('bpmn-engine 11: is a join that waits behind a choice for what cannot come', stuckInstance);
});
