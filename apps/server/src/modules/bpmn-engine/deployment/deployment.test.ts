// Tests deploying files, versions, suspension and the model array, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../testing/sign-in.ts';
import { createPersonWithRoles, type Person, readAnswer } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { startEngine, startPath } from '../testing/engine-server.ts';
import { bpmnFile, singleElementFile, userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  ada = await createPersonWithRoles(admin, server.url, 'ada');
});
afterAll(() => server.stop());

const start = (key: string) => admin.post(`${startPath}/${key}`, {});

async function definitionId(key: string): Promise<string> {
  return (await start(key)).body.processDefinitionId;
}

describe('deploying', () => {
  it('makes version 1, then no new version for equal content, then version 2 for other content', async () => {
    const first = await admin.deploy([['a.bpmn', userTaskFile('versions')]]);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({});
    const again = await admin.deploy([['a.bpmn', userTaskFile('versions').replaceAll('\n', '\n  ')]]);
    expect(again.headers.get('x-svc-deployment-id')).toBe(first.headers.get('x-svc-deployment-id'));
    expect((await start('versions')).body.processDefinitionVersion).toBe(1);
    await admin.deploy([['a.bpmn', userTaskFile('versions', 'keelson:assignee="admin"')]]);
    expect((await start('versions')).body.processDefinitionVersion).toBe(2);
  });

  it('makes a new version of equal content when forced', async () => {
    await admin.deploy([['a.bpmn', userTaskFile('forced')]]);
    await admin.deploy([['a.bpmn', userTaskFile('forced')]], { force: 'true' });
    expect((await start('forced')).body.processDefinitionVersion).toBe(2);
  });

  it('refuses whatever is not executed yet, with rule, element and line, and stores nothing', async () => {
    const file = singleElementFile('refused', '<userTask id="form"/>', 'form', ' keelson:historyLevel="activity"');
    const { status, errorDetail } = await admin.deploy([['r.bpmn', file]]);
    expect(status).toBe(422);
    expect(errorDetail.errorCode).toBe('DEPLOYMENT_INVALID');
    const problem = errorDetail.errorArguments.find((one: { ruleId: string }) => one.ruleId === 'EXE-00');
    expect(problem).toMatchObject({
      severity: 'ERROR',
      elementId: 'refused',
      elementType: 'process',
      file: 'r.bpmn',
    });
    expect(file.split('\n')[problem.line - 1]).toContain('<process');
    expect((await start('refused')).errorDetail.errorCode).toBe('DEFINITION_NOT_FOUND');
  });

  it('bpmn-engine 7: reports 20 problems of a file that has 20', async () => {
    const tasks = Array.from({ length: 20 }, (_, index) => `<serviceTask id="s${index}" keelson:class="a.B"/>`);
    const { errorDetail } = await admin.deploy([['twenty.bpmn', bpmnFile('twenty', tasks.join('\n'))]]);
    const refused = errorDetail.errorArguments.filter((problem: { ruleId: string }) => problem.ruleId === 'EXE-01');
    expect(new Set(refused.map((problem: { elementId: string }) => problem.elementId)).size).toBe(20);
  });

  it('tells problems in Turkish to whoever asks for Turkish', async () => {
    const form = new FormData();
    form.append(
      'xmlFile',
      new Blob([singleElementFile('tr', '<userTask id="s" keelson:formRef="f"/>', 's')]),
      'tr.bpmn',
    );
    const response = await fetch(`${server.url}/repository/deployXml`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'tr' },
      body: form,
    });
    const { errorDetail } = await readAnswer(response);
    const english = (
      await admin.deploy([['tr.bpmn', singleElementFile('tr', '<userTask id="s" keelson:formRef="f"/>', 's')]])
    ).errorDetail;
    expect(errorDetail.errorArguments).toHaveLength(english.errorArguments.length);
    expect(errorDetail.errorArguments[0].message).not.toBe(english.errorArguments[0].message);
  });

  it('deploys several files as one, all or nothing', async () => {
    const broken = singleElementFile('pair-b', '<userTask id="s" keelson:formRef="f"/>', 's');
    const refused = await admin.deploy([
      ['a.bpmn', userTaskFile('pair-a')],
      ['b.bpmn', broken],
    ]);
    expect(refused.status).toBe(422);
    expect(refused.errorDetail.errorArguments[0].elementId).toContain('b.bpmn');
    expect((await start('pair-a')).status).toBe(404);
    const accepted = await admin.deploy([
      ['a.bpmn', userTaskFile('pair-a')],
      ['b.bpmn', userTaskFile('pair-b')],
    ]);
    expect(accepted.status).toBe(200);
    expect((await start('pair-a')).body.deploymentId).toBe((await start('pair-b')).body.deploymentId);
  });

  it('refuses one process id in two files with DUPLICATE_KEY', async () => {
    const { status, errorDetail } = await admin.deploy([
      ['a.bpmn', userTaskFile('twice')],
      ['b.bpmn', userTaskFile('twice', 'keelson:assignee="x"')],
    ]);
    expect(status).toBe(409);
    expect(errorDetail.errorCode).toBe('DUPLICATE_KEY');
  });

  it('answers a repeat under one Idempotency-Key with the first deployment, and refuses other content', async () => {
    const send = (text: string) => {
      const form = new FormData();
      form.append('force', 'true');
      form.append('xmlFile', new Blob([text]), 'once.bpmn');
      const headers = { authorization: `Bearer ${admin.token}`, 'idempotency-key': 'deploy-once' };
      return fetch(`${server.url}/repository/deployXml`, { method: 'POST', headers, body: form });
    };
    const first = await send(userTaskFile('once'));
    const second = await send(userTaskFile('once'));
    expect(second.headers.get('x-svc-deployment-id')).toBe(first.headers.get('x-svc-deployment-id'));
    expect((await start('once')).body.processDefinitionVersion).toBe(1);
    const other = await send(userTaskFile('once', 'keelson:assignee="x"'));
    expect(other.status).toBe(409);
    expect((await readAnswer(other)).errorDetail.errorCode).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('gives two deployments of one key at once the versions 1 and 2', async () => {
    const both = await Promise.all([
      admin.deploy([['p.bpmn', userTaskFile('race', 'keelson:assignee="a"')]]),
      admin.deploy([['p.bpmn', userTaskFile('race', 'keelson:assignee="b"')]]),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await start('race')).body.processDefinitionVersion).toBe(2);
  });

  it('is for holders of BPMN_DEPLOY only', async () => {
    expect((await ada.deploy([['a.bpmn', userTaskFile('denied')]])).errorDetail.errorCode).toBe('ACCESS_DENIED');
  });

  it('stores a process that is not executable and refuses to start it', async () => {
    const file = singleElementFile('drawing', '<userTask id="s" keelson:formRef="f"/>', 's').replace(
      'isExecutable="true"',
      'isExecutable="false"',
    );
    expect((await admin.deploy([['d.bpmn', file]])).status).toBe(200);
    const [definition] = await query<{ id: string }>(server, `SELECT id FROM bpm_definition WHERE key = 'drawing'`);
    const byId = await admin.post(`/runtime/start/by-process-definition-id/${definition?.id}`, {});
    for (const { status, errorDetail } of [await start('drawing'), byId]) {
      expect([status, errorDetail.errorCode]).toEqual([422, 'PROCESS_NOT_EXECUTABLE']);
    }
  });
});

