// Tests the pages of what is deployed: versions of processes and deployments, with the warnings that they were deployed with.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActiveUser, createTenant, login, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { createPerson, createPersonWithRoles, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { startEngine, startPath } from '../testing/engine-server.ts';
import { userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  ada = await createPersonWithRoles(admin, server.url, 'ada');
});
afterAll(() => server.stop());

const drawing = (key: string) => userTaskFile(key).replace('isExecutable="true"', 'isExecutable="false"');
const definitions = (body: object, as = admin) => as.post('/repository/definitions/page', body);
const deployments = (body: object, as = admin) => as.post('/repository/deployments/page', body);

async function deploy(files: [string, string][], fields = {}): Promise<string> {
  const answer = await admin.deploy(files, fields);
  expect(answer.errorDetail).toBeNull();
  return answer.headers.get('x-svc-deployment-id') as string;
}

async function found(body: object, as = admin): Promise<[string, number][]> {
  const answer = await definitions({ ...body, pageable: { sort: { properties: ['key', 'version'] } } }, as);
  expect(answer.errorDetail).toBeNull();
  return answer.body.data.map(({ key, version }: { key: string; version: number }) => [key, version]);
}

describe('the page of definitions', () => {
  it('shows what a version is', async () => {
    const attributes =
      ' name="Ask" keelson:versionTag="1.2" keelson:candidateStarterUsers="ada" keelson:candidateStarterGroups="CLERK"';
    const deploymentId = await deploy([['whole.bpmn', userTaskFile('whole', '', attributes)]]);
    const { body } = await definitions({ key: 'whole' });
    expect(body.totalElements).toBe(1);
    const { id, deploymentTime, warnings, ...shown } = body.data[0];
    expect(id).toMatch(/^whole:1:[a-z0-9]{8}$/);
    expect(Date.parse(deploymentTime)).toBe(server.clock.now());
    expect(shown).toEqual({
      key: 'whole',
      name: 'Ask',
      description: null,
      category: 'urn:test',
      versionTag: '1.2',
      deploymentId,
      resourceName: 'whole.bpmn',
      runAs: null,
      startableInTasklist: true,
      startFormKey: null,
      tenantIdentifier: 'default',
      version: 1,
      processModelId: null,
      executable: true,
      startable: true,
      suspended: false,
      shared: false,
      hasDiagram: false,
      historyTimeToLive: null,
      historyLevel: null,
      candidateStarterUsers: ['ada'],
      candidateStarterGroups: ['CLERK'],
      messageStarts: [],
      signalStarts: [],
      timerStarts: [],
      counts: null,
    });
    expect(warnings.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['SEQ-11', 'W-11']);
  });

  it('keeps the warnings of each version, and tells them in the language asked for', async () => {
    await deploy([['drawn.bpmn', drawing('drawn')]]);
    const [shown] = (await definitions({ key: 'drawn' })).body.data;
    expect(shown).toMatchObject({ executable: false, startable: false });
    const told = shown.warnings.find(({ ruleId }: { ruleId: string }) => ruleId === 'W-21');
    expect(told).toMatchObject({ severity: 'WARNING', file: 'drawn.bpmn', line: expect.any(Number) });
    for (const other of ['messageTr', 'helpTr']) expect(told).not.toHaveProperty(other);
    const response = await fetch(`${server.url}/repository/definitions/page`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'accept-language': 'tr',
      },
      body: JSON.stringify({ key: 'drawn' }),
    });
    const { body } = (await response.json()) as {
      body: { data: { warnings: { ruleId: string; message: string; help: string }[] }[] };
    };
    const turkish = body.data[0]?.warnings.find(({ ruleId }) => ruleId === told.ruleId);
    expect(turkish?.message).toMatch(/dosya|süreç/i);
    expect(turkish?.message).not.toBe(told.message);
    expect(turkish?.help).toBe('Yürümesi gereken her süreçte isExecutable="true" yazın.');
  });

  it('narrows by every filter, alone and together', async () => {
    const first = await deploy([['f.bpmn', userTaskFile('filter', '', ' name="50% done" keelson:versionTag="a"')]]);
    await deploy([['f.bpmn', userTaskFile('filter', '', ' name="Half done" keelson:versionTag="b"')]]);
    await deploy([['g.bpmn', userTaskFile('filter2', '', ' name="500 done"')]]);
    expect(await found({ key: 'filter' })).toEqual([
      ['filter', 1],
      ['filter', 2],
    ]);
    expect(await found({ key: 'Filter' })).toEqual([]);
    expect(await found({ name: 'DONE' })).toEqual([
      ['filter', 1],
      ['filter', 2],
      ['filter2', 1],
    ]);
    expect(await found({ name: '0% D' })).toEqual([['filter', 1]]);
    expect(await found({ name: 'done', latestOnly: true })).toEqual([
      ['filter', 2],
      ['filter2', 1],
    ]);
    expect(await found({ versionTag: 'a' })).toEqual([['filter', 1]]);
    expect(await found({ versionTag: 'a', latestOnly: true })).toEqual([]);
    expect(await found({ deploymentId: first })).toEqual([['filter', 1]]);
    expect(await found({ deploymentId: 'none' })).toEqual([]);
    await admin.post('/repository/suspend', { key: 'filter2' });
    expect(await found({ name: 'done', suspended: true })).toEqual([['filter2', 1]]);
    expect(await found({ name: 'done', suspended: false, latestOnly: true })).toEqual([['filter', 2]]);
  });

  it('names as startable by a caller exactly what a start by this caller would take', async () => {
    const of = (rule: string) => ` name="rule" keelson:${rule}`;
    await deploy([
      ['a.bpmn', userTaskFile('rule-all', '', ' name="rule"')],
      ['b.bpmn', userTaskFile('rule-ada', '', of('candidateStarterUsers="ada"'))],
      ['c.bpmn', userTaskFile('rule-users', '', of('candidateStarterGroups="USER"'))],
      ['d.bpmn', userTaskFile('rule-clerks', '', of('candidateStarterGroups="CLERK"'))],
      ['e.bpmn', drawing('rule-drawn').replace('<process ', '<process name="rule" ')],
      ['f.bpmn', userTaskFile('rule-held', '', ' name="rule"')],
    ]);
    await admin.post('/repository/suspend', { key: 'rule-held' });
    const bob = await createPersonWithRoles(admin, server.url, 'bob');
    for (const person of [admin, ada, bob]) {
      const startable: string[] = [];
      for (const [key] of await found({ name: 'rule' })) {
        if ((await person.post(`${startPath}/${key}`, {})).status === 200) startable.push(key);
      }
      const told = await found({ name: 'rule', startableByMe: true }, person);
      expect(told.map(([key]) => key)).toEqual(startable);
      const others = await found({ name: 'rule', startableByMe: false }, person);
      expect(others).toHaveLength(6 - startable.length);
    }
    expect((await found({ name: 'rule', startableByMe: true }, ada)).map(([key]) => key)).toEqual([
      'rule-ada',
      'rule-all',
      'rule-users',
    ]);
  });

  it('shows with latestOnly and startableByMe the version that a start by key takes', async () => {
    await deploy([['k.bpmn', userTaskFile('taken')]]);
    await deploy([['k.bpmn', userTaskFile('taken', 'keelson:assignee="x"')]]);
    const { body: started } = await admin.post(`${startPath}/taken`, {});
    await admin.post('/repository/suspend', { id: started.processDefinitionId });
    expect(await found({ key: 'taken', latestOnly: true })).toEqual([['taken', 2]]);
    expect(await found({ key: 'taken', latestOnly: true, startableByMe: true })).toEqual([['taken', 1]]);
    expect((await admin.post(`${startPath}/taken`, {})).body.processDefinitionVersion).toBe(1);
  });

  it('is paged and sorted, newest first where nothing is said', async () => {
    for (const key of ['page-a', 'page-c', 'page-b']) {
      server.clock.advance(1_000);
      await deploy([['p.bpmn', userTaskFile(key, '', ` name="paged ${key}"`)]]);
    }
    const keys = async (pageable?: object) => {
      const { body } = await definitions({ name: 'paged', pageable });
      expect(body).toMatchObject({ totalElements: 3 });
      return body.data.map(({ key }: { key: string }) => key);
    };
    expect(await keys()).toEqual(['page-b', 'page-c', 'page-a']);
    expect(await keys({ sort: { properties: ['name'] } })).toEqual(['page-a', 'page-b', 'page-c']);
    expect(await keys({ pageNumber: 1, pageSize: 2 })).toEqual(['page-a']);
    expect(await keys({ pageNumber: 2, pageSize: 2 })).toEqual([]);
    const { errorDetail } = await definitions({ pageable: { sort: { properties: ['id'] } } });
    expect(errorDetail.errorArguments).toMatchObject([{ code: 'SORT_PROPERTY_UNKNOWN' }]);
  });

  it('tells what starts instances beside a call, and finds versions by their message', async () => {
    const start = (id: string, trigger: string) => `<startEvent id="${id}">${trigger}</startEvent>`;
    const timer = '<timerEventDefinition><timeCycle>R/P1D</timeCycle></timerEventDefinition>';
    const starts = [
      start('m', '<messageEventDefinition messageRef="message"/>'),
      start('s', '<signalEventDefinition signalRef="signal"/>'),
      start('t', timer),
    ].join('');
    const file = userTaskFile('told-starts')
      .replace('<process ', '<message id="message" name="Ordered"/><signal id="signal" name="Closed"/><process ')
      .replace('<startEvent id="start"/>', starts)
      .replace('sourceRef="start"', 'sourceRef="m"');
    await deploy([['starts.bpmn', file]]);
    const { body } = await definitions({ messageStart: 'Ordered' });
    expect(body.data).toMatchObject([
      {
        key: 'told-starts',
        startable: false,
        messageStarts: ['Ordered'],
        signalStarts: ['Closed'],
        timerStarts: ['R/P1D'],
      },
    ]);
    expect(await found({ messageStart: 'ordered' })).toEqual([]);
  });
});

