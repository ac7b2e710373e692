// Tests what becomes of models in the engine: checked, deployed with a link both ways, switched off and on again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminServer, modelOf, query, signInWith, startAdminServer } from '../admin-server.fixture.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server?.stop());

interface Definition {
  readonly id: string;
  readonly version: number;
  readonly suspended: boolean;
  readonly tenantIdentifier: string;
}
const send = <T = unknown>(method: string, path: string, body?: unknown, token = server.admin) =>
  server.as<T>(token, method, path, body);
const deploy = (id: number, body: object = {}, token = server.admin) =>
  send<{ id: string; definitions: { id: string }[]; unchanged: string[] }>(
    'POST',
    `/process/${id}/deploy`,
    body,
    token,
  );
const latest = async (key: string, token = server.admin) =>
  (await send<Definition[]>('GET', `/admin/repository/latest/by-key/${key}`, undefined, token)).body;
const start = (key: string) => send('POST', `/runtime/start/by-process-definition-key/${key}`, {});

it('bpmn-admin 20: an untouched file is deployed as it came, and version and definition know each other', async () => {
  const file = modelOf('linked');
  const { id } = await server.saved({ bpmnXml: file });
  const { body } = await deploy(id, { comment: 'First' });
  expect(body).toMatchObject({ name: 'First', source: 'bpmn-admin', definitions: [{ key: 'linked', version: 1 }] });
  const definition = body.definitions[0]!.id;
  const answer = await fetch(`${server.url}/repository/model/${definition}`, {
    headers: { authorization: `Bearer ${server.admin}`, accept: 'application/xml' },
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(file))).toBe(true);
  expect(await latest('linked')).toMatchObject([{ id: definition, processModelId: id }]);
  expect(await server.get(id)).toMatchObject({
    status: 'DEPLOYED',
    lastDeployedVersion: 1,
    lastDeployedBy: 'admin',
    processes: [{ id: 'linked', isDeployed: true, definitionId: definition, definitionVersion: 1 }],
  });
  expect((await send('GET', `/process/${id}/versions/1`)).body).toMatchObject({ deployments: [definition] });
  await start('linked');
  expect((await send('GET', `/process/${id}/deployments`)).body).toMatchObject([
    { versionNumber: 1, processDefinitionId: definition, suspended: false, runningInstances: 1, openIncidents: 0 },
  ]);
});

it('bpmn-admin 20: what is deployed again without a change is the same definition, and a changed model says so', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('same') });
  await deploy(id);
  expect((await deploy(id)).body).toMatchObject({ definitions: [expect.anything()], unchanged: ['same'] });
  const { version } = await server.get(id);
  await server.save({ id, version, bpmnXml: modelOf('same', { task: 'Two' }) });
  expect((await server.get(id)).status).toBe('CHANGED');
  expect((await deploy(id, { versionNumber: 1 })).body.unchanged).toEqual(['same']);
  await deploy(id);
  expect((await latest('same'))[0]).toMatchObject({ version: 2 });
  expect((await send('GET', `/process/${id}/deployments`)).body).toMatchObject([
    { version: 2, versionNumber: 2 },
    { version: 1, versionNumber: 1 },
  ]);
});

