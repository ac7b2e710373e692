// Tests two processes on one database: neither acts on what the other has changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { type EnginePair, startEnginePair, startPath } from '../testing/engine-server.ts';
import { createLosingRuntime } from '../testing/losing-runtime.ts';
import { bpmnFile, flow, parallelFile, singleElementFile, userTaskFile } from '../testing/models.ts';

let pair: EnginePair;
let one: TestServer;
let onOne: Person;
let onTwo: Person;

beforeAll(async () => {
  // The second one hears of nothing: what it knows is proved by its commits alone.
  pair = await startEnginePair({ KEELSON_DATABASE_NOTIFY: 'poll' });
  ({ one, onOne, onTwo } = pair);
});
afterAll(() => pair.stop());

const start = (person: Person, key: string) => person.post(`${startPath}/${key}`, {});

describe('a process that starts an instance', () => {
  it('uses the version that another process has just deployed', async () => {
    for (let version = 1; version <= 10; version++) {
      const [deployer, starter] = version % 2 ? [onOne, onTwo] : [onTwo, onOne];
      await deployer.deploy([['v.bpmn', userTaskFile('fresh', `keelson:assignee="a${version}"`)]]);
      expect((await start(starter, 'fresh')).body.processDefinitionVersion).toBe(version);
    }
  });

  it('refuses after a suspension elsewhere, and starts again after an activation elsewhere', async () => {
    await onOne.deploy([['h.bpmn', userTaskFile('held')]]);
    for (let round = 0; round < 5; round++) {
      expect((await start(onTwo, 'held')).status).toBe(200);
      await onOne.post('/repository/suspend', { key: 'held' });
      expect((await start(onTwo, 'held')).errorDetail.errorCode).toBe('DEFINITION_SUSPENDED');
      await onOne.post('/repository/activate', { key: 'held' });
    }
  });
});

describe('a process that calls another one', () => {
  const call = '<callActivity id="call" calledElement="callee"/>';
  const waiter = [
    '<startEvent id="start"/>',
    flow('in', 'start', 'work'),
    '<userTask id="work"/>',
    flow('on', 'work', 'call'),
    call,
    flow('out', 'call', 'end'),
    '<endEvent id="end"/>',
  ];
  const called = async (callerId: string) => {
    const { body } = await onOne.post('/process-instance/page', { superProcessInstanceId: callerId });
    return body.data[0]?.processDefinitionVersion;
  };

  it('uses the version that another process has just deployed', async () => {
    await onOne.deploy([
      ['callee.bpmn', userTaskFile('callee')],
      ['caller.bpmn', singleElementFile('caller', call, 'call')],
      ['waiter.bpmn', bpmnFile('waiter', waiter.join('\n'))],
    ]);
    for (let version = 2; version <= 11; version++) {
      const [deployer, caller] = version % 4 < 2 ? [onOne, onTwo] : [onTwo, onOne];
      const waits = (await start(caller, 'waiter')).body;
      const [task] = (await caller.post('/task/list', { processInstanceId: waits.id })).body;
      await deployer.deploy([['callee.bpmn', userTaskFile('callee', `keelson:assignee="a${version}"`)]]);
      expect((await caller.post(`/task/${task.id}/complete`, {})).status).toBe(200);
      expect(await called(waits.id)).toBe(version);
      // It is remembered now, until the next deployment elsewhere.
      expect(await called((await start(caller, 'caller')).body.id)).toBe(version);
    }
  });

  it('is refused what was suspended elsewhere, and calls it again after an activation elsewhere', async () => {
    for (let round = 0; round < 5; round++) {
      expect((await start(onTwo, 'caller')).status).toBe(200);
      await onOne.post('/repository/suspend', { key: 'callee' });
      expect((await start(onTwo, 'caller')).status).toBe(422);
      await onOne.post('/repository/activate', { key: 'callee' });
    }
  });
});

describe('two processes with one instance', () => {
  it('they let all commands that reach them at once take effect, one after the other', async () => {
    await onOne.deploy([['w.bpmn', userTaskFile('written')]]);
    const { id } = (await start(onOne, 'written')).body;
    const path = (name: string) => `/runtime/set-variable/by-execution-id/${id}/by-variable-name/${name}`;
    const writes = Array.from({ length: 40 }, (_, index) => (index % 2 ? onOne : onTwo).post(path(`v${index}`), index));
    for (const { status } of await Promise.all(writes)) expect(status).toBe(200);
    const names = Array.from({ length: 40 }, (_, index) => `v${index}`);
    const { body } = await onTwo.get(`/process-instance/${id}?withVariables=${names.join(',')}`);
    expect(body.version).toBe(41);
    expect(body.variables).toEqual(Object.fromEntries(names.map((name, index) => [name, index])));
  });

  it('bpmn-engine 16: they join once when the branches of a fork are completed on both at once', async () => {
    await onOne.deploy([['p.bpmn', parallelFile('joined')]]);
    for (let round = 0; round < 10; round++) {
      const { id } = (await start(onOne, 'joined')).body;
      const tasks = (await onTwo.post('/task/list', { processInstanceId: id })).body;
      const answers = await Promise.all([
        onOne.post(`/task/${tasks[0].id}/complete`, {}),
        onTwo.post(`/task/${tasks[1].id}/complete`, {}),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.filter(({ body }) => body.ended)).toHaveLength(1);
    }
  });

  it('they never refuse from memory that the other has left behind', async () => {
    await onOne.deploy([['r.bpmn', userTaskFile('released')]]);
    const { id } = (await start(onTwo, 'released')).body;
    const [task] = (await onTwo.post('/task/list', { processInstanceId: id })).body;
    await onTwo.post(`/task/${task.id}/claim`);
    await onOne.get(`/task/${task.id}/unclaim`);
    const again = await onTwo.get(`/task/${task.id}/unclaim`);
    expect(again.status).toBe(200);
    await onOne.post(`/task/${task.id}/claim`);
    await onTwo.post(`/task/${task.id}/complete`, {});
    expect((await onOne.post(`/task/${task.id}/complete`, {})).errorDetail.errorCode).toBe('TASK_ALREADY_COMPLETED');
  });

  it('bpmn-engine 28: they show what ended on one at once on the pages of the other', async () => {
    await onOne.deploy([['e.bpmn', userTaskFile('ending')]]);
    for (let round = 0; round < 5; round++) {
      const { id } = (await start(onOne, 'ending')).body;
      const [task] = (await onOne.post('/task/list', { processInstanceId: id })).body;
      await onOne.post(`/task/${task.id}/complete`, {});
      const page = await onTwo.post('/process-instance/page', { ids: [id], states: ['ENDED'] });
      expect(page.body.totalElements).toBe(1);
    }
  });
});

describe('a command that always loses the race', () => {
  it('locks the row after five conflicts and then takes effect', async () => {
    await onOne.deploy([['l.bpmn', userTaskFile('locked')]]);
    const { id } = (await start(onOne, 'locked')).body;
    const { runtime, clock, conflicts, close } = createLosingRuntime(one);
    try {
      const command = { kind: 'set-variables' as const, at: clock.now(), actor: 'admin', variables: { won: true } };
      const revision = await runtime.run(id, { decide: () => command, answer: (live) => live.revision });
      expect(conflicts()).toBe(5);
      expect(revision).toBe(2);
      expect((await onTwo.get(`/process-instance/${id}?withVariables=won`)).body.variables).toEqual({ won: true });
      expect((await onTwo.post(`/runtime/set-variable/by-execution-id/${id}/by-variable-name/x`, 1)).status).toBe(200);
    } finally {
      await close();
    }
  });
});