describe('suspending a definition', () => {
  it('refuses new starts at once, keeps running instances going, and activating lets it start again', async () => {
    await admin.deploy([['s.bpmn', userTaskFile('held')]]);
    const running = await start('held');
    const id = running.body.processDefinitionId;
    expect((await admin.post('/repository/suspend', { processDefinitionId: id })).body).toEqual({});
    expect((await start('held')).errorDetail.errorCode).toBe('DEFINITION_SUSPENDED');
    const byId = await admin.post(`/runtime/start/by-process-definition-id/${id}`, {});
    expect([byId.status, byId.errorDetail.errorCode]).toEqual([409, 'DEFINITION_SUSPENDED']);
    const [task] = (await admin.post('/task/list', { processInstanceId: running.body.id })).body;
    expect((await admin.post(`/task/${task.id}/complete`, {})).body.ended).toBe(true);
    expect((await admin.post('/repository/activate', { id })).status).toBe(200);
    expect((await admin.post('/repository/activate', { id })).status).toBe(200);
    expect((await start('held')).status).toBe(200);
  });

  it('starts the newest active version while a newer one is suspended', async () => {
    await admin.deploy([['n.bpmn', userTaskFile('newest')]]);
    await admin.deploy([['n.bpmn', userTaskFile('newest', 'keelson:assignee="x"')]]);
    await admin.post('/repository/suspend', { id: await definitionId('newest') });
    expect((await start('newest')).body.processDefinitionVersion).toBe(1);
    await admin.post('/repository/suspend', { key: 'newest' });
    expect((await start('newest')).errorDetail.errorCode).toBe('DEFINITION_SUSPENDED');
  });

  it('wants exactly one of id and key, and one that exists', async () => {
    for (const body of [{}, { id: 'a:1:x', key: 'a' }, { id: 'a:1:x', processDefinitionId: 'a:1:x' }]) {
      expect((await admin.post('/repository/suspend', body)).errorDetail.errorCode).toBe('VALIDATION_FAILED');
    }
    expect((await admin.post('/repository/activate', { key: 'nobody' })).errorDetail.errorCode).toBe(
      'DEFINITION_NOT_FOUND',
    );
  });
});

