// Tests as whom a definition acts: whom its manager may name, and what a new version, a key and a stranger make of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createActiveUser, createTenant, login, USER_PASSWORD } from '../../../../testing/sign-in.ts';
import { createPerson, createPersonWithRoles, createRole, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, deployed, END, START, startedOf } from '../../testing/driven-process.ts';
import { outcome, startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let weak: Person;
let strong: Person;

const BUILDS = ['BPMN_DEPLOY', 'BPMN_DEFINITION_MANAGE', 'BPMN_INSTANCE_VIEW'];

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  await createRole(admin, 'ROLE_WEAK', BUILDS);
  await createRole(admin, 'ROLE_STRONG', [...BUILDS, 'BPMN_JOB_MANAGE']);
  server.apis.bpmnEngine.registerAction({
    name: 'test.who',
    required: [],
    optional: [],
    authority: null,
    kind: 'read',
    read: async ({ person }) => person.username,
  });
  weak = await createPersonWithRoles(admin, server.url, 'weak', ['ROLE_WEAK']);
  strong = await createPersonWithRoles(admin, server.url, 'strong', ['ROLE_STRONG']);
});
afterAll(() => server.stop());

const WHO = '<serviceTask id="call" keelson:call="test.who" keelson:resultVariable="r"/>';
const content = chained([START, WHO, '<userTask id="after"/>', END]);

async function definitionOf(person: Person, key?: string) {
  const deployment = await deployed(person, content, key);
  const { body } = await admin.post('/repository/definitions/page', { key: deployment.key, latestOnly: true });
  return { ...deployment, id: body.data[0].id as string, path: `/repository/definitions/${body.data[0].id}` };
}

/** As whom a new instance acts; the message of its incident where nobody does. */
async function actor(key: string): Promise<string> {
  const { id } = await startedOf(admin, key);
  const { variables } = (await admin.get(`/process-instance/${id}?withVariables=r`)).body;
  if (variables.r !== undefined) return variables.r;
  return (await admin.post('/management/incidents/page', { processInstanceId: id })).body.data[0].message;
}

describe('a definition', () => {
  it('acts as whoever deployed it, as a person whom its manager names, and as the first again', async () => {
    const { key, path } = await definitionOf(weak);
    expect(await actor(key)).toBe('weak');
    const named = await strong.put(path, { runAs: 'STRONG' });
    expect([outcome(named), named.body.runAs, await actor(key)]).toEqual([[200, null], 'strong', 'strong']);
    const { body } = await admin.post('/repository/definitions/page', { key });
    expect(body.data[0].runAs).toBe('strong');
    expect((await strong.put(path, {})).body.runAs).toBe('strong');
    expect([(await strong.put(path, { runAs: null })).body.runAs, await actor(key)]).toEqual([null, 'weak']);
    const told = sql(
      'test_run_as_events',
      'SELECT detail FROM log_recorded_event WHERE type = $1 AND kind = $2 ORDER BY id',
    );
    const rows = await server.kernel.database.rows(told, ['AUDIT', 'definition.run-as-changed']);
    expect(rows).toEqual([{ detail: { from: null, to: 'strong' } }, { detail: { from: 'strong', to: null } }]);
  });

  it('is given nobody who holds more than the manager, nobody who may not sign in, and nobody who is not there', async () => {
    const { key, path } = await definitionOf(weak);
    const gone = await createPersonWithRoles(admin, server.url, 'gone');
    const { uuid } = (await admin.get('/users/by-username/gone')).body;
    await admin.post(`/users/deactivate/by-uuid/${uuid}`);
    for (const runAs of ['strong', 'admin', gone.username, 'nobody-of-this-name']) {
      expect(outcome(await weak.put(path, { runAs }))).toEqual([422, 'RUN_AS_NOT_POSSIBLE']);
    }
    expect(await actor(key)).toBe('weak');
    expect(outcome(await weak.put(path, { runAs: 'weak' }))).toEqual([200, null]);
  });

  it('is not given back to a deployer who holds more than the manager', async () => {
    const { key, path } = await definitionOf(strong);
    await strong.put(path, { runAs: 'weak' });
    expect(outcome(await weak.put(path, { runAs: null }))).toEqual([422, 'RUN_AS_NOT_POSSIBLE']);
    expect(await actor(key)).toBe('weak');
  });

  it('acts as whoever deploys its next version, whomever the last one named', async () => {
    const { key, path } = await definitionOf(weak);
    await strong.put(path, { runAs: 'strong' });
    const next = chained([START, WHO, '<userTask id="after" name="New"/>', END]);
    await deployed(weak, next, key);
    expect(await actor(key)).toBe('weak');
  });

  it('shows the new name of a person who is renamed, and acts as the same one', async () => {
    const { key, path } = await definitionOf(admin);
    await createPersonWithRoles(admin, server.url, 'before', ['ROLE_WEAK']);
    await admin.put(path, { runAs: 'before' });
    const { uuid, version } = (await admin.get('/users/by-username/before')).body;
    expect((await admin.put('/users', { uuid, version, username: 'behind' })).errorDetail).toBeNull();
    expect(await actor(key)).toBe('behind');
    await expect.poll(async () => (await admin.put(path, {})).body.runAs).toBe('behind');
  });

  it('of an API key has nobody behind it until a person is named', async () => {
    const made = await admin.post('/api-keys', { name: 'pipeline', authorityList: ['BPMN_DEPLOY'] });
    expect(made.errorDetail).toBeNull();
    const key = createPerson(server.url, 'pipeline', made.body.key);
    const definition = await definitionOf(key);
    expect(await actor(definition.key)).toBe(
      'PERSON_UNKNOWN: nobody stands behind what service:pipeline deployed; runAs can name somebody',
    );
    await admin.put(definition.path, { runAs: 'weak' });
    expect(await actor(definition.key)).toBe('weak');
  });

  it('takes nothing from whoever acts in the stead of another', async () => {
    const begun = await admin.post('/auth/impersonate', { username: 'strong', reason: 'a test of rights' });
    expect(begun.errorDetail).toBeNull();
    const instead = createPerson(server.url, 'strong', begun.body.token);
    const { key, path } = await definitionOf(instead);
    expect(await actor(key)).toBe('PERSON_UNKNOWN: nobody stands behind what strong deployed; runAs can name somebody');
    expect(outcome(await instead.put(path, { runAs: 'strong' }))).toEqual([422, 'RUN_AS_NOT_POSSIBLE']);
  });

  it('of another tenant is not there, and takes nobody of it', async () => {
    const { path } = await definitionOf(weak);
    await createTenant(server, 'apart');
    const boss = { username: 'boss', tenantIdentifier: 'apart', roleList: ['ROLE_TENANT_ADMIN'] };
    await createActiveUser(server, admin.token, boss);
    const { body } = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier: 'apart' } });
    const stranger = createPerson(server.url, 'boss', body.token ?? '');
    expect(outcome(await stranger.put(path, { runAs: 'boss' }))).toEqual([404, 'DEFINITION_NOT_FOUND']);
    expect(outcome(await admin.put(path, { runAs: 'boss' }))).toEqual([422, 'RUN_AS_NOT_POSSIBLE']);
    const plain = await createPersonWithRoles(admin, server.url, 'plain');
    expect(outcome(await plain.put(path, { runAs: 'plain' }))).toEqual([403, 'ACCESS_DENIED']);
  });
});
