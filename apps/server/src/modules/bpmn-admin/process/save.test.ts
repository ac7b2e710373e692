// Tests what a save makes of what it is given: new processes, copies, changes, versions, and what is refused.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminServer,
  collaborationOf,
  modelOf,
  query,
  signInWith,
  startAdminServer,
} from '../admin-server.fixture.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server?.stop());

const xmlOf = async (id: number) => (await server.get(id, '?withXml=true')).bpmnXml;
const change = (id: number, version: number, more: object) => server.save({ id, version, ...more });

it('bpmn-admin 3: content makes a process of its own, whose code is the id of its main process', async () => {
  const file = modelOf('leave-a');
  const process = await server.saved({ bpmnXml: file });
  expect(process).toMatchObject({
    code: 'leave-a',
    name: 'leave-a',
    namespace: 'default',
    type: 'BPMN',
    status: 'DRAFT',
    version: 0,
    currentVersion: 1,
    sourceProcessId: null,
    processes: [{ id: 'leave-a', name: 'Leave', executable: true, isDeployed: false }],
    problemCounts: { errors: 0, deployable: true },
    createdBy: 'admin',
  });
  expect(await xmlOf(process.id)).toBe(file);
  expect((await server.save({ bpmnXml: file })).error).toMatchObject({ errorCode: 'PROCESS_ALREADY_EXISTS' });
  const other = await server.saved({
    bpmnXml: file,
    code: 'leave-b',
    name: 'Holidays',
    namespace: 'people',
    tags: ['x'],
  });
  expect(other).toMatchObject({ code: 'leave-b', name: 'Holidays', namespace: 'people', tags: ['x'] });
});

it('bpmn-admin 3: a process without content has a minimal file that can be deployed, a form and a decision have none', async () => {
  const process = await server.saved({ code: 'fresh', name: 'Yeni süreç' });
  expect(process).toMatchObject({ currentVersion: 1, problemCounts: { errors: 0, deployable: true } });
  expect(await xmlOf(process.id)).toContain('id="fresh"');
  for (const type of ['DMN', 'FORM']) {
    const empty = await server.saved({ code: `fresh-${type}`, type });
    expect(empty).toMatchObject({ type, status: 'EMPTY', currentVersion: 0, problemCounts: null });
    expect(await xmlOf(empty.id)).toBeNull();
  }
  expect((await server.save({ name: 'Nameless' })).error?.errorArguments).toMatchObject([
    { field: 'code', code: 'REQUIRED' },
  ]);
});

it('bpmn-admin 3: a change makes a version where the content differs, leaves what is left out, and clears what is null', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('leave-c'), description: 'Old', tags: ['a'] });
  const later = modelOf('leave-c', { task: 'Look at' });
  expect((await change(id, 0, { bpmnXml: later, description: null })).body).toBe(id);
  expect(await server.get(id)).toMatchObject({ version: 1, currentVersion: 2, description: null, tags: ['a'] });
  await change(id, 1, { bpmnXml: later, name: 'Renamed' });
  expect(await server.get(id)).toMatchObject({ version: 2, currentVersion: 2, name: 'Renamed' });
  await change(id, 2, { name: null });
  expect((await server.get(id)).name).toBe('leave-c');
  expect((await change(id, 3, { code: 'another' })).error?.errorArguments).toMatchObject([
    { field: 'code', code: 'FIELD_READ_ONLY' },
  ]);
  expect((await server.save({ id })).error?.errorArguments).toMatchObject([{ field: 'version', code: 'REQUIRED' }]);
});

it('bpmn-admin 3: what was answered can be sent back as it is, and changes nothing but the version of the record', async () => {
  const process = await server.saved({ bpmnXml: modelOf('leave-d'), namespace: 'n', tags: ['t'] });
  const shown = await server.get(process.id, '?withXml=true&withSvg=true');
  expect((await server.save(shown)).status).toBe(200);
  const { version, dateUpdated, ...rest } = await server.get(process.id);
  expect(version).toBe(1);
  expect(process).toMatchObject(rest);
});

it('bpmn-admin 3: content that breaks rules is kept with its counts, and what cannot be read is refused with its place', async () => {
  const broken = modelOf('leave-e').replace('targetRef="done"', 'targetRef="nowhere"');
  const { problemCounts, id } = await server.saved({ bpmnXml: broken });
  expect(problemCounts).toMatchObject({ deployable: false });
  expect(problemCounts!.errors).toBeGreaterThan(0);
  for (const bpmnXml of ['<a>', '<a/>', 'no xml', '<!DOCTYPE a><a/>', '{"a":1', modelOf('x').slice(0, -20)]) {
    const { status, error } = await server.save({ code: 'unreadable', bpmnXml });
    expect([status, error?.errorCode, error?.errorArguments?.length]).toEqual([
      422,
      'MODEL_NOT_READABLE',
      expect.any(Number),
    ]);
    expect(error!.errorArguments!.length).toBeGreaterThan(0);
  }
  expect((await change(id, 0, { bpmnXml: '<a>' })).status).toBe(422);
  expect(await server.get(id)).toMatchObject({ version: 0, currentVersion: 1 });
});