it('bpmn-admin 20: several models are deployed together or not at all', async () => {
  const [good, other] = [
    await server.saved({ bpmnXml: modelOf('good') }),
    await server.saved({ bpmnXml: modelOf('other') }),
  ];
  const bad = await server.saved({ bpmnXml: modelOf('bad').replace('targetRef="done"', 'targetRef="nowhere"') });
  const refused = await deploy(good.id, { with: [bad.id] });
  expect([refused.status, refused.error?.errorCode]).toEqual([422, 'DEPLOYMENT_INVALID']);
  expect(await latest('good')).toEqual([]);
  expect((await server.get(good.id)).status).toBe('DRAFT');
  const { body } = await deploy(good.id, { with: [other.id, good.id] });
  expect(body.definitions).toHaveLength(2);
  expect((await server.get(other.id)).status).toBe('DEPLOYED');
  const codes = [
    [await deploy(999_999), 'PROCESS_NOT_FOUND'],
    [await deploy(good.id, { versionNumber: 9 }), 'PROCESS_VERSION_NOT_FOUND'],
    [await deploy((await server.saved({ code: 'hollow', type: 'FORM' })).id), 'MODEL_EMPTY'],
    [
      await deploy(good.id, { with: [(await server.saved({ bpmnXml: modelOf('good'), code: 'good-2' })).id] }),
      'DUPLICATE_KEY',
    ],
    [await deploy(good.id, { activateAt: '2001-01-01T00:00:00Z' }), 'VALIDATION_FAILED'],
  ] as const;
  for (const [{ error }, code] of codes) expect(error?.errorCode).toBe(code);
});

it('bpmn-admin 20: whoever may deploy models but not deploy is refused, and nothing is deployed', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('guarded') });
  const half = await signInWith(server, 'half', ['BPMN_MODEL_DEPLOY']);
  expect((await deploy(id, {}, half)).error?.errorCode).toBe('ACCESS_DENIED');
  const whole = await signInWith(server, 'whole', ['BPMN_MODEL_DEPLOY', 'BPMN_DEPLOY']);
  expect((await deploy(id, {}, whole)).status).toBe(200);
});

it('bpmn-admin 8: suspended by key nothing starts of any version, and activated it does again', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('stopped') });
  await deploy(id);
  await server.save({ id, version: 1, bpmnXml: modelOf('stopped', { task: 'Two' }) });
  await deploy(id);
  const versions = () =>
    query<{ suspended: boolean }>(server, `SELECT suspended FROM bpm_definition WHERE key = 'stopped'`);
  expect((await send('POST', '/admin/repository/suspend', { key: 'stopped' })).body).toEqual({});
  expect((await versions()).map(({ suspended }) => suspended)).toEqual([true, true]);
  expect((await start('stopped')).error?.errorCode).toBe('DEFINITION_SUSPENDED');
  expect((await send('POST', '/admin/repository/suspend', { key: 'stopped' })).status).toBe(200);
  expect((await latest('stopped'))[0]).toMatchObject({ version: 2, suspended: true });
  expect((await send('POST', '/admin/repository/activate', { processDefinitionKey: 'stopped' })).status).toBe(200);
  expect((await start('stopped')).status).toBe(200);
  const refusals = [
    [{}, 'VALIDATION_FAILED'],
    [{ key: 'stopped', id: 'x' }, 'VALIDATION_FAILED'],
    [{ key: 'nobody-knows' }, 'DEFINITION_NOT_FOUND'],
  ] as const;
  for (const path of ['/admin/repository/suspend', '/admin/repository/activate']) {
    for (const [body, code] of refusals) expect((await send('POST', path, body)).error?.errorCode).toBe(code);
  }
});

it('bpmn-admin 9: the latest version is told for each tenant that the caller may see, the own one first', async () => {
  expect(await latest('unknown-key')).toEqual([]);
  await send('POST', '/tenants', { identifier: 'second', name: 'Second' });
  const theirs = await signInWith(server, 'their-admin', ['ROLE_TENANT_ADMIN'], 'second');
  await deploy((await server.saved({ bpmnXml: modelOf('shared-key') })).id);
  await deploy((await server.saved({ bpmnXml: modelOf('shared-key') }, '', theirs)).id, {}, theirs);
  expect((await latest('shared-key')).map(({ tenantIdentifier }) => tenantIdentifier)).toEqual(['default', 'second']);
  expect((await latest('shared-key', theirs)).map(({ tenantIdentifier }) => tenantIdentifier)).toEqual(['second']);
});