describe('the model array', () => {
  it('lists the nodes in document order, and gives the deployed bytes unchanged to whoever accepts XML', async () => {
    const file = userTaskFile('shown', 'keelson:assignee="ada"');
    await admin.deploy([['shown.bpmn', file]]);
    const id = await definitionId('shown');
    const nodes = await admin.get(`/repository/model/${id}`, { accept: 'application/json' });
    expect(nodes.body.map((node: { id: string }) => node.id)).toEqual(['start', 'in', 'work', 'out', 'end']);
    expect(nodes.body[2]).toMatchObject({ type: 'userTask', name: 'Work', incoming: ['in'], outgoing: ['out'] });
    const bytes = await fetch(`${server.url}/repository/model/${id}`, {
      headers: { authorization: `Bearer ${admin.token}`, accept: 'application/xml' },
    });
    expect(bytes.headers.get('content-disposition')).toContain('attachment');
    expect(await bytes.text()).toBe(file);
  });

  it('gives an imported file back byte for byte: its mark, line ends, foreign extensions and diagram are those of the file', async () => {
    const foreign =
      '<extensionElements><tool:note xmlns:tool="urn:tool" b = "2" a=\'1\'><![CDATA[<kept>]]></tool:note></extensionElements>';
    const written = userTaskFile('imported')
      .replace('<definitions ', '<?tool keep?>\n<!-- kept -->\n<definitions ')
      .replace('<userTask id="work" name="Work" />', `<userTask  id = "work">${foreign}</userTask>`)
      .replaceAll('\n', '\r\n');
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${written}\r\n\r\n`)]);
    const form = new FormData();
    form.append('xmlFile', new Blob([bytes]), 'imported.bpmn');
    const authorization = { authorization: `Bearer ${admin.token}` };
    const sent = await fetch(`${server.url}/repository/deployXml`, {
      method: 'POST',
      headers: authorization,
      body: form,
    });
    expect(sent.status).toBe(200);
    const id = await definitionId('imported');
    for (const accept of ['application/xml', 'text/xml', 'application/octet-stream']) {
      const answer = await fetch(`${server.url}/repository/model/${id}`, { headers: { ...authorization, accept } });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    }
  });

  it('does not know a definition that is not there', async () => {
    expect((await admin.get('/repository/model/none:1:aaaaaaaa')).errorDetail.errorCode).toBe('DEFINITION_NOT_FOUND');
  });
});