it('bpmn-admin 7: a copy carries its own code in the file, with every reference to it, and can be deployed beside its source', async () => {
  const source = await server.saved({ bpmnXml: collaborationOf('ask', 'answer'), code: 'talk', tags: ['pair'] });
  const copy = await server.saved({ code: 'talk2' }, `?sourceProcessId=${source.id}`);
  expect(copy).toMatchObject({ sourceProcessId: source.id, sourceVersion: 1, currentVersion: 1, tags: ['pair'] });
  expect(await xmlOf(copy.id)).toBe(
    collaborationOf('ask', 'answer').replaceAll(/(id|processRef)="(ask|answer)"/g, '$1="talk2_$2"'),
  );
  const single = await server.saved({ bpmnXml: modelOf('leave-f') });
  const second = await server.saved({ code: 'leave-g' }, `?sourceProcessId=${single.id}`);
  expect(await xmlOf(second.id)).toBe(modelOf('leave-g'));
  for (const { id } of [source, copy, single, second]) {
    expect((await server.as(server.admin, 'POST', `/process/${id}/deploy`, {})).status).toBe(200);
  }
  const { version } = second;
  const derived = await server.saved({ id: second.id, version: version + 1 }, `?sourceProcessId=${source.id}`);
  expect(derived).toMatchObject({ code: 'leave-g', currentVersion: 2, sourceProcessId: source.id, status: 'CHANGED' });
});

it('bpmn-admin 3: a source that is not there, that is empty or that is the process itself is refused', async () => {
  const empty = await server.saved({ code: 'hollow', type: 'FORM' });
  const codeOf = async (body: object, id: number) =>
    (await server.save(body, `?sourceProcessId=${id}`)).error?.errorCode;
  expect(await codeOf({ code: 'none' }, 999_999)).toBe('PROCESS_NOT_FOUND');
  expect(await codeOf({ code: 'none' }, empty.id)).toBe('MODEL_EMPTY');
  expect(await codeOf({ id: empty.id, version: 0 }, empty.id)).toBe('VALIDATION_FAILED');
  expect(await codeOf({ code: 'none', bpmnXml: modelOf('none') }, empty.id)).toBe('VALIDATION_FAILED');
  const taken = await server.saved({ bpmnXml: modelOf('leave-h') });
  expect(await codeOf({ code: 'approve' }, taken.id)).toBe('RENAME_NOT_POSSIBLE');
});

