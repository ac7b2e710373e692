// Tests who may start a version once somebody has said so, and what the tenant `default` shares with all others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createActiveUser, login, USER_PASSWORD } from '../../../../testing/sign-in.ts';
import { createPerson, createPersonWithRoles, createRole, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, deployed, END, START, started } from '../../testing/driven-process.ts';
import { createStranger, outcome, start, startEngine, startPath, tasksOf } from '../../testing/engine-server.ts';
import { userTaskFile } from '../../testing/models.ts';

let server: TestServer;
let admin: Person;
let ada: Person;
let stranger: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  ada = await createPersonWithRoles(admin, server.url, 'ada');
  stranger = await createStranger({ server, admin }, 'starting-elsewhere');
});
afterAll(() => server.stop());

async function definition(key: string, attributes = '', person = admin) {
  await person.deploy([[`${key}.bpmn`, userTaskFile(key, '', attributes)]]);
  const { body } = await person.post('/repository/definitions/page', { key, latestOnly: true });
  const { id } = body.data[0] as { id: string };
  return { id, path: `/repository/definitions/${id}` };
}
const starting = async (person: Person, key: string, body: object = {}) =>
  outcome(await person.post(`${startPath}/${key}`, body));
const startable = async (person: Person, key: string) =>
  (await person.post('/repository/definitions/page', { key, startableByMe: true })).body.totalElements;
const EVENTS = sql(
  't_starting_events',
  "SELECT detail FROM log_recorded_event WHERE kind = 'definition.starting-changed' AND subject = $1",
);

describe('whoever may start a version', () => {
  it('bpmn-engine 46: is whom it names from then on, and whoever manages instances', async () => {
    const { path } = await definition('named');
    expect(await starting(ada, 'named')).toEqual([200, null]);
    const named = await admin.put(path, { candidateStarterUsers: ['bob', 'bob'], candidateStarterGroups: ['CLERK'] });
    expect(named.body).toMatchObject({ candidateStarterUsers: ['bob'], candidateStarterGroups: ['CLERK'] });
    expect([await starting(ada, 'named'), await startable(ada, 'named')]).toEqual([[403, 'ACCESS_DENIED'], 0]);
    expect([await starting(admin, 'named'), await startable(admin, 'named')]).toEqual([[200, null], 1]);
    await admin.put(path, { candidateStarterUsers: ['ADA'] });
    expect([await starting(ada, 'named'), await startable(ada, 'named')]).toEqual([[200, null], 1]);
    expect((await admin.get(path)).body).toMatchObject({
      candidateStarterUsers: ['ADA'],
      candidateStarterGroups: ['CLERK'],
    });
  });

  it('is everybody again where nobody is named, also against what its model says', async () => {
    const { path } = await definition('opened', ' keelson:candidateStarterUsers="bob"');
    expect(await starting(ada, 'opened')).toEqual([403, 'ACCESS_DENIED']);
    await admin.put(path, { candidateStarterUsers: null });
    expect([await starting(ada, 'opened'), await startable(ada, 'opened')]).toEqual([[200, null], 1]);
  });

  it('is an event of the log with what it was before, and none where nothing changes', async () => {
    const { id, path } = await definition('logged');
    await admin.put(path, { candidateStarterUsers: [] });
    await admin.put(path, { candidateStarterUsers: ['ada'] });
    await admin.put(path, { candidateStarterUsers: ['ada'] });
    const events = await server.kernel.database.rows(EVENTS, [id]);
    expect(events).toMatchObject([{ detail: { from: { users: [] }, to: { users: ['ada'] } } }]);
    expect(outcome(await stranger.put(path, { candidateStarterUsers: [] }))).toEqual([404, 'DEFINITION_NOT_FOUND']);
  });
});

