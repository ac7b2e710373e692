// Tests that a deleted deployment starts, calls and decides nothing any more, on every process, and that its past stays readable.
import { cancelledInstancesMax } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPersonWithRoles, createRole, type Person } from '../../../testing/test-people.ts';
import { eachAtOnce } from '../runtime/each-at-once.ts';
import { dmnFile, expression } from '../testing/decision-models.ts';
import { chained, END, instanceOf, messageOf, ROOTS, START, task, WAIT } from '../testing/driven-process.ts';
import { createStranger, type EnginePair, outcome, startEnginePair, startPath } from '../testing/engine-server.ts';
import { formFile } from '../testing/forms.ts';
import { bpmnFile, singleElementFile } from '../testing/models.ts';

let pair: EnginePair;
let admin: Person;
let onTwo: Person;

beforeAll(async () => {
  pair = await startEnginePair();
  ({ onOne: admin, onTwo } = pair);
});
afterAll(() => pair.stop());

const rows = (text: string, ...values: readonly unknown[]) =>
  pair.one.kernel.database.rows<Record<string, unknown>>({ name: '', text }, values);

/** Answers the id of the deployment. */
async function deploy(file: string, name: string, as = admin): Promise<string> {
  expect((await as.deploy([[name, file]])).errorDetail).toBeNull();
  const { data } = (await as.post('/repository/deployments/page', { pageable: { pageSize: 200 } })).body;
  return data.find((each: { name: string }) => each.name === name).id;
}
const versionOf = (key: string, element: string) =>
  bpmnFile(key, chained([START, task(element), END])).replace('</definitions>', ROOTS);
const remove = async (id: string, query = '', as = admin) =>
  outcome(await as.remove(`/repository/deployments/${id}${query}`));
async function start(key: string, as = admin) {
  const answer = await as.post(`${startPath}/${key}`, {});
  expect(answer.errorDetail).toBeNull();
  return { ...instanceOf(admin, answer.body.id), version: answer.body.processDefinitionId as string };
}