it('bpmn-admin 6: of two creates of one code, and of two saves with one version, exactly one wins', async () => {
  const both = await Promise.all([1, 2].map(() => server.save({ bpmnXml: modelOf('race') })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const id = both.find(({ status }) => status === 200)!.body;
  const saves = await Promise.all(['A', 'B'].map((task) => change(id, 0, { bpmnXml: modelOf('race', { task }) })));
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
  const stale = saves.find(({ status }) => status === 409)!;
  expect(stale.error).toMatchObject({ errorCode: 'VERSION_CONFLICT', errorArguments: [{ index: 0, version: 1 }] });
  expect(await server.get(id)).toMatchObject({ version: 1, currentVersion: 2 });
  const [{ numbers }] = (await query<{ numbers: number[] }>(
    server,
    'SELECT array_agg(number ORDER BY number) AS numbers FROM bpa_version WHERE process_id = $1',
    [id],
  )) as [{ numbers: number[] }];
  expect(numbers).toEqual([1, 2]);
});

it('bpmn-admin 3: the same request under one key saves once', async () => {
  const body = { bpmnXml: modelOf('once') };
  const asked = () =>
    server.as<number>(server.admin, 'POST', '/process/save', body, { 'idempotency-key': 'save-once' });
  const [first, second] = [await asked(), await asked()];
  expect([first.status, second.body]).toEqual([200, first.body]);
});

it('bpmn-admin 11: a code is free once its process is deleted, and the deleted one answers no more', async () => {
  const process = await server.saved({ bpmnXml: modelOf('again') });
  expect((await server.as(server.admin, 'DELETE', `/process/${process.id}`)).status).toBe(200);
  for (const path of [`/process/${process.id}`, '/process/by-code/again', '/process/version/current/again']) {
    expect((await server.as(server.admin, 'GET', path)).error?.errorCode).toBe('PROCESS_NOT_FOUND');
  }
  expect((await server.as(server.admin, 'DELETE', `/process/${process.id}`)).status).toBe(404);
  expect((await server.post(process.modelId, 'name=x')).error?.errorCode).toBe('MODEL_NOT_FOUND');
  expect((await server.saved({ bpmnXml: modelOf('again') })).id).not.toBe(process.id);
});

it('bpmn-admin 11: a new code is written into the file as a new version, and what is deployed keeps its key', async () => {
  const process = await server.saved({ bpmnXml: modelOf('before') });
  await server.as(server.admin, 'POST', `/process/${process.id}/deploy`, {});
  const path = `/process/${process.id}/rename`;
  const renamed = await server.as(server.admin, 'POST', path, {
    code: 'after',
    name: 'Sonra',
    namespace: 'n',
    version: 1,
  });
  expect(renamed.body).toMatchObject({
    code: 'after',
    name: 'Sonra',
    namespace: 'n',
    currentVersion: 2,
    status: 'CHANGED',
  });
  expect(await xmlOf(process.id)).toBe(modelOf('after'));
  const latest = await server.as<unknown[]>(server.admin, 'GET', '/admin/repository/latest/by-key/before');
  expect(latest.body).toMatchObject([{ key: 'before', processModelId: process.id }]);
  await server.saved({ bpmnXml: modelOf('taken') });
  const refusals = [
    [{ code: 'taken', version: 2 }, 'PROCESS_ALREADY_EXISTS'],
    [{ code: 'approve', version: 2 }, 'RENAME_NOT_POSSIBLE'],
    [{ name: 'x', version: 0 }, 'VERSION_CONFLICT'],
  ] as const;
  for (const [body, code] of refusals)
    expect((await server.as(server.admin, 'POST', path, body)).error?.errorCode).toBe(code);
  expect((await server.as(server.admin, 'POST', '/process/999999/rename', { version: 0 })).status).toBe(404);
});

it('bpmn-admin 18: each write is an audit event with the versions of the content before and after', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('told') });
  await change(id, 0, { bpmnXml: modelOf('told', { task: 'B' }) });
  await server.as(server.admin, 'POST', `/process/${id}/versions/1/restore`, { version: 1 });
  await server.as(server.admin, 'POST', `/process/${id}/deploy`, {});
  await server.as(server.admin, 'POST', `/process/${id}/rename`, { name: 'T', version: 3 });
  await server.as(server.admin, 'DELETE', `/process/${id}`);
  const told = (await server.events()).filter(({ subject }) => subject === 'told');
  expect(told.map(({ kind }) => kind.replace('process-model.', ''))).toEqual([
    'saved',
    'saved',
    'restored',
    'deployed',
    'renamed',
    'removed',
  ]);
  expect(told[1]!.detail).toMatchObject({ old: { currentVersion: 1 }, new: { currentVersion: 2 } });
  expect(told[2]!.detail).toMatchObject({ old: { currentVersion: 2 }, new: { currentVersion: 3 }, restoredVersion: 1 });
  expect(told[3]!.detail).toMatchObject({ versionNumber: 3, definitionIds: [expect.stringMatching(/^told:1:/)] });
});

it('bpmn-admin 17: nobody of another tenant sees or changes a process, and nobody without the authority', async () => {
  const { id, modelId, code } = await server.saved({ bpmnXml: modelOf('private') });
  await server.as(server.admin, 'POST', '/tenants', { identifier: 'other', name: 'Other' });
  const stranger = await signInWith(server, 'stranger', ['ROLE_TENANT_ADMIN'], 'other');
  const plain = await signInWith(server, 'plain');
  const calls: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['GET', `/process/${id}`],
    ['GET', `/process/by-code/${code}`],
    ['GET', `/process/version/current/${code}`],
    ['GET', `/process/export/${id}`],
    ['POST', '/process/export-all', [id]],
    ['GET', `/process/${id}/versions`],
    ['GET', `/process/${id}/versions/1`],
    ['GET', `/process/${id}/versions/1/xml`],
    ['GET', `/process/${id}/validate`],
    ['GET', `/process/${id}/deployments`],
    ['POST', `/process/${id}/deploy`, {}],
    ['POST', `/process/${id}/rename`, { name: 'x', version: 0 }],
    ['POST', `/process/${id}/versions/1/restore`, { version: 0 }],
    ['POST', '/process/save', { id, version: 0, name: 'x' }],
    ['DELETE', `/process/${id}`],
  ];
  for (const [method, path, body] of calls) {
    expect([path, (await server.as(stranger, method, path, body)).status]).toEqual([path, 404]);
    // Every user may see what is deployed; of a process that he may not see nothing.
    expect([path, (await server.as(plain, method, path, body)).status]).toEqual([
      path,
      path.endsWith('/deployments') ? 200 : 403,
    ]);
  }
  expect((await server.post(modelId, 'name=x', stranger)).error?.errorCode).toBe('MODEL_NOT_FOUND');
  expect((await server.as<unknown[]>(stranger, 'GET', '/process/namespaces')).body).toEqual([]);
  expect((await server.as<{ totalElements: number }>(stranger, 'POST', '/process/page', {})).body.totalElements).toBe(
    0,
  );
  expect((await server.saved({ bpmnXml: modelOf('private') }, '', stranger)).tenantIdentifier).toBe('other');
});