describe('a definition that is shared', () => {
  it('bpmn-engine 46: is started, shown and read by every tenant, whose instances are its own', async () => {
    const { id, path } = await definition('common');
    expect(await starting(stranger, 'common')).toEqual([404, 'DEFINITION_NOT_FOUND']);
    expect((await admin.put(path, { shared: true })).body.shared).toBe(true);
    const run = await start(stranger, 'common');
    expect(run).toMatchObject({ tenantIdentifier: 'starting-elsewhere', processDefinitionId: id });
    expect(await tasksOf(stranger, run.id)).toHaveLength(1);
    expect(await tasksOf(admin, run.id)).toEqual([]);
    const { body: page } = await stranger.post('/repository/definitions/page', { key: 'common', withCounts: true });
    expect(page.data).toMatchObject([
      { id, shared: true, tenantIdentifier: 'default', counts: { running: 1, suspended: 0, incidents: 0 } },
    ]);
    expect((await stranger.get(path)).body).toMatchObject({ id, shared: true });
    for (const read of [`${path}/xml`, `/repository/model/${id}`]) expect((await stranger.get(read)).status).toBe(200);
    const byId = await stranger.post(`/runtime/start/by-process-definition-id/${id}`, {});
    expect(byId.body).toMatchObject({ tenantIdentifier: 'starting-elsewhere' });
  });

  it('is changed and suspended by its own tenant alone, and no longer started once it is not shared', async () => {
    const { id, path } = await definition('withdrawn');
    await admin.put(path, { shared: true });
    expect(outcome(await stranger.put(path, { candidateStarterUsers: [] }))).toEqual([404, 'DEFINITION_NOT_FOUND']);
    expect(outcome(await stranger.post('/repository/suspend', { id }))).toEqual([404, 'DEFINITION_NOT_FOUND']);
    const run = await start(stranger, 'withdrawn');
    await admin.put(path, { shared: false });
    expect(await starting(stranger, 'withdrawn')).toEqual([404, 'DEFINITION_NOT_FOUND']);
    const { body: byKey } = await stranger.post('/process-instance/page', { processDefinitionKeys: ['withdrawn'] });
    expect(byKey.data.map((instance: { id: string }) => instance.id)).toEqual([run.id]);
    const [open] = await tasksOf(stranger, run.id);
    expect((await stranger.post(`/task/${open?.id}/complete`, {})).body).toMatchObject({ endState: 'COMPLETED' });
  });

  it('comes after one of the own tenant of the same key, and of its versions those that are shared', async () => {
    const first = await definition('both', ' name="First"');
    await admin.put(first.path, { shared: true });
    await definition('both', ' name="Second, not shared"');
    const run = await start(stranger, 'both');
    expect(run.processDefinitionId).toBe(first.id);
    const latest = async () =>
      (await stranger.post('/repository/definitions/page', { key: 'both', latestOnly: true })).body.data;
    expect(await latest()).toMatchObject([{ id: first.id, version: 1 }]);
    await stranger.deploy([['both.bpmn', userTaskFile('both', '', ' name="Own"')]]);
    expect(await latest()).toMatchObject([{ name: 'Own', shared: false }]);
    const own = await start(stranger, 'both');
    expect(own).toMatchObject({ processDefinitionName: 'Own' });
  });

  it('is called by processes of every tenant', async () => {
    const { key } = await deployed(admin, chained([START, '<userTask id="inner"/>', END]), 'called-by-all');
    const { body } = await admin.post('/repository/definitions/page', { key });
    await admin.put(`/repository/definitions/${body.data[0].id}`, { shared: true });
    const run = await started(stranger, chained([START, `<callActivity id="call" calledElement="${key}"/>`, END]));
    const tasks = await stranger.post('/task/list', { rootProcessInstanceId: run.id });
    expect(tasks.body).toMatchObject([{ taskDefinitionKey: 'inner', tenantIdentifier: 'starting-elsewhere' }]);
  });

  it('is shared by whoever reaches all tenants, and is of the tenant default', async () => {
    await createRole(admin, 'ROLE_BUILDER', ['BPMN_DEFINITION_MANAGE', 'BPMN_DEFINITION_VIEW']);
    const builder = await createPersonWithRoles(admin, server.url, 'builder', ['ROLE_BUILDER']);
    const { path } = await definition('private');
    expect(outcome(await builder.put(path, { shared: true }))).toEqual([403, 'ACCESS_DENIED']);
    expect((await builder.put(path, { shared: false, candidateStarterUsers: ['ada'] })).status).toBe(200);
    const tenantIdentifier = 'starting-elsewhere';
    await createActiveUser(server, admin.token, {
      username: 'everywhere',
      tenantIdentifier,
      roleList: ['ROLE_SYSTEM_ADMIN'],
    });
    const signedIn = await login(server, 'everywhere', USER_PASSWORD, { body: { tenantIdentifier } });
    const everywhere = createPerson(server.url, 'everywhere', signedIn.body.token ?? '');
    const theirs = await definition('theirs', '', everywhere);
    expect(outcome(await everywhere.put(theirs.path, { shared: true }))).toEqual([422, 'DEFINITION_NOT_SHAREABLE']);
  });

  it('acts for nobody elsewhere', async () => {
    server.apis.bpmnEngine.registerAction({
      name: 'test.shared',
      required: [],
      optional: [],
      authority: null,
      kind: 'read',
      read: async ({ person }) => person.username,
    });
    const call = '<serviceTask id="call" keelson:call="test.shared" keelson:resultVariable="r"/>';
    const { key } = await deployed(admin, chained([START, call, END]), 'acting-shared');
    const { body } = await admin.post('/repository/definitions/page', { key });
    await admin.put(`/repository/definitions/${body.data[0].id}`, { shared: true });
    const { id } = await start(stranger, key, { onFailure: 'INCIDENT' });
    const { body: found } = await stranger.post('/management/incidents/page', { processInstanceId: id });
    expect(found.data[0].message).toContain('nobody of this tenant stands behind a definition that is shared');
  });
});
