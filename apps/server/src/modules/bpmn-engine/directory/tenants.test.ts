// Tests what becomes of a tenant's jobs and rows when the tenant is deactivated, active again, and deleted.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { createActiveUser, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { createPerson, type Person, readAnswer } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { dmnFile, expression } from '../testing/decision-models.ts';
import { after, catching, chained, deployed, END, START, startedOf, task, WAIT } from '../testing/driven-process.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

async function signInTo(tenantIdentifier: string, username: string): Promise<Person> {
  const response = await fetch(`${server.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: USER_PASSWORD, tenantIdentifier }),
  });
  return createPerson(server.url, username, (await readAnswer(response)).body.token);
}

async function tenantWithBoss(identifier: string) {
  const tenant = (await admin.post('/tenants', { identifier, name: identifier })).body;
  const username = `boss-${identifier}`;
  const model = { username, roleList: ['ROLE_TENANT_ADMIN'], tenantIdentifier: identifier };
  const { uuid } = await createActiveUser(server, admin.token, model);
  const boss = await signInTo(identifier, username);
  return {
    boss,
    signInAgain: () => signInTo(identifier, username),
    removeBoss: () => admin.remove(`/users/by-uuid/${uuid}`),
    set: async (standing: 'activate' | 'deactivate') =>
      expect(outcome(await admin.post(`/tenants/${standing}/by-uuid/${tenant.uuid}`))).toEqual([200, null]),
    remove: async () => expect(outcome(await admin.remove(`/tenants/by-uuid/${tenant.uuid}`))).toEqual([200, null]),
  };
}

const OPEN = sql(
  'test_directory_open',
  `SELECT ((SELECT count(*) FROM bpm_directory_change)
     + (SELECT count(*) FROM auth_directory_event WHERE handled_date IS NULL))::int AS open`,
);
const followed = () =>
  vi.waitFor(async () => expect((await server.kernel.database.rows(OPEN))[0]).toEqual({ open: 0 }), WAIT);

const waiting = chained([START, catching('wait', after('PT1M')), task('next'), END]);
const JOBS = sql(
  'test_tenant_jobs',
  'SELECT held, leased_by, attempts FROM bpm_job WHERE tenant_identifier = $1 ORDER BY due_at',
);

describe('a tenant that is deactivated', () => {
  it('has no job done until it is active again, those included that were made meanwhile', async () => {
    const held = await tenantWithBoss('held');
    const { key } = await deployed(held.boss, waiting);
    const run = await startedOf(held.boss, key);
    await held.set('deactivate');
    await followed();
    // A start that was under way when the tenant was deactivated orders its job after that.
    await server.kernel.database.execute(UNHOLD, ['held']);
    const { key: other } = await deployed(admin, waiting);
    const beside = await startedOf(admin, other);
    server.clock.advance(60_000);
    await beside.standsAt('next');
    await vi.waitFor(async () => {
      expect(await server.kernel.database.rows(JOBS, ['held'])).toEqual([{ held: true, leased_by: null, attempts: 0 }]);
    }, WAIT);
    await held.set('activate');
    await followed();
    const boss = await held.signInAgain();
    await vi.waitFor(async () => {
      const { body } = await boss.post('/task/list', { processInstanceId: run.id });
      expect(body.map((each: { taskDefinitionKey: string }) => each.taskDefinitionKey)).toEqual(['next']);
    }, WAIT);
  });
});

const UNHOLD = sql('test_tenant_unhold', 'UPDATE bpm_job SET held = false WHERE tenant_identifier = $1');
const TABLES = sql(
  'test_tenant_tables',
  `SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE c.table_name LIKE 'bpm_%' AND c.column_name = 'tenant_identifier' AND t.table_type = 'BASE TABLE'
   ORDER BY c.table_name`,
);

/** Names the tables that hold a row of the tenant. */
async function tablesWith(tenant: string): Promise<readonly string[]> {
  const { database } = server.kernel;
  const tables = await database.rows<{ table_name: string }>(TABLES);
  const found: string[] = [];
  for (const { table_name: name } of tables) {
    const text = `SELECT count(*)::int AS rows FROM ${name} WHERE tenant_identifier = $1`;
    const [row] = await database.rows<{ rows: number }>(sql(`test_rows_of_${name}`, text), [tenant]);
    if (row?.rows !== 0) found.push(name);
  }
  return found;
}

describe('a tenant that is deleted', () => {
  it('leaves nothing: what ran is cancelled, and every row of it goes', async () => {
    const gone = await tenantWithBoss('gone');
    const kept = await deployed(admin, waiting);
    const beside = await startedOf(admin, kept.key);
    const { key } = await deployed(gone.boss, waiting);
    await startedOf(gone.boss, key);
    const calling = chained([START, `<callActivity id="call" calledElement="${key}"/>`, END]);
    const outer = await startedOf(gone.boss, (await deployed(gone.boss, calling)).key);
    expect((await gone.boss.deploy([['d.dmn', dmnFile(expression('gone-with-it', '1'))]])).errorDetail).toBeNull();
    const message = { messageName: 'paid', timeToLive: 'PT1H' };
    await gone.boss.post('/runtime/messages/correlate', message);
    const done = await startedOf(gone.boss, (await deployed(gone.boss, chained([START, task('only'), END]))).key);
    await done.complete('only');
    await vi.waitFor(async () => expect(await tablesWith('gone')).toContain('bpm_hi_instance'), WAIT);
    await gone.removeBoss();
    await gone.set('deactivate');
    await gone.remove();
    await followed();
    expect(await tablesWith('gone')).toEqual([]);
    expect(await server.kernel.database.rows(CALLS, [outer.id])).toEqual([]);
    expect((await beside.instance()).state).toBe('ACTIVE');
    expect((await admin.post(`/runtime/start/by-process-definition-key/${kept.key}`, {})).status).toBe(200);
  });
});

const CALLS = sql('test_tenant_calls', 'SELECT called_id FROM bpm_call WHERE caller_id = $1');