describe('a deployment that was deleted', () => {
  it('bpmn-engine 73: is found no more, and the version before is the latest one again, on every process', async () => {
    await deploy(versionOf('falls', 'one'), 'falls-1.bpmn');
    const second = await deploy(versionOf('falls', 'two'), 'falls-2.bpmn');
    const { version } = await start('falls', onTwo);
    expect(version).toMatch(/^falls:2:/);
    expect(await remove(second)).toEqual([409, 'DEPLOYMENT_IN_USE']);
    const page = (await admin.post('/process-instance/page', { processDefinitionKeys: ['falls'] })).body;
    await admin.remove(`/process-instance/${page.data[0].id}`);
    expect(await remove(second)).toEqual([200, null]);
    expect((await start('falls', onTwo)).version).toMatch(/^falls:1:/);
    expect(outcome(await onTwo.post(`/runtime/start/by-process-definition-id/${version}`, {}))).toEqual([
      404,
      'DEFINITION_NOT_FOUND',
    ]);
    for (const path of [`deployments/${second}`, `definitions/${version}`, `definitions/${version}/xml`]) {
      expect((await admin.get(`/repository/${path}`)).status).toBe(404);
    }
    expect((await admin.get(`/repository/deployments/${second}/resource?name=falls-2.bpmn`)).status).toBe(404);
    expect(outcome(await admin.post('/repository/suspend', { id: version }))).toEqual([404, 'DEFINITION_NOT_FOUND']);
    const found = (await admin.post('/repository/definitions/page', { key: 'falls', latestOnly: true })).body.data;
    expect(found.map((each: { version: number }) => each.version)).toEqual([1]);
    const listed = (await admin.post('/repository/deployments/page', { name: 'falls-2' })).body;
    expect(listed.totalElements).toBe(0);
    expect(await remove(second)).toEqual([404, 'DEPLOYMENT_NOT_FOUND']);
    const text = "SELECT detail FROM log_recorded_event WHERE kind = 'deployment.deleted' AND subject = $1";
    expect(await rows(text, second)).toMatchObject([{ detail: { definitions: [version], cancelled: 0 } }]);
  });

  it('has its versions numbered on from, and is no reason to make none', async () => {
    await deploy(versionOf('numbered', 'one'), 'numbered-1.bpmn');
    const second = await deploy(versionOf('numbered', 'two'), 'numbered-2.bpmn');
    await remove(second);
    const latest = async () =>
      (await admin.post('/repository/definitions/page', { key: 'numbered', latestOnly: true })).body.data[0].version;
    expect((await admin.deploy([['again.bpmn', versionOf('numbered', 'one')]])).errorDetail).toBeNull();
    expect(await latest()).toBe(1);
    await deploy(versionOf('numbered', 'two'), 'numbered-3.bpmn');
    expect(await latest()).toBe(3);
  });

  it('cancels what runs where that is asked for, by whoever may, and leaves its past readable', async () => {
    const id = await deploy(versionOf('past', 'one'), 'past.bpmn');
    const [ended, running] = [await start('past'), await start('past')];
    await ended.complete('one');
    await createRole(admin, 'ROLE_DEPLOYER', ['BPMN_DEPLOY', 'BPMN_DEFINITION_VIEW']);
    const deployer = await createPersonWithRoles(admin, pair.one.url, 'deployer', ['ROLE_DEPLOYER']);
    expect(await remove(id, '?cascade=true', deployer)).toEqual([403, 'ACCESS_DENIED']);
    expect(await remove(id, '', deployer)).toEqual([409, 'DEPLOYMENT_IN_USE']);
    expect(await remove(id, '?cascade=true')).toEqual([200, null]);
    expect(await running.instance()).toMatchObject({ endState: 'CANCELLED', processDefinitionKey: 'past' });
    const timeline = await onTwo.get(`/history/process-instance/${ended.id}/timeline`);
    expect(timeline.body.data.map((each: { elementId: string }) => each.elementId)).toContain('one');
    const closed = (await admin.post('/history/tasks/page', { processDefinitionKeys: ['past'] })).body;
    expect(closed.data).toMatchObject([{ taskDefinitionKey: 'one' }, { taskDefinitionKey: 'one' }]);
    const operations = (await admin.post('/history/operations/page', { processInstanceId: running.id })).body;
    expect(operations.data).toMatchObject([
      { operation: 'CANCEL', actor: 'admin', detail: 'The deployment was deleted.' },
    ]);
    expect(outcome(await admin.post(`${startPath}/past`, {}))).toEqual([404, 'DEFINITION_NOT_FOUND']);
  });

  it('starts nothing by messages, signals and timers any more: the version before does', async () => {
    const started = (element: string) =>
      bpmnFile(
        'begun',
        chained([`<startEvent id="start">${messageOf('paid')}</startEvent>`, task(element), END]) +
          `<startEvent id="late"><timerEventDefinition><timeDate>2099-01-01T00:00:00Z</timeDate></timerEventDefinition></startEvent>` +
          `<sequenceFlow id="fl" sourceRef="late" targetRef="${element}"/>`,
      ).replace('</definitions>', ROOTS);
    const first = await deploy(started('one'), 'begun-1.bpmn');
    const second = await deploy(started('two'), 'begun-2.bpmn');
    const timers = async () => {
      const text = "SELECT definition_id FROM bpm_job WHERE kind = 'START_TIMER' AND definition_id LIKE 'begun:%'";
      return (await rows(text)).map((row) => String(row.definition_id).slice(0, 7));
    };
    const correlate = async () => admin.post('/runtime/messages/correlate', { messageName: 'paid' });
    expect(await timers()).toEqual(['begun:2']);
    expect(await remove(second)).toEqual([200, null]);
    expect(await timers()).toEqual(['begun:1']);
    const answer = await correlate();
    expect(answer.body).toMatchObject([{ kind: 'START' }]);
    expect(await instanceOf(admin, answer.body[0].processInstanceId).names()).toEqual(['one']);
    expect(await remove(first, '?cascade=true')).toEqual([200, null]);
    expect(await timers()).toEqual([]);
    expect(outcome(await correlate())).toEqual([404, 'MESSAGE_NOT_CORRELATED']);
  });

  it('decides nothing any more: the version before does', async () => {
    await deploy(dmnFile(expression('chosen', '1')), 'chosen-1.dmn');
    const second = await deploy(dmnFile(expression('chosen', '2')), 'chosen-2.dmn');
    const decide = async () => (await onTwo.post('/decision/evaluate/by-key/chosen', {})).body.results;
    expect(await decide()).toEqual([{ chosen: 2 }]);
    expect(await remove(second)).toEqual([200, null]);
    expect(await decide()).toEqual([{ chosen: 1 }]);
    const { data } = (await admin.post('/decision/page', { key: 'chosen', latestOnly: true })).body;
    expect(data).toMatchObject([{ version: 1 }]);
  });

  it('shows no form any more but where a later deployment has found it unchanged', async () => {
    const shape = (label: string) => formFile('shape', { type: 'textfield', key: 'a', label });
    const file = (binding: string) =>
      singleElementFile(
        'shaped',
        `<userTask id="work" keelson:formRef="shape" keelson:formRefBinding="${binding}"/>`,
        'work',
      );
    await deploy(shape('First'), 'shape-1.form');
    const second = await deploy(shape('Second'), 'shape-2.form');
    const both = [
      ['shaped.bpmn', file('deployment')],
      ['shape-3.form', shape('Second')],
    ] as const;
    expect((await admin.deploy(both)).errorDetail).toBeNull();
    const label = async () => {
      const { id } = await start('shaped');
      const [open] = await instanceOf(admin, id).tasks();
      return (await admin.get(`/task/${open?.id}/form`)).body.fields[0].label;
    };
    expect(await remove(second)).toEqual([200, null]);
    expect(await label()).toBe('Second');
    await rows("UPDATE bpm_deployment SET deleted_at = '2000-01-01' WHERE id = $1", second);
    await admin.post('/history/cleanup');
    expect(await label()).toBe('Second');
    await deploy(file('latest'), 'shaped-2.bpmn');
    expect(await label()).toBe('First');
  });

  it('is deleted once by two at a time', async () => {
    const id = await deploy(versionOf('twice', 'one'), 'twice.bpmn');
    const answers = await Promise.all([remove(id), remove(id, '', onTwo)]);
    expect(answers.toSorted()).toEqual([
      [200, null],
      [404, 'DEPLOYMENT_NOT_FOUND'],
    ]);
  });

  it('stays where more instances run than one request cancels, until a batch, which the refusal names, has ended them', async () => {
    const id = await deploy(versionOf('crowd', 'one'), 'crowd.bpmn');
    const { version } = await start('crowd');
    await eachAtOnce(Array.from({ length: cancelledInstancesMax }), () => start('crowd', onTwo));
    const refused = await admin.remove(`/repository/deployments/${id}?cascade=true`);
    expect(outcome(refused)).toEqual([409, 'DEPLOYMENT_INSTANCES_TOO_MANY']);
    expect(refused.errorDetail).toMatchObject({ errorDetail: expect.stringContaining('POST /management/batches') });
    const running = async () => (await admin.post('/process-instance/page', { processDefinitionId: version })).body;
    const all = cancelledInstancesMax + 1;
    expect((await running()).totalElements).toBe(all);
    const query = { processDefinitionId: version };
    const { body: batch } = await admin.post('/management/batches', { type: 'DELETE', query });
    await vi.waitFor(async () => {
      const { body } = await onTwo.get(`/management/batches/${batch.id}`);
      expect(body).toMatchObject({ state: 'COMPLETED', total: all, done: all, failed: 0 });
    }, WAIT);
    expect(await remove(id)).toEqual([200, null]);
  });

  it('is gone on with to its end by an instance whose start commits at the same moment, and the clean-up waits for that', async () => {
    const unique = bpmnFile('late', chained([START, task('one'), END]), ' keelson:uniqueBusinessKey="true"');
    const id = await deploy(unique, 'late.bpmn');
    const HOLD = `INSERT INTO bpm_unique_key (tenant_identifier, definition_key, business_key, instance_id, since)
      VALUES ('default', 'late', 'k', gen_random_uuid(), now())`;
    const HELD_UP = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    // The commit of the start has seen the version, and waits for whoever holds the key while the deployment is deleted.
    const starting = await pair.one.kernel.database.transaction(async (tx) => {
      await tx.execute({ name: '', text: HOLD }, []);
      const answer = onTwo.post(`${startPath}/late`, { businessKey: 'k' });
      await vi.waitFor(async () => expect(await rows(HELD_UP)).toHaveLength(1), WAIT);
      expect(await remove(id)).toEqual([200, null]);
      await tx.execute({ name: '', text: "DELETE FROM bpm_unique_key WHERE definition_key = 'late'" }, []);
      return { answer };
    });
    const started = await starting.answer;
    expect(started.errorDetail).toBeNull();
    const cleanUp = async () => {
      await rows("UPDATE bpm_deployment SET deleted_at = '2000-01-01' WHERE id = $1", id);
      await admin.post('/history/cleanup');
    };
    await cleanUp();
    const run = instanceOf(admin, started.body.id);
    await run.complete('one');
    expect(await run.instance()).toMatchObject({ endState: 'COMPLETED', processDefinitionKey: 'late' });
    await admin.remove(`/history/process-instance/${run.id}`);
    await cleanUp();
    expect(await rows('SELECT FROM bpm_deployment WHERE id = $1', id)).toEqual([]);
  });

  it('bpmn-engine 30: is the own tenant’s, and instances of others are not cancelled without TENANT_ALL', async () => {
    const id = await deploy(versionOf('lent', 'one'), 'lent.bpmn');
    const { data } = (await admin.post('/repository/definitions/page', { key: 'lent' })).body;
    await admin.put(`/repository/definitions/${data[0].id}`, { shared: true });
    const stranger = await createStranger({ server: pair.one, admin }, 'deleted-elsewhere');
    const foreign = (await stranger.post(`${startPath}/lent`, {})).body;
    expect(await remove(id, '', stranger)).toEqual([404, 'DEPLOYMENT_NOT_FOUND']);
    await createRole(admin, 'ROLE_OPERATOR', ['BPMN_DEPLOY', 'BPMN_INSTANCE_MANAGE']);
    const operator = await createPersonWithRoles(admin, pair.one.url, 'operator', ['ROLE_OPERATOR']);
    expect(await remove(id, '?cascade=true', operator)).toEqual([409, 'DEPLOYMENT_IN_USE']);
    expect(await remove(id, '?cascade=true')).toEqual([200, null]);
    expect((await stranger.get(`/process-instance/${foreign.id}`)).body).toMatchObject({ endState: 'CANCELLED' });
    expect(outcome(await stranger.post(`${startPath}/lent`, {}))).toEqual([404, 'DEFINITION_NOT_FOUND']);
    expect(await remove('none')).toEqual([404, 'DEPLOYMENT_NOT_FOUND']);
  });

  it('goes at the clean-up a day later, behind the last that is told of it', async () => {
    const id = await deploy(versionOf('gone', 'one'), 'gone.bpmn');
    const run = await start('gone');
    await run.complete('one');
    expect(await remove(id)).toEqual([200, null]);
    await admin.post('/history/process-instances/page', { ids: [run.id] });
    const stored = async () => {
      const tables = ['bpm_definition', 'bpm_resource'].map((table) => `SELECT deployment_id FROM ${table}`);
      return (await rows(`SELECT FROM (${tables.join(' UNION ALL ')}) t WHERE deployment_id = $1`, id)).length;
    };
    await rows("UPDATE bpm_deployment SET deleted_at = deleted_at - interval '2 days' WHERE id = $1", id);
    await admin.post('/history/cleanup');
    expect(await stored()).toBe(2);
    await admin.remove(`/history/process-instance/${run.id}`);
    await rows("UPDATE bpm_deployment SET deleted_at = now() + interval '1 day' WHERE id = $1", id);
    await admin.post('/history/cleanup');
    expect(await stored()).toBe(2);
    await rows("UPDATE bpm_deployment SET deleted_at = '2000-01-01' WHERE id = $1", id);
    await admin.post('/history/cleanup');
    expect(await stored()).toBe(0);
    expect(await rows('SELECT FROM bpm_deployment WHERE id = $1', id)).toEqual([]);
  });
});
