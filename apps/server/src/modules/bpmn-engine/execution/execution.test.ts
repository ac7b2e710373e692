// Tests where instances stand, the variables that are seen there, and what is thrown from there, over HTTP.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { boundary, catching, chained, deployed, END, START, started, task } from '../testing/driven-process.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  ada = await createPersonWithRoles(admin, server.url, 'ada');
});
afterAll(() => server.stop());

interface Execution {
  readonly id: string;
  readonly parentId: string | null;
  readonly elementId: string;
  readonly loopCounter: number | null;
  readonly children: readonly Execution[];
}

const LOOP =
  '<multiInstanceLoopCharacteristics><loopCardinality xsi:type="tFormalExpression">2</loopCardinality></multiInstanceLoopCharacteristics>';
const pathOf = (id: string, rest = '') => `/runtime/executions/${id}/variables${rest}`;
const treeOf = async (id: string): Promise<Execution> => (await admin.get(`/process-instance/${id}/tree`)).body;
const pageOf = async (processInstanceId: string, filter: object = {}) =>
  (await admin.post('/runtime/executions/page', { processInstanceId, ...filter })).body;

/** Finds an execution of the tree by its element. */
function at(tree: Execution, elementId: string): Execution {
  const found = tree.children.map((child) => (child.elementId === elementId ? child : tryAt(child, elementId)));
  return found.find((each) => each !== null) as Execution;
}
const tryAt = (tree: Execution, elementId: string): Execution | null => at(tree, elementId) ?? null;

/** Shows elements and iterations alone. */
const shape = ({ elementId, loopCounter, children }: Execution): unknown =>
  children.length === 0 ? [elementId, loopCounter] : [elementId, loopCounter, children.map(shape)];

