// Tests whom a task tells that it was assigned to him.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, type Person } from '../../../testing/test-people.ts';
import type { EngineEvent } from '../../bpmn-engine/api.ts';
import {
  countOf,
  eventually,
  type PollingServer,
  query,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';
import { createTaskListener } from './task-listener.ts';

let server: PollingServer;
let admin: Person;
beforeAll(async () => {
  server = await startPollingServer({ settings: { 'session.max-per-user': 0 } });
  admin = createPerson(server.url, 'admin', server.admin);
});
afterAll(() => server?.stop());

const fileOf = (key: string, attributes: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:keelson="urn:keelson:bpmn:1" id="${key}-file" targetNamespace="urn:test">
  <process id="${key}" isExecutable="true">
    <startEvent id="start"/><sequenceFlow id="in" sourceRef="start" targetRef="work"/>
    <userTask id="work" name="Check the order" ${attributes}/>
    <sequenceFlow id="out" sourceRef="work" targetRef="end"/><endEvent id="end"/>
  </process>
</definitions>`;

async function start(key: string, attributes: string): Promise<string> {
  expect((await admin.deploy([[`${key}.bpmn`, fileOf(key, attributes)]])).status).toBe(200);
  const { status, body } = await admin.post(`/runtime/start/by-process-definition-key/${key}`, {});
  expect(status).toBe(200);
  return body.id;
}

const toldOf = (name: string) =>
  query<{ title: string; metadata: { event: string } }>(
    server,
    'SELECT title, metadata FROM polling_notification WHERE username_folded = $1 ORDER BY id',
    [name],
  );

it('notification-polling 35: a task that somebody else assigns tells its assignee once; who takes it himself, candidates, and a listener that is switched off tell nobody', async () => {
  const dan = await signInWith(server, 'dan', ['BPMN_TASK']);
  await signInWith(server, 'cora');
  await start('assigned', 'keelson:assignee="dan"');
  const told = await eventually(
    () => toldOf('dan'),
    (rows) => rows.length > 0,
  );
  expect(told).toEqual([{ title: 'Check the order', metadata: expect.objectContaining({ event: 'task.assigned' }) }]);
  expect(await countOf(server, dan)).toBe(1);

  const instance = await start('offered', 'keelson:candidateUsers="dan,cora"');
  const tasks = await admin.post('/task/list', { processInstanceId: instance });
  const task = tasks.body[0].id;
  expect((await server.as(dan, 'POST', `/task/${task}/claim`)).status).toBe(200);
  server.settings.set('polling.listen.task-assigned', false);
  const silent = await start('silent', 'keelson:assignee="dan"');
  // What is in the history has been told.
  await eventually(
    () => query(server, 'SELECT FROM bpm_hi_instance WHERE id = $1', [silent]),
    (rows) => rows.length > 0,
  );
  server.settings.set('polling.listen.task-assigned', true);
  await start('last', 'keelson:assignee="cora"');
  await eventually(
    () => toldOf('cora'),
    (rows) => rows.length > 0,
  );
  expect([(await toldOf('dan')).length, (await toldOf('cora')).length]).toEqual([1, 1]);
});

it('notification-polling 35: an event that is delivered again, because nobody heard that it was through, tells nobody twice', async () => {
  await signInWith(server, 'emma');
  const { database, clock, ids } = server.kernel;
  const listener = createTaskListener({ clock, ids, listens: () => true, wake: () => {} });
  const event: EngineEvent = {
    id: 'told-again',
    kind: 'task.assigned',
    at: new Date(clock.now()),
    tenantIdentifier: 'default',
    instanceId: 'instance',
    definitionId: 'definition',
    definitionKey: 'told',
    businessKey: null,
    taskId: 'task',
    elementId: 'work',
    name: 'Check the order',
    assignee: 'Emma',
    previousAssignee: null,
    candidateUsers: [],
    candidateGroups: [],
    actor: 'admin',
  };
  for (let turn = 0; turn < 2; turn += 1) await database.transaction((tx) => listener(tx, event));
  expect(await toldOf('emma')).toHaveLength(1);
});
