// Tests the forms of tasks and starts over HTTP: fields of models and of deployed files, with what stands in them now.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createPersonWithRoles, createRole, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, END, instanceOf, START, started } from '../testing/driven-process.ts';
import { createStranger, outcome, start, startEngine } from '../testing/engine-server.ts';
import { fields, formFile, property, valuesOf } from '../testing/forms.ts';
import { bpmnFile, singleElementFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let keys = 0;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const workWith = (inside: string, attributes = '') =>
  `<userTask id="work" keelson:candidateUsers="ada" ${attributes}>${inside}</userTask>`;

/** Deploys files, and answers the key of the process and the id of its newest version. */
async function deployed(files: readonly (readonly [string, string])[], key: string) {
  expect((await admin.deploy(files)).errorDetail).toBeNull();
  const { body } = await admin.post('/repository/definitions/page', { key, latestOnly: true });
  return { key, id: String(body.data[0].id), deploymentId: String(body.data[0].deploymentId) };
}

async function taskOf(key: string, body: object = {}) {
  const run = instanceOf(admin, (await start(admin, key, body)).id);
  const [open] = await run.tasks();
  return { run, path: `/task/${open?.id}`, open };
}

const newKey = (prefix: string) => `${prefix}-${++keys}`;

/** A process whose task names a form by these attributes. */
const naming = (key: string, attributes: string) => singleElementFile(key, workWith('', attributes), 'work');

describe('fields of a model', () => {
  it('bpmn-engine 52: are shown with constraints, defaults and the values that their variables have now', async () => {
    const inside = fields(
      property('id="days" name="Days" type="long" required="true" min="1" max="30"'),
      property('id="kind" type="enum" default="away"', valuesOf('ill', 'away')),
      property('id="note" variable="remark" type="text" minlength="2" maxlength="9" pattern="[a-z]*" writable="false"'),
      property('id="pin" type="password" readable="false" default="1234"'),
      property('id="sum" type="double" default="${days * 2}"'),
      property('id="gone" type="date" default="${nobody}" datePattern="dd/MM/yyyy"'),
    );
    const run = await started(admin, chained([START, workWith(inside), END]), {
      variables: { days: 3, remark: 'hello', pin: 'secret', other: 1 },
    });
    const [open] = await run.tasks();
    const plain = { min: null, max: null, minlength: null, maxlength: null, pattern: null, datePattern: null };
    const field = { label: null, required: false, readable: true, writable: true, values: [], ...plain };
    expect((await admin.get(`/task/${open?.id}/form`)).body).toEqual({
      taskId: open?.id,
      key: null,
      layout: null,
      fields: [
        {
          ...field,
          id: 'days',
          variable: 'days',
          label: 'Days',
          type: 'INTEGER',
          required: true,
          min: 1,
          max: 30,
          default: null,
          value: 3,
        },
        {
          ...field,
          id: 'kind',
          variable: 'kind',
          type: 'ENUM',
          values: [
            { id: 'ill', name: 'ill!' },
            { id: 'away', name: 'away!' },
          ],
          default: 'away',
          value: 'away',
        },
        {
          ...field,
          id: 'note',
          variable: 'remark',
          type: 'TEXT_AREA',
          writable: false,
          minlength: 2,
          maxlength: 9,
          pattern: '[a-z]*',
          default: null,
          value: 'hello',
        },
        { ...field, id: 'pin', variable: 'pin', type: 'PASSWORD', readable: false, default: null, value: null },
        { ...field, id: 'sum', variable: 'sum', type: 'NUMBER', default: 6, value: 6 },
        { ...field, id: 'gone', variable: 'gone', type: 'DATE', datePattern: 'dd/MM/yyyy', default: null, value: null },
      ],
    });
  });

  it('are shown as the inner scope sees its variables', async () => {
    const inner = chained([
      '<startEvent id="begin"/>',
      workWith(
        fields(
          '<keelson:inputOutput><keelson:inputParameter name="days">7</keelson:inputParameter></keelson:inputOutput>',
          property('id="days" type="string"'),
        ),
      ),
      '<endEvent id="over"/>',
    ]);
    const run = await started(admin, chained([START, `<subProcess id="sub">${inner}</subProcess>`, END]), {
      variables: { days: 'outer' },
    });
    const [open] = await run.tasks();
    expect((await admin.get(`/task/${open?.id}/form`)).body.fields[0].value).toBe('7');
  });

  it("are none of a task without a form, and an address is somebody else's form", async () => {
    const bare = await started(admin, chained([START, workWith(''), END]));
    const [open] = await bare.tasks();
    const empty = { taskId: open?.id, key: null, layout: null, fields: [] };
    expect((await admin.get(`/task/${open?.id}/form`)).body).toEqual(empty);
    const elsewhere = await started(admin, chained([START, workWith('', 'keelson:formKey="app:leave.html"'), END]));
    const [far] = await elsewhere.tasks();
    expect((await admin.get(`/task/${far?.id}/form`)).body).toEqual({
      ...empty,
      taskId: far?.id,
      key: 'app:leave.html',
    });
  });

  it('are seen by whoever sees the task, while it is open', async () => {
    const ada = await createPersonWithRoles(admin, server.url, 'ada');
    const bob = await createPersonWithRoles(admin, server.url, 'bob');
    const stranger = await createStranger({ server, admin }, 'strange');
    const run = await started(admin, chained([START, workWith(fields(property('id="a"'))), END]));
    const [open] = await run.tasks();
    const path = `/task/${open?.id}/form`;
    expect(outcome(await ada.get(path))).toEqual([200, null]);
    for (const person of [bob, stranger]) expect(outcome(await person.get(path))).toEqual([404, 'TASK_NOT_FOUND']);
    expect(outcome(await admin.get('/task/none/form'))).toEqual([404, 'TASK_NOT_FOUND']);
    await run.complete('work');
    expect(outcome(await ada.get(path))).toEqual([409, 'TASK_ALREADY_COMPLETED']);
  });
});

describe('a deployed form', () => {
  const text = (key: string) => ({ type: 'textfield', key, label: key.toUpperCase() });

  it('is shown with its layout, of the version that its task is bound to', async () => {
    const [form, key] = [newKey('leave'), newKey('asks')];
    const file = (attributes: string, of = key) => [`${of}.bpmn`, naming(of, attributes)] as const;
    const first = formFile(form, text('a'), { type: 'rocket', key: 'b' });
    const both = [
      [`${form}.form`, first],
      file(`keelson:formRef="${form}" keelson:formRefBinding="deployment"`),
    ] as const;
    const { deploymentId } = await deployed(both, key);
    const { body: deployment } = await admin.get(`/repository/deployments/${deploymentId}`);
    expect(deployment).toMatchObject({ forms: [form], unchanged: [] });
    const shown = async (of: string) => (await admin.get(`${(await taskOf(of)).path}/form`)).body;
    expect(await shown(key)).toMatchObject({
      key: form,
      layout: JSON.parse(first),
      fields: [{ id: 'a', variable: 'a', label: 'A', type: 'TEXT' }],
    });
    await deployed([[`${form}.form`, formFile(form, text('c'))]], key);
    const fieldsOf = async (of: string) => (await shown(of)).fields.map(({ id }: { id: string }) => id);
    expect(await fieldsOf(key)).toEqual(['a']);
    const [latest, second] = [newKey('latest'), newKey('second')];
    await deployed([file(`keelson:formKey="${form}"`, latest)], latest);
    const versioned = `keelson:formRef="${form}" keelson:formRefBinding="version" keelson:formRefVersion="\${1}"`;
    await deployed([file(versioned, second)], second);
    expect(await fieldsOf(latest)).toEqual(['c']);
    expect(await fieldsOf(second)).toEqual(['a']);
    const bytes = await fetch(`${server.url}/repository/deployments/${deploymentId}/resource?name=${form}.form`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(await bytes.text()).toBe(first);
  });

  it('makes a version when it changes, and none when it is the same', async () => {
    const form = newKey('same');
    const files = [[`${form}.form`, formFile(form, text('a'))]] as const;
    const deploymentOf = async (sent: Parameters<Person['deploy']>[0], force = {}) =>
      (await admin.deploy(sent, force)).headers.get('x-svc-deployment-id');
    const first = await deploymentOf(files);
    expect(await deploymentOf(files)).toBe(first);
    expect(await deploymentOf(files, { force: 'true' })).not.toBe(first);
    const key = newKey('beside');
    const beside = [...files, [`${key}.bpmn`, naming(key, `keelson:formRef="${form}"`)]] as const;
    const { body } = await admin.get(`/repository/deployments/${await deploymentOf(beside)}`);
    expect(body).toMatchObject({ unchanged: [form], forms: [], definitions: [{ key }] });
  });

  it('that two files define is refused, and so is one of which something is wrong, each named', async () => {
    const form = newKey('double');
    const twice = await admin.deploy([
      ['a.form', formFile(form, text('a'))],
      ['b.form', formFile(form, text('b'))],
    ]);
    expect(outcome(twice)).toEqual([409, 'DUPLICATE_KEY']);
    const wrong = await admin.deploy([
      ['w.form', formFile(form, text('x y'), { type: 'number', key: 'n', validate: { min: 'a' } })],
    ]);
    expect(outcome(wrong)).toEqual([422, 'DEPLOYMENT_INVALID']);
    const told = wrong.errorDetail.errorArguments.map((each: Record<string, unknown>) => [each.ruleId, each.message]);
    expect(told).toEqual([
      ['EXE-19', 'Field x y is invalid: key'],
      ['EXE-19', 'Field n is invalid: min a'],
    ]);
    const ahead = formFile(form, { type: 'textfield', key: 'a', validate: { pattern: '(?=a)b' } });
    expect((await admin.deploy([['w.form', ahead]])).errorDetail.errorArguments).toMatchObject([
      { ruleId: 'EXE-19', message: 'Field a is invalid: pattern (?=a)b' },
    ]);
  });

  it('of more bytes than are read at once is read as well', async () => {
    const form = newKey('large');
    const values = Array.from({ length: 9_000 }, (_, index) => ({ value: `v${index}`, label: `Value ${index}` }));
    const file = formFile(form, { type: 'select', key: 'chosen', values });
    expect(file.length).toBeGreaterThan(200_000);
    const key = newKey('chooses');
    await deployed(
      [
        [`${form}.form`, file],
        [`${key}.bpmn`, naming(key, `keelson:formRef="${form}"`)],
      ],
      key,
    );
    const { path } = await taskOf(key);
    expect((await admin.get(`${path}/form`)).body.fields[0].values).toHaveLength(9_000);
  });

  it('of more values than anybody chooses among is refused, in a model as well', async () => {
    // Whoever brings such a file uses up a share of the server, and nobody else's.
    const bulky = await createStranger({ server, admin }, 'bulky');
    const ids = Array.from({ length: 100_000 }, (_, index) => `v${index}`);
    const inside = fields(property('id="a" type="enum"', valuesOf(...ids)));
    const refused = await bulky.deploy([['huge.bpmn', singleElementFile('huge', workWith(inside), 'work')]]);
    expect(refused.errorDetail.errorArguments[0]).toMatchObject({
      ruleId: 'EXE-19',
      message: 'Field a is invalid: more than 10000 values',
    });
  });

  it('is asked for in the tenant alone: one that nobody has deployed there is EXE-19', async () => {
    const form = newKey('only');
    const stranger = await createStranger({ server, admin }, 'formless');
    await admin.deploy([[`${form}.form`, formFile(form, text('a'))]]);
    const key = newKey('wants');
    const file = [[`${key}.bpmn`, naming(key, `keelson:formRef="${form}"`)]] as const;
    const { errorDetail } = await stranger.deploy(file);
    expect(errorDetail.errorArguments[0]).toMatchObject({
      ruleId: 'EXE-19',
      severity: 'ERROR',
      elementId: 'work',
      message: `Form ${form} is not deployed`,
    });
    expect(outcome(await admin.deploy(file))).toEqual([200, null]);
  });

  it('whose key is computed is found as it was when the task began; where there is none, nothing is asked', async () => {
    const form = newKey('computed');
    await admin.deploy([[`${form}.form`, formFile(form, text('a'))]]);
    const key = newKey('computes');
    await deployed([[`${key}.bpmn`, naming(key, 'keelson:formRef="${which}"')]], key);
    const found = await taskOf(key, { variables: { which: form } });
    expect(found.open?.formKey).toBe(form);
    await admin.put(`${found.path}/variables`, { variables: { which: 'nowhere' } });
    expect((await admin.get(`${found.path}/form`)).body.fields).toHaveLength(1);
    const none = await taskOf(key, { variables: { which: 'nowhere' } });
    expect((await admin.get(`${none.path}/form`)).body).toMatchObject({ key: 'nowhere', layout: null, fields: [] });
  });
});

describe('the form of a start', () => {
  const startOf = (id: string, inside: string, attributes = '') =>
    `<startEvent id="${id}" ${attributes}>${inside}</startEvent>`;

  it('is that of the start event, and is empty where there is none', async () => {
    const key = newKey('starts');
    const inside = fields(
      property('id="who" default="${currentUser()}"'),
      property('id="days" type="long" default="2"'),
    );
    const file = bpmnFile(key, chained([startOf('start', inside), workWith(''), END]));
    const { id } = await deployed([[`${key}.bpmn`, file]], key);
    const { body } = await admin.get(`/repository/definitions/${id}/start-form`);
    expect(body).toMatchObject({
      taskId: null,
      key: null,
      fields: [
        { id: 'who', default: 'admin', value: 'admin' },
        { id: 'days', value: 2 },
      ],
    });
    const bare = newKey('bare');
    const without = await deployed([[`${bare}.bpmn`, singleElementFile(bare, workWith(''), 'work')]], bare);
    expect((await admin.get(`/repository/definitions/${without.id}/start-form`)).body).toEqual({
      taskId: null,
      key: null,
      layout: null,
      fields: [],
    });
  });

  it('is that of a deployed file, which the definition names', async () => {
    const [form, key] = [newKey('start-form'), newKey('begins')];
    const file = bpmnFile(key, chained([startOf('start', '', `keelson:formRef="${form}"`), workWith(''), END]));
    const { id } = await deployed(
      [
        [`${form}.form`, formFile(form, { type: 'checkbox', key: 'sure' })],
        [`${key}.bpmn`, file],
      ],
      key,
    );
    expect((await admin.get(`/repository/definitions/${id}`)).body.startFormKey).toBe(form);
    expect((await admin.get(`/repository/definitions/${id}/start-form`)).body).toMatchObject({
      key: form,
      fields: [{ id: 'sure', type: 'CHECKBOX' }],
    });
  });

  it('names its start event where there are several', async () => {
    const key = newKey('several');
    const two = [
      startOf('one', fields(property('id="a"'))),
      startOf('two', fields(property('id="b"'))),
      '<userTask id="work"/>',
      END,
      '<sequenceFlow id="f1" sourceRef="one" targetRef="work"/>',
      '<sequenceFlow id="f2" sourceRef="two" targetRef="work"/>',
      '<sequenceFlow id="f3" sourceRef="work" targetRef="end"/>',
    ];
    const { id } = await deployed([[`${key}.bpmn`, bpmnFile(key, two.join(''))]], key);
    const path = `/repository/definitions/${id}/start-form`;
    expect((await admin.get(`${path}?startElementId=two`)).body.fields[0].id).toBe('b');
    expect(outcome(await admin.get(path))).toEqual([422, 'START_EVENT_AMBIGUOUS']);
    expect(outcome(await admin.get(`${path}?startElementId=work`))).toEqual([422, 'START_EVENT_NOT_FOUND']);
  });

  it('is there for who may start or look, of versions of the tenant that can be executed', async () => {
    const key = newKey('drawn');
    const file = singleElementFile(key, workWith(''), 'work').replace('isExecutable="true"', 'isExecutable="false"');
    const { id } = await deployed([[`${key}.bpmn`, file]], key);
    const path = `/repository/definitions/${id}/start-form`;
    expect(outcome(await admin.get(path))).toEqual([422, 'PROCESS_NOT_EXECUTABLE']);
    const stranger = await createStranger({ server, admin }, 'startless');
    expect(outcome(await stranger.get(path))).toEqual([404, 'DEFINITION_NOT_FOUND']);
    const asked = newKey('asked');
    const inside = fields(property('id="who" default="${currentUser()}"'));
    const asking = await deployed(
      [[`${asked}.bpmn`, bpmnFile(asked, chained([startOf('start', inside), END]))]],
      asked,
    );
    const form = `/repository/definitions/${asking.id}/start-form`;
    await createRole(admin, 'ROLE_STARTER', ['BPMN_INSTANCE_START']);
    const starter = await createPersonWithRoles(admin, server.url, 'starter', ['ROLE_STARTER']);
    expect((await starter.get(form)).body.fields).toMatchObject([{ id: 'who', value: 'starter' }]);
    await admin.put(`/repository/definitions/${asking.id}`, { shared: true });
    expect((await stranger.get(form)).body.fields).toMatchObject([{ id: 'who', value: 'startless' }]);
    const made = await admin.post('/api-keys', { name: 'worker', authorityList: ['BPMN_WORKER'] });
    const worker = createPerson(server.url, 'worker', made.body.key);
    expect(outcome(await worker.get(form))).toEqual([403, 'ACCESS_DENIED']);
  });
});