describe('the tree of executions', () => {
  it('holds scopes, iterations and called instances, each inside what it belongs to', async () => {
    const called = await deployed(admin, chained([START, task('inside'), END]));
    const box = `<subProcess id="box">${LOOP}${chained(['<startEvent id="begin"/>', task('work'), '<endEvent id="over"/>'])}</subProcess>`;
    const elements = [
      START,
      '<parallelGateway id="fork"/>',
      box,
      `<callActivity id="call" calledElement="${called.key}"/>`,
      '<parallelGateway id="join"/>',
      END,
      flow('in', 'start', 'fork'),
      flow('a', 'fork', 'box'),
      flow('b', 'fork', 'call'),
      flow('c', 'fork', 'join'),
      flow('d', 'box', 'join'),
      flow('e', 'call', 'join'),
      flow('out', 'join', 'end'),
    ];
    const run = await started(admin, elements.join('\n'));
    const tree = await treeOf(run.id);
    const [key] = (await pageOf(run.id)).data.map((each: Execution) => each.elementId);
    const iteration = (index: number) => ['box', index, [['work', null]]];
    expect(shape(tree)).toEqual([
      key,
      null,
      [
        ['box', null, [iteration(0), iteration(1)]],
        ['call', null, [[called.key, null, [['inside', null]]]]],
        ['join', null],
      ],
    ]);
    const callee = at(tree, called.key);
    expect(callee).toMatchObject({
      elementType: 'process',
      parentId: at(tree, 'call').id,
      processInstanceId: callee.id,
    });
    expect(at(tree, 'join')).toMatchObject({ state: 'WAITING' });
    const instance = (await admin.get(`/process-instance/${callee.id}`)).body;
    expect(instance).toMatchObject({
      rootProcessInstanceId: run.id,
      superProcessInstanceId: run.id,
      superExecutionId: at(tree, 'call').id,
    });
    await admin.post(`/process-instance/${run.id}/suspend`);
    expect(await treeOf(run.id)).toMatchObject({ state: 'SUSPENDED', children: [{ state: 'SUSPENDED' }, {}, {}] });
    expect((await pageOf(run.id)).totalElements).toBe(8);
    expect((await pageOf(run.id, { elementId: 'work' })).data).toMatchObject([{ elementId: 'work' }, {}]);
  });

  it('names the incidents of an execution', async () => {
    const failing = '<serviceTask id="bad" keelson:asyncBefore="true" keelson:expression="${missing}"/>';
    const run = await started(admin, chained([START, failing, END]));
    const [job] = (await admin.post('/management/jobs/page', { processInstanceId: run.id })).body.data;
    expect((await pageOf(run.id, { hasIncident: true })).totalElements).toBe(0);
    for (let tries = 0; tries < 3; tries++) await admin.post(`/management/jobs/${job.id}/execute`);
    const [incident] = (await admin.post('/management/incidents/page', { processInstanceId: run.id })).body.data;
    const marked = { elementId: 'bad', incidentIds: [incident.id] };
    expect(await treeOf(run.id)).toMatchObject({ incidentIds: [], children: [marked] });
    expect((await pageOf(run.id, { hasIncident: true })).data).toMatchObject([marked]);
    expect((await pageOf(run.id, { hasIncident: false })).totalElements).toBe(1);
  });

  it('is for whoever started the instance, or reads any; pages are for managers', async () => {
    const { key } = await deployed(admin, chained([START, task('work'), END]));
    const mine = (await ada.post(`/runtime/start/by-process-definition-key/${key}`)).body.id;
    const other = await started(admin, chained([START, task('work'), END]));
    expect((await ada.get(`/process-instance/${mine}/tree`)).body.children).toHaveLength(1);
    expect(outcome(await ada.get(`/process-instance/${other.id}/tree`))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    expect(outcome(await admin.get('/process-instance/x/tree'))).toEqual([404, 'INSTANCE_NOT_FOUND']);
    const page = { processInstanceId: mine };
    expect(outcome(await ada.post('/runtime/executions/page', page))).toEqual([403, 'ACCESS_DENIED']);
    await other.complete('work');
    const ended = { processInstanceId: other.id };
    expect(outcome(await admin.get(`/process-instance/${other.id}/tree`))).toEqual([409, 'INSTANCE_ENDED']);
    expect(outcome(await admin.post('/runtime/executions/page', ended))).toEqual([409, 'INSTANCE_ENDED']);
    const nothing = { processInstanceId: 'x' };
    expect(outcome(await admin.post('/runtime/executions/page', nothing))).toEqual([404, 'INSTANCE_NOT_FOUND']);
  });
});

describe('variables of an execution', () => {
  /** A task in a sub-process that has a variable of its own. */
  async function nested() {
    const box = `<subProcess id="box"><dataObject id="inner" name="inner"/>${chained(['<startEvent id="begin"/>', task('work'), '<endEvent id="over"/>'])}</subProcess>`;
    const run = await started(admin, chained([START, box, END]), { variables: { outer: 1, shared: 'x' } });
    const tree = await treeOf(run.id);
    return { run, box: at(tree, 'box').id, work: at(tree, 'work').id };
  }
  const named = async (path: string) =>
    Object.fromEntries(
      (await admin.get(path)).body.map((each: { name: string; value: unknown }) => [each.name, each.value]),
    );

  it('are read with their types, and where they belong', async () => {
    const { run, box, work } = await nested();
    await admin.put(pathOf(box), { typedVariables: { inner: { type: 'BYTES', value: 'aGk=' } } });
    const { version: revision } = await run.instance();
    expect((await admin.get(pathOf(work))).body).toEqual([
      { name: 'inner', type: 'BYTES', value: 'aGk=', executionId: box, searchable: false, size: 43, version: revision },
      { name: 'outer', type: 'INTEGER', value: 1, executionId: run.id, searchable: false, size: 1, version: revision },
      {
        name: 'shared',
        type: 'STRING',
        value: 'x',
        executionId: run.id,
        searchable: false,
        size: 3,
        version: revision,
      },
    ]);
    expect(await named(pathOf(run.id))).toEqual({ outer: 1, shared: 'x' });
    expect(await named(pathOf(work, '?local=true'))).toEqual({});
    expect(await named(pathOf(box, '?local=true'))).toEqual({ inner: 'aGk=' });
    expect((await admin.get(pathOf(work, '/outer'))).body).toMatchObject({ value: 1, executionId: run.id });
    for (const path of [pathOf(work, '/outer?local=true'), pathOf(run.id, '/inner'), pathOf(run.id, '/inner/data')]) {
      expect(outcome(await admin.get(path))).toEqual([404, 'VARIABLE_NOT_FOUND']);
    }
  });

  it('are set where they are visible, or here alone, and removed likewise', async () => {
    const { run, box, work } = await nested();
    await admin.put(pathOf(work), { variables: { outer: 2, inner: 3, fresh: 4 } });
    expect(await named(pathOf(run.id))).toEqual({ outer: 2, shared: 'x', fresh: 4 });
    expect(await named(pathOf(box, '?local=true'))).toEqual({ inner: 3 });
    await admin.put(pathOf(work, '/outer?local=true'), { type: 'DATE', value: '2028-02-29' });
    expect(await named(pathOf(work, '?local=true'))).toEqual({ outer: '2028-02-29' });
    expect(await named(pathOf(run.id))).toEqual({ outer: 2, shared: 'x', fresh: 4 });
    await admin.post(`/runtime/set-variable/by-execution-id/${work}/by-variable-name/inner`, 5);
    expect(await named(pathOf(box, '?local=true'))).toEqual({ inner: 5 });
    expect((await admin.remove(pathOf(work, '/outer'))).status).toBe(200);
    expect(await named(pathOf(work))).toEqual({ outer: 2, shared: 'x', fresh: 4, inner: 5 });
    expect(outcome(await admin.remove(pathOf(work, '/outer?local=true')))).toEqual([404, 'VARIABLE_NOT_FOUND']);
    expect(outcome(await admin.remove(pathOf(work, '?names=outer,nothing')))).toEqual([404, 'VARIABLE_NOT_FOUND']);
    expect((await admin.remove(pathOf(work, '?names=outer,%20inner'))).status).toBe(200);
    expect(await named(pathOf(work))).toEqual({ shared: 'x', fresh: 4 });
  });

  it('are given as files: bytes as they are, text as UTF-8, anything else as JSON', async () => {
    const { run, work } = await nested();
    const typedVariables = { file: { type: 'BYTES', value: 'AAH/' } };
    await admin.put(pathOf(run.id), { variables: { text: 'für', map: { a: 1 } }, typedVariables });
    const fetched = async (name: string) => {
      const headers = { authorization: `Bearer ${admin.token}`, accept: 'application/octet-stream' };
      const answer = await fetch(server.url + pathOf(work, `/${name}/data`), { headers });
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toContain('attachment');
      return Buffer.from(await answer.arrayBuffer());
    };
    expect(await fetched('file')).toEqual(Buffer.from([0, 1, 255]));
    expect(String(await fetched('text'))).toBe('für');
    expect(String(await fetched('map'))).toBe('{"a":1}');
    const accept = { accept: 'application/json' };
    expect((await admin.get(pathOf(work, '/file/data'), accept)).body).toBe('AAH/');
  });

  it('fire what becomes true', async () => {
    const until = catching(
      'until',
      '<conditionalEventDefinition><condition xsi:type="tFormalExpression">${go}</condition></conditionalEventDefinition>',
    );
    const run = await started(admin, chained([START, until, task('next'), END]), { variables: { go: false } });
    expect((await admin.put(pathOf(run.id, '/go'), { type: 'BOOLEAN', value: true })).status).toBe(200);
    expect(await run.names()).toEqual(['next']);
  });

  it('are for managers; the assignee of a task sets one while the instance is not suspended', async () => {
    const { run, work } = await nested();
    const [open] = await run.tasks();
    await admin.post(`/task/${open!.id}/assign`, { assignee: 'ada' });
    const setPath = `/runtime/set-variable/by-execution-id/${work}/by-variable-name/outer`;
    expect((await ada.post(setPath, 9)).status).toBe(200);
    expect(outcome(await ada.get(pathOf(work)))).toEqual([403, 'ACCESS_DENIED']);
    await admin.post(`/process-instance/${run.id}/suspend`);
    expect(outcome(await ada.post(setPath, 10))).toEqual([409, 'INSTANCE_SUSPENDED']);
    expect((await admin.post(setPath, 11)).status).toBe(200);
    expect(await named(pathOf(run.id))).toMatchObject({ outer: 11 });
  });

  it('of a body up to 8 MiB are taken together, of which each may have 4 MiB', async () => {
    const { run } = await nested();
    const large = 'x'.repeat(3_000_000);
    expect((await admin.put(pathOf(run.id), { variables: { a: large, b: large } })).status).toBe(200);
    const tooLarge = { variables: { a: 'x'.repeat(4_194_305) } };
    expect(outcome(await admin.put(pathOf(run.id), tooLarge))).toEqual([413, 'VARIABLE_TOO_LARGE']);
    expect((await admin.get(pathOf(run.id, '/a'))).body.size).toBe(large.length + 2);
  });
});

describe('what is thrown from an execution', () => {
  async function guarded(definition: string, attributes = '') {
    const caught = `${boundary('caught', 'work', definition, attributes)}${task('care')}${flow('x', 'caught', 'care')}`;
    const run = await started(admin, chained([START, task('work'), END], caught));
    return { run, path: `/runtime/executions/${at(await treeOf(run.id), 'work').id}` };
  }

  it('is caught as if its activity had thrown it', async () => {
    const error = await guarded('<errorEventDefinition errorRef="broken"/>');
    const thrown = { code: 'E1', message: 'no', variables: { why: 'late' } };
    const { body } = await admin.post(`${error.path}/throw-error`, thrown);
    expect(body.currentElements).toMatchObject([{ elementId: 'care' }]);
    expect((await admin.get(pathOf(error.run.id, '/why'))).body.value).toBe('late');
    const escalation = await guarded('<escalationEventDefinition escalationRef="raise"/>', 'cancelActivity="false"');
    await admin.post(`${escalation.path}/escalate`, { code: 'R1' });
    expect(await escalation.run.names()).toEqual(['care', 'work']);
  });

  it('changes nothing where nobody catches it', async () => {
    const { run, path } = await guarded('<errorEventDefinition errorRef="broken"/>');
    const refused = await admin.post(`${path}/throw-error`, { code: 'E2' });
    expect(outcome(refused)).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    expect(refused.errorDetail.errorArguments).toMatchObject([{ code: 'UNCAUGHT_ERROR' }]);
    expect((await admin.post(`${path}/escalate`, { code: 'R9' })).status).toBe(200);
    expect(await run.names()).toEqual(['work']);
  });
});