it('bpmn-admin 10, 26: what validates deploys; rules that look outside the file are asked each time', async () => {
  const file = modelOf('calling').replace(
    '<userTask id="approve" name=\'Approve\'/>',
    '<callActivity id="approve" calledElement="called"/>',
  );
  const { id, problemCounts } = await server.saved({ bpmnXml: file });
  expect(problemCounts).toMatchObject({ deployable: true });
  const validate = async (query = '') =>
    (
      await send<{ ruleId: string; line: number; column: number; severity: string }[]>(
        'GET',
        `/process/${id}/validate${query}`,
      )
    ).body;
  const named = (problems: { ruleId: string }[]) => problems.filter(({ ruleId }) => ruleId === 'EXE-10');
  expect(named(await validate())).toMatchObject([
    { severity: 'WARNING', line: expect.any(Number), column: expect.any(Number) },
  ]);
  expect(named(await validate('?strictness=spec'))).toMatchObject([{ severity: 'ERROR' }]);
  expect((await deploy(id, { strictness: 'spec' })).error?.errorCode).toBe('DEPLOYMENT_INVALID');
  await deploy((await server.saved({ bpmnXml: modelOf('called') })).id);
  expect(named(await validate('?strictness=spec'))).toEqual([]);
  expect((await deploy(id, { strictness: 'spec' })).status).toBe(200);
  expect((await server.get(id)).problemCounts).toEqual(problemCounts);
  expect((await send('GET', `/process/${id}/validate?version=7`)).error?.errorCode).toBe('PROCESS_VERSION_NOT_FOUND');
  expect((await send('GET', '/process/999999/validate')).error?.errorCode).toBe('PROCESS_NOT_FOUND');
  const form = await server.saved({ code: 'form-only', type: 'FORM' });
  expect((await send('GET', `/process/${form.id}/validate`)).error?.errorCode).toBe('MODEL_EMPTY');
});

it('bpmn-admin 10: files are checked together without being stored', async () => {
  const upload = async (files: Record<string, string>, strictness = 'spec') => {
    const data = new FormData();
    for (const [name, text] of Object.entries(files)) data.append('files', new Blob([text]), name);
    data.append('strictness', strictness);
    const headers = { authorization: `Bearer ${server.admin}` };
    const answer = await fetch(`${server.url}/process/validate`, { method: 'POST', headers, body: data });
    return (await answer.json()) as {
      body: { ruleId: string; file: string }[];
      errorDetail: { errorCode: string } | null;
    };
  };
  const caller = modelOf('caller').replace(
    '<userTask id="approve" name=\'Approve\'/>',
    '<callActivity id="approve" calledElement="together"/>',
  );
  const rules = ({ body }: { body: { ruleId: string }[] }) => body.map(({ ruleId }) => ruleId);
  expect(rules(await upload({ 'a.bpmn': caller }))).toContain('EXE-10');
  expect(rules(await upload({ 'a.bpmn': caller, 'b.bpmn': modelOf('together') }))).not.toContain('EXE-10');
  expect((await upload({ 'a.bpmn': '<a>' })).body).toMatchObject([{ ruleId: 'DOC-01', file: 'a.bpmn' }]);
  expect((await upload({ 'a.bpmn': modelOf('twice'), 'b.bpmn': modelOf('twice') })).errorDetail?.errorCode).toBe(
    'DUPLICATE_KEY',
  );
});

it('bpmn-admin 25: what is new is activated at its time, and what is unchanged goes on as it is', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('later') });
  await deploy(id);
  const activateAt = new Date(server.clock.now() + 600_000).toISOString();
  expect((await deploy(id, { activateAt })).body.unchanged).toEqual(['later']);
  expect(await latest('later')).toMatchObject([{ version: 1, suspended: false }]);
  const { version } = await server.get(id);
  await server.save({ id, version, bpmnXml: modelOf('later', { task: 'Two' }) });
  await deploy(id, { activateAt });
  expect(await latest('later')).toMatchObject([{ version: 2, suspended: true }]);
  expect((await start('later')).status).toBe(200);
  server.clock.advance(600_001);
  await expect.poll(async () => (await latest('later'))[0]?.suspended).toBe(false);
});
