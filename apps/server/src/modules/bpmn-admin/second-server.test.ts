// Takes a model through its whole life on one server, and to a second one whose database is empty.
import type { SvcBpmnImportReportModel, SvcBpmnModelDiffModel, SvcBpmnProcessDefinitionModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminServer, modelOf, startAdminServer } from './admin-server.fixture.ts';

let first: AdminServer;
let second: AdminServer;
beforeAll(async () => {
  [first, second] = await Promise.all([startAdminServer(), startAdminServer()]);
});
afterAll(() => Promise.all([first?.stop(), second?.stop()]));

type Definition = SvcBpmnProcessDefinitionModel;
const send = async <T>(server: AdminServer, method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await server.as<T>(server.admin, method, path, body);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};
const bytesOf = async (server: AdminServer, path: string, init: RequestInit = {}): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${server.admin}`, ...init.headers };
  return Buffer.from(await (await fetch(server.url + path, { ...init, headers })).arrayBuffer());
};
const latest = async (server: AdminServer): Promise<Definition> =>
  (await send<Definition[]>(server, 'GET', '/admin/repository/latest/by-key/moved'))[0]!;
const startedBy = (server: AdminServer) =>
  server.as<unknown>(server.admin, 'POST', '/runtime/start/by-process-definition-key/moved', {});
/** Without what each server gives for itself. */
const said = ({ id, deploymentId, processModelId, deploymentTime, ...rest }: Definition) => rest;

it('bpmn-admin 12, 20: a model saved, compared, deployed, suspended and exported is the same definition on a second, empty server', async () => {
  const { id } = await first.saved({ bpmnXml: modelOf('moved'), namespace: 'hr', tags: ['leave'] });
  const changed = modelOf('moved', { task: 'Karar' });
  await first.save({ id, version: 0, bpmnXml: changed });
  const difference = await send<SvcBpmnModelDiffModel>(first, 'GET', `/process/${id}/diff?from=1&to=2`);
  expect(difference).toMatchObject({ added: [], removed: [], identical: false });
  expect(JSON.stringify(difference)).toContain('Karar');
  await send(first, 'POST', `/process/${id}/deploy`, {});
  await send(first, 'POST', '/admin/repository/suspend', { key: 'moved' });
  expect((await startedBy(first)).error?.errorCode).toBe('DEFINITION_SUSPENDED');

  const archive = await bytesOf(first, '/process/export-all', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([id]),
  });
  const data = new FormData();
  data.append('files', new Blob([new Uint8Array(archive)]), 'all.zip');
  const imported = JSON.parse(
    (await bytesOf(second, '/process/import', { method: 'POST', body: data })).toString(),
  ) as { body: SvcBpmnImportReportModel };
  expect(imported.body.files).toMatchObject([{ action: 'CREATED', versionNumber: 1 }]);
  const there = imported.body.files![0]!.processId!;
  expect(await second.get(there)).toMatchObject({ code: 'moved', namespace: 'hr', tags: ['leave'], status: 'DRAFT' });
  await send(second, 'POST', `/process/${there}/deploy`, {});

  const [here, copy] = [await latest(first), await latest(second)];
  // Whether it is switched off is the server's, not the model's.
  expect(here.suspended).toBe(true);
  expect(said(copy)).toEqual({ ...said(here), suspended: false });
  const models = [
    await bytesOf(first, `/repository/model/${here.id}`, { headers: { accept: 'application/xml' } }),
    await bytesOf(second, `/repository/model/${copy.id}`, { headers: { accept: 'application/xml' } }),
    await bytesOf(second, `/process/export/${there}`),
  ];
  for (const model of models) expect(model.toString()).toBe(changed);
  expect((await startedBy(second)).status).toBe(200);
});