describe('the page of deployments', () => {
  it('shows files, versions, what was unchanged, and every warning beside the file that it is about', async () => {
    await deploy([['same.bpmn', userTaskFile('same')]]);
    const id = await deploy(
      [
        ['same.bpmn', userTaskFile('same')],
        ['new.bpmn', userTaskFile('new', '', ' name="New"')],
        ['old.bpmn', drawing('old')],
      ],
      { deploymentName: 'Release 7', source: 'pipeline' },
    );
    const { body } = await deployments({ id });
    expect(body.totalElements).toBe(1);
    const [{ problems, ...shown }] = body.data;
    const bytes = Buffer.from(userTaskFile('same'));
    expect(shown).toMatchObject({
      id,
      name: 'Release 7',
      source: 'pipeline',
      deployedBy: 'admin',
      decisions: [],
      forms: [],
      unchanged: ['same'],
    });
    expect(shown.definitions).toMatchObject([
      { key: 'new', version: 1, name: 'New' },
      { key: 'old', version: 1, name: null },
    ]);
    expect(shown.resources.map(({ name }: { name: string }) => name)).toEqual(['new.bpmn', 'old.bpmn', 'same.bpmn']);
    expect(shown.resources[2]).toEqual({
      name: 'same.bpmn',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(shown.problemCount).toBe(problems.length);
    expect(problems.map(({ file }: { file: string }) => file)).toContain('old.bpmn');
    expect(problems.every(({ severity }: { severity: string }) => severity === 'WARNING')).toBe(true);
  });

  it('counts all warnings of a deployment and keeps the first 200', async () => {
    const annotations = Array.from({ length: 230 }, (_, index) => `<task id="t${index}"/>`).join('\n');
    const file = drawing('many').replace('</process>', `${annotations}\n</process>`);
    const answer = await admin.deploy([['many.bpmn', file]], { strictness: 'lenient' });
    const id = answer.headers.get('x-svc-deployment-id');
    const [shown] = (await deployments({ id })).body.data;
    expect(shown.problemCount).toBe(Number(answer.headers.get('x-svc-deployment-warnings')));
    expect(shown.problemCount).toBeGreaterThan(200);
    expect(shown.problems).toHaveLength(200);
  });

  it('narrows by every filter and sorts', async () => {
    server.clock.advance(60_000);
    const from = new Date(server.clock.now()).toISOString();
    const one = await deploy([['1.bpmn', userTaskFile('dep-1')]], { deploymentName: 'Two', source: 'dep-x' });
    server.clock.advance(60_000);
    const to = new Date(server.clock.now()).toISOString();
    const two = await deploy([['2.bpmn', userTaskFile('dep-2')]], { deploymentName: 'One', source: 'dep-y' });
    const ids = async (body: object) => (await deployments(body)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids({ source: 'DEP-' })).toEqual([two, one]);
    expect(await ids({ source: 'dep-', pageable: { sort: { properties: ['name'], direction: 'DESC' } } })).toEqual([
      one,
      two,
    ]);
    expect(await ids({ name: 'TW', source: 'dep-' })).toEqual([one]);
    expect(await ids({ deploymentTimeFrom: from, deploymentTimeTo: to })).toEqual([one]);
    expect(await ids({ source: 'dep-', deployedBy: 'ada' })).toEqual([]);
    expect(await ids({ id: 'no such id' })).toEqual([]);
  });
});

describe('both pages', () => {
  it('bpmn-engine 30: show nothing of another tenant', async () => {
    await createTenant(server, 'elsewhere');
    const boss = { username: 'boss', tenantIdentifier: 'elsewhere', roleList: ['ROLE_TENANT_ADMIN'] };
    await createActiveUser(server, admin.token, boss);
    const signedIn = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier: 'elsewhere' } });
    const elsewhere = createPerson(server.url, 'boss', signedIn.body.token ?? '');
    await deploy([['mine.bpmn', userTaskFile('mine')]]);
    expect((await definitions({}, elsewhere)).body.totalElements).toBe(0);
    expect((await deployments({}, elsewhere)).body.totalElements).toBe(0);
    await elsewhere.deploy([
      ['mine.bpmn', userTaskFile('mine')],
      ['x.bpmn', userTaskFile('theirs')],
    ]);
    expect((await definitions({}, elsewhere)).body.totalElements).toBe(2);
    expect((await deployments({}, elsewhere)).body.totalElements).toBe(1);
    expect(await found({ key: 'theirs' })).toEqual([]);
    expect(await found({ key: 'mine', latestOnly: true })).toEqual([['mine', 1]]);
  });

  it('are for holders of BPMN_DEFINITION_VIEW only', async () => {
    const key = await admin.post('/api-keys', { name: 'worker', authorityList: ['BPMN_WORKER'] });
    const worker = createPerson(server.url, 'worker', key.body.key);
    for (const answer of [await definitions({}, worker), await deployments({}, worker)]) {
      expect([answer.status, answer.errorDetail.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    }
  });
});
