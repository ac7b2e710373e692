// Tests batches over HTTP: what each type does, what is listed as failed, and who may.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.

import { batchItemsMax, migratedAtOnceMax } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { createPerson, createPersonWithRoles, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, deployed, END, START, startedOf, task, WAIT } from '../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../testing/engine-server.ts';
import { bpmnFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let stranger: Person;

beforeAll(async () => {
  const engine = await startEngine();
  ({ server, admin } = engine);
  stranger = await createStranger(engine, 'batches-elsewhere');
});
afterAll(() => server.stop());

const create = (body: object, person = admin, headers = {}) => person.post('/management/batches', body, headers);
const path = (id: string, rest = '') => `/management/batches/${id}${rest}`;
const failuresOf = async (id: string, query: object = {}) => (await admin.post(path(id, '/failures/page'), query)).body;

async function ended(id: string) {
  return vi.waitFor(async () => {
    const { body } = await admin.get(path(id));
    expect(body.state).toBe('COMPLETED');
    return body;
  }, WAIT);
}

async function done(body: object) {
  const answer = await create(body);
  expect(answer.errorDetail).toBeNull();
  return ended(answer.body.id);
}

async function some(count: number, model = chained([START, task('work'), END])) {
  const { key } = await deployed(admin, model);
  const runs = await Promise.all(Array.from({ length: count }, () => startedOf(admin, key)));
  return { key, runs, ids: runs.map(({ id }) => id), query: { processDefinitionKeys: [key] } };
}

const statesOf = async (ids: readonly string[]) => {
  const found = await Promise.all(ids.map((id) => admin.get(`/process-instance/${id}`)));
  return found.map(({ body }) => body.endState ?? body.state);
};
const EVENTS = sql(
  'test_batch_events',
  "SELECT kind, actor, detail FROM log_recorded_event WHERE kind LIKE 'process-batch%' AND subject = $1 ORDER BY recorded_at",
);
const LEFT = sql(
  'test_batch_left',
  'SELECT (SELECT count(*)::int FROM bpm_batch_item WHERE batch_id = $1) AS items, (SELECT count(*)::int FROM bpm_batch_part WHERE batch_id = $1) AS parts',
);

describe('bpmn-engine 85: a batch', () => {
  it('suspends, activates and ends what a query finds, each once, in the name of who ordered it', async () => {
    const { ids, query } = await some(7);
    expect(await done({ type: 'suspend', query })).toMatchObject({ total: 7, done: 7, failed: 0, createdBy: 'admin' });
    expect(new Set(await statesOf(ids))).toEqual(new Set(['SUSPENDED']));
    expect(await done({ type: 'ACTIVATE', query })).toMatchObject({ total: 7, done: 7, failed: 0 });
    expect(new Set(await statesOf(ids))).toEqual(new Set(['ACTIVE']));
    const batch = await done({ type: 'DELETE', query, arguments: { reason: 'Sold.' } });
    expect(batch).toMatchObject({ type: 'DELETE', total: 7, done: 7, failed: 0 });
    expect(new Set(await statesOf(ids))).toEqual(new Set(['CANCELLED']));
    const { body } = await admin.get(`/history/process-instance/${ids[0]}/timeline`);
    const acts = body.data.map(({ actor, command }: Record<string, string>) => `${actor} ${command}`);
    expect(new Set(acts)).toEqual(new Set(['admin start', 'admin suspend', 'admin activate', 'admin cancel']));
    const last = body.data.at(-1);
    expect([last.kind, last.detail.reason]).toEqual(['INSTANCE_ENDED', 'Sold.']);
    expect(await server.kernel.database.rows(EVENTS, [batch.id])).toEqual([
      { kind: 'process-batch.ordered', actor: 'admin', detail: { type: 'DELETE', total: 7 } },
    ]);
    expect(await server.kernel.database.rows(LEFT, [batch.id])).toEqual([{ items: 0, parts: 0 }]);
  });

  it('migrates, and lists what it could not with every reason, until that is tried again', async () => {
    const { key, runs, ids } = await some(3);
    await runs[1]!.complete('work');
    await deployed(admin, chained([START, '<manualTask id="work"/>', task('else'), END]), key);
    const { body: definitions } = await admin.post('/repository/definitions/page', { key, latestOnly: true });
    const targetDefinitionId = definitions.data[0].id;
    const batch = await done({ type: 'MIGRATE', ids, arguments: { targetDefinitionId } });
    expect(batch).toMatchObject({ total: 3, done: 0, failed: 3 });
    expect((await failuresOf(batch.id)).data).toEqual([
      {
        itemId: ids[0],
        code: 'MIGRATION_NOT_POSSIBLE',
        message: 'work cannot go on as work: userTask is no manualTask',
      },
      { itemId: ids[1], code: 'INSTANCE_ENDED', message: null },
      {
        itemId: ids[2],
        code: 'MIGRATION_NOT_POSSIBLE',
        message: 'work cannot go on as work: userTask is no manualTask',
      },
    ]);
    const byCode = await failuresOf(batch.id, { code: 'INSTANCE_ENDED', pageable: { sort: { properties: ['code'] } } });
    expect(byCode.totalElements).toBe(1);
    const next = {
      instructions: [
        { type: 'CANCEL', elementId: 'work' },
        { type: 'START_BEFORE', elementId: 'work' },
      ],
    };
    expect((await admin.post(`/process-instance/${ids[0]}/modify`, next)).status).toBe(200);
    const mapped = { targetDefinitionId, mapping: [{ source: 'work', target: 'else' }] };
    expect(await done({ type: 'MIGRATE', ids: [ids[0]], arguments: mapped })).toMatchObject({ done: 1, failed: 0 });
    const retried = await admin.post(path(batch.id, '/retry-failed'));
    expect(retried.body).toMatchObject({ state: 'RUNNING', total: 3, failed: 0 });
    expect(await ended(batch.id)).toMatchObject({ total: 3, done: 0, failed: 3 });
    expect((await failuresOf(batch.id)).data[0]).toMatchObject({
      itemId: ids[0],
      message: `The instance runs by ${targetDefinitionId} already`,
    });
    const told = await server.kernel.database.rows<{ kind: string }>(EVENTS, [batch.id]);
    expect(told.map(({ kind }) => kind)).toEqual(['process-batch.ordered', 'process-batch.retried']);
  });

  it('tries incidents of one cause again, found as their group, and those of jobs not', async () => {
    const bad =
      '<scriptTask id="bad" scriptFormat="javascript"><script>if (!execution.getVariable("ready")) throw new Error("not ready");</script></scriptTask>';
    const { key, runs, ids } = await some(3, chained([START, task('first'), bad, task('next'), END]));
    for (const run of runs) {
      const [first] = await run.tasks();
      await admin.post(`/task/${first?.id}/complete`, { onFailure: 'INCIDENT' });
    }
    const { body: groups } = await admin.post('/management/incidents/groups', { processDefinitionKey: key });
    expect(groups).toMatchObject([{ elementId: 'bad', count: 3 }]);
    const { elementId, code } = groups[0];
    const incidentQuery = { processDefinitionKey: key, elementId, code };
    for (const id of ids.slice(1))
      await admin.put(`/runtime/executions/${id}/variables`, { variables: { ready: true } });
    const dry = await create({ type: 'RETRY_INCIDENTS', incidentQuery, dryRun: true });
    expect(dry.body).toMatchObject({ id: null, total: 3 });
    const { data } = (await admin.post('/management/incidents/page', { processInstanceId: ids[0] })).body;
    const batch = await done({ type: 'RETRY_INCIDENTS', incidentQuery });
    expect(batch).toMatchObject({ total: 3, done: 2, failed: 1 });
    expect((await failuresOf(batch.id)).data).toEqual([
      { itemId: data[0].id, code: 'PROCESS_EXECUTION_FAILED', message: 'Error: not ready (line 1)' },
    ]);
    expect(await Promise.all(runs.map((run) => run.names()))).toEqual([[], ['next'], ['next']]);
    await admin.post(`/management/incidents/${data[0].id}/resolve`, { action: 'RETRY', variables: { ready: true } });
    expect(await runs[0]!.names()).toEqual(['next']);
    const gone = await done({ type: 'RETRY_INCIDENTS', ids: [data[0].id] });
    expect((await failuresOf(gone.id)).data).toEqual([
      { itemId: data[0].id, code: 'INCIDENT_NOT_RESOLVABLE', message: null },
    ]);
    const elsewhere = await create({ type: 'RETRY_INCIDENTS', incidentQuery }, stranger);
    expect(elsewhere.body).toMatchObject({ total: 0 });
    for (const wrong of [{ query: {} }, { jobQuery: {} }, { ids: ['x'] }]) {
      expect(outcome(await create({ type: 'RETRY_INCIDENTS', ...wrong }))).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it('gives failed jobs new attempts, by a query or by their ids', async () => {
    const bad =
      '<serviceTask id="bad" keelson:asyncBefore="true" keelson:expression="${ready}"><extensionElements><keelson:failedJobRetryTimeCycle>R1/PT1S</keelson:failedJobRetryTimeCycle></extensionElements></serviceTask>';
    const { ids, runs } = await some(2, chained([START, bad, task('next'), END]));
    const incidents = () => Promise.all(runs.map(async (run) => (await run.instance()).incidentCount));
    await vi.waitFor(async () => expect(await incidents()).toEqual([1, 1]), WAIT);
    for (const id of ids) await admin.post(`/runtime/set-variable/by-execution-id/${id}/by-variable-name/ready`, true);
    const jobQuery = { processInstanceId: ids[0], failed: true };
    const byQuery = await done({ type: 'SET_RETRIES', jobQuery, arguments: { retries: 2 } });
    expect(byQuery).toMatchObject({ total: 1, done: 1 });
    const jobs = (await admin.post('/management/jobs/page', { processInstanceId: ids[1] })).body.data;
    const gone = `${ids[0]}-j999`;
    const byIds = await done({ type: 'setRetries', ids: [jobs[0].id, gone], arguments: { retries: 2 } });
    expect(byIds).toMatchObject({ total: 2, done: 1, failed: 1 });
    expect((await failuresOf(byIds.id)).data).toEqual([{ itemId: gone, code: 'JOB_NOT_FOUND', message: null }]);
    server.clock.advance(60_000);
    for (const run of runs) await run.standsAt('next');
    expect(await incidents()).toEqual([0, 0]);
  });

  it('deletes the history of what has ended, with what it called, and not of what runs', async () => {
    const child = await deployed(admin, chained([START, END]));
    const call = `<callActivity id="call" calledElement="${child.key}"/>`;
    const { key, runs, ids } = await some(3, chained([START, call, task('work'), END]));
    await runs[0]!.complete('work');
    await runs[1]!.complete('work');
    const found = await create({ type: 'DELETE_HISTORY', query: { processDefinitionKeys: [key] }, dryRun: true });
    expect(found.body).toMatchObject({ id: null, state: null, total: 2 });
    const keys = { processDefinitionKeys: [key, child.key], startUserId: 'admin' };
    const batch = await done({ type: 'DELETE_HISTORY', query: keys });
    // Of the three that were called one is not in it by itself only where its caller is.
    expect(batch).toMatchObject({ total: 3, done: 2, failed: 1 });
    expect((await failuresOf(batch.id)).data).toMatchObject([{ code: 'INSTANCE_NOT_ENDED' }]);
    const answers = await Promise.all(ids.map((id) => admin.get(`/process-instance/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
    const byIds = await done({ type: 'DELETE_HISTORY', ids: [ids[0], ids[2]] });
    expect((await failuresOf(byIds.id)).data).toEqual([
      { itemId: ids[0], code: 'INSTANCE_NOT_FOUND', message: null },
      { itemId: ids[2], code: 'INSTANCE_NOT_ENDED', message: null },
    ]);
  });

  it('ends what was called with its caller, so that no incident is raised', async () => {
    const child = await deployed(admin, chained([START, task('inner'), END]));
    const { key } = await some(2, chained([START, `<callActivity id="call" calledElement="${child.key}"/>`, END]));
    const batch = await done({ type: 'DELETE', query: { processDefinitionKeys: [key, child.key] } });
    expect(batch).toMatchObject({ total: 2, done: 2, failed: 0 });
    const { body } = await admin.post('/process-instance/page', { processDefinitionKeys: [key, child.key] });
    expect(body.totalElements).toBe(0);
    const incidents = await admin.post('/management/incidents/page', { processDefinitionKey: key, resolved: true });
    expect(incidents.body.totalElements).toBe(0);
  });

  it('counts as done what has ended before it was to be ended, and names what never was', async () => {
    const { ids, runs } = await some(2);
    await runs[0]!.complete('work');
    const nobody = '00000000-0000-7000-8000-000000000000';
    const batch = await done({ type: 'DELETE', ids: [...ids, nobody] });
    expect(batch).toMatchObject({ total: 3, done: 2, failed: 1 });
    expect((await failuresOf(batch.id)).data).toEqual([{ itemId: nobody, code: 'INSTANCE_NOT_FOUND', message: null }]);
    expect(await statesOf(ids)).toEqual(['COMPLETED', 'CANCELLED']);
  });

  it('of nothing is complete at once, a dry run leaves nothing behind, and one key orders it once', async () => {
    const { query } = await some(0);
    expect((await create({ type: 'SUSPEND', query })).body).toMatchObject({ state: 'COMPLETED', total: 0, done: 0 });
    const { query: two } = await some(2);
    const before = (await admin.post('/management/batches/page', {})).body.totalElements;
    const dry = await create({ type: 'SUSPEND', query: two, dryRun: true }, admin, { 'idempotency-key': 'dry' });
    expect(dry.body).toMatchObject({ id: null, state: null, total: 2, done: 0, failed: 0 });
    expect((await admin.post('/management/batches/page', {})).body.totalElements).toBe(before);
    const once = () => create({ type: 'SUSPEND', query: two }, admin, { 'idempotency-key': 'batch-once' });
    const [first, second] = [await once(), await once()];
    expect(second.body).toEqual(first.body);
    const { body } = await admin.post('/management/batches/page', {
      types: ['SUSPEND'],
      states: ['COMPLETED', 'RUNNING'],
      createdBy: 'ADMIN',
    });
    expect(body.data.filter(({ id }: { id: string }) => id === first.body.id)).toHaveLength(1);
    expect(body.totalElements).toBe(body.data.length);
    expect(body.data[0].createTime >= body.data.at(-1).createTime).toBe(true);
  });

  it('refuses arguments of other types, and whatever does not say what is in it', async () => {
    const codes = async (body: object) => {
      const { status, errorDetail } = await create(body);
      expect(status).toBe(400);
      return errorDetail.errorArguments.map(({ field, code }: Record<string, string>) => `${field} ${code}`);
    };
    expect(await codes({ type: 'SUSPEND', query: {}, arguments: { reason: 'x' } })).toEqual([
      'arguments.reason NOT_ALLOWED',
    ]);
    expect(await codes({ type: 'MIGRATE', query: {} })).toEqual(['arguments.targetDefinitionId REQUIRED']);
    expect(await codes({ type: 'SET_RETRIES', query: {} })).toEqual([
      'arguments.retries REQUIRED',
      'query NOT_ALLOWED',
    ]);
    expect(await codes({ type: 'DELETE' })).toEqual([' REQUIRED']);
    expect(await codes({ type: 'DELETE', ids: ['a'], query: {} })).toEqual([' REQUIRED']);
    expect(await codes({ type: 'DELETE', jobQuery: {} })).toEqual(['jobQuery NOT_ALLOWED']);
    expect(await codes({ type: 'DELETE', ids: ['none'] })).toEqual(['ids[0] PATTERN']);
    expect(await codes({ type: 'DELETE', query: { states: ['ENDED'] } })).toEqual(['query.states NOT_ALLOWED']);
    const unsearchable = { variables: [{ name: 'hidden', operator: 'EQ', value: 1 }] };
    for (const answer of [
      await create({ type: 'DELETE', query: unsearchable }),
      await admin.post('/process-instance/migrate', { targetDefinitionId: 'none', query: unsearchable }),
    ]) {
      expect(outcome(answer)).toEqual([422, 'VARIABLE_NOT_SEARCHABLE']);
    }
    const target = { targetDefinitionId: 'none:1:abcdefgh' };
    const migrate = (more: object) => create({ type: 'MIGRATE', query: {}, arguments: { ...target, ...more } });
    expect(outcome(await migrate({}))).toEqual([404, 'DEFINITION_NOT_FOUND']);
    const still = bpmnFile('batch-still', chained([START, task('work'), END])).replace('"true"', '"false"');
    await admin.deploy([['still.bpmn', still]]);
    const { body } = await admin.post('/repository/definitions/page', { key: 'batch-still' });
    expect(outcome(await migrate({ targetDefinitionId: body.data[0].id }))).toEqual([422, 'PROCESS_NOT_EXECUTABLE']);
    const variables = { text: 'x'.repeat(5_000_000) };
    expect(outcome(await migrate({ variables }))).toEqual([413, 'VARIABLE_TOO_LARGE']);
  });

  it('of more than it may have is refused as a whole', async () => {
    const { key } = await some(1);
    const more = sql(
      'test_more_instances',
      `INSERT INTO bpm_instance (id, revision, started_at, tenant_identifier, definition_id, state)
       SELECT gen_random_uuid(), 1, i.started_at, i.tenant_identifier, i.definition_id, ''
       FROM bpm_instance i JOIN bpm_definition d ON d.id = i.definition_id AND d.key = $1, generate_series(1, $2::int)`,
    );
    const fewer = sql('test_fewer_instances', "DELETE FROM bpm_instance WHERE state = ''");
    const query = { processDefinitionKeys: [key] };
    await server.kernel.database.rows(more, [key, migratedAtOnceMax]);
    const { body } = await admin.post('/repository/definitions/page', { key });
    const refused = await admin.post('/process-instance/migrate', { targetDefinitionId: body.data[0].id, query });
    expect(outcome(refused)).toEqual([422, 'RESULT_TOO_LARGE']);
    // There are 501 of them, each of which makes so many more.
    await server.kernel.database.rows(more, [key, Math.ceil(batchItemsMax / migratedAtOnceMax)]);
    expect(outcome(await create({ type: 'SUSPEND', query, dryRun: true }))).toEqual([422, 'RESULT_TOO_LARGE']);
    expect(outcome(await create({ type: 'SUSPEND', query }))).toEqual([422, 'RESULT_TOO_LARGE']);
    await server.kernel.database.rows(fewer);
    expect((await create({ type: 'SUSPEND', query, dryRun: true })).body.total).toBe(1);
  });

  it('names a renamed person as he is called now', async () => {
    const person = await createPersonWithRoles(admin, server.url, 'Ordering', ['ROLE_TENANT_ADMIN']);
    const { body } = await create({ type: 'SUSPEND', query: { processDefinitionKeys: ['none'] } }, person);
    const { uuid, version } = (await admin.get('/users/by-username/Ordering')).body;
    expect(outcome(await admin.put('/users', { uuid, version, username: 'Ordered' }))).toEqual([200, null]);
    await vi.waitFor(async () => {
      const found = await admin.post('/management/batches/page', { createdBy: 'ordered' });
      expect(found.body.data).toMatchObject([{ id: body.id, createdBy: 'Ordered' }]);
    }, WAIT);
  });

  it('needs the authority of what it does, and is seen in its tenant alone', async () => {
    const { ids } = await some(1);
    const key = await admin.post('/api-keys', { name: 'jobs', authorityList: ['BPMN_JOB_MANAGE'] });
    const jobs = createPerson(server.url, 'jobs', key.body.key);
    for (const type of ['SUSPEND', 'DELETE_HISTORY']) {
      expect(outcome(await create({ type, ids }, jobs))).toEqual([403, 'ACCESS_DENIED']);
    }
    const failed = await create({ type: 'SET_RETRIES', ids: [`${ids[0]}-j1`], arguments: { retries: 1 } }, jobs);
    expect(failed.status).toBe(200);
    const foreign = await done({ type: 'SUSPEND', ids: ['00000000-0000-7000-8000-000000000000'] });
    expect(outcome(await jobs.post(path(foreign.id, '/retry-failed')))).toEqual([403, 'ACCESS_DENIED']);
    const { body } = await create({ type: 'SUSPEND', ids });
    expect(outcome(await stranger.get(path(body.id)))).toEqual([404, 'BATCH_NOT_FOUND']);
    expect(outcome(await stranger.post(path(body.id, '/failures/page'), {}))).toEqual([404, 'BATCH_NOT_FOUND']);
    expect(outcome(await stranger.post(path(body.id, '/cancel')))).toEqual([404, 'BATCH_NOT_FOUND']);
    expect(outcome(await stranger.post(path(body.id, '/retry-failed')))).toEqual([404, 'BATCH_NOT_FOUND']);
    const seen = (await stranger.post('/management/batches/page', {})).body;
    expect(seen.data.map(({ id }: { id: string }) => id)).not.toContain(body.id);
    expect(seen.totalElements).toBe(seen.data.length);
    const there = await create({ type: 'DELETE', ids }, stranger);
    await vi.waitFor(
      async () => expect((await stranger.get(path(there.body.id))).body).toMatchObject({ failed: 1, done: 0 }),
      WAIT,
    );
    expect((await create({ type: 'DELETE', query: {}, dryRun: true }, stranger)).body.total).toBe(0);
    await ended(body.id);
    expect(outcome(await admin.post(path(body.id, '/cancel')))).toEqual([409, 'BATCH_ENDED']);
    expect(outcome(await admin.get(path('none')))).toEqual([404, 'BATCH_NOT_FOUND']);
  });
});
