// Tests what is told of the elements of a version: what waits and fails there, how long it took, and the way of one instance.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, createRole, type Person, signInAdmin } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import {
  after,
  boundary,
  catching,
  chained,
  deployed,
  END,
  messageOf,
  START,
  startedOf,
  task,
} from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const BAD = '<serviceTask id="bad" name="Bad" keelson:expression="${missing}"/>';
type Shown = Record<string, unknown> & { elementId: string };

async function version(content: string) {
  const { key } = await deployed(admin, content);
  const { body } = await admin.post('/repository/definitions/page', { key });
  const { id } = body.data[0] as { id: string };
  const path = `/repository/definitions/${id}`;
  const statistics = async (as?: Person) => (await (as ?? admin).get(`${path}/statistics`)).body;
  const at = async (elementId: string) =>
    (await statistics()).elements.find((each: Shown) => each.elementId === elementId);
  return { key, id, path, statistics, at };
}

describe('statistics of a version', () => {
  it('bpmn-engine 47: count each token once, whatever rows stand for it, at the element where it waits', async () => {
    const child = await deployed(admin, chained([START, task('inner'), END]));
    const elements = [
      task('ask'),
      catching('pay', messageOf('paid')),
      catching('later', after('PT5H')),
      '<serviceTask id="work" keelson:type="external" keelson:topic="t"/>',
      `<callActivity id="call" calledElement="${child.key}"/>`,
      BAD,
    ];
    const ids = ['ask', 'pay', 'later', 'work', 'call', 'bad'];
    const fork = '<parallelGateway id="fork"/>';
    const flows = ids.flatMap((id) => [
      `<sequenceFlow id="to_${id}" sourceRef="fork" targetRef="${id}"/>`,
      `<sequenceFlow id="from_${id}" sourceRef="${id}" targetRef="end"/>`,
    ]);
    const beside = [...elements, boundary('late', 'ask', after('PT9H'), 'cancelActivity="false"'), END, ...flows];
    const { key, statistics } = await version(chained([START, fork], beside.join('\n')));
    for (let count = 0; count < 2; count++) await startedOf(admin, key, { onFailure: 'INCIDENT' });
    const { counts, elements: shown } = await statistics();
    expect(counts).toEqual({ running: 2, suspended: 0, incidents: 2 });
    const told = shown.map(({ elementId, running, incidents }: Shown) => [elementId, running, incidents]);
    expect(told.sort()).toEqual(ids.map((id) => [id, 2, id === 'bad' ? 2 : 0]).sort());
    expect(shown.find(({ elementId }: Shown) => elementId === 'bad')).toMatchObject({
      elementName: 'Bad',
      elementType: 'serviceTask',
    });
  });

  it('measure activities of instances that have ended, and leave out those that did not complete', async () => {
    const { key, at, statistics } = await version(chained([START, task('measured'), END]));
    for (const seconds of [1, 2, 3, 10]) {
      const run = await startedOf(admin, key);
      server.clock.advance(seconds * 1_000);
      await run.complete('measured');
    }
    await admin.remove(`/process-instance/${(await startedOf(admin, key)).id}`);
    await startedOf(admin, key);
    expect(await at('measured')).toMatchObject({ running: 1, completed: 4, meanDurationMillis: 4_000 });
    expect((await at('measured')).p95DurationMillis).toBeGreaterThan(8_000);
    expect(await at('end')).toMatchObject({ running: 0, completed: 4, meanDurationMillis: 0 });
    expect((await statistics()).sampledInstances).toBe(5);
    server.clock.advance(32 * 24 * 3_600_000);
    admin = await signInAdmin(server);
    expect(await statistics()).toMatchObject({ sampledInstances: 0, sampledFrom: null, elements: [{ running: 1 }] });
  });

  it('bpmn-engine 30: are of the tenant of the caller alone', async () => {
    const { key, id, path, statistics } = await version(chained([START, task('shared'), END]));
    await startedOf(admin, key);
    const stranger = await createStranger({ server, admin }, 'statistics-elsewhere');
    expect(outcome(await stranger.get(`${path}/statistics`))).toEqual([404, 'DEFINITION_NOT_FOUND']);
    await admin.put(path, { shared: true });
    expect(await statistics(stranger)).toMatchObject({ processDefinitionId: id, counts: { running: 0 }, elements: [] });
    expect((await stranger.get(`${path}/diagram?format=json`)).body.elements).toEqual([]);
  });
});

describe('marks of a diagram', () => {
  it('show tokens and incidents of all instances that run', async () => {
    const { key, path } = await version(chained([START, task('here'), BAD, END]));
    const run = await startedOf(admin, key, { onFailure: 'INCIDENT' });
    await startedOf(admin, key);
    const [open] = await run.tasks();
    await admin.post(`/task/${open?.id}/complete`, { onFailure: 'INCIDENT' });
    const { body } = await admin.get(`${path}/diagram?format=json`);
    expect(body).toMatchObject({ processInstanceId: null, flows: [] });
    expect(body.elements).toMatchObject([
      { elementId: 'here', running: 1, incidents: 0, completed: null },
      { elementId: 'bad', running: 1, incidents: 1, completed: null },
    ]);
  });

  it('show the way of one instance, while it runs and when it has ended', async () => {
    const { key, path } = await version(chained([START, task('one'), task('two'), END]));
    const run = await startedOf(admin, key);
    const marks = async () => {
      const { body } = await admin.get(`${path}/diagram?format=json&processInstanceId=${run.id}`);
      return [
        body.elements.map(({ elementId, running, completed }: Shown) => [elementId, running, completed]),
        body.flows.length,
      ];
    };
    expect(await marks()).toEqual([
      [
        ['start', 0, 1],
        ['one', 1, 0],
      ],
      1,
    ]);
    await run.complete('one');
    await run.complete('two');
    expect(await marks()).toEqual([
      [
        ['start', 0, 1],
        ['one', 0, 1],
        ['two', 0, 1],
        ['end', 0, 1],
      ],
      3,
    ]);
  });

  it('are of an instance of that version, and of one that the caller may see', async () => {
    const { key, path } = await version(chained([START, task('seen'), END]));
    const other = await version(chained([START, task('another'), END]));
    const run = await startedOf(admin, key);
    const of = (person: Person, at: string) => person.get(`${at}/diagram?format=json&processInstanceId=${run.id}`);
    expect(outcome(await of(admin, other.path))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    await createRole(admin, 'ROLE_READER', ['BPMN_DEFINITION_VIEW']);
    const reader = await createPersonWithRoles(admin, server.url, 'reader', ['ROLE_READER']);
    expect(outcome(await of(reader, path))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    expect(outcome(await admin.get(`${path}/diagram`))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await admin.get('/repository/definitions/none/diagram?format=json'))).toEqual([
      404,
      'DEFINITION_NOT_FOUND',
    ]);
  });
});
